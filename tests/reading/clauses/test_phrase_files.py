"""What phrases fit, and what becomes of a text by their rules."""

from __future__ import annotations

from pathlib import Path

import pytest

from judge.core.errors import SetupError
from judge.games import slugs
from judge.reading.clauses.patterns import Pattern
from judge.reading.clauses.speech import Speech, load
from judge.reading.clauses.tools import slots_for
from tests.reading.clauses.reading import SEATS, clauses, grammar, said, taken
from tests.reading.where import SHARE
from tests.tables import cases, rows

FOLDER = SHARE / "grammar" / "speech"
SLOTS = {"n": r"\d+", "word": r"\w+", "rest": ".+"}


@cases("letter", "orders")
def test_letters_in_other_languages_are_read(letter: str, orders: list[str]) -> None:
    assert taken(clauses("bourse", letter)) == orders


@pytest.mark.parametrize(
    ("phrase", "text", "fits"),
    rows(__file__, "a_phrase_fits_as_its_signs_say"),
)
def test_a_phrase_fits_as_its_signs_say(phrase: str, text: str, fits: bool) -> None:
    assert bool(Pattern(phrase, SLOTS).regex.search(text)) is fits


@pytest.mark.parametrize("phrase", ["sell (my|the {n}", "sell ]", "sell {nobody}", "()"])
def test_a_phrase_with_a_bracket_or_slot_amiss_is_refused(phrase: str) -> None:
    with pytest.raises(SetupError):
        Pattern(phrase, SLOTS)


def test_a_text_without_its_anchor_is_never_searched() -> None:
    assert Pattern("[please] (get rid of|dump) {n}", SLOTS).anchors == ({"get", "dump"},)


def test_rules_apply_in_order_and_keep_places(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("^dump {rest}$ => sell {rest}\n", "utf-8")
    (tmp_path / "y.txt").write_text("the lot => all\n", "utf-8")
    text = Speech(load(tmp_path, ("y", "x"), SLOTS)).rewrite(said("dump the lot")).text
    assert text.text == "sell all"
    assert text.column(5) == (1, 5)


@pytest.mark.parametrize(("letter", "read"), [("sell 5, now", "sell 5 at once"), ("sell 50, now", "sell 50 at once")])
def test_a_rule_that_begins_with_a_comma_leaves_a_space_behind(tmp_path: Path, letter: str, read: str) -> None:
    (tmp_path / "x.txt").write_text(", now => at once\n", "utf-8")
    assert Speech(load(tmp_path, ("x",), SLOTS)).rewrite(said(letter)).text.text == read


def test_a_slot_means_what_it_meant_where_it_stands(tmp_path: Path) -> None:
    """A file further on may use the same name for something else."""
    (tmp_path / "x.txt").write_text("// slot rest: (left over)\nbuy {rest} => buy all\n", "utf-8")
    (tmp_path / "y.txt").write_text("lend {rest}$ =>\n", "utf-8")
    speech = Speech(load(tmp_path, ("y", "x"), SLOTS))
    assert speech.rewrite(said("lend it to Italy")).text.text == ""
    assert speech.rewrite(said("buy left over")).text.text == "buy all"


@pytest.mark.parametrize("file", sorted(path.stem for path in FOLDER.glob("*.txt")))
def test_every_rule_makes_an_expression(file: str) -> None:
    """They are made when a text has their words: a wrong one must be found here and not by a letter."""
    slots = slots_for(grammar(file if file in slugs() else slugs()[0]).names, SEATS)
    rules = load(FOLDER, (file,), slots)
    assert rules
    for rule in rules:
        assert rule.pattern.regex.groups
