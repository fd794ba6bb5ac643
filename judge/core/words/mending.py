"""The master's words on people, repairs and letters: EJECT, REPLACE, ROLLBACK, RESEND ..."""

from __future__ import annotations

from typing import Self

from judge.core.command import Command, Final
from judge.core.variant import Help
from judge.core.words.word import NOWHERE, Fields, Place, word


@word(
    Place.MASTER,
    r"""
    eject: _EJECT one_seat _COLON? reason?
    ?one_seat: QUOTED -> seat | NAME -> seat
    _EJECT.9: /eject(?!\w)/i
    """,
    Help("EJECT", "EJECT seat [reason]", "Takes a seat from its player.", ("EJECT Lupus two turns without a sheet",)),
    loose=True,
)
class Eject(Command, final=Final.YES):
    """EJECT Lupus [reason]."""

    seat: str
    reason: str = ""


@word(
    Place.MASTER,
    r"""
    reinstate: _REINSTATE old_seat
    _REINSTATE.9: /reinstate(?!\w)/i
    """,
    Help(
        "REINSTATE",
        "REINSTATE seat",
        "Starts mail to a player again after bounces had stopped it. Any letter from the player does the same.",
        ("REINSTATE Lupus", 'REINSTATE "Grey Wolf"'),
    ),
)
class Reinstate(Command):
    """REINSTATE Lupus: mail to the player, stopped because it came back, goes out again."""

    seat: str


@word(
    Place.MASTER,
    r"""
    replace: _REPLACE old_seat _BY address
    address: ADDRESS
    _REPLACE.9: /replace(?!\w)/i
    ADDRESS.3: /[^\s<>@]+@[^\s<>@]+/
    // say ADDRESS: a mail address
    """,
    Help("REPLACE", "REPLACE seat BY address", "Gives a seat to another.", ("REPLACE Lupus BY ann@example.org",)),
)
class Replace(Command, final=Final.YES):
    """REPLACE Lupus BY ann@example.org."""

    seat: str
    address: str


@word(
    Place.MASTER,
    r"""
    rollback: _ROLLBACK _TO? phase _COLON? reason
    _ROLLBACK.9: /roll[- ]?back(?!\w)/i
    // wrong: ROLLBACK TO F1901M => ROLLBACK needs a reason behind the phase: it is told to everybody.
    """,
    Help(
        "ROLLBACK",
        "ROLLBACK TO phase reason",
        "Undoes everything from that phase on. Results are sent again, with what changed at the head of them.",
        ("ROLLBACK TO F1901M the report was wrong",),
    ),
    also=("ROLL-BACK",),
    common=("ROLL",),
)
class Rollback(Command, final=Final.YES):
    """ROLLBACK TO F1901 reason."""

    phase: str
    reason: str


@word(
    Place.MASTER,
    r"""
    adjust: _ADJUST old_seat _BY? change _OF? text
    change: CHANGE
    _ADJUST.9: /adjust(?!\w)/i
    _OF.8: /of(?!\w)/i
    CHANGE.6: /[-+\u2212\u2013]\s*(?:\d{1,3}(?:,\d{3}){1,3}|\d{1,12})(?:\.\d{1,4})?(?![.,]?\w)/
    // say CHANGE: a sum with its sign, such as +200 or -3
    // wrong: ADJUST Lupus => ADJUST needs a sum with its sign behind the seat, then the money and the reason.
    // wrong: ADJUST Lupus +200 => ADJUST needs the kind of money behind the sum, and then the reason.
    """,
    Help(
        "ADJUST",
        "ADJUST seat +sum money reason · ADJUST seat -sum money reason",
        "Corrects somebody's money by a ruling of yours. Everybody is told at once, and again in the results; "
        "the other sign takes it back.",
        ("ADJUST Lupus +200 lira missed delivery", "ADJUST ENGLAND -3 credits counted twice"),
    ),
)
class Adjust(Command, final=Final.YES):
    """ADJUST Lupus +200 lira missed delivery. `text` begins with the kind of money; the rest is the reason."""

    seat: str
    change: str
    text: str


