"""Canonical order texts, and questions about single orders: is it possible, what would be."""

import pytest

from judge.core.errors import InputError
from judge.kits.board import notation
from judge.kits.board.geography import EDITIONS
from judge.kits.board.legality import fault_of, ferry_targets, legal_orders, move_targets, restated
from judge.kits.board.notation import Order, read_order, write_order
from judge.kits.board.opening import position_of, start_position
from judge.kits.board.resolve import MovementResult, resolve_movement
from judge.kits.board.standard import standard_map
from judge.kits.board.tables import Tables
from judge.kits.board.units import Position
from judge.kits.board.verdicts import Result, Why
from judge.kits.board.words import reason
from tests.kits.board import board_cases
from tests.kits.board.board_cases import BOARD
from tests.tables import cases, rows

CANONICAL = rows(__file__, "CANONICAL")


@pytest.mark.parametrize("text", CANONICAL)
def test_a_canonical_text_is_read_and_written_back_the_same(text: str) -> None:
    assert write_order(read_order(text)) == text


@pytest.mark.parametrize("text", [*CANONICAL[:8], "A PAR - H", "F NTH C A VIA - BEL", "A A S A F", "A F - C VIA"])
def test_a_usual_order_is_told_at_once_and_as_any_form_is_told(text: str) -> None:
    parts = notation._usual(text.split())
    assert parts is not None and Order(*parts) == notation._any_form(text.split(), text)


@cases("text")
def test_an_unusual_order_is_not_told_at_once(text: str) -> None:
    assert notation._usual(text.split()) is None


def test_every_order_of_every_case_is_read_and_written_back_the_same() -> None:
    for name in ("datc.jsonl", "hard_positions.jsonl"):
        for phase in ("movement", "retreat", "adjustment"):
            for case in board_cases.cases(name, phase):
                for _, text in case["orders"]:
                    assert write_order(read_order(text)) == text


@cases("text", "canonical")
def test_case_spaces_missing_types_and_convoy_paths_are_tolerated(text: str, canonical: str) -> None:
    assert str(read_order(text)) == canonical


@cases("text")
def test_a_text_that_is_no_order_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(InputError, match="A PAR - BUR"):
        read_order(text)


def test_a_single_order_is_judged_possible_or_not_before_the_deadline() -> None:
    start = start_position(BOARD)
    assert fault_of(BOARD, start, "FRANCE", "A PAR - BUR") is None
    assert fault_of(BOARD, start, "FRANCE", "A PAR S A MAR - BUR") is None
    assert fault_of(BOARD, start, "FRANCE", "A PAR - LON") is Why.NOT_ADJACENT
    assert fault_of(BOARD, start, "FRANCE", "A LVP - YOR") is Why.NOT_YOURS
    assert fault_of(BOARD, start, "FRANCE", "A VEN - TRI") is Why.NOT_YOURS
    assert fault_of(BOARD, start, "ENGLAND", "A LVP - NWY") is Why.NO_FLEETS


def test_an_order_is_restated_for_the_unit_that_stands_there() -> None:
    start = start_position(BOARD)
    assert restated(BOARD, start, "a stp - bot") == "F STP/SC - BOT"
    assert restated(BOARD, start, "F SEV - RUM") == "F SEV - RUM"
    assert restated(BOARD, start, "PAR - BUR") == "A PAR - BUR"
    assert restated(BOARD, start, "PAR S MAR-BUR") == "A PAR S A MAR - BUR"
    assert restated(BOARD, start, "SEV S F BUD") == "F SEV S F BUD"  # cannot reach it: left as written
    assert restated(BOARD, start, "A MAR - SPA/NC") == "A MAR - SPA"
    assert restated(BOARD, start, "A BUR - PAR") == "A BUR - PAR"
    assert restated(BOARD, start, "rubbish") == "rubbish"
    gascony = position_of(BOARD, {"FRANCE": ["F GAS"]})
    assert restated(BOARD, gascony, "F GAS - SPA") == "F GAS - SPA/NC"


def test_the_targets_of_a_unit_are_its_neighbours_and_then_what_fleets_could_carry_it_to() -> None:
    position = position_of(BOARD, {"ENGLAND": ["A LON", "F NTH"], "FRANCE": ["F BRE"]})
    army = position.units[1]
    assert ferry_targets(BOARD, position, army) == ("BEL", "DEN", "EDI", "HOL", "NWY", "YOR")
    assert move_targets(BOARD, position, army) == ("WAL", "YOR", "BEL", "DEN", "EDI", "HOL", "NWY")
    assert move_targets(BOARD, position, position.units[3]) == ("ENG", "GAS", "MAO", "PIC")


