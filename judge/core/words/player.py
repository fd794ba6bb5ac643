"""A player's words, some of them the master's too: CLEAR, STATUS, READY, PRESS, SET ..."""

from __future__ import annotations

from typing import Self

from judge.core.command import Command, Final
from judge.core.errors import InputError
from judge.core.ids import fold
from judge.core.variant import Help
from judge.core.words.word import ANYWHERE, INSIDE, Fields, Place, with_password, word

_EVERYBODY = frozenset({"all", "everybody", "everyone", "theworld"})


@word(
    Place.PLAYER,
    r"""
    clear: _CLEAR (_ALL | what)?
    what: NAME+
    _CLEAR.9: /clear(?!\w)/i
    """,
    Help("CLEAR", "CLEAR [section]", "Empties your sheet, or a section of it.", ("CLEAR", "CLEAR TRADES")),
)
class Clear(Command):
    """CLEAR [section]: empties the sheet, or one section of it."""

    what: str = ""


@word(
    Place.PLAYER,
    r"""
    undo: _UNDO
    _UNDO.9: /undo(?!\w)[.]?/i
    """,
    Help("UNDO", "UNDO", "Puts the version before the one on file in force again.", ("UNDO",)),
)
class Undo(Command):
    """UNDO: the version before the one on file."""


@word(
    INSIDE,
    r"""
    status: _STATUS
    _STATUS.9: /status(?!\w)[?.]?/i
    """,
    Help("STATUS", "STATUS", "What is on file for you, and where you stand.", ("STATUS",)),
)
class Status(Command):
    """STATUS: what is on file and where one stands."""


@word(
    INSIDE,
    r"""
    history: _HISTORY phase?
    _HISTORY.9: /history(?!\w)/i
    """,
    Help("HISTORY", "HISTORY [phase]", "Past results again.", ("HISTORY", "HISTORY F1901M")),
)
class History(Command):
    """HISTORY [phase]: past results again."""

    phase: str = ""


@word(
    Place.PLAYER,
    r"""
    statement: _STATEMENT phase?
    _STATEMENT.9: /statement(?!\w)/i
    """,
    Help("STATEMENT", "STATEMENT [phase]", "Your private statement again.", ("STATEMENT", "STATEMENT F1901M")),
)
class Statement(Command):
    """STATEMENT [phase]: one's private statement again."""

    phase: str = ""


@word(
    Place.PLAYER,
    r"""
    try: _TRY _COLON?
    _TRY.9: /try(?!\w)/i
    """,
    Help(
        "TRY",
        "TRY",
        "What follows in this letter is judged and answered, and not filed.",
        ("TRY", "TRY:"),
    ),
    aims=True,
)
class Try(Command):
    """TRY: what follows in this block is judged and answered, and not filed."""


@word(
    Place.PLAYER,
    r"""
    for_phase: _FOR (phase | other_phase) _COLON?
    ?other_phase: EVERY -> phase | NOW -> phase
    EVERY.8: /(?:every|each|all)(?:\s+(?:phases?|turns?|seasons?))?(?!\w)/i
    NOW.8: /(?:now|this(?:\s+(?:phase|turn|season))?|the\s+present\s+(?:phase|turn))(?!\w)/i
    """,
    Help(
        "FOR",
        "FOR phase: · FOR EVERY PHASE: · FOR NOW:",
        "What follows is kept for that phase, or for every phase in which you send nothing else.",
        ("FOR F1903M:", "FOR AUTUMN 1903:", "FOR EVERY PHASE:", "FOR NOW:"),
    ),
    common=("FOR",),
    aims=True,
)
class ForPhase(Command):
    """FOR F1903M: ... what follows is kept for that phase. FOR EVERY PHASE: standing orders. FOR NOW: back again."""

    phase: str  # a phase as written, "EVERY" or "NOW"


@word(
    ANYWHERE,
    r"""
    yes: _YES
    _YES.9: /yes(?!\w)[.!]*/i
    """,
    Help(
        "YES",
        "YES",
        "Carries out what the letter you answer proposed, exactly that. It stands alone in a reply to that letter; the "
        "proposal ends with the phase, and with a newer sheet. NO alone takes back what the letter you answer filed.",
        ("YES",),
    ),
)
class Yes(Command):
    """YES: what the letter that this one answers proposed is carried out, exactly that."""


@word(
    Place.PLAYER,
    r"""
    ready: _READY | unready
    ?unready: NOT_READY -> ready
    _READY.9: /ready(?!\w)[.!]?/i
    NOT_READY.9: /(?:not\s+|un)ready(?!\w)[.]?|wait(?!\w)[.]?/i
    """,
    Help(
        "READY",
        "READY · NOT READY",
        "You have no more to say in this phase. Where the game allows it, all being ready brings the deadline on.",
        ("READY", "NOT READY", "UNREADY"),
    ),
    also=("UNREADY", "WAIT"),
    common=("NOT",),
)
class Ready(Command, final=Final.IF_IT_ENDS_A_PHASE):
    """READY / NOT READY."""

    ready: bool = True


