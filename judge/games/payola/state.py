"""The state of a Payola between two deadlines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from judge.core.ledger import Ledger
from judge.core.phase import Phase
from judge.games.payola.settings import Settings
from judge.kits.bribes import Survey, Welcome, survey_of
from judge.kits.host import Host, duties, position_of
from judge.kits.host.endings import YearCount

MONEY = "AGP"
LOST = 2  # movements in a row without a sheet that cost the vote and open the seat (D-9)


@dataclass(frozen=True)
class ArchivedMovement:
    """A movement as it was bid for: enough to decide it again, and published when the game is over (A11).

    units     power -> its units then
    balances  payer -> money before
    sheets    payer -> printed lines
    welcome   owner -> acceptance list spelled out
    lists     owner -> acceptance list as written
    unheeded  payer -> lines that were filed and did nothing, where there are any
    """

    phase: str
    units: Mapping[str, tuple[str, ...]]
    balances: Mapping[str, int]
    sheets: Mapping[str, tuple[str, ...]]
    welcome: Mapping[str, Welcome]
    lists: Mapping[str, str]
    unheeded: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True)
class PayolaState:
    """Everything the rules need; money in whole AgP.

    flags     seat -> its power
    books     accounts are powers; what bribes pay goes to VOID, or, in Zero-Sum, to the account `till POWER`
    lists     power -> acceptance list, where one was filed (A8)
    given     (giver, receiver) pairs of this phase's transfers, where only one is allowed
    taken     (centre, loser or "", captor) of this year's captures, until income is paid (Zero-Sum)
    year      counts at the start of the year, by which Zero-Sum losses are reckoned
    silent    seat -> movement phases in a row without a sheet
    archive   every movement so far
    ended     how the game ended, "" while it goes on
    """

    phase: Phase
    settings: Settings
    host: Host
    flags: Mapping[str, str]
    books: Ledger
    lists: Mapping[str, Welcome] = field(default_factory=dict)
    given: tuple[tuple[str, str], ...] = ()
    taken: tuple[tuple[str, str, str], ...] = ()
    year: Mapping[str, int] = field(default_factory=dict)
    silent: Mapping[str, int] = field(default_factory=dict)
    history: tuple[YearCount, ...] = ()
    archive: tuple[ArchivedMovement, ...] = ()
    ended: str = ""

    @property
    def survey(self) -> Survey:
        return survey_of(self.host)

    @property
    def seats(self) -> dict[str, str]:
        """Power -> seat."""
        return {power: seat for seat, power in sorted(self.flags.items())}

    @property
    def dummies(self) -> tuple[str, ...]:
        """Powers nobody plays, sorted."""
        return tuple(power for power in self.host.powers if power not in self.flags.values())

    @property
    def survivors(self) -> tuple[str, ...]:
        """Powers that have a centre or a unit, sorted."""
        return self.host.survivors

    @property
    def owing(self) -> tuple[str, ...]:
        """Powers with something to order in the open phase."""
        return duties(self.host, self.phase)

    def balance(self, power: str) -> int:
        return self.books.balance(power, MONEY)

    def earned(self, power: str) -> int:
        """What bribes have paid to a power's units this year (Zero-Sum)."""
        return self.books.balance(till(power), MONEY)

    def units(self) -> dict[str, tuple[str, ...]]:
        """Power -> its standing units."""
        position = position_of(self.host)
        return {power: tuple(unit.text for unit in position.units_of(power)) for power in self.host.powers}


def till(power: str) -> str:
    """The account that holds what a power's units were paid this year."""
    return f"till {power}"
