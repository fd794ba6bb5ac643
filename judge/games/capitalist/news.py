"""What a Capitalist Diplomacy tells of its own, beside the kits' news; the market's units are told in
`judge.kits.market.news`, in Swiss francs for dollars. Points are whole numbers (C-8)."""

from collections.abc import Mapping

from judge.core.notice import News, PhaseNews, news_in
from judge.core.values import Record
from judge.kits.host.news import HOSTED_NEWS, OwnUnits
from judge.kits.market.news import Eliminated, Holder, MarketStatement, NoSheet, Opening, Quotes, Table, Transactions
from judge.kits.rulings import RULING_NEWS

# ---- rows -----------------------------------------------------------------------------------------------------------


class PointHolder(Holder):
    """An investor's row of the table of holdings: ranked by points."""

    points: int


class PointTable(Table):
    """The table with points, best first."""

    rows: tuple[PointHolder, ...]


class Spoken(Record):
    """Who ordered a power's units (None for nobody), and whether orders came."""

    power: str
    seat: str | None
    ordered: bool


class WinterRate(Record):
    """A currency in winter: centres before and now, `gained` the difference; what it changes the rate by in per cent;
    the old and the new rate and the change with its sign, money."""

    currency: str
    power: str
    before: int
    centres: int
    gained: int
    percent: int
    old: str
    new: str
    change: str
    eliminated: bool


class PowerCommand(Record):
    """Who commands a power (C-3).

    seat    None for nobody
    units   of its currency that he holds, `second` those of the next, `margin` the difference
    title   why it is he
    tied    those who hold most where several do, and `among` them in words; "" for no tie
    """

    power: str
    currency: str
    seat: str | None
    units: int
    second: int
    margin: int
    title: str
    tied: tuple[str, ...]
    among: str


class InvestorStanding(Record):
    """An investor's points and money, as they are and as they would be if the winter count came now (`_soon`).

    worth     holding at the rates and cash, money
    sellable  what selling all that may be sold next turn would raise, money
    """

    seat: str
    rank: int
    points: int
    points_soon: int
    worth: str
    worth_soon: str
    cash: str
    sellable: str


class PowerStanding(Record):
    """A power's centres and rate (money), as they are and would be; `per_franc` centres for a franc of the rate, to two
    decimals."""

    power: str
    currency: str
    centres: int
    centres_soon: int
    rate: str
    rate_soon: str
    per_franc: str


class StandingsTable(Record):
    """Everybody, the most points first, and every power. `changes`: a count now would change something."""

    rows: tuple[InvestorStanding, ...]
    powers: tuple[PowerStanding, ...]
    changes: bool


class Commanded(OwnUnits):
    """What a commander owes for one power."""

    power: str


class CapitalistPart(Record):
    """What a currency counts in the end: whole `blocks` of units x centres are `points`."""

    currency: str
    units: int
    blocks: int
    centres: int
    points: int


class CapitalistScore(Record):
    """An investor's final score, currency by currency; `cash`, money, counts for nothing."""

    seat: str
    rank: int
    points: int
    winner: bool
    cash: str
    parts: tuple[CapitalistPart, ...]


# ---- notices --------------------------------------------------------------------------------------------------------


class CapitalistOpened(News, Opening, notice="capitalist.opened"):
    """The game opens.

    points     everybody's units make now
    powers     currency -> power
    step, cash, overspend, phases, ties, conditional, last_year  the settings of these names
    victory    centres that win the board game
    few        fewer play than the `usual` number
    """

    powers: Mapping[str, str]
    step: str
    cash: str
    overspend: str
    phases: str
    ties: str
    conditional: str
    last_year: int
    victory: int
    points: int
    few: bool
    usual: int


class Spoke(PhaseNews, notice="capitalist.spoke"):
    """Whose orders a phase of the board was played by; `kind` is its letter."""

    kind: str
    rows: tuple[Spoken, ...]


class Rates(Quotes):
    """The rates of an exchange, with the sign of the money they are told in."""

    unit: str


class WinterRates(PhaseNews, notice="capitalist.winter"):
    """What the winter count does to the rates: `per_centre` per cent for each centre. `changed`: it does something."""

    per_centre: int
    changed: bool
    rows: tuple[WinterRate, ...]


class PointHoldings(PhaseNews, PointTable, notice="market.holdings"):
    """Standings and holdings after an exchange."""


class Commanders(PhaseNews, notice="capitalist.commanders"):
    """Who commands, as each exchange publishes it (C-5). `takes_over`: the phase with whose orders they begin; "" where
    those of before still command."""

    rows: tuple[PowerCommand, ...]
    takes_over: str


class CapitalistStandings(PhaseNews, StandingsTable, notice="capitalist.standings"):
    """Points and money after a phase (C-7, C-8)."""


class CapitalistFinal(PhaseNews, notice="final.scores"):
    """The final standings, best first. `counted` says in words which count of `centres` by power counts."""

    reason: str
    counted: str
    winners: tuple[str, ...]
    centres: Mapping[str, int]
    rows: tuple[CapitalistScore, ...]


class CapitalistStatement(PhaseNews, MarketStatement, notice="book.statement"):
    """An investor's own statement of an exchange, for him alone: his rank by points among so many `investors`, and the
    powers he now commands."""

    seat: str
    points: int
    rank: int
    investors: int
    commands: tuple[str, ...]


class OwnCommand(PhaseNews, notice="capitalist.command"):
    """What a commander has to order in the phase that opens, for him alone."""

    powers: tuple[Commanded, ...]


NEWS: tuple[type[News], ...] = (*HOSTED_NEWS, *RULING_NEWS, Transactions, Eliminated, NoSheet, *news_in(globals()))
