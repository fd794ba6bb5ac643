"""A player's words, some of them the master's too: CLEAR, STATUS, READY, PRESS, SET ..."""

from typing import Self

from judge.core.command import Command, Final
from judge.core.errors import InputError
from judge.core.ids import fold
from judge.core.words.word import ANYWHERE, INSIDE, Fields, Place, with_password, word

_EVERYBODY = frozenset({"all", "everybody", "everyone", "theworld"})


@word(Place.PLAYER)
class Clear(Command):
    """CLEAR [section]: empties the sheet, or one section of it."""

    what: str = ""


@word(Place.PLAYER)
class Undo(Command):
    """UNDO: the version before the one on file."""


@word(INSIDE)
class Status(Command):
    """STATUS: what is on file and where one stands."""


@word(INSIDE)
class History(Command):
    """HISTORY [phase]: past results again."""

    phase: str = ""


@word(Place.PLAYER)
class Statement(Command):
    """STATEMENT [phase]: one's private statement again."""

    phase: str = ""


@word(Place.PLAYER, aims=True)
class Try(Command):
    """TRY: what follows in this block is judged and answered, and not filed."""


@word(Place.PLAYER, common=("FOR",), aims=True)
class ForPhase(Command):
    """FOR F1903M: ... what follows is kept for that phase. FOR EVERY PHASE: standing orders. FOR NOW: back again."""

    phase: str  # a phase as written, "EVERY" or "NOW"


@word(ANYWHERE)
class Yes(Command):
    """YES: what the letter that this one answers proposed is carried out, exactly that."""


@word(Place.PLAYER, also=("UNREADY", "WAIT"), common=("NOT",))
class Ready(Command, final=Final.IF_IT_ENDS_A_PHASE):
    """READY / NOT READY."""

    ready: bool = True


@word(INSIDE, also=("GREY", "GRAY", "BROADCAST"))
class Press(Command):
    """PRESS TO Lupus, Vulpes / BROADCAST [GREY] ... ENDPRESS; to all if to nobody. `signed`: AS and another name.
    `bare`: PRESS, and no word to whom. `unclosed`: nothing says where its text ends."""

    to: tuple[str, ...] = ()
    grey: bool = False
    text: str = ""
    signed: bool = False
    bare: bool = False
    unclosed: bool = False

    @classmethod
    def read(cls, fields: Fields) -> Self:
        to = tuple(fields.get("to", ()))
        everybody = any(fold(one) in _EVERYBODY for one in to)
        signed = fields.get("signed", "")  # the name, and behind a colon the text
        return cls(
            to=() if everybody else to,
            grey=bool(fields.get("grey")),
            text=signed.partition(":")[2].strip() or fields.get("text", ""),
            signed=bool(signed),
            bare="bare" in fields,
        )


@word(INSIDE, loose=True, guarded=Place.MASTER)
class SetWord(Command):
    """SET ADDRESS/PASSWORD/ZONE/LETTERS value (player), SET option value (master)."""

    what: str
    value: str

    @classmethod
    def read(cls, fields: Fields) -> Self:
        what = str(fields["what"]).lower()
        if what == "password":
            with_password({"password": fields["value"]})
        return cls(what, fields["value"])


@word(Place.PLAYER, also=("ABSENT",))
class Absence(Command):
    """ABSENCE 2026-12-20 TO 2027-01-03; ABSENCE NONE."""

    start: str = ""
    end: str = ""

    @classmethod
    def read(cls, fields: Fields) -> Self:
        start = fields.get("start", "")
        end = fields.get("end", start)
        if end < start:
            raise InputError(f"The absence ends ({end}) before it begins ({start}).")
        return cls(start, end)


@word(Place.PLAYER, guarded=ANYWHERE)
class Resign(Command, final=Final.YES):
    """RESIGN: carried out only if the whole letter was free of errors."""
