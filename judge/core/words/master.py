"""The master's words: on the game and its clock, on people, repairs and letters, on who may join or is master too."""

from typing import Self

from judge.core.command import Command, Final
from judge.core.errors import InputError
from judge.core.words.word import NOWHERE, Fields, Place, word


@word(Place.MASTER)
class Start(Command, final=Final.YES):
    """START."""


@word(Place.MASTER, also=("RESULTS",), guarded=NOWHERE)
class Result(Command, final=Final.IF_IT_ENDS_A_PHASE):
    """RESULT F1901 and the lines below it up to END: what happened on a board elsewhere."""

    phase: str
    body: tuple[str, ...] = ()

    @classmethod
    def read(cls, fields: Fields) -> Self:
        body = fields.get("body")
        return cls(fields["phase"], (body,) if body else ())


@word(Place.MASTER, by_sheets=True, guarded=NOWHERE)
class Missing(Command):
    """WHO IS MISSING."""


@word(Place.MASTER, by_sheets=True, guarded=NOWHERE)
class Preview(Command):
    """PREVIEW F1901."""

    phase: str = ""


@word(Place.MASTER, by_sheets=True)
class Process(Command, final=Final.YES):
    """PROCESS F1901: the phase is mandatory."""

    phase: str


@word(Place.MASTER)
class Extend(Command):
    """EXTEND 24h reason: the present deadline only; the next is on the grid again."""

    hours: int
    reason: str = ""

    @classmethod
    def read(cls, fields: Fields) -> Self:
        spans = fields["span"] if isinstance(fields["span"], tuple) else (fields["span"],)
        if not any(spans):
            raise InputError("An extension has an hour at least.")
        # Rounded up: a deadline is never earlier than the master asked for.
        return cls(-(-sum(spans) // 60), fields.get("reason", ""))


@word(Place.MASTER, loose=True)
class Deadline(Command):
    """DEADLINE 2026-12-04 18:00, or DEADLINE FRI 18:00."""

    when: str


@word(Place.MASTER, loose=True)
class Pause(Command):
    """PAUSE [UNTIL day] [reason]."""

    reason: str = ""
    until: str = ""


@word(Place.MASTER)
class Resume(Command):
    """RESUME."""


@word(Place.MASTER, loose=True)
class Eject(Command, final=Final.YES):
    """EJECT Lupus [reason]."""

    seat: str
    reason: str = ""


@word(Place.MASTER)
class Reinstate(Command):
    """REINSTATE Lupus: mail to the player, stopped because it came back, goes out again."""

    seat: str


@word(Place.MASTER)
class Replace(Command, final=Final.YES):
    """REPLACE Lupus BY ann@example.org."""

    seat: str
    address: str


@word(Place.MASTER, also=("ROLL-BACK",), common=("ROLL",))
class Rollback(Command, final=Final.YES):
    """ROLLBACK TO F1901 reason."""

    phase: str
    reason: str


@word(Place.MASTER)
class Adjust(Command, final=Final.YES):
    """ADJUST Lupus +200 lira missed delivery. `text` begins with the kind of money; the rest is the reason."""

    seat: str
    change: str
    text: str


@word(Place.MASTER)
class EndGame(Command, final=Final.YES):
    """END SOLO ITALY / END DRAW [powers] / END CONCEDED ITALY / END ABANDONED."""

    how: str
    powers: tuple[str, ...] = ()

    @classmethod
    def read(cls, fields: Fields) -> Self:
        return cls(fields["how"], tuple(power.upper() for power in fields.get("powers", ())))


@word(Place.MASTER, guarded=NOWHERE)
class Resend(Command):
    """RESEND RESULTS [phase] / RESEND STATEMENT Lupus."""

    what: str
    phase: str = ""
    seat: str = ""

    @classmethod
    def read(cls, fields: Fields) -> Self:
        return cls(**{**fields, "what": fields["what"].lower()})


@word(Place.MASTER)
class Quarantine(Command):
    """QUARANTINE LIST / QUARANTINE RELEASE 3 / QUARANTINE DISCARD 3."""

    action: str = "list"
    reference: str = ""

    @classmethod
    def read(cls, fields: Fields) -> Self:
        return cls(**{**fields, "action": fields.get("action", "list").lower()})


@word(Place.MASTER, also=("ANNOUNCEMENT",), guarded=NOWHERE)
class Announce(Command):
    """ANNOUNCE ... ENDPRESS: the master's words to everybody."""

    text: str = ""


@word(Place.MASTER, yields=True)
class Allow(Command):
    """ALLOW ann@example.org."""

    address: str


@word(Place.MASTER, yields=True)
class Deny(Command):
    """DENY x@example.org."""

    address: str


@word(Place.MASTER, yields=True)
class Approve(Command):
    """APPROVE Lupus."""

    who: str


@word(Place.MASTER, yields=True)
class Promote(Command):
    """PROMOTE ann@example.org."""

    who: str


@word(Place.MASTER, yields=True)
class Demote(Command):
    """DEMOTE ann@example.org."""

    who: str


@word(Place.MASTER, yields=True)
class HoldResults(Command):
    """HOLD RESULTS: the master looks before they go out. HOLD RESULTS OFF."""

    off: bool = False


@word(Place.MASTER, by_sheets=True, yields=True)
class Release(Command):
    """RELEASE: the results that were held go out."""
