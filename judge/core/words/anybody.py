"""Words that say who speaks, and those that anybody may say: SIGNON, AS, HELP, LIST, REGISTER, JOIN ..."""

import re
from dataclasses import field

from judge.core.command import Command
from judge.core.regex import regex
from judge.core.words.word import ANYWHERE, INSIDE, Passworded, Place, Reach, word

_TITLES = frozenset(
    "commander general admiral player ruler leader director premier president chancellor king emperor "
    "commandant général chef roi empereur directeur kommandant befehlshaber könig kaiser direktor".split()
)
_OF = regex(r"\s+(?:(?:of|von|de)(?:\s+(?:the|la))?\s+|du\s+|de\s+l')", re.IGNORECASE)


@word(ANYWHERE, also=("SIGN-ON",), common=("SIGN",))
class SignOn(Passworded):
    """SIGNON Lupus@lira7 password: opens a player's block."""

    seat: str
    game: str
    password: str


@word(ANYWHERE)
class MasterOn(Passworded):
    """MASTER lira7 password: opens a master's block."""

    game: str
    password: str


@word(ANYWHERE, also=("SIGN-OFF",))
class SignOff(Command):
    """SIGNOFF: closes the block."""


@word(INSIDE, common=("AS",), loose=True, aims=True)
class As(Command):
    """AS FRANCE (a power or corporation one speaks for), AS SELF, or the master's AS Lupus."""

    who: str

    @property
    def himself(self) -> bool:
        """Whether the writer speaks for himself again."""
        return self.who.strip().casefold() in ("self", "me", "myself")

    @property
    def whose(self) -> str:
        """Whom it names, without a title: `French commander`, `commander of France`, `commandant de la France`."""
        name, _, title = self.who.strip().rpartition(" ")
        front, *power = _OF.split(self.who.strip(), 1)
        if power and front.casefold().removeprefix("the ") in _TITLES:
            return power[0].strip()
        return name if title.casefold() in _TITLES else self.who.strip()


class _Joining(Command):
    """A seat is wanted, in a game of others or in one against robots."""

    game: str
    seat: str = ""
    password: str = ""
    preferences: tuple[str, ...] = ()
    loose: bool = field(default=False, compare=False)


@word(ANYWHERE, reach=Reach.SENDER)
class HelpWord(Command):
    """HELP [topic]."""

    topic: str = ""


@word(ANYWHERE, reach=Reach.SENDER)
class ListGames(Command):
    """LIST [game]."""

    game: str = ""


@word(ANYWHERE, reach=Reach.SENDER)
class Rules(Command):
    """RULES game-or-variant."""

    game: str = ""


@word(ANYWHERE, reach=Reach.SENDER)
class Ping(Command):
    """PING: a sign of life."""


@word(Place.OUTSIDE, reach=Reach.SENDER, waits=True)
class Register(Command):
    """REGISTER Ann Archer, Europe/London. `zone` as written: a zone's name, or a town that may name one."""

    name: str = ""
    zone: str = ""


@word(Place.OUTSIDE)
class Confirm(Command):
    """CONFIRM token, as the judge mailed it."""

    token: str


@word(Place.OUTSIDE, common=("LOST",))
class Lost(Command):
    """LOST PASSWORD: new ones for all that the sender's address has here, once it has proved itself."""


@word(ANYWHERE, reach=Reach.GAME, waits=True)
class Subscribe(Command):
    """SUBSCRIBE game: results by mail."""

    game: str


@word(ANYWHERE, reach=Reach.GAME, waits=True)
class Unsubscribe(Command):
    """UNSUBSCRIBE [game]."""

    game: str = ""


@word(Place.OUTSIDE, reach=Reach.GAME, waits=True)
class Join(_Joining):
    """JOIN lira7 AS Lupus [PASSWORD secret] [PREFER FRANCE ENGLAND]. `loose`: several words without quotation marks."""


@word(Place.OUTSIDE, waits=True)
class Practice(_Joining):
    """JOIN PRACTICE bourse [AS Lupus] [PASSWORD secret]: a game against robots. `game` is the variant's name."""


@word(Place.OUTSIDE, also=("TAKE-OVER",), common=("TAKE",), reach=Reach.GAME, waits=True, guarded=ANYWHERE)
class Takeover(Passworded):
    """TAKEOVER Lupus@lira7 [PASSWORD secret]: a vacant seat."""

    seat: str
    game: str
    password: str = ""


@word(Place.OUTSIDE, reach=Reach.GAME, waits=True)
class Create(Command):
    """CREATE lira7 bourse rules=classic schedule='FRI 18:00 Europe/London'."""

    game: str
    variant: str
    settings: tuple[tuple[str, str], ...] = ()
