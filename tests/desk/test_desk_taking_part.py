"""What somebody is told who asks how to take part: lines that work, made for him, in a short letter."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from judge.desk.writing.letterform import FLOOR
from tests.desk.test_desk_joining import ANN, sits, world
from tests.harness import Judge
from tests.tables import cases


def told(judge: Judge, text: str, sender: str = ANN) -> str:
    (letter,) = judge.say(sender, text)
    assert len(letter.text) < FLOOR, "a letter to a stranger is short"
    return letter.text


@cases("asked")
def test_who_asks_to_play_gets_lines_that_seat_him_as_they_stand(tmp_path: Path, asked: str) -> None:
    judge = world(tmp_path)
    text = told(judge, asked)
    register, join = re.search(r"^ +(REGISTER .*)\n +(JOIN .*)$", text, re.MULTILINE).groups()  # type: ignore[union-attr]
    (letter,) = judge.say(ANN, f"{register}\n{join}")
    judge.reply(letter, "")
    assert sits(judge, join.split(" AS ")[1], join.split()[1]) == ANN


def test_a_game_that_is_full_closed_or_over_is_not_offered(tmp_path: Path) -> None:
    judge = world(tmp_path)
    for game in ("lira7", "dip3"):
        found = judge.game(game)
        judge.services.files.save_game(replace(found, house={**found.house, "open": "no"}))
    text = told(judge, "How do I join?")
    assert "no game here has one for you" in " ".join(text.split())
    assert " AS " not in text and "JOIN PRACTICE" in text


@cases("asked", "words")
def test_a_question_of_somebody_new_leads_to_the_word_he_needs(tmp_path: Path, asked: str, words: str) -> None:
    assert words in told(world(tmp_path), asked)
