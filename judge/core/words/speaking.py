"""Words that say who speaks: SIGNON, MASTER, SIGNOFF, AS."""

from __future__ import annotations

from judge.core.command import Command
from judge.core.variant import Help
from judge.core.words.word import ANYWHERE, INSIDE, Passworded, word

_TITLES = frozenset("commander general admiral player ruler leader director premier president chancellor".split())


@word(
    ANYWHERE,
    r"""
    signon: _SIGNON named_seat _AT game (_PASSWORD? password)?
    _SIGNON.9: /sign[- ]?on(?!\w)/i
    """,
    Help(
        "SIGNON",
        "SIGNON seat@game password",
        "Opens your part of the letter. Not needed when you answer a letter of the judge: its reply address knows you.",
        ("SIGNON Lupus@lira7 moonlight9", 'SIGNON "Grey Wolf"@lira7 moonlight9'),
    ),
    also=("SIGN-ON",),
    common=("SIGN",),
)
class SignOn(Passworded):
    """SIGNON Lupus@lira7 password: opens a player's block."""

    seat: str
    game: str
    password: str


@word(
    ANYWHERE,
    r"""
    master_on: _MASTER game (_PASSWORD? password)?
    _MASTER.9: /master(?!\w)/i
    """,
    Help(
        "MASTER",
        "MASTER game password",
        "Opens the master's part of the letter.",
        ("MASTER lira7 lighthouse4",),
    ),
)
class MasterOn(Passworded):
    """MASTER lira7 password: opens a master's block."""

    game: str
    password: str


@word(
    ANYWHERE,
    r"""
    signoff: _SIGNOFF
    _SIGNOFF.9: /sign[- ]?off(?!\w)[.!]?/i
    """,
    Help("SIGNOFF", "SIGNOFF", "Ends your part: nothing below it is read.", ("SIGNOFF",)),
    also=("SIGN-OFF",),
)
class SignOff(Command):
    """SIGNOFF: closes the block."""


@word(
    INSIDE,
    r"""
    as: _AS_WORD who _COLON?
    who: QUOTED | NAME+
    _AS_WORD.9: /as(?!\w)(?!\s+(?:agreed|before|discussed|for|he|i|planned|promised|said|she|to|usual|we|you)(?!\w))/i
    """,
    Help(
        "AS",
        "AS power, AS SELF, or (master) AS seat",
        "Says for whom the lines below it speak.",
        ("AS FRANCE", "AS SELF", "AS Lupus:"),
    ),
    common=("AS",),
    loose=True,
    aims=True,
)
class As(Command):
    """AS FRANCE (a power or corporation one speaks for), AS SELF, or the master's AS Lupus."""

    who: str

    @property
    def himself(self) -> bool:
        """Whether the writer speaks for himself again."""
        return self.who.strip().casefold() in ("self", "me", "myself")

    @property
    def whose(self) -> str:
        """Whom it names, without a title: `French commander`, `commander of France`."""
        name, _, title = self.who.strip().rpartition(" ")
        front, of, power = self.who.strip().partition(" of ")
        if of and front.casefold().removeprefix("the ") in _TITLES:
            return power.strip()
        return name if title.casefold() in _TITLES else self.who.strip()
