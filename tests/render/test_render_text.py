"""Figures in plain text: whatever comes, it stays within 72 columns and keeps its columns."""

from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from jinja2 import TemplateNotFound, UndefinedError

from judge.core.codec import UNSET, Unset
from judge.core.shown import Shown
from judge.render import dates, text
from judge.render.template_renderer import TemplateRenderer, tidy
from tests.counts import drawn
from tests.render.samples import SHARE
from tests.tables import cases

QUICK = drawn(20)
WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Zl", "Zp")), max_size=200)
CELLS = st.text("abcdefghijklmnopqrstuvwxyzÄß 狼", min_size=1, max_size=30).map(lambda one: "x" + one.strip())
NUMBERS = st.integers(-(10**8), 10**8).map(str)


# ---- words ------------------------------------------------------------------------------------------------------


@QUICK
@given(WORDS, st.integers(0, 10), st.integers(0, 10))
def test_a_wrapped_line_is_too_wide_only_when_it_is_one_word(words: str, indent: int, hang: int) -> None:
    told = text.wrap(words, indent, hang)
    assert told.split() == words.split()
    for line in told.split("\n"):
        assert text.columns(line) <= 72 or len(line.split()) == 1


@QUICK
@given(st.text(max_size=400))
def test_every_line_of_quoted_words_is_marked(words: str) -> None:
    for line in text.quote(words).split("\n"):
        assert line.startswith("  |")


def test_quoted_verse_keeps_its_lines_and_prose_is_wrapped() -> None:
    told = text.quote("roses are red\n    violets\tare\n\n" + "blue " * 30)
    lines = told.split("\n")
    assert lines[:3] == ["  | roses are red", "  |     violets    are", "  |"]
    assert len(lines) > 4 and all(len(line) <= 72 for line in lines)


@cases("given", "told")
def test_thousands_are_parted_from_five_figures_on(given: object, told: str) -> None:
    assert text.num(given) == told


@cases("given", "told")
def test_a_foreign_subject_does_not_grow_from_answer_to_answer(given: str, told: str) -> None:
    assert text.resubject(given) == told
    assert text.resubject(told) == told


@pytest.mark.parametrize(
    "subject", ["SIGNON Lupus@lira7 moonlight9", "Re: master lira7 x", "set PASSWORD x", "Sign on"]
)
def test_a_subject_that_may_hold_a_password_is_not_repeated(subject: str) -> None:
    assert text.resubject(subject) == ""


# ---- tables -----------------------------------------------------------------------------------------------------


@QUICK
@given(st.lists(st.tuples(CELLS, *[NUMBERS] * 8), min_size=1, max_size=8))
def test_a_table_always_fits_and_loses_no_figure(rows: list[tuple[str, ...]]) -> None:
    told = text.table(rows, "l" + "r" * 8, ["Player", *"ABCDEFGH"])
    assert all(text.columns(line) <= 72 for line in told.split("\n"))
    for row in rows:
        assert all(figure in told for figure in row[1:])


def test_a_table_too_wide_is_parted_and_each_part_has_the_names() -> None:
    rows = [["Lupus", *["1234567.89"] * 9], ["Ursa", *["1"] * 9]]
    parts = text.table(rows, "l" + "r" * 9, ["Player", *[f"C{n}" for n in range(9)]]).split("\n\n")
    assert len(parts) == 2
    assert all("Lupus" in part and "Ursa" in part and "Player" in part for part in parts)


def test_a_table_of_nothing_is_nothing() -> None:
    assert text.table([], "lr") == ""


@QUICK
@given(st.text("ab狼é", max_size=60), st.integers(1, 40))
def test_a_cut_text_fits_and_shows_that_it_was_cut(words: str, width: int) -> None:
    told = text.cut(words, width)
    assert text.columns(told) <= width
    assert told == words or told.endswith("…")


# ---- graphs and ranks -------------------------------------------------------------------------------------------


