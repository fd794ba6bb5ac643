"""Reading offers and acceptance lists, and what a sheet may hold (A4, A5, A8, P-52)."""

import re
from contextlib import suppress
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.core.dice import Dice
from judge.core.ruling import words
from judge.kits.board.opening import position_of
from judge.kits.board.standard import standard_map
from judge.kits.bribes import values
from judge.kits.bribes.reading import read_offer
from judge.kits.bribes.rules import BribeRules
from judge.kits.bribes.screen import PayerTable, Screened, screen
from judge.kits.bribes.sheets import BRIBE_REASONS, pays, stands_behind
from judge.kits.bribes.survey import Survey
from tests.counts import drawn
from tests.kits.bribes.bribes_cases import BOARD, POWERS
from tests.tables import cases, rows, sentences

READ = dict(rows(__file__, "READ"))

REFUSED = dict(rows(__file__, "REFUSED"))


@pytest.mark.parametrize(("text", "meaning"), READ.items())
def test_P_52_an_offer_may_be_written_in_many_ways(text: str, meaning: str) -> None:
    line = read_offer(text)
    assert line.text == meaning
    assert read_offer(meaning) == line


@pytest.mark.parametrize(("text", "why"), REFUSED.items())
def test_P_52_what_is_no_offer_is_refused_at_its_place(text: str, why: tuple[int, str]) -> None:
    with pytest.raises(values.OfferFault) as fault:
        read_offer(text)
    assert fault.value.column == why[0]
    assert why[1] in fault.value.message
    assert fault.value.caret(text).endswith("\n" + " " * why[0] + "^")


@cases("column", "width", "shown")
def test_of_a_long_line_what_is_around_the_fault_is_shown(column: int, width: int, shown: str) -> None:
    assert values.OfferFault("?", column).caret("abcdefghijklmnopqrst", width) == shown


def test_a_near_miss_is_suggested_and_not_guessed() -> None:
    with pytest.raises(values.OfferFault) as fault:
        read_offer("3 : A PAR - Burgundie")
    assert "BUR (Burgundy)" in fault.value.hint


def test_a_line_may_have_three_hundred_characters() -> None:
    assert str(read_offer("3 : A PAR - BUR".ljust(300)).text) == "3 : A PAR - BUR"
    with pytest.raises(values.OfferFault, match="301 characters: more than 300"):
        read_offer("3 : A PAR - BUR".ljust(301))


ITEMS = st.builds(
    lambda amount, floor, times: values.Item(amount, min(floor, amount), times if amount else 1),
    st.integers(0, 9999),
    st.integers(0, 9999),
    st.integers(1, 99),
)
TAILS = st.lists(
    st.sampled_from(["H", "- BUR", "- GAS", "- PIC", "S A MUN - BUR", "S F BRE", "- BRE VIA"]),
    min_size=1,
    max_size=4,
    unique=True,
)
OFFERS = st.builds(
    lambda items, kind, orders: values.Offer(tuple(items), kind, "A PAR", tuple(orders)),
    st.lists(ITEMS, min_size=1, max_size=4),
    st.sampled_from(":!>@&"),
    TAILS,
)


@drawn(50)
@given(OFFERS)
def test_what_is_printed_is_read_again_as_the_same_offer(offer: values.Offer) -> None:
    assert read_offer(offer.text) == offer


@drawn(66)
@given(st.text(alphabet="AF PARBUMN0359*+#:!>@&|$%-;.() \t", max_size=40))
def test_no_line_breaks_the_reader(text: str) -> None:
    with suppress(values.OfferFault):
        line = read_offer(text)
        assert isinstance(line, values.Offer | values.Saving)
        assert read_offer(line.text) == line


# ---- the board -----------------------------------------------------------------------------------------------------


def one(text: str, power: str = "GERMANY", rules: BribeRules | None = None, **more: object) -> Screened:
    return sheet((text,), power, rules, **more)[0]


def sheet(
    texts: tuple[str, ...],
    power: str = "GERMANY",
    rules: BribeRules | None = None,
    balance: int = 48,
    dummies: tuple[str, ...] = (),
    units: dict[str, list[str]] = BOARD,
) -> tuple[Screened, ...]:
    survey = Survey(standard_map(), position_of(standard_map(), units))
    table = PayerTable(survey, power, power, balance, rules or BribeRules(), dummies)
    return screen(table, [read_offer(text) for text in texts])


def why(found: Screened) -> tuple[str, str]:
    assert found.fault is not None
    return found.fault.code, words(BRIBE_REASONS, found.fault)


@cases("text", "code", "told")
def test_A5_a_line_that_cannot_stand_is_refused_with_figures_and_a_way_out(text: str, code: str, told: str) -> None:
    found = why(one(text))
    assert found[0] == code
    assert told in found[1]


