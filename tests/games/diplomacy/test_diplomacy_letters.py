"""What the judge prints is read again, every name goes with every verb, and random games keep the rules (D-3)."""

from functools import partial
from typing import Any

import pytest
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from judge.core.codec import pack, pack_sheet, unpack, unpack_sheet
from judge.core.command import Sheet
from judge.core.notice import PUBLIC
from judge.games.diplomacy.state import DiplomacyState
from judge.kits.board.adjust import allowances, open_sites
from judge.kits.board.legality import legal_orders
from judge.kits.board.opening import start_position
from judge.kits.board.units import Position
from judge.kits.host.commands import UnitOrder
from judge.reading.outcome import Understood
from tests.counts import drawn
from tests.games.diplomacy.table import BOARD, DICE, DIPLOMACY, POWERS, rule, started
from tests.games.setting import reader, readings
from tests.tables import rows

read = partial(readings, "diplomacy")


def texts(text: str) -> list[str]:
    """What a line was read as; fails if any piece of it was not."""
    return [command.canonical() for command in reader("diplomacy")(text)]


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


# What holds for every game, whatever is ordered: played with random legal orders for a few years.


FEW = drawn(8, suppress_health_check=list(HealthCheck))


def choices(state: DiplomacyState, power: str) -> list[list[str]]:
    """For each thing a power may order, the possible texts."""
    position: Position = state.host.position
    if state.phase.kind == "M":
        return [list(legal_orders(BOARD, position, unit)) for unit in position.units_of(power)]
    if state.phase.kind == "R":
        gone = [g for g in position.dislodged.values() if g.unit.power == power and g.may_retreat_to]
        return [[f"{g.unit.text} D", *(f"{g.unit.text} R {place}" for place in g.may_retreat_to)] for g in gone]
    due = allowances(position).get(power, 0)
    if due > 0:
        return [[f"BUILD A {site}", "WAIVE"] for site in open_sites(BOARD, position, power)[:due]]
    return [[f"REMOVE {unit.text}"] for unit in position.units_of(power)[: -due or 0]]


def sheets(draw: Any, state: DiplomacyState) -> dict[str, Sheet]:
    """A random sheet for each power, some of them empty."""
    out: dict[str, Sheet] = {}
    for power in POWERS:
        some = choices(state, power) if draw(st.integers(0, 5)) else []
        texts = [options[draw(st.integers(0, len(options) - 1))] for options in some if options]
        out[power] = tuple({UnitOrder(text=text).key(): UnitOrder(text=text) for text in texts}.values())
    return out


@FEW
@given(st.data())
def test_a_random_game_keeps_the_rules_of_the_board(data):
    state = started(conditional=data.draw(st.sampled_from(["on", "off", "only"])))
    for _ in range(7):
        given_ = sheets(data.draw, state)
        step = DIPLOMACY.resolve(state, given_, DICE)
        again = DIPLOMACY.resolve(state, dict(reversed(given_.items())), DICE)
        assert pack(step) == pack(again), "the order of arrival matters"
        assert unpack(DiplomacyState, pack(step.state)) == step.state
        check(state, step.state)
        if step.ended:
            return
        state = step.state


def check(before: DiplomacyState, after: DiplomacyState) -> None:
    position = after.host.position
    places = [unit.province for unit in position.units.values()]
    assert len(places) == len(set(places)), "two units in one province"
    assert sum(after.host.counts.values()) == len(after.host.owners)
    if after.phase.kind == "M":
        assert not position.dislodged
    if after.phase.season == "S" and after.phase.kind == "M":
        assert all(due >= 0 for due in allowances(position).values()), "more units than centres in spring"
    if before.phase.kind != "A":
        gone = len(before.host.live.dislodged) if before.host.live else 0
        assert len(position.units) + len(position.dislodged) <= len(before.host.units) + gone
    numbers = [number for number, _ in after.host.live.units] if after.host.live else []
    assert len(numbers) == len(set(numbers)) and max(numbers, default=0) < position.next_id


@FEW
@given(st.data())
def test_every_legal_order_is_accepted_and_stands_as_written(data):
    state = started()
    state = DIPLOMACY.resolve(state, sheets(data.draw, state), DICE).state
    power = data.draw(st.sampled_from(POWERS))
    for options in choices(state, power):
        text = data.draw(st.sampled_from(options))
        (ruling,) = rule(state, power, text)
        assert ruling.stands and ruling.command.canonical() == text


@FEW
@given(st.data())
def test_nobody_reads_anothers_orders_before_the_deadline_or_in_private_notices(data):
    state = started()
    given_ = sheets(data.draw, state)
    told = str(DIPLOMACY.forecast(state, "ITALY", given_["ITALY"]))
    for power in POWERS:
        if power != "ITALY":
            assert not any(command.canonical() in told for command in given_[power])
    step = DIPLOMACY.resolve(state, given_, DICE)
    assert all(notice.audience == PUBLIC or notice.kind == "board.duty" for notice in step.notices)
    assert "orders" not in str(DIPLOMACY.standing(state, None).board)
