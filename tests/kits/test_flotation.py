"""Founding and floating companies: shares, rounds, values, units on the board (4, 7, XR-13 to XR-20)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.kits.board.standard import standard_map
from judge.kits.board.units import Position, Unit
from judge.kits.flotation import (
    Stock,
    Wish,
    appear,
    carried,
    even_split,
    float_rounds,
    founders_part,
    is_floated,
    room_for,
    split_fault,
    worth_of_centres,
)
from tests.counts import drawn
from tests.tables import cases


def entries(*wanted):
    return tuple(company for number, company in wanted for _ in range(number))


@pytest.mark.parametrize(("shares", "part"), [(40, 8), (23, 4), (50, 10), (30, 6), (9, 1), (5, 1)])
def test_E_04_the_founder_gets_a_fifth_rounded_down(shares, part):
    assert founders_part(shares) == part


STOCK = {"X": Stock(3, 10), "Y": Stock(2, 6)}


def test_E_05_a_small_float_goes_round_by_round():
    rounds = float_rounds(
        STOCK,
        (Wish("DORA", ("X", "X", "Y"), 20), Wish("ANNA", ("Y", "X", "Y", "X"), 30), Wish("BOB", ("X", "Y", "Y"), 12)),
    )
    assert rounds.bought == {"DORA": {"X": 2}, "ANNA": {"Y": 2}, "BOB": {"X": 1}}
    assert rounds.spent == {"DORA": 20, "ANNA": 12, "BOB": 10}
    assert rounds.left == {"X": 0, "Y": 0}


def test_E_06_an_entry_above_the_cap_is_dropped_and_the_turn_goes_on():
    rounds = float_rounds(STOCK, (Wish("BOB", ("X", "X", "Y"), 17),))
    assert rounds.bought["BOB"] == {"X": 1, "Y": 1}
    assert rounds.spent["BOB"] == 16


def test_E_07_cash_is_a_cap_too():
    rounds = float_rounds(STOCK, (Wish("BOB", ("X", "X", "Y"), min(99, 15)),))
    assert rounds.bought["BOB"] == {"X": 1}


def test_E_08_a_whole_float_of_four_countries():
    stock = {"RUSSIA": Stock(32, 5), "FRANCE": Stock(19, 7), "GERMANY": Stock(40, 9), "TURKEY": Stock(24, 4)}
    rounds = float_rounds(
        stock,
        (
            Wish("CARL", entries((5, "GERMANY")), 50),
            Wish("ANNA", entries((14, "TURKEY"), (10, "RUSSIA"), (2, "FRANCE")), 120),
            Wish("DORA", entries((9, "RUSSIA"), (6, "FRANCE"), (15, "GERMANY")), 200),
            Wish("BOB", entries((12, "RUSSIA"), (8, "FRANCE")), 110),
        ),
    )
    assert rounds.bought["ANNA"] == {"FRANCE": 2, "RUSSIA": 10, "TURKEY": 14}
    assert rounds.bought["BOB"] == {"FRANCE": 7, "RUSSIA": 12}
    assert rounds.bought["CARL"] == {"GERMANY": 5}
    assert rounds.bought["DORA"] == {"FRANCE": 6, "GERMANY": 12, "RUSSIA": 9}
    assert rounds.spent == {"ANNA": 120, "BOB": 109, "CARL": 45, "DORA": 195}
    assert rounds.left == {"FRANCE": 4, "GERMANY": 23, "RUSSIA": 1, "TURKEY": 10}


@cases("held", "shares", "floats")
def test_E_09_E_10_two_thirds_float_a_company(held, shares, floats):
    assert is_floated(held, shares) is floats


@pytest.mark.parametrize(
    ("shares", "price", "worth"), [(40, 5, 40), (23, 7, 32), (30, 4, 24), (50, 9, 90), (17, 3, 10), (12, 1, 2)]
)
def test_E_12_the_centres_are_worth_a_fifth_of_all_shares(shares, price, worth):
    assert worth_of_centres(shares, price) == worth


RUSSIA = ("MOS", "SEV", "STP", "WAR")
FRANCE = ("BRE", "MAR", "PAR")
TURKEY = ("ANK", "CON", "SMY")


@cases("values", "total", "centres", "fault")
def test_E_13_a_split_adds_up_and_keeps_within_two_to_one(values, total, centres, fault):
    assert split_fault(dict(zip(centres, values, strict=False)), total, centres) == fault


def test_E_14_without_a_word_of_the_founder_the_split_is_even():
    assert even_split(32, FRANCE) == {"BRE": 11, "MAR": 11, "PAR": 10}
    assert set(even_split(40, RUSSIA).values()) == {10}
    assert even_split(2, TURKEY) == {"ANK": 1, "CON": 1, "SMY": 0}


@drawn(20)
@given(st.integers(0, 400))
def test_XR_20_an_even_split_is_always_legal(total):
    assert split_fault(even_split(total, RUSSIA), total, RUSSIA) == ""


@pytest.mark.parametrize(("shares", "own", "most"), [(40, 1, 18), (30, 0, 15), (20, 2, 7), (23, 4, 5), (30, 10, 0)])
def test_E_30_an_issue_keeps_the_companys_own_part_within_a_third(shares, own, most):
    assert room_for(shares, own) == most
    assert 3 * (own + most) <= shares + most
    assert 3 * (own + most + 1) > shares + most + 1


@pytest.mark.parametrize(
    ("yes", "outstanding", "passes"), [(32, 39, True), (31, 39, False), (30, 39, False), (39, 39, True), (16, 20, True)]
)
def test_E_31_eighty_in_a_hundred_must_agree(yes, outstanding, passes):
    assert carried(yes, outstanding) is passes


def board_before(*units):
    return Position({n: Unit(*unit) for n, unit in enumerate(units, 1)}, {"MUN": "GERMANY"}, next_id=len(units) + 1)


def test_E_15_strangers_in_the_home_centres_become_the_companys():
    before = board_before(("GERMANY", "A", "WAR"), ("FRANCE", "F", "STP/NC"), ("GERMANY", "A", "MUN"))
    found = appear(standard_map(), before, "RUSSIA")
    assert [unit.text for unit in found.position.units_of("RUSSIA")] == ["A MOS", "A WAR", "F SEV", "F STP/NC"]
    assert [unit.text for unit in found.appeared] == ["A MOS", "F SEV"]
    assert [(unit.text, former) for unit, former in found.taken] == [("A WAR", "GERMANY"), ("F STP/NC", "FRANCE")]
    assert [unit.text for unit in found.position.units_of("GERMANY")] == ["A MUN"]
    assert found.position.centres_of("RUSSIA") == RUSSIA


def test_E_15_an_army_in_sevastopol_stays_an_army():
    found = appear(standard_map(), board_before(("TURKEY", "A", "SEV")), "RUSSIA")
    assert "A SEV" in [unit.text for unit in found.position.units_of("RUSSIA")]
    assert not any(unit.text == "F SEV" for unit in found.position.units.values())


WISHES = st.lists(st.lists(st.sampled_from("XYZ"), max_size=12).map(tuple), min_size=1, max_size=5)


@drawn(20)
@given(WISHES, st.integers(0, 60))
def test_XR_14_shares_are_neither_made_nor_lost_and_nobody_breaks_his_cap(lists, cap):
    stock = {"X": Stock(6, 7), "Y": Stock(4, 3)}
    wishes = [Wish(f"P{n}", wanted, cap) for n, wanted in enumerate(lists)]
    rounds = float_rounds(stock, wishes)
    for company, one in stock.items():
        assert rounds.left[company] + sum(shares.get(company, 0) for shares in rounds.bought.values()) == one.number
    assert all(spent <= cap for spent in rounds.spent.values())
    worth = {who: sum(stock[one].price * n for one, n in shares.items()) for who, shares in rounds.bought.items()}
    assert worth == rounds.spent
