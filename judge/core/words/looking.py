"""Words to look at a game between results: MAP, PRICES, HOLDINGS, SUMMARY, WHO; and CALENDAR."""

from __future__ import annotations

from judge.core.command import Command
from judge.core.variant import Help
from judge.core.words.word import ANYWHERE, INSIDE, Reach, word


@word(
    INSIDE,
    r"""
    map: _MAP phase?
    _MAP.9: /(?:the\s+)?map(?!\w)[?.]?/i
    """,
    Help(
        "MAP",
        "MAP [phase]",
        "The board as it stands, or after a phase, in words and as a picture.",
        ("MAP", "MAP F1901M"),
    ),
    yields=True,
)
class MapWord(Command):
    """MAP [phase]: the board."""

    phase: str = ""


@word(
    INSIDE,
    r"""
    prices: _PRICES
    _PRICES.9: /(?:the\s+)?prices(?!\w)[?.]?/i
    """,
    Help("PRICES", "PRICES", "Every price, from the beginning to now.", ("PRICES",)),
    yields=True,
)
class Prices(Command):
    """PRICES: from the beginning to now."""


@word(
    INSIDE,
    r"""
    holdings: _HOLDINGS
    _HOLDINGS.9: /(?:the\s+|my\s+)?holdings(?!\w)[?.]?/i
    """,
    Help("HOLDINGS", "HOLDINGS", "Who holds what, as far as it is public; else what you hold.", ("HOLDINGS",)),
    yields=True,
)
class Holdings(Command):
    """HOLDINGS: as far as they are public; else one's own."""


@word(
    INSIDE,
    r"""
    summary: _SUMMARY
    _SUMMARY.9: /summary(?!\w)[?.]?/i
    """,
    Help("SUMMARY", "SUMMARY", "How you stand, and the centres of each year.", ("SUMMARY",)),
    yields=True,
)
class Summary(Command):
    """SUMMARY: centres by year."""


@word(
    INSIDE,
    r"""
    who_plays: _WHO_PLAYS
    _WHO_PLAYS.9: /who(?!\s+is\s+missing|\w|'s)(?:\s+(?:plays|is\s+(?:here|playing)))?[?.]?/i
    """,
    Help("WHO", "WHO", "Who plays: the seats, robots and vacant ones among them.", ("WHO",)),
    yields=True,
)
class Who(Command):
    """WHO: the seats."""


@word(
    ANYWHERE,
    r"""
    calendar: _CALENDAR calendar_none?
    calendar_none: CALENDAR_NONE -> none
    _CALENDAR.9: /calendar(?!\w)[?.]?/i
    CALENDAR_NONE.8: /(?:none|off)(?!\w)[.]?/i
    // say CALENDAR_NONE: NONE
    """,
    Help(
        "CALENDAR",
        "CALENDAR · CALENDAR NONE",
        "An address for your calendar program, with the deadlines of all your games. It is yours alone.",
        ("CALENDAR", "CALENDAR NONE"),
    ),
    reach=Reach.SENDER,
    waits=True,
    yields=True,
)
class CalendarWord(Command):
    """CALENDAR: a secret address with one's deadlines. CALENDAR NONE ends it."""

    none: bool = False
