"""What holds on every board: random positions and orders, legal and not, on a derandomised run."""

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from judge.kits.board.opening import position_of
from judge.kits.board.resolve import resolve_movement
from judge.kits.board.retreats import resolve_retreats
from judge.kits.board.settle import SZYKMAN
from judge.kits.board.units import Position
from tests.counts import drawn
from tests.kits.board.board_cases import BOARD, answer, outcome

QUICK = drawn(30)
POWERS = sorted(BOARD.powers)
# the crowded corner of the board, where units get in one another's way and convoys cross
CORNER = "BEL BRE DEN EDI ENG HEL HOL IRI KIE LON LVP MAO NTH NWG NWY PIC".split()
CORNER += ["SKA", "SPA", "SWE", "WAL", "YOR", "GAS", "WES", "MAR"]


def _unit_texts(province: str) -> list[str]:
    space = BOARD.provinces[province]
    armies = [] if space.terrain == "sea" else [f"A {province}"]
    return armies + [f"F {location}" for location in space.locations]


@st.composite
def boards(draw: st.DrawFn) -> tuple[Position, dict[str, list[str]]]:
    """A position in the corner and one order for each unit, mostly sensible."""
    provinces = draw(st.lists(st.sampled_from(CORNER), min_size=3, max_size=14, unique=True))
    units: dict[str, list[str]] = {}
    for province in provinces:
        power = draw(st.sampled_from(POWERS[:4]))
        units.setdefault(power, []).append(draw(st.sampled_from(_unit_texts(province))))
    position = position_of(BOARD, units)
    orders: dict[str, list[str]] = {}
    for unit in position.units.values():
        orders.setdefault(unit.power, []).append(f"{unit.text} {draw(_intentions(provinces))}")
    return position, orders


def _intentions(provinces: list[str]) -> st.SearchStrategy[str]:
    anywhere, there = st.sampled_from(CORNER), st.sampled_from(provinces)
    return st.one_of(
        st.just("H"),
        anywhere.map("- {}".format),
        anywhere.map("- {} VIA".format),
        there.map("S A {}".format),
        st.tuples(there, anywhere).map(lambda two: f"S A {two[0]} - {two[1]}"),
        st.tuples(there, anywhere).map(lambda two: f"C A {two[0]} - {two[1]}"),
    )


@QUICK
@given(boards(), st.randoms(use_true_random=False))
def test_the_order_of_orders_and_of_units_changes_nothing(board: Any, chance: Any) -> None:
    position, orders = board
    shuffled = {
        power: chance.sample(texts, len(texts)) for power, texts in chance.sample(sorted(orders.items()), len(orders))
    }
    numbered = list(position.units.items())
    chance.shuffle(numbered)
    other = Position(dict(numbered), next_id=position.next_id)
    assert outcome(resolve_movement(BOARD, other, shuffled)) == outcome(resolve_movement(BOARD, position, orders))


@QUICK
@given(boards())
def test_no_unit_is_lost_and_no_two_share_a_province(board: Any) -> None:
    position, orders = board
    after = resolve_movement(BOARD, position, orders).position
    places = [unit.province for unit in after.units.values()]
    assert len(places) == len(set(places))
    assert sorted([*after.units, *after.dislodged]) == sorted(position.units)


@QUICK
@given(boards())
def test_every_dislodged_unit_was_driven_out_by_one_that_stands_in_its_place(board: Any) -> None:
    position, orders = board
    after = resolve_movement(BOARD, position, orders).position
    origins = {unit_id: unit.province for unit_id, unit in position.units.items()}
    for gone in after.dislodged.values():
        attackers = [n for n, unit in after.units.items() if unit.province == gone.unit.province]
        assert [origins[n] for n in attackers] == [gone.by]
        assert all(position.units[n].power != gone.unit.power for n in attackers)
        taken = {unit.province for unit in after.units.values()} | set(after.contested)
        assert not taken & {place[:3] for place in gone.may_retreat_to}


@QUICK
@given(boards())
def test_every_decision_is_what_its_equation_says_of_all_the_others(board: Any) -> None:
    position, orders = board
    field = resolve_movement(BOARD, position, orders).field
    for unit in field.ids:
        plan = field.doing[unit]
        if plan.kind and unit not in field.paradox:
            assert answer(field, unit) is field.decided[unit], (plan, field.backup_rules)


@QUICK
@given(boards())
def test_a_paradox_is_only_called_where_a_convoy_is_attacked(board: Any) -> None:
    position, orders = board
    field = resolve_movement(BOARD, position, orders).field
    assert (SZYKMAN in field.backup_rules) == bool(field.paradox)
    assert all(fleet in field.attackers for fleet in field.paradox)


@QUICK
@given(boards())
def test_other_flags_for_the_same_sides_change_nothing(board: Any) -> None:
    position, orders = board
    renamed = dict(zip(POWERS, reversed(POWERS), strict=True))
    other = Position({n: unit._replace(power=renamed[unit.power]) for n, unit in position.units.items()})
    result = resolve_movement(BOARD, position, orders)
    again = resolve_movement(BOARD, other, {renamed[power]: texts for power, texts in orders.items()})
    assert again.verdicts == result.verdicts
    assert again.position.contested == result.position.contested


@QUICK
@given(boards())
def test_retreats_end_with_every_unit_placed_or_gone_and_nobody_on_top_of_another(board: Any) -> None:
    position, orders = board
    after = resolve_movement(BOARD, position, orders).position
    retreats: dict[str, list[str]] = {}
    for gone in after.dislodged.values():
        aim = gone.may_retreat_to[0] if gone.may_retreat_to else "PAR"
        retreats.setdefault(gone.unit.power, []).append(f"{gone.unit.text} R {aim}")
    result = resolve_retreats(after, retreats)
    places = [unit.province for unit in result.position.units.values()]
    assert len(places) == len(set(places))
    fates = [fate.result for fate in result.verdicts.values()]
    assert len(places) == len(after.units) + fates.count("retreats")


@QUICK
@given(st.text(alphabet="AFHSCRD -/PBUVI0é\t", max_size=25))
def test_no_order_text_ever_breaks_the_adjudicator(text: str) -> None:
    position = position_of(BOARD, {"FRANCE": ["A PAR", "F BRE"]})
    result = resolve_movement(BOARD, position, {"FRANCE": [text, "A PAR H"]})
    assert set(result.verdicts) == {"PAR", "BRE"}
