"""Every example in a phrase file is read as it says."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from judge.core.errors import SetupError
from judge.games import slugs
from judge.reading import Kind
from judge.reading.clauses.patterns import Pattern
from judge.reading.clauses.speech import Speech, load, slots_of
from judge.reading.clauses.tools import slots_for
from tests.reading.clauses.reading import SEATS, clauses, doubtful, grammar, said
from tests.reading.where import SHARE
from tests.tables import rows

FOLDER = SHARE / "grammar" / "speech"
SLOTS = {"n": r"\d+", "word": r"\w+", "rest": ".+"}
MADE: set[str] = set()


@cache
def examples() -> dict[tuple[str, str, str], list[str]]:
    """(place in the files, letter, line) -> the games whose letters are read with it."""
    found: dict[tuple[str, str, str], list[str]] = {}
    for game in slugs():
        for one in load(FOLDER, (game, "session", "de", "fr"), slots_of(grammar(game).names, SEATS)).examples:
            found.setdefault(one, []).append(game)
    return found


def reads(game: str, letter: str, line: str) -> bool:
    """Whether a game's letters are read as an example says."""
    found = clauses(game, letter.replace("\\n", "\n"))
    if line == "?":
        return bool(doubtful(found))
    if line == "-":
        return {clause.kind for clause in found} == {Kind.REST}
    told = [one.canonical() for c in found if c.kind is Kind.ORDER for one in c.commands]
    told += [type(one).__name__.upper() for c in found if c.kind is Kind.WORD for one in c.commands]
    offered = [one for clause in found for one in clause.offer]
    return [one.strip() for one in line.split(";")] in (told, offered)


@pytest.mark.parametrize("example", sorted(examples()), ids=lambda one: f"{one[0]} {one[1]}"[:60])
def test_every_example_of_a_phrase_file_is_read_as_it_says(example: tuple[str, str, str]) -> None:
    """In a game at least: what units do reads otherwise where they are bribed."""
    _, letter, line = example
    assert any(reads(game, letter, line) for game in examples()[example])


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
    rules = load(FOLDER, (file,), slots).rules
    assert rules
    for rule in rules:
        if rule.file not in MADE:  # a line that several files use is made once, with one game's names
            MADE.add(rule.file)
            assert rule.pattern.regex.groups
