"""A word and a frame are taught as CONTRIBUTING.md says, and the page's own examples are read then."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from judge.core.variant import Situation
from judge.core.words.word import Place
from judge.post import Line
from judge.reading import Reader
from tests.reading.clauses.reading import grammar, taken, voice

ROOT = Path(__file__).resolve().parents[2]
TAUGHT = re.findall(
    r"at the end of `(grammar/sense/(\w+)\.txt)`:\n\n```words\n(.*?)```\n\nNow `(.*?)` is (.*?)\.",
    (ROOT / "CONTRIBUTING.md").read_text("utf-8"),
    re.DOTALL,
)
GAMES = {"market": "bourse", "treasury": "economic4"}


def read(folder: Path, game: str, letter: str) -> list[str]:
    who = voice(situation=Situation())
    found = Reader(folder).clauses([Line(1, letter)], Place.PLAYER, grammar(game), lambda: who)
    return taken(found)


@pytest.mark.parametrize(("file", "name", "words", "letter", "lines"), TAUGHT)
def test_what_the_page_teaches_is_read_as_it_says(
    tmp_path: Path, file: str, name: str, words: str, letter: str, lines: str
) -> None:
    shutil.copytree(ROOT / "grammar", tmp_path / "grammar")
    wanted = sorted(re.findall(r"`([^`]+)`", lines))
    assert wanted and sorted(read(tmp_path, GAMES[name], letter)) != wanted
    with (tmp_path / file).open("a", encoding="utf-8") as stream:
        stream.write(words)
    assert sorted(read(tmp_path, GAMES[name], letter)) == wanted


def test_the_page_teaches_a_word_and_a_frame() -> None:
    assert [name for _, name, *_ in TAUGHT] == ["market", "treasury"]