@cases("text", "stands")
def test_A6_orders_that_are_the_same_have_one_text(text: str, stands: str) -> None:
    found = one(text)
    assert found.stands
    assert found.line.text == stands


def test_A6_a_way_by_sea_only_is_the_same_order_with_and_without_via() -> None:
    units = {"ENGLAND": ["A LON", "F NTH"], "GERMANY": ["A MUN"]}
    assert one("3 : A LON - BEL VIA", units=units).line == one("3 : A LON - BEL", units=units).line
    other = {"ENGLAND": ["A LON", "F NTH", "F ENG"], "GERMANY": ["A MUN"]}
    near = one("3 : A LON - YOR VIA", units=other).line
    assert near != one("3 : A LON - YOR", units=other).line


@sentences("offers", "rules", "more", "codes", "told")
def test_what_a_sheet_may_hold_is_said_line_by_line(
    offers: list[str], rules: dict[str, Any], more: dict[str, Any], codes: list[str], told: str
) -> None:
    lines = sheet(tuple(offers), rules=msgspec.convert(rules, BribeRules), **more)
    assert [why(line)[0] if line.fault else "" for line in lines] == codes
    assert [line.stands for line in lines] == [not code for code in codes]
    assert not told or told in [why(line)[1] for line in lines if line.fault][-1]


def test_A7_savings_above_the_purse_are_pointed_out() -> None:
    lines = sheet(("8 : A MUN - TYR", "60 $"))
    assert [remark.code for remark in lines[1].remarks] == ["saves-all"]


# ---- acceptance lists ----------------------------------------------------------------------------------------------


@cases("text", "stands")
def test_P_52_an_acceptance_list_is_filled_with_a_question_mark(text: str, stands: str) -> None:
    assert values.write_welcome(values.read_welcome(text, POWERS), POWERS) == stands


@pytest.mark.parametrize(("text", "column"), [("FF", 1), ("FX", 1), ("F??", 2), ("AEFGIRTA", 7), ("", 0)])
def test_P_52_a_list_with_strangers_or_repeats_is_refused(text: str, column: int) -> None:
    with pytest.raises(values.OfferFault) as fault:
        values.read_welcome(text, POWERS)
    assert fault.value.column == column


def test_XR_2_investors_stand_in_a_list_with_their_alias() -> None:
    aliases = {"bob": "Bob", "anna": "Anna"}
    listed = values.read_welcome("R A @bob ? T", POWERS, aliases)
    assert listed == ("RUSSIA", "AUSTRIA", "Bob", "?", "TURKEY")
    assert values.write_welcome(listed, POWERS) == "R A @bob ? T"
    whole = values.spelled_out(listed, (("FRANCE", "ITALY", "RUSSIA"), ("Anna", "Bob")))
    assert whole == ("RUSSIA", "AUSTRIA", "Bob", "FRANCE", "ITALY", "Anna", "TURKEY")


@drawn(20)
@given(st.integers(0, 8), st.binary(min_size=4, max_size=4))
def test_PR_2_a_drawn_order_holds_everybody_once(count: int, secret: bytes) -> None:
    payers = tuple(f"P{number}" for number in range(count))
    assert sorted(values.drawn_order(Dice(secret, "S1901M"), "welcome FRANCE", payers)) == sorted(payers)


def test_PR_2_every_order_of_three_comes_up() -> None:
    drawn = {values.drawn_order(Dice(bytes([n]), "S1901M"), "welcome", ("A", "B", "C")) for n in range(60)}
    assert len(drawn) == 6


def test_PR_2_the_published_die_is_the_same_whatever_the_list_names() -> None:
    dice = Dice(b"x", "S1901M")
    values.drawn_order(dice, "welcome FRANCE", tuple(POWERS.values()))
    assert [(draw.label, draw.sides) for draw in dice.drawn] == [("welcome FRANCE", 5040)]


@pytest.mark.parametrize(("text", "said"), [("A ? F ?", "holds a second ?."), ("A F A", "holds A twice.")])
def test_A8_what_stands_twice_in_a_list_is_named(text: str, said: str) -> None:
    with pytest.raises(values.OfferFault, match=re.escape(said)):
        values.read_welcome(text, POWERS)


@cases("line", "paid")
def test_A7_a_line_pays_for_the_orders_that_it_stands_behind(line: str, paid: dict[str, int]) -> None:
    offer = read_offer(line)
    assert isinstance(offer, values.Offer)
    asked = ("- BUR", "H", "- GAS", "S A MAR")
    assert {order: pays(offer, order) for order in asked if stands_behind(offer, order)} == paid
    assert all(pays(offer, order) == paid.get(order, 0) for order in asked)
