"""What results and statements tell of a market (B-7): the kinds of notices, and the rows they are made of.

Everywhere: `currency` and the keys of mappings by currency are codes (LIRA); money is an exact decimal text (`12.50`)
in dollars, or in what the game calls its cash; `phase` is the id of the phase that is told of; rows are sorted.
"""

from collections.abc import Mapping

from judge.core.notice import News, PhaseNews
from judge.core.values import Record
from judge.kits.rulings import RULING_NEWS

# ---- rows -----------------------------------------------------------------------------------------------------------


class Quote(Record):
    """A row of the price table.

    old, new    price of a unit before and after the turn, money
    sold        units sold by all players together
    bought      units bought by all players together
    net         bought minus sold, in units
    change      new minus old, money with its sign; "0.00" for none
    centres     supply centres of the power
    per_dollar  centres for a dollar of the new price, cut to two decimals; "" for a dead currency
    """

    currency: str
    power: str
    old: str
    new: str
    sold: int
    bought: int
    net: int
    change: str
    centres: int
    per_dollar: str


class Opening(Record):
    """What a market opens with.

    units    of each currency that everybody begins with
    prices   of a unit, by currency, money
    limit    units of one currency that may be sold in a turn (M-4)
    centres  by power
    worth    of everybody's units at these prices, money
    """

    phase: str
    seats: tuple[str, ...]
    units: int
    prices: Mapping[str, str]
    limit: int
    centres: Mapping[str, int]
    worth: str


class PricesThen(Record):
    """The prices, money, published with the results of `phase`; "" for those of the start."""

    phase: str
    prices: Mapping[str, str]


class Deal(Record):
    """Units of a currency sold or bought at a `price` a unit; `amount` is their whole price. Both are money."""

    currency: str
    units: int
    price: str
    amount: str


class Deals(Record):
    """A player's trades of a turn. Money: `proceeds` of sales, `cost` of purchases, what was `forfeited`, and the
    `cash` that is left."""

    seat: str
    sales: tuple[Deal, ...]
    purchases: tuple[Deal, ...]
    proceeds: str
    cost: str
    forfeited: str
    cash: str


class Largest(Record):
    """Who holds most units of a currency; no seats where nobody holds any."""

    units: int
    seats: tuple[str, ...]


class Holder(Record):
    """A player's row of the table of holdings.

    holding   units by currency
    worth     holding at the prices told, and cash; money
    rank      by worth, from 1; equals share one
    sellable  what selling all that may be sold would raise, money
    """

    seat: str
    holding: Mapping[str, int]
    cash: str
    worth: str
    rank: int
    sellable: str


class CreditHolder(Holder):
    """A holder with the `credits` that the holding is worth by today's centres, to two decimals (B-5)."""

    credits: str


class Silent(Record):
    """A player without a sheet for so many trading turns in a row; `again` from the second on."""

    seat: str
    turns: int
    again: bool


class Dead(Record):
    """A currency that died with its power, and the units of it in players' hands."""

    power: str
    currency: str
    units: int


class TradeLine(Record):
    """A line of a sheet, and what is done with it.

    text      the order as the judge writes it
    line      its line in the letter; 0 where it has none
    verdict   accepted, amended or refused
    side      sell or buy
    asked     units it asks for
    executes  units that are sold or bought
    price     of a unit, money
    amount    of all units, money
    because   why it is amended or refused, in words; "" for no reason
    remarks   what else there is to say of it, in words
    """

    text: str
    line: int
    verdict: str
    side: str
    currency: str
    asked: int
    executes: int
    price: str
    amount: str
    because: str
    remarks: tuple[str, ...]


class Account(Record):
    """The money of one sheet at the prices of trading: opening_cash + proceeds - cost - forfeited = kept.

    sold, bought    units by currency
    holding_before  units by currency before trading, and `holding_after` it
    worth_before    holding and cash at the prices of trading, money, and `worth_after` it
    prices          of a unit, by currency, money
    limit           units of one currency that may be sold in a turn (M-4)
    """

    lines: tuple[TradeLine, ...]
    opening_cash: str
    proceeds: str
    cost: str
    forfeited: str
    kept: str
    sold: Mapping[str, int]
    bought: Mapping[str, int]
    holding_before: Mapping[str, int]
    holding_after: Mapping[str, int]
    worth_before: str
    worth_after: str
    prices: Mapping[str, str]
    limit: int


class Onward(Record):
    """The end of a statement: the purse at the new prices, and the next turn.

    worth_now       holding at the new prices and cash, money
    next_phase      "" once the game is over
    sellable        units by living currency that may be sold in the next turn
    sellable_value  what they would raise, money
    silent          trading turns in a row without a sheet
    """

    new_prices: Mapping[str, str]
    worth_now: str
    cash: str
    next_phase: str
    sellable: Mapping[str, int]
    sellable_value: str
    silent: int


class MarketStatement(Account, Onward):
    """What a sheet did, and what comes next."""


class Table(Record):
    """The table of players and currencies: units in all hands by currency, and who holds most of each."""

    currencies: tuple[str, ...]
    circulation: Mapping[str, int]
    largest: Mapping[str, Largest]


class CreditTable(Table):
    """The table with credits, best first."""

    rows: tuple[CreditHolder, ...]


# ---- notices --------------------------------------------------------------------------------------------------------


class Quotes(PhaseNews, notice="market.quotes"):
    """The price table, and every list of prices published so far, oldest first."""

    quotes: tuple[Quote, ...]
    history: tuple[PricesThen, ...]


class Transactions(PhaseNews, notice="market.transactions"):
    """Everybody's trades of the turn (B-7)."""

    trades: tuple[Deals, ...]


class Eliminated(PhaseNews, notice="market.eliminated"):
    """Powers that are out, and what becomes of their currencies (M-9)."""

    powers: tuple[Dead, ...]


class NoSheet(PhaseNews, notice="market.nmr"):
    """Who sent no sheet (B-11)."""

    seats: tuple[Silent, ...]


class CreditHoldings(PhaseNews, CreditTable, notice="market.holdings"):
    """Standings and holdings after a turn, where holdings make credits."""


MARKET_NEWS: tuple[type[News], ...] = (Quotes, Transactions, Eliminated, NoSheet, CreditHoldings, *RULING_NEWS)
