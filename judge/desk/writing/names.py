"""Names that letters bear: their keys, the tokens in their reply addresses, the threads they stand in."""

from __future__ import annotations

from judge.config import Config
from judge.desk.cabinet.keys import Keys
from judge.desk.cabinet.records import Game, SeatRecord

MASTERS_SEAT = 0  # in a reply token; seats are counted from 1


class Names:
    """Makes them out of the judge's secret and what they stand for."""

    def __init__(self, config: Config, keys: Keys) -> None:
        self.config = config
        self._keys = keys

    def token(self, game: Game, seat: SeatRecord) -> str:
        return self._keys.token(game.key, seat.number, seat.nonce, game.round)

    def key(self, cause: str, kind: str, to: str, game: str = "") -> str:
        """Stable name of a letter: the same cause, kind, recipient and game always give the same. One letter may take
        seats in several games, and each of them writes back."""
        return self._keys.letter(cause, kind, to, game)

    def masters_nonce(self, game: Game) -> str:
        """What the master's reply tokens are bound to beside the game: his address, and a word that is another with
        each new password."""
        return self._keys.mac("master", game.key, game.master, game.nonce)

    def masters_token(self, game: Game) -> str:
        """What stands behind the plus sign of the master's Reply-To."""
        return self._keys.token(game.key, MASTERS_SEAT, self.masters_nonce(game), game.round)

    def press_key(self, game: Game, seat: SeatRecord, author: str) -> str:
        """What stands behind the plus sign where press is answered: its reader and its author, and no orders."""
        mac = self._keys.mac("press", game.key, seat.number, seat.nonce, author)
        return f"{game.key}.press-{seat.number}-{author}-{mac}"

    def roots(self, game: Game | None, phase: str = "") -> tuple[str, ...]:
        """Thread roots: the game's and, where given, the phase's."""
        if game is None:
            return ()
        domain = self.config.domain
        roots = (f"<{game.key}.root@{domain}>",)
        return (*roots, f"<{game.key}.{phase.lower()}.root@{domain}>") if phase else roots

    def sub_address(self, tail: str) -> str:
        """Our own address with `tail` in it, where our addresses carry keys."""
        return self.config.addressing.with_key(tail)

    def way_out(self, game: str, to: str) -> str:
        """The address to which an empty letter ends this reader's subscription."""
        tail = f"unsubscribe.{game}.{self._keys.unsubscribing(game, to)}"
        return (
            self.sub_address(tail)
            if self.config.addressing.carries
            else f"mailto:{self.sub_address('')}?subject={tail}"
        )
