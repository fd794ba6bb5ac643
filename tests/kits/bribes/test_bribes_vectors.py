"""The worked examples P-01 to P-51 of bribing, and every board a real engine has answered."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

from judge.core.dice import Dice
from judge.kits.board.opening import position_of
from judge.kits.board.standard import standard_map
from judge.kits.bribes.decide import BribePurse, Decision, decide
from judge.kits.bribes.reading import read_offer
from judge.kits.bribes.record import adjudicate_record
from judge.kits.bribes.rules import BribeRules
from judge.kits.bribes.screen import PayerTable, Screened, screen
from judge.kits.bribes.survey import Survey
from judge.kits.bribes.values import Welcome, default_welcome, drawn_order, read_welcome, spelled_out
from tests.kits.bribes.bribes_cases import BOARD, POWERS, Case, cases

BOARDS = Path(__file__).with_name("boards.jsonl")
EVERYBODY = tuple(sorted(POWERS.values()))


def lists(accept: dict[str, str], seed: bytes = b"lists") -> dict[str, Welcome]:
    dice = Dice(seed, "S1901M")
    out = {}
    for letter, power in sorted(POWERS.items()):
        given = read_welcome(accept[letter], POWERS) if letter in accept else default_welcome(power)
        out[power] = spelled_out(given, (drawn_order(dice, f"welcome {power}", EVERYBODY),))
    return out


def screened(
    power: str, lines: tuple[str, ...], units: dict[str, list[str]], balance: int = 48
) -> tuple[Screened, ...]:
    survey = Survey(standard_map(), position_of(standard_map(), units))
    return screen(PayerTable(survey, power, power, balance), [read_offer(line) for line in lines])


def run(case: Case, seed: bytes = b"lists") -> Decision:
    purses = {}
    for letter, power in POWERS.items():
        balance = case.balances.get(letter, 48)
        judged = screened(power, case.offers.get(letter, ()), case.units, balance)
        assert all(one.stands for one in judged), judged
        purses[power] = BribePurse(balance, tuple(one.line for one in judged))
    rules = msgspec.convert(case.rules, BribeRules)
    return decide(case.units, purses, lists(case.accept, seed), rules, tuple(case.dummies))


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_P_01_to_P_51_every_unit_obeys_the_highest_total_and_only_its_backers_pay(case: Case) -> None:
    decision = run(case)
    for unit, (order, price, paid) in case.awards.items():
        award = decision.awards[unit]
        assert (award.order, award.price) == (order, price)
        assert award.paid == {POWERS[letter]: amount for letter, amount in paid.items()}
        assert award.tied == bool(case.dummies and not paid)  # nobody pays where payers of an unplayed power tie
    for letter, money in case.after.items():
        assert decision.bills[POWERS[letter]].after == money
    for letter, power in POWERS.items():
        assert decision.bills[power].reductions == case.cuts.get(letter, 0)


def test_P_30_a_question_mark_leaves_the_rest_to_chance_and_never_passes_over_who_is_named_behind_it() -> None:
    offers = {"G": ("4 : A PAR - BUR",), "E": ("4 : A PAR - PIC",), "I": ("4 : A PAR - GAS",)}
    case = Case("P_30", offers, {}, accept={"F": "F?G"})
    won = [run(case, bytes([number])).awards["A PAR"].order for number in range(40)]
    assert set(won) == {"- PIC", "- GAS"}
    assert 8 <= won.count("- PIC") <= 32


def test_XR_2_a_power_comes_before_investors_unless_the_list_names_one() -> None:
    record: dict[str, Any] = {
        "units": BOARD,
        "balances": {"TURKEY": 48, "ALICE": 48, "FRANCE": 48},
        "offers": {"ALICE": ["4 : A PAR - BUR"], "TURKEY": ["4 : A PAR - PIC"]},
    }
    assert adjudicate_record(record)["orders"]["A PAR"]["order"] == "A PAR - PIC"
    named = adjudicate_record({**record, "accept": {"FRANCE": "F @alice ?"}})
    assert named["orders"]["A PAR"]["order"] == "A PAR - BUR"


def test_XR_2_an_investor_is_cut_like_everybody() -> None:
    answer = adjudicate_record(
        {
            "units": BOARD,
            "balances": {"ALICE": 6, "FRANCE": 48, "RUSSIA": 48},
            "offers": {
                "ALICE": ["5 : A PAR - BUR", "5 : A WAR - GAL"],
                "FRANCE": ["4 : A PAR - PIC"],
                "RUSSIA": ["4 : A WAR - UKR"],
            },
        }
    )
    assert answer["reductions"] == {"ALICE": 1}
    assert answer["balances"]["ALICE"] == 6
    assert answer["orders"]["A PAR"]["order"] == "A PAR - PIC"


def boards() -> list[dict[str, Any]]:
    return [json.loads(line) for line in BOARDS.read_text("utf-8").splitlines()]


def test_every_board_of_a_real_engine_gets_the_same_orders_prices_balances_and_reductions() -> None:
    wrong = []
    for board in boards():
        answer = adjudicate_record(board)
        expected = board["expected"]
        if any(answer[part] != expected[part] for part in ("orders", "balances", "reductions")) or "ignored" in answer:
            wrong.append(board["id"])
    assert not wrong


def test_the_order_in_which_players_mailed_changes_nothing() -> None:
    for board in boards()[:40]:
        turned = {**board, "offers": dict(reversed(board["offers"].items()))}
        turned["units"] = dict(reversed(board["units"].items()))
        assert adjudicate_record(turned) == adjudicate_record(board)