@word(
    INSIDE,
    r"""
    press: grey? _PRESS grey? (_TO to | _TO? _EVERYBODY | bare) (_COLON text?)?
         | grey? _BROADCAST grey? (_TO? _EVERYBODY)? (_COLON text? | text)?
         | grey? (_PRESS | _BROADCAST) grey? signed
    signed: SIGNED
    bare:
    grey: GREY
    to: addressee (_COMMA addressee)*
    addressee: QUOTED | _names
    _names: NAME | _names NAME
    _PRESS.9: /press(?!\w)/i
    _BROADCAST.9: /broadcast(?!\w)/i
    SIGNED.9: /(?:(?:to\s+)?(?:all|everybody|everyone)\s+)?(?:as|from|signed)(?!\w)\s*\S.*/i
    GREY.9: /gr[ae]y(?=\s*(?::|$|(?:press|broadcast|to)(?!\w)))/i
    _EVERYBODY.8: /(?:all|everybody|everyone|the\s+world)(?=\s*(?::|$))/i
    // say SIGNED: AS and a name
    """,
    Help(
        "PRESS",
        "PRESS [GREY] TO names · BROADCAST [GREY], the text below it, ENDPRESS",
        "A message to players, signed with your pseudonym or (GREY) with nothing, where the game allows it.",
        ("PRESS TO Lupus, Vulpes", "PRESS TO ALL", "BROADCAST", "BROADCAST GREY", "GREY PRESS TO Lupus"),
    ),
    also=("GREY", "GRAY", "BROADCAST"),
)
class Press(Command):
    """PRESS TO Lupus, Vulpes / BROADCAST [GREY] ... ENDPRESS; to all if to nobody. `signed`: AS and another name.
    `bare`: PRESS, and no word to whom."""

    to: tuple[str, ...] = ()
    grey: bool = False
    text: str = ""
    signed: bool = False
    bare: bool = False

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


@word(
    INSIDE,
    r"""
    set: _SET option _EQUALS? setting_text
    ?option: KEY -> what
    ?setting_text: QUOTED -> value | TEXT -> value
    _SET.9: /set(?!\w)/i
    """,
    Help(
        "SET",
        "SET ADDRESS, PASSWORD, ZONE, LETTERS or NAME value · (master) SET setting value",
        "Changes what the judge knows of you, or a setting of your game. LETTERS are plain, or full: with pages and "
        "charts. NAME is your pseudonym, and changes only before the start.",
        (
            "SET ZONE Europe/London",
            "SET PASSWORD moonlight9",
            "SET LETTERS plain",
            "SET NAME Grey Wolf",
            "SET reveal off",
        ),
    ),
    loose=True,
    guarded=Place.MASTER,
)
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


@word(
    Place.PLAYER,
    r"""
    absence: _ABSENCE (_FROM? first_day (_UNTIL last_day)? | _NONE)
    ?first_day: DATE -> start
    ?last_day: DATE -> end
    _ABSENCE.9: /absen(?:ce|t)(?!\w)/i
    _UNTIL.8: /(?:to|until|till|through|-+)(?!\w)/i
    _NONE.8: /(?:none|off|over|cancel(?:led)?)(?!\w)/i
    DATE.6: /\d{4}-\d{1,2}-\d{1,2}|\d{1,2}\.?\s+[A-Za-z]{3,9}\.?\s+\d{4}|[A-Za-z]{3,9}\.?\s+\d{1,2},?\s+\d{4}/
    // say _UNTIL: TO
    // say _NONE: NONE
    // say DATE: a date such as 2026-12-20
    """,
    Help(
        "ABSENCE",
        "ABSENCE first-day TO last-day · ABSENCE NONE",
        "Tells the master and the judge that you are away.",
        ("ABSENCE 2026-12-20 TO 2027-01-03", "ABSENCE NONE"),
    ),
    also=("ABSENT",),
)
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


@word(
    Place.PLAYER,
    r"""
    resign: _RESIGN
    _RESIGN.9: /resign(?!\w)[.]?/i
    """,
    Help(
        "RESIGN",
        "RESIGN",
        "Leaves the game. Carried out only if the whole letter is free of errors.",
        ("RESIGN",),
    ),
    guarded=ANYWHERE,
)
class Resign(Command, final=Final.YES):
    """RESIGN: carried out only if the whole letter was free of errors."""
