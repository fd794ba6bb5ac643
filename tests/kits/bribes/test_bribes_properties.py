"""Bribing on random boards against the rules written down a second time, and what holds whatever is offered."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from judge.kits.bribes.decide import BribePurse, Decision, decide
from judge.kits.bribes.reading import read_offer
from judge.kits.bribes.rules import BribeRules
from tests.counts import drawn
from tests.kits.bribes.plain_bribes import decided
from tests.tables import rows

UNITS = {
    "AUSTRIA": ("A VIE", "F TRI"),
    "ENGLAND": ("F ENG",),
    "FRANCE": ("A PAR", "F BRE"),
    "GERMANY": ("A MUN", "A RUH"),
}
PAYERS = (*sorted(UNITS), "ANNA", "TURKEY")
ORDERS = dict(rows(__file__, "ORDERS"))


@st.composite
def lines(draw: st.DrawFn, most: int = 25) -> str:
    unit = draw(st.sampled_from(sorted(ORDERS)))
    orders = draw(st.lists(st.sampled_from(ORDERS[unit]), min_size=1, max_size=3, unique=True))
    items = []
    for _ in range(draw(st.integers(1, 2))):
        amount = draw(st.integers(0, most))
        times = draw(st.sampled_from(["", "", "2*", "3*"])) if amount else ""
        floor = draw(st.sampled_from(["", "", "#", f"#{amount // 2}"]))
        items.append(f"{times}{amount}{floor}")
    return f"{'+'.join(items)} {draw(st.sampled_from(':::!>@&'))} {unit} {' | '.join(orders)}"


def sheets(most: int = 25) -> st.SearchStrategy[dict[str, list[str]]]:
    sheet = st.lists(st.one_of(lines(most), lines(most), lines(most), st.just("4 $")), max_size=6)
    return st.fixed_dictionaries({payer: sheet for payer in PAYERS})


BALANCES = st.fixed_dictionaries({payer: st.integers(0, 40) for payer in PAYERS})
LISTS = st.fixed_dictionaries({owner: st.permutations(PAYERS) for owner in UNITS})
QUICK = drawn(20)
FEW = drawn(2)


def decision(
    written: dict[str, list[str]],
    balances: dict[str, int],
    welcome: dict[str, Any],
    rules: BribeRules | None = None,
    dummies: tuple[str, ...] = (),
) -> Decision:
    purses = {
        payer: BribePurse(balances[payer], tuple(read_offer(text) for text in texts))
        for payer, texts in written.items()
    }
    lists = {owner: tuple(listed) for owner, listed in welcome.items()}
    return decide(UNITS, purses, lists, rules or BribeRules(), dummies)


def told(found: Decision) -> Any:
    awards = {unit: (award.order, award.price, dict(award.paid)) for unit, award in found.awards.items()}
    after = {payer: bill.after for payer, bill in found.bills.items()}
    return awards, after, {payer: bill.reductions for payer, bill in found.bills.items() if bill.reductions}


@QUICK
@given(sheets(), BALANCES, LISTS)
def test_A7_the_kit_decides_as_the_rules_read_word_by_word(
    written: dict[str, list[str]], balances: dict[str, int], welcome: dict[str, Any]
) -> None:
    assert told(decision(written, balances, welcome)) == decided(UNITS, balances, written, welcome)


@FEW
@given(sheets(700), BALANCES, LISTS)
def test_A9_hundreds_of_reductions_taken_at_once_come_to_the_same_as_one_by_one(
    written: dict[str, list[str]], balances: dict[str, int], welcome: dict[str, Any]
) -> None:
    assert told(decision(written, balances, welcome)) == decided(UNITS, balances, written, welcome)


def test_A9_ten_thousand_reductions_are_those_of_the_rules() -> None:
    written = {
        "FRANCE": ["9999 : A PAR - BUR", "7 : F BRE H"],
        "GERMANY": ["9999#9990 : A PAR - PIC", "2*8000 : A RUH H"],
    }
    balances = {"FRANCE": 5, "GERMANY": 3}
    welcome = {"FRANCE": ("FRANCE", "GERMANY"), "GERMANY": ("GERMANY", "FRANCE")}
    units = {"FRANCE": ("A PAR", "F BRE"), "GERMANY": ("A RUH",)}
    purses = {payer: BribePurse(balances[payer], tuple(map(read_offer, texts))) for payer, texts in written.items()}
    found = decide(units, purses, welcome)
    assert told(found) == decided(units, balances, written, welcome)
    assert min(bill.reductions for bill in found.bills.values()) > 7000


@QUICK
@given(sheets(), BALANCES, LISTS, st.randoms(use_true_random=False))
def test_no_order_of_payers_units_or_seats_changes_anything(
    written: dict[str, list[str]], balances: dict[str, int], welcome: dict[str, Any], chance: Any
) -> None:
    shuffled = list(written.items())
    chance.shuffle(shuffled)
    first, second = decision(written, balances, welcome), decision(dict(shuffled), balances, welcome)
    assert told(first) == told(second)
    assert first.tables == second.tables


@QUICK
@given(sheets(), BALANCES, LISTS, st.sampled_from([(), ("FRANCE",)]), st.booleans())
def test_money_is_whole_and_nobody_pays_more_than_he_may_spend_or_than_is_told(
    written: dict[str, list[str]],
    balances: dict[str, int],
    welcome: dict[str, Any],
    dummies: tuple[str, ...],
    second: bool,
) -> None:
    found = decision(written, balances, welcome, BribeRules(second_price=second), dummies)
    assert sorted(found.awards) == sorted(ORDERS)
    paid = dict.fromkeys(PAYERS, 0)
    for award in found.awards.values():
        assert award.tied or award.price == sum(award.paid.values())
        for payer, amount in award.paid.items():
            assert isinstance(amount, int)
            assert amount > 0
            paid[payer] += amount
    for payer, bill in found.bills.items():
        saved = 4 * written[payer].count("4 $")
        assert bill.spent == paid[payer] <= max(0, balances[payer] - saved)
        assert bill.after == balances[payer] - bill.spent >= 0


@QUICK
@given(sheets(), BALANCES, LISTS)
def test_A9_who_has_just_what_he_owes_is_not_cut(
    written: dict[str, list[str]], balances: dict[str, int], welcome: dict[str, Any]
) -> None:
    found = decision(written, balances, welcome)
    for payer, bill in found.bills.items():
        if not bill.reductions:
            exact = {**balances, payer: bill.spent + 4 * written[payer].count("4 $")}
            same = decision(written, exact, welcome)
            assert {unit: award.order for unit, award in same.awards.items()} == {
                unit: award.order for unit, award in found.awards.items()
            }
            assert same.bills[payer].reductions == 0


@QUICK
@given(sheets(), BALANCES, LISTS)
def test_A13_ebayola_charges_no_more_than_was_promised_and_less_only_above_the_best_losing_total(
    written: dict[str, list[str]], balances: dict[str, int], welcome: dict[str, Any]
) -> None:
    rich = dict.fromkeys(PAYERS, 100_000)
    plain, second = decision(written, rich, welcome), decision(written, rich, welcome, BribeRules(second_price=True))
    for unit, award in second.awards.items():
        full = plain.awards[unit]
        assert award.order == full.order
        losing = max((row.total for row in second.tables[unit] if row.order != award.order), default=0)
        assert min(full.price, losing + 1) <= award.price <= full.price
        assert all(amount <= full.paid[payer] for payer, amount in award.paid.items())