def test_every_listed_legal_order_is_legal_and_every_unlisted_case_order_is_not() -> None:
    for case in board_cases.cases("datc.jsonl"):
        position = position_of(BOARD, case["units"])
        for unit in position.units.values():
            listed = legal_orders(BOARD, position, unit)
            assert all(fault_of(BOARD, position, unit.power, text) is None for text in listed)
            for power, text in case["orders"]:
                if power == unit.power and text.startswith(unit.text + " "):
                    plain = restated(BOARD, position, text)
                    legal = fault_of(BOARD, position, power, text) is None
                    assert not legal or _listed(plain, listed), (case["id"], text)


def _listed(text: str, listed: tuple[str, ...]) -> bool:
    """Moves by convoy are listed with VIA; supports name the coasts they may insist on."""
    return text in listed or f"{text} VIA" in listed or any(other.startswith(text) for other in listed)


def test_the_book_of_orders_keeps_texts_that_can_be_read_and_no_more_than_its_limit(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tables = Tables(standard_map())
    book = tables.flags["FRANCE"].orders
    for text in ("nonsense", "A XYZ - BUR", "A PAR - BUR"):
        assert str(book[text]) == str(book[text])
    assert list(book) == list(tables.orders) == ["A PAR - BUR"]
    monkeypatch.setattr(type(book), "LIMIT", 2)
    monkeypatch.setattr(type(tables.orders), "LIMIT", 3)
    for place in ("PIC", "GAS", "BRE"):
        assert book[f"A PAR - {place}"].unit == book["A PAR - BUR"].unit
    assert len(book) == 2 and len(tables.orders) == 3


# Reasons are data first and words after; success is read off them.


def play(units: str, *orders: str, rules: str = "2023") -> tuple[Position, MovementResult]:
    """`FRANCE A PAR, F BRE; ITALY A ROM` and orders as `FRANCE: A PAR - BUR`."""
    placed = {}
    for side in units.split(";"):
        power, _, listed = side.strip().partition(" ")
        placed[power] = [unit.strip() for unit in listed.split(",")]
    sheets: dict[str, list[str]] = {}
    for order in orders:
        power, _, text = order.partition(": ")
        sheets.setdefault(power, []).append(text)
    before = position_of(BOARD, placed)
    return before, resolve_movement(BOARD, before, sheets, EDITIONS[rules])


def test_a_bounce_names_every_unit_that_stood_in_the_way() -> None:
    before, result = play(
        "FRANCE A PAR; GERMANY A MUN; ITALY A MAR", "FRANCE: A PAR - BUR", "GERMANY: A MUN - BUR", "ITALY: A MAR - BUR"
    )
    verdict = result.verdicts["PAR"]
    assert (verdict.why, verdict.by, verdict.result) == (Why.BOUNCED, ("MAR", "MUN"), Result.FAILS)
    assert reason(verdict, before) == "bounced with A MAR and A MUN"
    assert result.position.contested == ("BUR",)


@cases("order", "why")
def test_D_2_an_impossible_order_says_what_is_wrong_with_it(order: str, why: str) -> None:
    _, result = play("FRANCE A PAR, F BRE, F MAO, A GAS", f"FRANCE: {order}")
    verdict = result.verdicts[order.removeprefix("BUILD ").split()[1]]
    assert verdict.why == Why[why] and verdict.result in (Result.ILLEGAL, Result.VOID)


def test_an_extended_paradox_is_not_settled_on_a_guess() -> None:
    _, result = play(
        "ENGLAND F LON, F WAL; FRANCE A BRE, F ENG; GERMANY F KIE, A RUH, F BEL, F PIC",
        "ENGLAND: F LON S F WAL - ENG",
        "ENGLAND: F WAL - ENG",
        "FRANCE: A BRE - LON",
        "FRANCE: F ENG C A BRE - LON",
        "GERMANY: F PIC S F BEL - ENG",
        "GERMANY: F BEL - ENG",
        "GERMANY: F KIE - HOL",
        "GERMANY: A RUH - BEL",
    )
    assert result.verdicts["LON"].why is Why.SUPPORTED
    assert result.verdicts["ENG"].why is Why.PARADOX
    assert not result.dislodged


def test_an_army_whose_other_way_is_sure_gets_through_without_a_rule_of_last_resort() -> None:
    way_round = [f"FRANCE: F {sea} C A BRE - LON" for sea in ("MAO", "NAO", "NWG", "NTH")]
    before, result = play(
        "ENGLAND F LON, F WAL; FRANCE A BRE, F ENG, F MAO, F NAO, F NWG, F NTH",
        "ENGLAND: F LON S F WAL - ENG",
        "ENGLAND: F WAL - ENG",
        "FRANCE: A BRE - LON VIA",
        "FRANCE: F ENG C A BRE - LON",
        *way_round,
    )
    assert result.backup_rules == ()
    assert reason(result.verdicts["LON"], before) == "cut by A BRE"
    assert result.verdicts["ENG"].why is Why.CONVOYED