@word(
    Place.MASTER,
    r"""
    end_game: _END how _BY? powers?
    how: SOLO | DRAW | CONCEDED | ABANDONED
    powers: power (_COMMA? power)*
    power: NAME
    _END.9: /end(?!\w)/i
    SOLO.8: /(?:solo|win|victory)(?!\w)/i
    DRAW.8: /draw(?!\w)/i
    CONCEDED.8: /conce(?:de|ded|ssion)(?!\w)/i
    ABANDONED.8: /abandon(?:ed)?(?!\w)/i
    // say SOLO: SOLO
    // say DRAW: DRAW
    // say CONCEDED: CONCEDED
    // say ABANDONED: ABANDONED
    """,
    Help(
        "END",
        "END SOLO power · END DRAW [powers] · END CONCEDED power · END ABANDONED",
        "The board game is over.",
        ("END SOLO ITALY", "END DRAW", "END DRAW ITALY TURKEY", "END CONCEDED ITALY", "END ABANDONED"),
    ),
)
class EndGame(Command, final=Final.YES):
    """END SOLO ITALY / END DRAW [powers] / END CONCEDED ITALY / END ABANDONED."""

    how: str
    powers: tuple[str, ...] = ()

    @classmethod
    def read(cls, fields: Fields) -> Self:
        return cls(fields["how"], tuple(power.upper() for power in fields.get("powers", ())))


@word(
    Place.MASTER,
    r"""
    resend: _RESEND resent of_phase? (_TO? old_seat)?
    ?of_phase: PHASE -> phase
    ?resent: RESULTS -> what | STATEMENT -> what
    _RESEND.9: /resend(?!\w)/i
    RESULTS.8: /results?(?!\w)/i
    STATEMENT.8: /statements?(?!\w)/i
    // say RESULTS: RESULTS
    // say STATEMENT: STATEMENT
    """,
    Help(
        "RESEND",
        "RESEND RESULTS [phase] · RESEND STATEMENT seat",
        "Sends a letter again.",
        ("RESEND RESULTS", "RESEND RESULTS F1901M", "RESEND STATEMENT Lupus"),
    ),
    guarded=NOWHERE,
)
class Resend(Command):
    """RESEND RESULTS [phase] / RESEND STATEMENT Lupus."""

    what: str
    phase: str = ""
    seat: str = ""

    @classmethod
    def read(cls, fields: Fields) -> Self:
        return cls(**{**fields, "what": fields["what"].lower()})


@word(
    Place.MASTER,
    r"""
    quarantine: _QUARANTINE _LIST_WORD? | _QUARANTINE action reference
    action: RELEASE | DISCARD
    reference: NONSPACE
    _QUARANTINE.9: /quarantine(?!\w)/i
    _LIST_WORD.8: /list(?!\w)/i
    RELEASE.8: /release(?!\w)/i
    DISCARD.8: /(?:discard|delete|drop)(?!\w)/i
    // say _LIST_WORD: LIST
    // say RELEASE: RELEASE
    // say DISCARD: DISCARD
    """,
    Help(
        "QUARANTINE",
        "QUARANTINE · QUARANTINE RELEASE number · QUARANTINE DISCARD number",
        "Letters kept because something was wrong with them.",
        ("QUARANTINE", "QUARANTINE LIST", "QUARANTINE RELEASE 3", "QUARANTINE DISCARD 3"),
    ),
)
class Quarantine(Command):
    """QUARANTINE LIST / QUARANTINE RELEASE 3 / QUARANTINE DISCARD 3."""

    action: str = "list"
    reference: str = ""

    @classmethod
    def read(cls, fields: Fields) -> Self:
        return cls(**{**fields, "action": fields.get("action", "list").lower()})


@word(
    Place.MASTER,
    r"""
    announce: _ANNOUNCE _TO_ALL? _COLON? text?
    _ANNOUNCE.9: /announce(?:ment)?(?!\w)/i
    _TO_ALL.9: /(?:to|for)\s+(?:(?:all|everybody|everyone)(?:\s+players)?|(?:the|our)\s+players)(?=\s*(?::|$))/i
    """,
    Help(
        "ANNOUNCE",
        "ANNOUNCE, the text below it, ENDPRESS",
        "Your words to everybody in the game.",
        ("ANNOUNCE", "ANNOUNCE: The next deadline is after the holidays."),
    ),
    also=("ANNOUNCEMENT",),
    guarded=NOWHERE,
)
class Announce(Command):
    """ANNOUNCE ... ENDPRESS: the master's words to everybody."""

    text: str = ""
