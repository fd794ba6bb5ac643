"""The core of reading by structure: words by meaning, the tags of a clause, and how what is left over is weighed."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.core.errors import SetupError
from judge.reading.sense.result import weighed
from judge.reading.sense.tokens import Tagger
from judge.reading.sense.vocabulary import load
from tests.tables import cases

NAMES = {"place": {"ROM": ("Rome", "Rom"), "MAO": ("Mid-Atlantic Ocean",), "WAR": ("Warsaw", "War")}}
WORDS = """
[small]
the my
[verb: part]
part-with
[verb: move]
goes
[verb: raid]
goes
[link: to]
to
[guard]
not
[theirs]
he
[place: Rome]
roman
[place: Atlantis]
atlantean
[prose]
war
"""


def tagger(folder: Path) -> Tagger:
    (folder / "some.txt").write_text(WORDS, "utf-8")
    return Tagger(NAMES, ("Lupus",), load(folder, "some"))


@cases("text", "tags")
def test_every_word_has_a_tag_and_names_are_matched_at_their_longest(
    tmp_path: Path, text: str, tags: list[str]
) -> None:
    found = tagger(tmp_path).tag(text)
    assert [f"{one.sort} {one.value}".strip() for one in found] == tags
    assert "".join(one.text for one in found) == text.replace(" ", "") or any(" " in one.text for one in found)


def test_a_word_with_two_meanings_has_both(tmp_path: Path) -> None:
    (one,) = tagger(tmp_path).tag("goes")
    assert one.is_("verb", "move") and one.is_("verb", "raid") and not one.is_("verb", "hold")


def test_a_file_that_another_uses_brings_its_words_and_names_its_readers(tmp_path: Path) -> None:
    (tmp_path / "base.txt").write_text("[small]\nthe\n", "utf-8")
    (tmp_path / "game.txt").write_text("// uses: base\n// reads: units\n[small]\nthe my\n", "utf-8")
    found = load(tmp_path, "game")
    assert found.reads == ("units",)
    assert set(found.words) == {"the", "my"}


def test_a_word_above_the_first_section_is_refused(tmp_path: Path) -> None:
    (tmp_path / "game.txt").write_text("the\n", "utf-8")
    with pytest.raises(SetupError, match="line 1"):
        load(tmp_path, "game")


@cases("text", "sure", "shown")
def test_what_is_left_over_says_how_sure_it_is(tmp_path: Path, text: str, sure: bool, shown: bool) -> None:
    found = weighed(["A ROM H"], tagger(tmp_path).tag(text), {1})
    assert found is not None
    assert (found.sure, found.shown) == (sure, shown)


def test_what_others_do_is_read_as_nothing(tmp_path: Path) -> None:
    assert weighed(["A ROM H"], tagger(tmp_path).tag("he goes"), {1}) is None


def test_a_shorter_name_counts_where_the_longer_one_is_broken_off(tmp_path: Path) -> None:
    found = tagger(tmp_path).tag("mid-atlantic, part without")
    assert [one.sort for one in found] == ["unknown", "sign", "unknown", "sign", "unknown", "unknown"]


def test_a_word_is_short_for_a_name_by_its_consonants_or_by_its_beginning_and_a_stop(tmp_path: Path) -> None:
    tags = tagger(tmp_path).tag
    assert [one.get("place") for one in tags("Wrsw Wars. wars wrs")] == ["WAR", "WAR", "", "", "WAR"]
    assert all(one.is_("slip") for one in (tags("Wrsw")[0], tags("Wars.")[0]))
