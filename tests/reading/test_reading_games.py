"""Every game that is found: its examples can be read, and what it prints can be read again."""

from __future__ import annotations

import pytest

from judge.core.command import Command
from judge.core.variant import Option
from judge.core.words import Place, Result
from judge.games import variants
from judge.kits.host.commands import ReportResult
from judge.post import Line
from judge.reading import Grammar, Reader, Understood
from tests.reading.where import SHARE

GAMES = variants()
DEFAULTS = {slug: {option.name: option.default for option in game.info.options} for slug, game in GAMES.items()}
GRAMMARS = {slug: Grammar(slug, game.vocabulary, game.names(DEFAULTS[slug])) for slug, game in GAMES.items()}
EXAMPLES = [(slug, one) for slug, game in GAMES.items() for entry in game.info.help for one in entry.examples]


def read(reader: Reader, slug: str, text: str) -> list[Command]:
    """The orders of a line; words of the correspondence among a game's examples give none."""
    line = Line(1, text)
    if isinstance(reader.word(line, Place.OUTSIDE | Place.PLAYER | Place.MASTER), Understood):
        return []
    readings = reader.orders(GRAMMARS[slug]).read(line)
    assert all(isinstance(one, Understood) for one in readings), readings
    return [command for one in readings if isinstance(one, Understood) for command in one.commands]


def test_every_game_has_its_grammar() -> None:
    assert GAMES
    assert all((SHARE / "grammar" / f"{slug}.lark").is_file() for slug in GAMES)
    assert all(isinstance(option, Option) for game in GAMES.values() for option in game.info.options)


@pytest.mark.parametrize(("slug", "example"), EXAMPLES)
def test_every_example_of_a_game_can_be_read_and_so_can_its_canonical_form(
    reader: Reader, slug: str, example: str
) -> None:
    for command in read(reader, slug, example):
        assert read(reader, slug, command.canonical()) == [command]


def test_a_report_that_we_print_is_read_again(reader: Reader) -> None:
    names = GAMES["bourse"].names(DEFAULTS["bourse"])
    report = ReportResult.read(
        {
            "phase": "F1901M",
            "counts": {"AUSTRIA": 5, "ITALY": 4},
            "owners": {"BUD": "AUSTRIA", "STP": "RUSSIA", "ROM": "ITALY"},
            "units": (("RUSSIA", "F", "STP/SC"), ("AUSTRIA", "A", "BUD"), ("ENGLAND", "F", "ENG")),
        }
    )
    text = ["MASTER lira7 lighthouse", *report.canonical().splitlines()]
    (block,) = reader.blocks([Line(number, line) for number, line in enumerate(text, 1)], False)
    (item,) = block.items
    assert isinstance(item, Understood)
    (word,) = item.commands
    assert isinstance(word, Result)
    found = reader.report([Line(number, line) for number, line in enumerate(word.body, 3)], names)
    assert found.problems == ()
    fields = {"phase": word.phase, "counts": found.counts, "owners": found.owners, "units": found.units}
    assert ReportResult.read(fields) == report
