"""The words of the correspondence itself, the same in every game: SIGNON, HELP, PRESS, the master's words.

`grammar/session.lark` produces these; `desk/` carries them out. SESSION maps grammar rule names to classes, and
WHO says in which part of a letter a word may stand: outside any block, in a player's, or in a master's block.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from judge.core.command import Command, Final, Vocabulary
from judge.core.place import ANYWHERE as ANYWHERE
from judge.core.place import INSIDE as INSIDE
from judge.core.place import Place as Place

# ---- who speaks -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SignOn(Command):
    """SIGNON Lupus@lira7 password: opens a player's block."""

    seat: str
    game: str
    password: str


@dataclass(frozen=True)
class MasterOn(Command):
    """MASTER lira7 password: opens a master's block."""

    game: str
    password: str


@dataclass(frozen=True)
class SignOff(Command):
    """SIGNOFF: closes the block."""


@dataclass(frozen=True)
class As(Command):
    """AS FRANCE (a power or corporation one speaks for), AS SELF, or the master's AS Lupus."""

    who: str


# ---- anybody ----------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class HelpWord(Command):
    """HELP [topic]."""

    topic: str = ""


@dataclass(frozen=True)
class ListGames(Command):
    """LIST [game]."""

    game: str = ""


@dataclass(frozen=True)
class Rules(Command):
    """RULES game-or-variant."""

    game: str = ""


@dataclass(frozen=True)
class Ping(Command):
    """PING: a sign of life."""


@dataclass(frozen=True)
class Register(Command):
    """REGISTER Ann Archer, Europe/London. `zone` as written: a zone's name, or a town that may name one."""

    name: str = ""
    zone: str = ""


@dataclass(frozen=True)
class Confirm(Command):
    """CONFIRM token, as the judge mailed it."""

    token: str


@dataclass(frozen=True)
class Subscribe(Command):
    """SUBSCRIBE game: results by mail."""

    game: str


@dataclass(frozen=True)
class Unsubscribe(Command):
    """UNSUBSCRIBE [game]."""

    game: str = ""


@dataclass(frozen=True)
class Join(Command):
    """JOIN lira7 AS Lupus [PASSWORD secret] [PREFER FRANCE ENGLAND]. `loose`: several words without quotation marks."""

    game: str
    seat: str = ""
    password: str = ""
    preferences: tuple[str, ...] = ()
    loose: bool = field(default=False, compare=False)


@dataclass(frozen=True)
class Takeover(Command):
    """TAKEOVER Lupus@lira7 [PASSWORD secret]: a vacant seat."""

    seat: str
    game: str
    password: str = ""


@dataclass(frozen=True)
class Create(Command):
    """CREATE lira7 bourse rules=classic schedule='FRI 18:00 Europe/London'."""

    game: str
    variant: str
    settings: tuple[tuple[str, str], ...] = ()


# ---- a player, signed on ----------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Clear(Command):
    """CLEAR [section]: empties the sheet, or one section of it."""

    what: str = ""


@dataclass(frozen=True)
class Undo(Command):
    """UNDO: the version before the one on file."""


@dataclass(frozen=True)
class Status(Command):
    """STATUS: what is on file and where one stands."""


@dataclass(frozen=True)
class History(Command):
    """HISTORY [phase]: past results again."""

    phase: str = ""


@dataclass(frozen=True)
class Statement(Command):
    """STATEMENT [phase]: one's private statement again."""

    phase: str = ""


@dataclass(frozen=True)
class Try(Command):
    """TRY: what follows in this block is judged and answered, and not filed."""


@dataclass(frozen=True)
class ForPhase(Command):
    """FOR A1903: ... what follows is kept for that phase. FOR EVERY PHASE: standing orders. FOR NOW: back again."""

    phase: str  # a phase as written, "EVERY" or "NOW"


@dataclass(frozen=True)
class Ready(Command, final=Final.IF_IT_ENDS_A_PHASE):
    """READY / NOT READY."""

    ready: bool = True


@dataclass(frozen=True)
class Yes(Command):
    """YES: what the letter that this one answers proposed is carried out, exactly that."""


@dataclass(frozen=True)
class Press(Command):
    """PRESS TO Lupus, Vulpes / BROADCAST [GREY] ... ENDPRESS; to all if to nobody. `signed`: AS and another name.
    `bare`: PRESS, and no word to whom."""

    to: tuple[str, ...] = ()
    grey: bool = False
    text: str = ""
    signed: bool = False
    bare: bool = False


@dataclass(frozen=True)
class SetWord(Command):
    """SET ADDRESS/PASSWORD/ZONE/LETTERS value (player), SET option value (master)."""

    what: str
    value: str


@dataclass(frozen=True)
class Absence(Command):
    """ABSENCE 2026-12-20 TO 2027-01-03; ABSENCE NONE."""

    start: str = ""
    end: str = ""


