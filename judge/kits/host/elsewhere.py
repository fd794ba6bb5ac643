"""Results of a board elsewhere that came by themselves: what in them does not follow from the board before."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping

from judge.core.ruling import Reason, Remark
from judge.core.tables import reasons, tables
from judge.core.values import Value
from judge.kits.board.geography import Map, province_of

Unit = tuple[str, str, str]


class Came(Value):
    """What came of one season: `stood` before its moves, `units` after it; each empty where it was not told."""

    phase: str
    stood: frozenset[Unit]
    units: frozenset[Unit]
    owners: Mapping[str, str]
    counts: Mapping[str, int]


class Before(Value):
    """The board before it as far as it is known: its units (None: not at all) and owners."""

    units: frozenset[Unit] | None
    owners: Mapping[str, str]


REASONS: dict[str, Reason] = reasons(tables(__package__)["elsewhere"])


def after_autumn(board: Map, owners: Mapping[str, str], units: Iterable[Unit]) -> dict[str, str]:
    """Who owns what when the units of an autumn have taken what they stand on."""
    taken = {province_of(place): power for power, _, place in units if province_of(place) in board.centres}
    return dict(sorted({**owners, **taken}.items()))


def oddities(board: Map, before: Before, came: Came) -> Iterator[Remark]:
    """Each thing that does not fit; none: owners and units can have come from the board before, and counts add up."""
    held = Counter(came.owners.values())
    for power, count in sorted(came.counts.items()):
        if came.owners and count != held[power]:
            yield Remark("counts-differ", {"power": power, "count": count, "listed": held[power]})
    if came.counts and not came.owners:
        yield Remark("no-owners")
    if before.units is None:
        yield Remark("board-before", {"phase": came.phase})
        return
    if came.stood:
        yield from _start(before.units, came.stood)
    if came.phase.startswith("W"):
        yield from _winter(board, before.units, came)
        return
    if came.units:
        yield from _journeys(board, before.units, came.units)
    yield from _captures(board, before, came)


def _start(before: frozenset[Unit], stood: frozenset[Unit]) -> Iterator[Remark]:
    for code, units in (("not-named", before - stood), ("not-before", stood - before)):
        if units:
            yield Remark(code, {"units": ", ".join(f"{power} {kind} {place}" for power, kind, place in sorted(units))})


def _journeys(board: Map, before: frozenset[Unit], after: frozenset[Unit]) -> Iterator[Remark]:
    """Whether each unit can have come from one that was there, each from another."""
    had, has = Counter(power for power, _, _ in before), Counter(power for power, _, _ in after)
    for power in sorted(has):
        if has[power] > had[power]:
            yield Remark("more-than-before", {"power": power, "now": has[power], "then": had[power]})
    ways = {unit: {province_of(place) for place in _reach(board, unit)} for unit in sorted(before)}
    origin: dict[Unit, Unit] = {}
    for unit in sorted(after):
        if has[unit[0]] <= had[unit[0]] and not _given(unit, ways, origin, set()):
            yield Remark("out-of-reach", {"power": unit[0], "unit": f"{unit[1]} {unit[2]}"})


def _given(unit: Unit, ways: Mapping[Unit, set[str]], origin: dict[Unit, Unit], tried: set[Unit]) -> bool:
    """Give a unit one that it can have been before, moving others to their other ones where needed."""
    for old in ways:
        if old[:2] == unit[:2] and old not in tried and province_of(unit[2]) in ways[old]:
            tried.add(old)
            if old not in origin or _given(origin[old], ways, origin, tried):
                origin[old] = unit
                return True
    return False


def _reach(board: Map, unit: Unit) -> Iterator[str]:
    """Where a unit may stand after a season: it stays, goes or retreats by one border, or is taken over the sea."""
    _, kind, place = unit
    yield place
    yield from board.neighbours(kind, place)
    if kind == "A" and board.provinces[province_of(place)].terrain == "coast":
        yield from (code for code, province in board.provinces.items() if province.terrain == "coast")


def _captures(board: Map, before: Before, came: Came) -> Iterator[Remark]:
    """Owners change in autumn alone, and by the units that stand there."""
    if not came.owners or not before.owners:
        return
    changed = {p for p in {*came.owners, *before.owners} if came.owners.get(p) != before.owners.get(p)}
    if came.phase.startswith("F") and not came.units:
        if changed:
            yield Remark("no-units")
        return
    autumn = came.phase.startswith("F")
    follows = after_autumn(board, before.owners, came.units) if autumn else before.owners
    for place in sorted({*came.owners, *follows}):
        told, due = came.owners.get(place, "nobody"), follows.get(place, "nobody")
        if told != due:
            yield Remark("not-by-units", {"place": place, "power": told, "other": due})


def _winter(board: Map, before: frozenset[Unit], came: Came) -> Iterator[Remark]:
    has, centres = Counter(power for power, _, _ in came.units), Counter(came.owners.values())
    for power in sorted(has):
        if has[power] > centres[power]:
            yield Remark("more-than-centres", {"power": power, "units": has[power], "count": centres[power]})
    taken = {province_of(place) for _, _, place in before}
    for power, kind, place in sorted(came.units - before):
        home = province_of(place)
        if home in taken or home not in board.home_centres(power) or came.owners.get(home) != power:
            yield Remark("not-built", {"power": power, "unit": f"{kind} {place}"})
