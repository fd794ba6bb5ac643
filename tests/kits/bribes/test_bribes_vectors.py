"""The worked examples P-01 to P-51 of bribing, and every board a real engine has answered."""

import json
from pathlib import Path
from typing import Any

import pytest

from judge.core.dice import Dice
from judge.kits.board.opening import position_of
from judge.kits.board.standard import standard_map
from judge.kits.bribes.decide import BribePurse, Decision, decide
from judge.kits.bribes.reading import read_offer
from judge.kits.bribes.record import adjudicate_record
from judge.kits.bribes.rules import STANDARD, BribeRules
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


def run(
    offers: dict[str, tuple[str, ...]],
    *,
    balances: dict[str, int] | None = None,
    accept: dict[str, str] | None = None,
    units: dict[str, list[str]] = BOARD,
    rules: BribeRules = STANDARD,
    dummies: tuple[str, ...] = (),
    seed: bytes = b"lists",
) -> Decision:
    purses = {}
    for letter, power in POWERS.items():
        balance = (balances or {}).get(letter, 48)
        judged = screened(power, offers.get(letter, ()), units, balance)
        assert all(one.stands for one in judged), judged
        purses[power] = BribePurse(balance, tuple(one.line for one in judged))
    return decide(units, purses, lists(accept or {}, seed), rules, dummies)


@pytest.mark.parametrize("case", cases(), ids=lambda case: case.name)
def test_P_01_to_P_47_every_unit_obeys_the_highest_total_and_only_its_backers_pay(case: Case) -> None:
    decision = run(case.offers, balances=case.balances, accept=case.accept, units=case.units)
    for unit, (order, price, paid) in case.awards.items():
        award = decision.awards[unit]
        assert (award.order, award.price) == (order, price)
        assert award.paid == {POWERS[letter]: amount for letter, amount in paid.items()}
    for letter, money in case.after.items():
        assert decision.bills[POWERS[letter]].after == money
    for letter, power in POWERS.items():
        assert decision.bills[power].reductions == case.cuts.get(letter, 0)


def test_P_30_a_question_mark_leaves_the_rest_to_chance_and_never_passes_over_who_is_named_behind_it() -> None:
    offers = {"G": ("4 : A PAR - BUR",), "E": ("4 : A PAR - PIC",), "I": ("4 : A PAR - GAS",)}
    won = [run(offers, accept={"F": "F?G"}, seed=bytes([number])).awards["A PAR"].order for number in range(40)]
    assert set(won) == {"- PIC", "- GAS"}
    assert 8 <= won.count("- PIC") <= 32


def test_P_50_ebayola_the_winner_pays_one_more_than_the_best_losing_total() -> None:
    rules = BribeRules(second_price=True)
    two = run({"F": ("9 : A PAR - BUR",), "G": ("4 : A PAR - PIC",)}, rules=rules)
    assert two.awards["A PAR"].paid == {"FRANCE": 5}
    shared = run({"F": ("9 : A PAR - BUR",), "E": ("5 : A PAR - BUR",), "G": ("4 : A PAR - PIC",)}, rules=rules)
    assert shared.awards["A PAR"].paid == {"ENGLAND": 5}
    assert run({"F": ("4 : A PAR - BUR",)}, rules=rules).awards["A PAR"].paid == {"FRANCE": 1}
    tie = run({"F": ("4 : A PAR - BUR",), "G": ("4 : A PAR - PIC",)}, rules=rules)
    assert tie.awards["A PAR"].paid == {"FRANCE": 4}


def test_P_50_a_rebate_stops_at_the_plateau_and_goes_on_to_the_next_payer() -> None:
    offers = {"F": ("9#7 : A PAR - BUR",), "E": ("5 : A PAR - BUR",), "G": ("4 : A PAR - PIC",)}
    award = run(offers, rules=BribeRules(second_price=True)).awards["A PAR"]
    assert award.paid == {"FRANCE": 7}  # 14 offered, 5 due: France down to 7, England's 5 come back whole


def test_P_51_an_unplayed_power_holds_when_different_payers_offer_the_same() -> None:
    offers = {"G": ("1 : A MUN - RUH", "4 : A PAR - BUR"), "E": ("1 : F ENG - BEL", "4 : A PAR - PIC")}
    decision = run(offers, dummies=("FRANCE",), accept={"F": "?"})
    award = decision.awards["A PAR"]
    assert (award.order, award.price, award.paid, award.tied) == ("H", 5, {}, True)
    assert decision.bills["GERMANY"].spent == decision.bills["ENGLAND"].spent == 1


def test_P_51_position_does_not_make_different_payers_the_same() -> None:
    offers = {"G": ("4 : A PAR - BUR",), "E": ("4 : A PAR - PIC",)}
    assert run(offers, dummies=("FRANCE",), accept={"F": "?"}).awards["A PAR"].order == "H"


def test_P_51_an_unplayed_power_obeys_where_the_same_payer_stands_behind_both() -> None:
    decision = run({"G": ("4 : A PAR - BUR | - PIC",)}, dummies=("FRANCE",), accept={"F": "?"})
    assert decision.awards["A PAR"].order == "- BUR"


def test_P_51_the_hold_nobody_bids_for_is_no_other_payer() -> None:
    decision = run({"G": ("4 & A PAR - BUR",)}, dummies=("FRANCE",), accept={"F": "?"})
    award = decision.awards["A PAR"]
    assert (award.price, award.paid, award.tied) == (4, {"GERMANY": 4}, False)
    both = run({"G": ("4 : A PAR H",), "E": ("4 : A PAR - BUR",)}, dummies=("FRANCE",), accept={"F": "?"})
    assert (both.awards["A PAR"].price, both.awards["A PAR"].paid) == (5, {})


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
