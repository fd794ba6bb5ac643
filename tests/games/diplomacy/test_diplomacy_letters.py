"""Orders as players write them, read by grammar/diplomacy.lark with the names of the board (D-3 to D-7, D-10)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.core.codec import pack_sheet, unpack_sheet
from judge.kits.board.legality import legal_orders
from judge.kits.board.opening import start_position
from judge.kits.host.commands import UnitOrder
from judge.kits.host.votes import ConcedeVote, DrawVote, NoConcession, NoDraw
from judge.parse import Grammar
from judge.parse.reading import Chatter, Garbled, Understood
from judge.post import Line
from tests.counts import drawn
from tests.games.diplomacy.table import BOARD, DIPLOMACY
from tests.harness import shared_reader
from tests.tables import cases, rows

READER = shared_reader()
GRAMMAR = Grammar("diplomacy", DIPLOMACY.vocabulary, DIPLOMACY.names({}))


def read(text: str):
    return READER.orders(GRAMMAR).read(Line(1, text))


def texts(text: str) -> list[str]:
    """What a line was read as; fails if any piece of it was not."""
    found = read(text)
    assert all(isinstance(reading, Understood) for reading in found), found
    return [command.canonical() for reading in found for command in reading.commands]


@cases("line", "order")
def test_D_3_every_notation_that_players_use_is_read(line, order):
    assert texts(line) == [order]


@pytest.mark.parametrize(
    ("line", "meanings"),
    [("A Liv - Nwy", "LVN (Livonia) or LVP (Liverpool)"), ("F Nth - Nor", "Norway"), ("F MAR - gul", "Gulf of Lyon")],
)
def test_D_5_a_name_that_may_be_two_places_is_asked_about(line, meanings):
    (reading,) = read(line)
    assert isinstance(reading, Garbled) and meanings in reading.reason


@pytest.mark.parametrize(
    ("line", "suggestion"),
    [("A PRIS - BUR", "A PAR - BUR"), ("A Muinch - Tyr", "A MUN - Tyr"), ("BIULD A PAR", "BUILD A PAR")],
)
def test_D_3_a_near_miss_is_suggested_and_not_carried_out(line, suggestion):
    (reading,) = read(line)
    assert isinstance(reading, Garbled) and reading.suggestion == suggestion


@cases("line")
def test_prose_is_no_order(line):
    assert all(isinstance(reading, Chatter) for reading in read(line))


@pytest.mark.parametrize(
    ("line", "vote"),
    [
        ("DRAW", DrawVote()),
        ("I vote for a draw", DrawVote()),
        ("DRAW TURKEY, France", DrawVote(powers=("FRANCE", "TURKEY"))),
        ("NO DRAW", NoDraw()),
        ("concede to France", ConcedeVote(power="FRANCE")),
        ("I concede to France", ConcedeVote(power="FRANCE")),
        ("CONCEDE GERMANY", ConcedeVote(power="GERMANY")),
        ("NO CONCESSION", NoConcession()),
    ],
)
def test_D_10_votes_are_read(line, vote):
    (reading,) = read(line)
    assert isinstance(reading, Understood) and reading.commands == (vote,)


def legal() -> list[str]:
    position = start_position(BOARD)
    return [order for unit in sorted(position.units.values()) for order in legal_orders(BOARD, position, unit)]


OTHER = rows(__file__, "OTHER")


@drawn(66)
@given(st.sampled_from([*legal(), *OTHER]))
def test_what_the_judge_prints_is_read_again_as_the_same_order(text):
    order = UnitOrder(text=text)
    (reading,) = read(order.canonical())
    assert isinstance(reading, Understood) and reading.commands == (order,)
    packed = pack_sheet(DIPLOMACY.vocabulary, reading.commands)
    assert unpack_sheet(DIPLOMACY.vocabulary, packed) == reading.commands


@pytest.mark.parametrize(
    "verb", ["H", "HOLD", "holds", "S A MUN", "supports MUN", "R MUN", "D", "- MUN", "to MUN", "C A MUN - KIE"]
)
def test_D_3_every_name_goes_with_every_verb(verb):
    for code, province in BOARD.provinces.items():
        if province.terrain == "land" and not BOARD.army.get(code):
            continue
        wanted = texts(f"A {code} {verb}")
        assert texts(f"A {province.name} {verb}") == wanted, province.name
        assert texts(f"Army {province.name.lower()} {verb}") == wanted, province.name
