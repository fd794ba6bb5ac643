"""What became of an order, and why: the reason is the fact, success is read off it.

A `Why` says what happened, `by` the provinces of the units that made it so. `words.py` puts it into English.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

from judge.kits.board.grid import mask_of


class Result(StrEnum):
    """The short verdict, in the vocabulary of test cases and result mails."""

    MOVES = "moves"
    FAILS = "fails"
    HOLDS = "holds"
    SUPPORTS = "supports"
    CUT = "cut"
    CONVOYS = "convoys"
    DISRUPTED = "disrupted"
    VOID = "void"
    ILLEGAL = "illegal"


class Why(StrEnum):
    """Reasons. Each belongs to exactly one Result (`RESULT_OF`)."""

    __hash__ = str.__hash__  # verdicts are kept by reason, and an enumeration is slow to hash

    # what went as ordered
    MOVED = "moved"
    HELD = "held"
    NO_ORDER = "no order"
    SUPPORTED = "supported"
    CONVOYED = "convoyed"
    # moves that failed; `by` are the units in the way
    BOUNCED = "bounced"
    OWN_UNIT = "own unit in the way"
    NO_CONVOY = "no convoy ordered"
    CONVOY_INCOMPLETE = "convoy orders form no chain"
    CONVOY_BROKEN = "convoy broken"
    # supports and convoys that came to nothing; `by` are the attackers
    CUT = "cut"
    SUPPORTER_DISLODGED = "supporter dislodged"
    CONVOYER_DISLODGED = "convoyer dislodged"
    PARADOX = "convoy paradox"
    # orders that matched nothing (void)
    SUBJECT_HELD = "unit was not ordered so"
    SUBJECT_MOVED = "unit was ordered to move"
    SUBJECT_ELSEWHERE = "unit was ordered elsewhere"
    SUBJECT_OTHER_COAST = "unit was ordered to the other coast"
    SUBJECT_BY_LAND = "army went by land"
    # orders that could not be right on this board (illegal)
    UNREADABLE = "unreadable"
    NOT_YOURS = "not your unit"
    NOT_NOW = "not an order for this phase"
    UNKNOWN_PLACE = "unknown place"
    NOT_ADJACENT = "not adjacent"
    ARMY_TO_SEA = "army to sea"
    FLEET_INLAND = "fleet inland"
    OWN_PROVINCE = "own province"
    COAST_MISSING = "coast missing"
    COAST_WRONG = "coast cannot be reached"
    NO_FLEETS = "no fleets could carry it"
    NO_SUBJECT = "no such unit"
    SUBJECT_CANNOT = "unit could not go there"
    CANNOT_CONVOY = "cannot convoy"
    NO_ARMY = "no army there"
    OFF_ROUTE = "on no useful route"


_GROUPS: dict[Result, str] = {
    Result.MOVES: "MOVED",
    Result.HOLDS: "HELD NO_ORDER",
    Result.SUPPORTS: "SUPPORTED",
    Result.CONVOYS: "CONVOYED",
    Result.FAILS: "BOUNCED OWN_UNIT NO_CONVOY CONVOY_INCOMPLETE CONVOY_BROKEN",
    Result.CUT: "CUT SUPPORTER_DISLODGED",
    Result.DISRUPTED: "CONVOYER_DISLODGED PARADOX",
    Result.VOID: "SUBJECT_HELD SUBJECT_MOVED SUBJECT_ELSEWHERE SUBJECT_OTHER_COAST SUBJECT_BY_LAND",
}
RESULT_OF: dict[Why, Result] = {Why[name]: result for result, names in _GROUPS.items() for name in names.split()}
RESULT_OF |= {why: Result.ILLEGAL for why in Why if why not in RESULT_OF}


@dataclass(frozen=True, slots=True)
class MoveVerdict:
    """Why an order ended as it did, and the provinces (sorted codes) of the units that made it so."""

    why: Why
    by: tuple[str, ...] = ()

    @property
    def result(self) -> Result:
        return RESULT_OF[self.why]


class _Verdicts(dict[int, MoveVerdict]):
    """Verdicts of one reason by the mask of the provinces that made it so, made once each.

    Kept up to a limit; rare combinations beyond it are made anew, so that the store cannot grow without bound.
    """

    LIMIT: ClassVar[int] = 4_000

    def __init__(self, why: Why, codes: tuple[str, ...]) -> None:
        super().__init__()
        self.why = why
        self.codes = codes

    def __missing__(self, mask: int) -> MoveVerdict:
        verdict = MoveVerdict(self.why, tuple(code for i, code in enumerate(self.codes) if mask >> i & 1))
        if len(self) < _Verdicts.LIMIT:
            self[mask] = verdict
        return verdict


class VerdictPool:
    """The verdicts of one board. Those met in every phase have names; `by[why][mask]` is any other, `plain[why]` one
    without makers."""

    def __init__(self, codes: tuple[str, ...]) -> None:
        self.plain = {why: MoveVerdict(why) for why in Why}
        self.by = {why: _Verdicts(why, codes) for why in Why}
        self.held = self.plain[Why.HELD]
        self.idle = self.plain[Why.NO_ORDER]
        self.bounced = self.by[Why.BOUNCED]
        self.bounced_off = tuple(self.bounced[1 << i] for i in range(len(codes)))
        self.stopped_by_own = tuple(self.by[Why.OWN_UNIT][1 << i] for i in range(len(codes)))
        self.cut = self.by[Why.CUT]

    def of(self, why: Why, provinces: Iterable[int]) -> MoveVerdict:
        """The verdict with these provinces (numbers) as its makers."""
        return self.by[why][mask_of(provinces)]
