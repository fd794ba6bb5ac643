"""Reasons are data first and words after; success is read off them."""

from judge.kits.board.geography import EDITIONS
from judge.kits.board.opening import position_of
from judge.kits.board.resolve import MovementResult, resolve_movement
from judge.kits.board.units import Position
from judge.kits.board.verdicts import Why
from judge.kits.board.words import reason
from tests.kits.board.board_cases import BOARD
from tests.tables import cases


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
        "FRANCE A PAR; GERMANY A MUN; ITALY A MAR",
        "FRANCE: A PAR - BUR",
        "GERMANY: A MUN - BUR",
        "ITALY: A MAR - BUR",
    )
    verdict = result.verdicts["PAR"]
    assert (verdict.why, verdict.by, verdict.succeeded) == (Why.BOUNCED, ("MAR", "MUN"), False)
    assert reason(verdict, before) == "bounced with A MAR and A MUN"
    assert result.position.contested == ("BUR",)


@cases("order", "why")
def test_D_2_an_impossible_order_says_what_is_wrong_with_it(order: str, why: str) -> None:
    _, result = play("FRANCE A PAR, F BRE, F MAO, A GAS", f"FRANCE: {order}")
    verdict = result.verdicts[order.removeprefix("BUILD ").split()[1]]
    assert (verdict.why, verdict.succeeded) == (Why[why], False)


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
