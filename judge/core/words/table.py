"""Words of life at the table: a look at the game, records, stand-bys, what all are asked, the zine's letter column."""

from __future__ import annotations

from typing import Self

from judge.core.command import Command
from judge.core.words.word import ANYWHERE, INSIDE, Fields, Place, Reach, word


@word(INSIDE, yields=True)
class MapWord(Command):
    """MAP [phase]: the board."""

    phase: str = ""


@word(INSIDE, yields=True)
class Prices(Command):
    """PRICES: from the beginning to now."""


@word(INSIDE, yields=True)
class Holdings(Command):
    """HOLDINGS: as far as they are public; else one's own."""


@word(INSIDE, yields=True)
class Summary(Command):
    """SUMMARY: centres by year."""


@word(INSIDE, yields=True)
class Who(Command):
    """WHO: the seats."""


@word(ANYWHERE, reach=Reach.SENDER, waits=True, yields=True)
class CalendarWord(Command):
    """CALENDAR: a secret address with one's deadlines. CALENDAR NONE ends it."""

    none: bool = False


@word(ANYWHERE, reach=Reach.SENDER, waits=True)
class Record(Command):
    """RECORD: the writer's; in a master's block with a seat, that of whoever sits there."""

    whose: str = ""


@word(ANYWHERE, also=("STAND-BY",), waits=True)
class Standby(Command):
    """STANDBY bourse diplomacy: for which games' seats the writer may be asked. `games`: variants, ALL or NONE."""

    games: tuple[str, ...] = ()

    @classmethod
    def read(cls, fields: Fields) -> Standby:
        found = fields.get("games", ())
        return cls(tuple(str(one).lower() for one in (found if isinstance(found, tuple) else (found,))))


@word(Place.PLAYER, yields=True)
class Ask(Command):
    """ASK EXTEND 3d / ASK PAUSE UNTIL 2 JAN / ASK YES. `hours` of an extension, `until` of a pause, or `vote`."""

    hours: int = 0
    until: str = ""
    vote: str = ""
    reason: str = ""

    @classmethod
    def read(cls, fields: Fields) -> Ask:
        spans = fields.get("span", ())
        minutes = sum(spans) if isinstance(spans, tuple) else int(str(spans))
        vote = str(fields.get("vote", ""))
        return cls(-(-minutes // 60), str(fields.get("until", "")), vote, str(fields.get("reason", "")))


@word(ANYWHERE, waits=True, yields=True)
class Also(Command):
    """ALSO ann@work.example: letters from there are this person's too. ALSO NONE: from no other address any more."""

    address: str


@word(ANYWHERE, common=("LETTER",), reach=Reach.SENDER)
class Letter(Command):
    """LETTER ... END, or LETTER BACK 7. `closed`: its END was found."""

    text: str = ""
    back: int = 0
    closed: bool = False

    @classmethod
    def read(cls, fields: Fields) -> Self:
        return cls(back=fields.get("number", 0))


@word(ANYWHERE, common=("PRINT",), waits=True)
class Print(Command):
    """PRINT 7: this letter stands in the next issue."""

    number: int


@word(ANYWHERE, common=("REFUSE",), waits=True)
class Refuse(Command):
    """REFUSE 7 [reason]: this letter is not printed."""

    number: int
    reason: str = ""
