"""What a stranger may do now is said by one function, in every letter alike, and all of it is so."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.harness import Judge, Out, address_of

ANN = "ann@example.test"


def world(tmp_path: Path, **settings: str) -> Judge:
    judge = Judge(tmp_path, **settings)
    judge.new("lira7", "bourse")
    judge.join("lira7", "Lupus", "Red Fox")
    return judge


def ways(out: Out) -> str:
    """The lines that a letter offers, without the names it makes up."""
    return re.sub(r"AS .*|. .* would do as well as the name above", "", out.text.partition("TAKING PART")[2])[:600]


@pytest.mark.parametrize("text", ["HELP", "what is this?", "Was ist das hier?", "Kann ich mitspielen?", "xyzzy plugh"])
def test_every_hint_to_a_stranger_names_the_same_ways(tmp_path: Path, text: str) -> None:
    judge = world(tmp_path)
    (known,) = judge.say(ANN, "HELP JOIN")
    (out,) = judge.say("bob@example.test", text)
    assert "breaks off" not in out.text
    for line in ("JOIN lira7 AS ", "JOIN PRACTICE bourse", "SUBSCRIBE lira7"):
        assert line in ways(out).replace("JOIN lira7 ", "JOIN lira7 AS ") and line.split(" AS")[0] in ways(known)


def test_names_that_are_proposed_are_free(tmp_path: Path) -> None:
    judge = world(tmp_path)
    (out,) = judge.say(ANN, "HELP JOIN")
    first = re.search(r"JOIN lira7 AS (.+)", out.text)
    more = re.search(r"yours\. (.+?) or (.+?) would do", out.flat)
    assert first and more
    for number, name in enumerate((first[1], more[1], more[2])):
        who = f"n{number}@example.test"
        (asking,) = judge.say(who, f"REGISTER N {number}\nJOIN lira7 AS {name}")
        judge.reply(asking, "")
        assert judge.services.files.seat("lira7", name) is not None, name


@pytest.mark.parametrize(("create", "offered"), [("keeper", False), ("registered", True)])
def test_a_game_of_ones_own_is_offered_only_where_it_is_allowed(tmp_path: Path, create: str, offered: bool) -> None:
    (out,) = world(tmp_path, create=create).say(ANN, "HELP JOIN")
    assert ("HELP CREATE" in out.text) is offered


def test_lists_and_helps_of_a_judge_without_games_agree(tmp_path: Path) -> None:
    judge = Judge(tmp_path)
    for text in ("LIST", "HELP JOIN", "xyzzy plugh"):
        (out,) = judge.say(address_of("Lupus"), text)
        assert "JOIN PRACTICE bourse" in out.text and "lira" not in out.text, text
