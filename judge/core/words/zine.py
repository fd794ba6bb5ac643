"""Words of the zine's letter column: LETTER, PRINT, REFUSE."""

from __future__ import annotations

from typing import Self

from judge.core.command import Command
from judge.core.variant import Help
from judge.core.words.word import ANYWHERE, Fields, Reach, word


@word(
    ANYWHERE,
    r"""
    letter: _LETTER (_TO _COLUMN)? _COLON? | _LETTER _BACK letter_number
    letter_number: LETTER_NUMBER -> which
    _LETTER.9: /letter(?!\w)/i
    _COLUMN.8: /(?:the\s+)?(?:zine|column|editors?|keeper)(?!\w)/i
    _BACK.8: /back(?!\w)/i
    LETTER_NUMBER.8: /(?:no\.?\s*|#)?\d{1,6}(?!\w)[.!]?/i
    // say _COLUMN: THE ZINE
    // say _BACK: BACK
    // say LETTER_NUMBER: the number of the letter
    """,
    Help(
        "LETTER",
        "LETTER, the text below it, END · LETTER BACK number",
        "A letter to the column of the zine. Outside any sign-on it bears the name you are registered under; below "
        "SIGNON, or in a reply, the name of your seat. LETTER BACK takes it back until the issue is out.",
        ("LETTER", "LETTER TO THE ZINE", "LETTER BACK 7"),
    ),
    common=("LETTER",),
    reach=Reach.SENDER,
)
class Letter(Command):
    """LETTER ... END, or LETTER BACK 7. `closed`: its END was found."""

    text: str = ""
    back: int = 0
    closed: bool = False

    @classmethod
    def read(cls, fields: Fields) -> Self:
        return cls(back=fields.get("which", 0))


@word(
    ANYWHERE,
    r"""
    print: _PRINT (_LETTER)? letter_number
    _PRINT.9: /print(?!\w)/i
    """,
    Help(
        "PRINT",
        "PRINT number",
        "Lets a letter into the column of the zine: the keeper's word. Its writer says it too where the judge asks "
        "whether a letter is theirs.",
        ("PRINT 7",),
    ),
    common=("PRINT",),
    waits=True,
)
class Print(Command):
    """PRINT 7: this letter stands in the next issue."""

    number: int

    @classmethod
    def read(cls, fields: Fields) -> Self:
        return cls(fields["which"])


@word(
    ANYWHERE,
    r"""
    refuse: _REFUSE (_LETTER)? letter_number _COLON? reason?
    _REFUSE.9: /refuse(?!\w)/i
    """,
    Help(
        "REFUSE",
        "REFUSE number [reason]",
        "Keeps a letter out of the column of the zine: the keeper's word. Its writer is told, with the reason.",
        ("REFUSE 7", "REFUSE 7 It names a player who is not to be known."),
    ),
    common=("REFUSE",),
    waits=True,
)
class Refuse(Command):
    """REFUSE 7 [reason]: this letter is not printed."""

    number: int
    reason: str = ""

    @classmethod
    def read(cls, fields: Fields) -> Self:
        return cls(fields["which"], str(fields.get("reason", "")))