@dataclass(frozen=True)
class Resign(Command, final=Final.YES):
    """RESIGN: carried out only if the whole letter was free of errors."""


# ---- the master -------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Start(Command, final=Final.YES):
    """START."""


@dataclass(frozen=True)
class Result(Command, final=Final.IF_IT_ENDS_A_PHASE):
    """RESULT F1901 and the lines below it up to END: what happened on a board elsewhere."""

    phase: str
    body: tuple[str, ...] = ()


@dataclass(frozen=True)
class Missing(Command):
    """WHO IS MISSING."""


@dataclass(frozen=True)
class Preview(Command):
    """PREVIEW F1901."""

    phase: str = ""


@dataclass(frozen=True)
class Process(Command, final=Final.YES):
    """PROCESS F1901: the phase is mandatory."""

    phase: str


@dataclass(frozen=True)
class Extend(Command):
    """EXTEND 24h reason: the present deadline only; the next is on the grid again."""

    hours: int
    reason: str = ""


@dataclass(frozen=True)
class Deadline(Command):
    """DEADLINE 2026-12-04 18:00, or DEADLINE FRI 18:00."""

    when: str


@dataclass(frozen=True)
class Pause(Command):
    """PAUSE [reason]."""

    reason: str = ""


@dataclass(frozen=True)
class Resume(Command):
    """RESUME."""


@dataclass(frozen=True)
class Eject(Command, final=Final.YES):
    """EJECT Lupus [reason]."""

    seat: str
    reason: str = ""


@dataclass(frozen=True)
class Reinstate(Command):
    """REINSTATE Lupus: mail to the player, stopped because it came back, goes out again."""

    seat: str


@dataclass(frozen=True)
class Replace(Command, final=Final.YES):
    """REPLACE Lupus BY ann@example.org."""

    seat: str
    address: str


@dataclass(frozen=True)
class Rollback(Command, final=Final.YES):
    """ROLLBACK TO F1901 reason."""

    phase: str
    reason: str


@dataclass(frozen=True)
class EndGame(Command, final=Final.YES):
    """END SOLO ITALY / END DRAW [powers] / END CONCEDED ITALY / END ABANDONED."""

    how: str
    powers: tuple[str, ...] = ()


@dataclass(frozen=True)
class Resend(Command):
    """RESEND RESULTS [phase] / RESEND STATEMENT Lupus."""

    what: str
    phase: str = ""
    seat: str = ""


@dataclass(frozen=True)
class Quarantine(Command):
    """QUARANTINE LIST / QUARANTINE RELEASE 3 / QUARANTINE DISCARD 3."""

    action: str = "list"
    reference: str = ""


@dataclass(frozen=True)
class Announce(Command):
    """ANNOUNCE ... ENDPRESS: the master's words to everybody."""

    text: str = ""


SESSION: Vocabulary = {
    "signon": SignOn,
    "master_on": MasterOn,
    "signoff": SignOff,
    "as": As,
    "help": HelpWord,
    "list": ListGames,
    "rules": Rules,
    "ping": Ping,
    "register": Register,
    "confirm": Confirm,
    "subscribe": Subscribe,
    "unsubscribe": Unsubscribe,
    "join": Join,
    "takeover": Takeover,
    "create": Create,
    "clear": Clear,
    "undo": Undo,
    "status": Status,
    "history": History,
    "statement": Statement,
    "try": Try,
    "for_phase": ForPhase,
    "ready": Ready,
    "yes": Yes,
    "press": Press,
    "set": SetWord,
    "absence": Absence,
    "resign": Resign,
    "start": Start,
    "result": Result,
    "missing": Missing,
    "preview": Preview,
    "process": Process,
    "extend": Extend,
    "deadline": Deadline,
    "pause": Pause,
    "resume": Resume,
    "eject": Eject,
    "reinstate": Reinstate,
    "replace": Replace,
    "rollback": Rollback,
    "end_game": EndGame,
    "resend": Resend,
    "quarantine": Quarantine,
    "announce": Announce,
}

_OUTSIDE = ("register", "confirm", "join", "takeover", "create", "signon", "master_on")
_BOTH = ("as", "status", "history", "press", "set")
_PLAYER = ("clear", "undo", "statement", "try", "for_phase", "ready", "absence", "resign")
_ANY = ("yes", "help", "list", "rules", "ping", "subscribe", "unsubscribe", "signoff", "signon", "master_on")

WHO: dict[str, Place] = {
    **dict.fromkeys(SESSION, Place.MASTER),
    **dict.fromkeys(_OUTSIDE, Place.OUTSIDE),
    **dict.fromkeys(_BOTH, INSIDE),
    **dict.fromkeys(_PLAYER, Place.PLAYER),
    **dict.fromkeys(_ANY, ANYWHERE),
}
