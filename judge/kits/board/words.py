"""Reasons in English, for results and machines' `reason` fields. Everything here is told from data; nothing decides."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from judge.kits.board.adjust import AdjustWhy
from judge.kits.board.geography import Map
from judge.kits.board.resolve import MovementResult
from judge.kits.board.retreats import RetreatVerdict, RetreatWhy
from judge.kits.board.units import Dislodged, Position, Unit
from judge.kits.board.verdicts import MoveVerdict, Why

_PLAIN: dict[Why, str] = {
    Why.MOVED: "moved",
    Why.HELD: "held",
    Why.NO_ORDER: "no order; it held",
    Why.SUPPORTED: "support given",
    Why.CONVOYED: "convoy stood",
    Why.BOUNCED: "bounced with {by}",
    Why.OWN_UNIT: "its own power's unit in {by} stayed",
    Why.NO_CONVOY: "no fleet was ordered to convoy it",
    Why.CONVOY_INCOMPLETE: "the fleets ordered to convoy it form no chain",
    Why.CONVOY_BROKEN: "the convoy of {by} was broken",
    Why.CUT: "cut by {by}",
    Why.SUPPORTER_DISLODGED: "cut when dislodged by {by}",
    Why.CONVOYER_DISLODGED: "disrupted: the fleet was dislodged by {by}",
    Why.PARADOX: "disrupted by the convoy paradox rule",
    Why.SUBJECT_HELD: "void: that unit was not ordered so",
    Why.SUBJECT_MOVED: "void: that unit was ordered to move",
    Why.SUBJECT_ELSEWHERE: "void: that unit was ordered elsewhere",
    Why.SUBJECT_OTHER_COAST: "void: that fleet was ordered to the other coast",
    Why.SUBJECT_BY_LAND: "void: the army went by land",
    Why.UNREADABLE: "illegal: the order cannot be read",
    Why.NOT_YOURS: "illegal: another power's unit",
    Why.NOT_NOW: "illegal: not an order for a movement phase",
    Why.UNKNOWN_PLACE: "illegal: unknown place",
    Why.NOT_ADJACENT: "illegal: the unit cannot reach that province",
    Why.ARMY_TO_SEA: "illegal: an army cannot enter the sea",
    Why.FLEET_INLAND: "illegal: a fleet cannot go inland",
    Why.OWN_PROVINCE: "illegal: an order into a unit's own province",
    Why.COAST_MISSING: "illegal: two coasts are possible, none was written",
    Why.COAST_WRONG: "illegal: that coast cannot be reached",
    Why.NO_FLEETS: "illegal: no fleets stand that could carry the army",
    Why.NO_SUBJECT: "illegal: no such unit there",
    Why.SUBJECT_CANNOT: "illegal: the supported unit cannot go there",
    Why.CANNOT_CONVOY: "illegal: only a fleet at sea can convoy",
    Why.NO_ARMY: "illegal: no army there to convoy",
    Why.OFF_ROUTE: "illegal: the fleet is on no useful route",
}

_RETREAT: dict[RetreatWhy, str] = {
    RetreatWhy.RETREATED: "retreated",
    RetreatWhy.ORDERED: "disbanded as ordered",
    RetreatWhy.NO_ORDER: "disbanded: no retreat was ordered",
    RetreatWhy.NO_PLACE: "destroyed: no place to go",
    RetreatWhy.NOT_OPEN: "disbanded: {aim} was not open to it",
    RetreatWhy.UNREADABLE: "disbanded: the order cannot be read as a retreat",
    RetreatWhy.COLLIDED: "disbanded: the unit from {by} retreated there too",
}

_ADJUST: dict[AdjustWhy, str] = {
    AdjustWhy.BUILT: "built",
    AdjustWhy.REMOVED: "removed",
    AdjustWhy.WAIVED: "build waived",
    AdjustWhy.UNREADABLE: "the order cannot be read",
    AdjustWhy.NOT_NOW: "not an order for an adjustment phase",
    AdjustWhy.NOTHING_TO_BUILD: "no build is left",
    AdjustWhy.NOTHING_TO_REMOVE: "no removal is due",
    AdjustWhy.NOT_HOME: "not a home centre of that power",
    AdjustWhy.NOT_OWNED: "the home centre is in other hands",
    AdjustWhy.OCCUPIED: "the home centre is occupied",
    AdjustWhy.TYPE_MISSING: "army or fleet is not said",
    AdjustWhy.TYPE_BARRED: "such a unit cannot be built there",
    AdjustWhy.COAST_MISSING: "a fleet there needs a coast",
    AdjustWhy.NO_UNIT: "the power has no such unit",
}


def reason(verdict: MoveVerdict, position: Position | None = None, dislodged: Dislodged | None = None) -> str:
    """The verdict in words: `bounced with A MUN`, `cut by F ENG; dislodged from BRE`. With the `position` before the
    phase units are named, without it only their provinces."""
    texts = _unit_texts(position) if position and verdict.by else None
    return _with_dislodgement(why_words(verdict.why, verdict.by, texts), dislodged)


def reasons(before: Position, result: MovementResult) -> dict[str, str]:
    """The reasons of a whole movement phase, province → words."""
    texts = _unit_texts(before)
    driven_out = {gone.unit.province: gone for gone in result.position.dislodged.values()}
    return {
        province: _with_dislodgement(why_words(verdict.why, verdict.by, texts), driven_out.get(province))
        for province, verdict in result.verdicts.items()
    }


def _with_dislodgement(words: str, gone: Dislodged | None) -> str:
    if gone is None:
        return words
    return f"{words}; dislodged from {gone.by}{' by convoy' if gone.by_convoy else ''}"


def why_words(why: Why, by: Sequence[str] = (), units: Mapping[str, str] | None = None) -> str:
    """One reason in words; `units` province → unit text."""
    words = _PLAIN[why]
    if not by:
        return words
    named = units or {}
    return words.format(by=_listed(named.get(code, code) for code in by))


def retreat_reason(verdict: RetreatVerdict) -> str:
    """The fate of a dislodged unit in words."""
    return _RETREAT[verdict.why].format(aim=verdict.aim, by=_listed(verdict.by))


def adjust_reason(why: AdjustWhy) -> str:
    """The outcome of an adjustment order in words."""
    return _ADJUST[why]


def retreat_options(board: Map, gone: Dislodged) -> str:
    """`A SER may retreat to Albania or Bulgaria`, with full names."""
    if not gone.may_retreat_to:
        return f"{gone.unit.text} has nowhere to go and is destroyed"
    return f"{gone.unit.text} may retreat to {_listed(map(board.full_name, gone.may_retreat_to), 'or')}"


def _unit_texts(position: Position | None) -> dict[str, str]:
    units: Iterable[Unit] = position.units.values() if position else ()
    return {unit.province: unit.text for unit in units}


def _listed(words: Iterable[str], joint: str = "and") -> str:
    """`x`, `x and y`, `x, y and z`."""
    listed = list(words)
    if len(listed) < 2:
        return "".join(listed)
    return f"{', '.join(listed[:-1])} {joint} {listed[-1]}"