def test_a_graph_goes_from_its_lowest_to_its_highest() -> None:
    assert text.spark(["1.00", "1.10", "0.90", "1.00"]) == "-^_-"
    assert text.spark([1, 1, 1]) == "---" and text.spark([5]) == ""
    assert len(text.spark(list(range(100)), 36)) == 36
    assert text.span(["0.95", "1.00", "0.9"]) == "0.9 - 1.00"


def test_units_counts_and_per_cents_are_not_parted_at_the_end_of_a_line() -> None:
    for piece in ("F NTH", "(4 centres)", "12 %"):
        for before in range(50, 80):
            assert piece in text.wrap(
                "x" * 5 + " y" * ((before - 5) // 2) + f" {piece} and so on, to the end of a long line."
            )


# The renderer: letters split into subject and body, keepers' own wording, moments in zones.


class Seen(Shown, kw_only=False):
    """Something to look at, with a field that may be left out."""

    board: str
    left: str | Unset = UNSET


def share(folder: Path, **files: str) -> Path:
    (folder / "templates").mkdir(parents=True)
    for name, words in files.items():
        (folder / "templates" / f"{name}.txt").write_text(words, "utf-8")
    return folder


def test_a_letter_without_a_subject_is_a_fault_of_the_template(tmp_path: Path) -> None:
    renderer = TemplateRenderer(share(tmp_path, a="Hello\n"))
    with pytest.raises(ValueError, match="not with Subject"):
        renderer.letter("a.txt", {})


def test_the_first_template_that_exists_is_taken(tmp_path: Path) -> None:
    renderer = TemplateRenderer(share(tmp_path, b="B"))
    assert renderer.part(("a.txt", "b.txt"), {}) == "B\n"
    assert renderer.part(("a.txt", "c.txt"), {}) is None
    with pytest.raises(TemplateNotFound):
        renderer.letter("c.txt", {})


def test_a_field_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(UndefinedError):
        TemplateRenderer(share(tmp_path, a="{{ x }}")).part(("a.txt",), {})


def test_a_field_that_is_left_out_of_what_is_shown_is_not_defined(tmp_path: Path) -> None:
    renderer = TemplateRenderer(
        share(tmp_path, a="{{ x.board is defined }} {{ x.left is defined }} {{ x.nothing is defined }}")
    )
    assert renderer.part(("a.txt",), {"x": Seen(board="B")}) == "True False False\n"
    with pytest.raises(UndefinedError):
        TemplateRenderer(share(tmp_path / "b", b="{{ x.left }}")).part(("b.txt",), {"x": Seen(board="B")})


def test_a_player_s_words_are_data_and_never_a_template(tmp_path: Path) -> None:
    assert TemplateRenderer(share(tmp_path, a="{{ x }}")).part(("a.txt",), {"x": "{{ 7*7 }} <b>"}) == "{{ 7*7 }} <b>\n"


def test_compiled_templates_are_kept_in_the_cache(tmp_path: Path) -> None:
    cache = tmp_path / "cache"
    TemplateRenderer(SHARE, cache=cache).answer("announced", {})
    assert list(cache.glob("*"))
    assert TemplateRenderer(SHARE, cache=cache).answer("announced", {}) == "Your words went to everybody in the game."


# ---- moments ----------------------------------------------------------------------------------------------------


@cases("zone", "told")
def test_a_moment_is_told_in_the_reader_s_zone_and_in_utc(zone: str, told: str) -> None:
    assert dates.both("2026-12-04T18:00:00+00:00", zone) == told


def test_a_moment_may_be_a_text_a_datetime_or_nothing() -> None:
    at = datetime(2026, 7, 4, 17, tzinfo=UTC)
    assert dates.when(at, "Europe/London") == dates.when(at.isoformat(), "Europe/London") == "Sat 4 Jul 2026 18:00 BST"
    assert dates.when("", "UTC") == dates.both("", "UTC") == dates.day("", "UTC") == ""


def test_what_a_template_says_is_tidied() -> None:
    assert tidy("a  \n\n\n\nb\n\n") == "a\n\nb\n"
