"""Reasons in English, for results and machines' `reason` fields. Everything here is told from data; nothing decides."""

from collections.abc import Iterable, Mapping, Sequence

from judge.core.listing import listing
from judge.core.tables import called, tables
from judge.kits.board.adjust import AdjustWhy
from judge.kits.board.geography import Map
from judge.kits.board.resolve import MovementResult
from judge.kits.board.retreats import RetreatVerdict
from judge.kits.board.units import Dislodged, Position, Unit
from judge.kits.board.verdicts import MoveVerdict, Why

_TABLES = tables(__package__)
_PLAIN = called(_TABLES["movement"])

_RETREAT = called(_TABLES["retreats"])

_ADJUST = called(_TABLES["winter"])


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
    return words.format(by=listing(named.get(code, code) for code in by))


def retreat_reason(verdict: RetreatVerdict) -> str:
    """The fate of a dislodged unit in words."""
    return _RETREAT[verdict.why].format(aim=verdict.aim, by=listing(verdict.by))


def adjust_reason(why: AdjustWhy) -> str:
    """The outcome of an adjustment order in words."""
    return _ADJUST[why]


def retreat_options(board: Map, gone: Dislodged) -> str:
    """`A SER may retreat to Albania or Bulgaria`, with full names."""
    if not gone.may_retreat_to:
        return f"{gone.unit.text} has nowhere to go and is destroyed"
    return f"{gone.unit.text} may retreat to {listing(map(board.full_name, gone.may_retreat_to), 'or')}"


def _unit_texts(position: Position | None) -> dict[str, str]:
    units: Iterable[Unit] = position.units.values() if position else ()
    return {unit.province: unit.text for unit in units}
