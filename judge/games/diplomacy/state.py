"""The state of a Diplomacy between two deadlines."""

from collections.abc import Mapping
from dataclasses import field

from judge.core.phase import Phase
from judge.core.values import Value
from judge.kits.board.geography import EDITIONS, Edition
from judge.kits.host.hosted import duties
from judge.kits.host.state import Host
from judge.kits.host.votes import YearCount

LOST = 2  # movement phases in a row without orders that open a seat (D-9)


class Settings(Value):
    """The settings that the rules read (D-1, D-7, D-10)."""

    edition: str
    conditional: str
    draws: str
    concession: bool
    grace: int = 0  # hours a phase waits once for the silent (D-9); 0: units hold

    @property
    def policy(self) -> Edition:
        return EDITIONS[self.edition]


class DiplomacyState(Value):
    """Everything the rules need.

    flags    seat -> its power
    silent   seat -> movement phases in a row without an order (D-9)
    history  every count, oldest first
    ended    how the game ended, "" while it goes on
    """

    phase: Phase
    settings: Settings
    host: Host
    flags: Mapping[str, str]
    history: tuple[YearCount, ...]
    silent: Mapping[str, int] = field(default_factory=dict)
    ended: str = ""

    @property
    def seats(self) -> dict[str, str]:
        """Power -> seat."""
        return {power: seat for seat, power in sorted(self.flags.items())}

    @property
    def survivors(self) -> tuple[str, ...]:
        """Powers that have a centre or a unit, sorted."""
        return self.host.survivors

    @property
    def disorder(self) -> tuple[str, ...]:
        """Survivors nobody speaks for: no player, or two movement phases without orders (D-9)."""
        seats = self.seats
        return tuple(
            power for power in self.survivors if power not in seats or self.silent.get(seats[power], 0) >= LOST
        )

    @property
    def owing(self) -> tuple[str, ...]:
        """Powers with something to order in the open phase."""
        return duties(self.host, self.phase)
