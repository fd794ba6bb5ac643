"""Every word of the correspondence is carried out by exactly one function, bound to it where it is written."""

from __future__ import annotations

import pytest

from judge.core.command import Command
from judge.core.errors import SetupError
from judge.core.words import WORDS, Place, Press, SetWord, Status, word_of
from judge.desk.counter import conversation
from judge.desk.sheets.letter_context import LetterContext
from judge.desk.words import binding
from judge.desk.words.binding import handles, steers


def nothing(context: LetterContext, word: Command) -> None: ...


def test_every_word_is_carried_out_wherever_it_may_stand() -> None:
    assert conversation.binding is binding
    assert binding.unbound() == []


@pytest.mark.parametrize("rule", sorted(WORDS))
def test_a_word_without_its_handler_is_named(monkeypatch: pytest.MonkeyPatch, rule: str) -> None:
    command = WORDS[rule].command
    monkeypatch.setattr(binding, "_HANDLERS", {key: one for key, one in binding._HANDLERS.items() if key[0] != command})
    monkeypatch.setattr(binding, "_STEERS", {key: one for key, one in binding._STEERS.items() if key != command})
    with pytest.raises(SetupError, match=rf"bound to {WORDS[rule].verb} \("):
        binding.check()


def test_every_handler_carries_out_a_word_that_is_declared() -> None:
    bound = [command for command, _ in binding._HANDLERS] + list(binding._STEERS)
    assert bound and all(word_of(command) is not None for command in bound)
    assert not {command for command, _ in binding._HANDLERS} & set(binding._STEERS)


def test_nothing_is_bound_to_what_is_no_word() -> None:
    with pytest.raises(SetupError, match="Command is no word"):
        handles(Command)(nothing)
    with pytest.raises(SetupError, match="Command is no word"):
        steers(Command)(nothing)


def test_a_word_has_one_handler_for_each_who_says_it() -> None:
    for again in (handles(Press), handles(SetWord, Place.MASTER), handles(Status, Place.PLAYER)):
        with pytest.raises(SetupError, match="already"):
            again(nothing)
    with pytest.raises(SetupError, match="already"):
        steers(WORDS["try"].command)(nothing)
