"""What a form offers from phase to phase, in games that ask for more than orders to units."""

from functools import cache
from typing import Any

import pytest

from judge.core.form import Form, written
from tests.games.economic4.table import ECONOMIC
from tests.games.economic4.table import Table as Powers
from tests.games.exchange.exchange_table import EXCHANGE
from tests.games.exchange.exchange_table import Table as Investors
from tests.tables import cases

economic: Any = ECONOMIC
exchange: Any = EXCHANGE
SEATS = ("ANNA", "Grey Wolf")
DECLARED = ["TREASURY TO 7", "ALLIANCE WITH X", "GUARDED BY X", "LET X ORDER X"]
MARKET = ["SELL 7 X AT 7", "BUY 7 X FROM X AT 7", "TRANSFER 7 TO X"]
MONEY = ["LOAN 7 TO X", "RECEIVE 7 FROM X (LOAN)", "GIVE 7 TO X", "RECEIVE 7 FROM X (GIFT)", "REPAY 7 TO X"]


def lines(form: Form) -> dict[str, list[str]]:
    """Every line that is filled in, as it is sent: a name out of a list is X, a number 7. What need not be filled in
    stands in brackets."""
    found: dict[str, list[str]] = {}
    for blanks in form.blanks:
        for blank in blanks.lines:
            full = written(blank, *("X" if box.choices else "7" for box in blank.boxes))
            bare = written(blank, *("" if box.may else "X" if box.choices else "7" for box in blank.boxes))
            said = full.replace(bare, bare + " [") + " ]" if bare != full else full
            found.setdefault(blanks.title, []).append(f"{blank.joined} {said}".strip())
    return found


def units(form: Form) -> dict[str, int]:
    """How many lines there are for the units of a power, and for its builds or removals."""
    return {group.title: len(group.lines) for group in form.groups}


@pytest.mark.parametrize(
    ("phase", "money"),
    [("S1901M", MONEY), ("F1901M", [*MONEY, "CALL 7 FROM X"]), ("S1901R", []), ("F1901R", []), ("W1901A", MONEY)],
)
def test_in_economic_iv_money_moves_with_moves_and_builds_and_is_called_in_in_autumn(
    phase: str, money: list[str]
) -> None:
    form = economic.form(economic.standing(Powers().state, None), phase, SEATS)
    found = lines(form)
    assert found.pop("Votes") == ["X", "X"]  # a draw and a concession are voted in any phase
    assert found.pop("Declarations", []) == (DECLARED if phase.endswith("M") else [])
    assert found == ({"Money": money} if money else {})


@pytest.mark.parametrize(("spare", "offered"), [(3, 3), (2, 0), (0, 0), (-1, 2)])
def test_in_economic_iv_a_treasury_says_whether_something_is_built_or_goes(spare: int, offered: int) -> None:
    table = Powers().set("W1901A", {"ITALY": "A APU, F ION"})
    bill = int(economic.standing(table.state, None).treasuries["ITALY"].bill)
    table.set(credits={"ITALY": bill + spare})
    form = economic.form(economic.standing(table.state, None), "W1901A", SEATS)
    assert units(form).get("ITALY", 0) == offered


@cache
def investors(stage: str) -> Any:
    table: Any = Investors()  # type: ignore[no-untyped-call]
    return exchange.standing((getattr(table, stage)() if stage else table).state, None)


HOUSES = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
TERMS = "[ SHARES 7 PRICE 7 ]"


@cases("stage", "phase", "title", "asked")
def test_in_exchange_each_stage_of_the_year_asks_for_its_own(
    stage: str, phase: str, title: str, asked: list[str]
) -> None:
    found = lines(exchange.form(investors(stage), phase, SEATS))
    if title == "Shares you want":
        asked = [*asked, "OFFERLIST CAP 7"]
    assert found.pop("The market, at once", []) == (MARKET if stage == "elected" else [])
    assert found == ({title: asked} if title else {})


def test_in_exchange_companies_are_given_terms_once_and_prices_from_then_on() -> None:
    founded, priced, elected = (
        lines(exchange.form(investors(one), "S1902T", ())) for one in ("founded", "priced", "elected")
    )
    for found in (founded, priced, elected):
        values = found.pop("Values of centres")
        assert [line.split()[1] for line in values] == [line.split()[1] for line in found["Terms"]]
    assert elected.pop("The market, at once")
    terms = [f"TERMS {power} SHARES 7 PRICE 7" for power in HOUSES if power[0] in "FGRT"]
    prices = [f"PRICE {power} 7" for power in HOUSES if power[0] in "FGRT"]
    assert founded == {"Terms": terms}
    assert priced == {"Terms": terms, "Prices": prices}
    assert elected == {"Terms": ["TERMS GERMANY SHARES 7 PRICE 7"], "Prices": prices}


def test_in_exchange_units_are_paid_and_names_of_two_words_stand_in_quotes() -> None:
    form = exchange.form(investors("elected"), "S1901M", SEATS)
    assert units(form) == {"FRANCE": 3, "RUSSIA": 4, "TURKEY": 3}
    assert all(line.summed for group in form.groups for line in group.lines)
    votes, _ = exchange.form(investors("elected"), "S1901E", SEATS).blanks
    assert votes.lines[0].boxes[0].choices == ("ANNA", '"Grey Wolf"')
