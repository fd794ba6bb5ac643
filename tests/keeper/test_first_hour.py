"""From an empty folder to the results of a practice game, by mail alone and in every game."""

import re
from datetime import datetime, timedelta
from email.message import Message as Mime
from pathlib import Path

import pytest

from judge.games import variants
from tests.keeper.evening import Folders, text, tick
from tests.keeper.homes import good

AT = datetime.fromisoformat("2026-11-21T10:00:00+00:00")
ANN = "ann@players.test"


@pytest.mark.slow
@pytest.mark.parametrize("slug", sorted(variants()))
def test_a_stranger_has_the_first_results_of_a_practice_game_after_three_letters(tmp_path: Path, slug: str) -> None:
    home, post = tmp_path / "judge", Folders()
    good(home, "init", str(home))
    post.prepare(home)
    found: list[Mime] = []
    said, to = f"REGISTER Ann Archer\nJOIN PRACTICE {slug}", "judge@localhost"
    for number in range(3):
        post.write(home, ANN, said, to, AT + timedelta(minutes=number))
        tick(home, AT + timedelta(minutes=number))
        found = post.letters(home, ANN)
        (start,) = [one for one in found if str(one["Subject"]).endswith("practice1 start")] or [found[-1]]
        to, said = str(start["Reply-To"]), _form(text(start))
    subjects = [str(one["Subject"]) for one in found]
    assert any(re.search(r" practice1 \w+ results(?::|$)", one) for one in subjects), subjects
    assert "WHAT WINS" in text(start)


def _form(letter: str) -> str:
    """The orders that a start letter shows, and READY; an empty answer to the letter that asks for one."""
    shown = re.search(r"only show the form:\n((?:  .*\n)+)", letter)
    return f"{shown[1]}READY" if shown else ""
