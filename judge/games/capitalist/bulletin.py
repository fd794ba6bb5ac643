"""The tables of a Capitalist Diplomacy, points, what a winter does to the rates (C-7, C-8); the notices of a turn."""

from collections.abc import Iterable, Iterator, Mapping

from judge.core.dice import Dice
from judge.core.listing import listing
from judge.core.notice import PUBLIC, News, Notice, fields_of, tell
from judge.core.variant import Ended
from judge.games.capitalist import news
from judge.games.capitalist.board import REASONS, owing
from judge.games.capitalist.state import CapitalistState, Charge
from judge.kits.board.captures import capture_records, owners_after
from judge.kits.host.bulletin import board_notices, own_units
from judge.kits.host.state import Host
from judge.kits.market.news import Eliminated, NoSheet, Transactions
from judge.kits.market.rules import CENT, money, signed
from judge.kits.market.settle import Purse
from judge.kits.market.state import after_trading, dead_rows, listed, silent_rows
from judge.kits.market.tables import account, holdings, per_dollar, quotes, ranks, sellable_value, trades, worth
from judge.kits.market.turn import MarketTurn

BLOCK = 100
"""Units that make a point with each centre of their power; what is left over counts nothing (C-8)."""

PER_CENTRE = 5
"""Per cent by which a rate changes for each centre won or lost in a year (C-7)."""

Counts = Mapping[str, int]


def points_of(purse: Purse, powers: Mapping[str, str], counts: Counts) -> int:
    """Sum over all currencies of floor(units / 100) x centres. Swiss francs count nothing."""
    return sum(units // BLOCK * counts.get(powers.get(currency, ""), 0) for currency, units in purse.holding.items())


def bonus(price: int, gained: int, floor: int) -> int:
    """A rate in ticks after the winter: once (100 + 5n) per cent, cut to the centime, never below the floor (C-7)."""
    if not price or not gained:
        return price
    return max(floor, price * (100 + PER_CENTRE * gained) // 100 // CENT * CENT)


def winter_rates(state: CapitalistState, before: Counts, after: Counts) -> dict[str, int]:
    """All rates after a winter count; one whose power has no centre left is 0 instead (C-7, M-9)."""
    rates = {}
    for currency, price in sorted(state.prices.items()):
        power = state.powers[currency]
        centres = after.get(power, 0)
        rates[currency] = bonus(price, centres - before.get(power, 0), state.rules.floor) if centres else 0
    return rates


def centres_now(host: Host) -> dict[str, int]:
    """Power -> centres it would have if the winter count came now: units that stand on a centre take it."""
    if host.live is None:
        return dict(host.counts)
    position = host.position
    owners = owners_after(position, capture_records(host.board, position, 0, dict(host.live.arrivals)))
    held = list(owners.values())
    return {power: held.count(power) for power in host.powers}


def holdings_table(state: CapitalistState) -> news.PointTable:
    """Who holds what, the most points first; circulation and largest holders."""
    counts = state.host.counts
    table = holdings(state.purses, state.prices, state.powers, counts, state.rules.sell_limit)
    points = {seat: points_of(purse, state.powers, counts) for seat, purse in state.purses.items()}
    places = ranks(points)
    rows = [
        news.PointHolder(
            seat=row.seat,
            holding=row.holding,
            cash=row.cash,
            worth=row.worth,
            rank=places[row.seat],
            sellable=row.sellable,
            points=points[row.seat],
        )
        for row in table.rows
    ]
    return news.PointTable(**{**fields_of(table), "rows": tuple(sorted(rows, key=lambda row: (row.rank, row.seat)))})


def command_rows(charges: Iterable[Charge], state: CapitalistState) -> tuple[news.PowerCommand, ...]:
    """The commands as published with each exchange (C-5): power, pseudonym, units, margin over the second."""
    return tuple(
        news.PowerCommand(
            power=charge.power,
            currency=state.currency_of(charge.power),
            seat=charge.seat or None,
            units=charge.units,
            second=charge.second,
            margin=charge.margin,
            title=charge.title.value,
            tied=tuple(charge.tied),
            among="all players" if charge.tied == state.investors else listing(charge.tied),
        )
        for charge in sorted(charges, key=lambda charge: charge.power)
    )


def standings(state: CapitalistState) -> news.StandingsTable:
    """Points and money, as they are and as they would be if the winter count came now (C-7, C-8).

    `sellable` is what selling all that may be sold next turn would raise: a boom above the limit cannot be cashed.
    """
    counts, soon = state.host.counts, centres_now(state.host)
    rates = winter_rates(state, counts, soon)
    purses = state.purses
    points = {seat: points_of(purse, state.powers, counts) for seat, purse in purses.items()}
    places = ranks(points)
    rows = [
        news.InvestorStanding(
            seat=seat,
            rank=places[seat],
            points=points[seat],
            points_soon=points_of(purses[seat], state.powers, soon),
            worth=money(worth(purses[seat], state.prices)),
            worth_soon=money(worth(purses[seat], rates)),
            cash=money(purses[seat].cash),
            sellable=money(sellable_value(purses[seat], state.prices, state.rules.sell_limit)),
        )
        for seat in sorted(purses, key=lambda name: (places[name], name))
    ]
    powers = [
        news.PowerStanding(
            power=power,
            currency=currency,
            centres=counts[power],
            centres_soon=soon.get(power, 0),
            rate=money(state.prices[currency]),
            rate_soon=money(rates[currency]),
            per_franc=per_dollar(counts[power], state.prices[currency]),
        )
        for currency, power in sorted(state.powers.items(), key=lambda item: item[1])
    ]
    return news.StandingsTable(rows=tuple(rows), powers=tuple(powers), changes=soon != dict(counts))


def own_command(state: CapitalistState, seat: str) -> tuple[news.Commanded, ...]:
    """What a commander owes the present phase: a row a power, with units, retreats open to them, builds or removals."""
    return tuple(
        news.Commanded(power=power, **fields_of(own_units(state.host, state.phase, power)))
        for power in owing(state).get(seat, ())
    )


class CapitalistTurn(MarketTurn):
    """A turn under way.

    spoke  (power, commander, whether anything was ordered) for every power that had something to order (C-6)
    made   what this turn's exchange made of the commands; () without an exchange
    """

    before: CapitalistState
    state: CapitalistState
    dice: Dice
    spoke: tuple[tuple[str, str, bool], ...] = ()
    made: tuple[Charge, ...] = ()

    @property
    def counted(self) -> bool:
        """Whether the winter count came in."""
        return self.season is not None and self.season.change.official


def public(turn: CapitalistTurn) -> tuple[Notice, ...]:
    """Everything the list may read, in the order in which it is printed: board, exchange, commanders, standings."""
    board = () if turn.season is None else board_notices(turn.before.phase, turn.season)
    found = [*_spoke(turn), *_exchange(turn), *_winter(turn), *_results(turn)]
    return (*board, *(tell(PUBLIC, fact) for fact in found))


def _spoke(turn: CapitalistTurn) -> Iterator[News]:
    """Whose orders those were, and who sent none."""
    if turn.spoke:
        rows = tuple(news.Spoken(power=power, seat=seat or None, ordered=sent) for power, seat, sent in turn.spoke)
        yield news.Spoke(phase=turn.phase, kind=turn.before.phase.kind, rows=rows)


def _exchange(turn: CapitalistTurn) -> Iterator[News]:
    """Prices as the exchange left them; the winter's own change has a table of its own (M-11)."""
    if not turn.before.trading:
        return
    after = turn.state
    published = after.history[:-1] if turn.counted else after.history
    stepped = published[-1].prices
    table = quotes(turn.before.prices, stepped, turn.settlements, after.powers, after.host.counts)
    yield news.Rates(phase=turn.phase, unit="SFr", quotes=table, history=listed(published))
    rows = tuple(trades(seat, done) for seat, done in sorted(turn.settlements.items()))
    yield Transactions(phase=turn.phase, trades=rows)


def _winter(turn: CapitalistTurn) -> Iterator[News]:
    if not turn.counted or turn.season is None:
        return
    after = turn.state
    rows = _winter_rows(turn)
    changed = any(row.gained for row in rows)
    yield news.WinterRates(phase=turn.phase, per_centre=PER_CENTRE, changed=changed, rows=rows)
    dead = turn.season.change.eliminated
    if dead:
        powers = dead_rows(after, map(after.currency_of, dead))
        yield Eliminated(phase=turn.phase, powers=powers)


def _winter_rows(turn: CapitalistTurn) -> tuple[news.WinterRate, ...]:
    """A row a currency that lives or dies this winter: centres before and now, per cent, old and new rate."""
    after, old = turn.state, turn.state.history[-2].prices
    rows = []
    for currency, power in sorted(after.powers.items()):
        if not old[currency]:
            continue
        was, now = turn.before.host.counts[power], after.host.counts[power]
        rows.append(
            news.WinterRate(
                currency=currency,
                power=power,
                before=was,
                centres=now,
                gained=now - was,
                percent=PER_CENTRE * (now - was) if now else -100,
                old=money(old[currency]),
                new=money(after.prices[currency]),
                change=signed(after.prices[currency] - old[currency]),
                eliminated=not now,
            )
        )
    return tuple(rows)


def _results(turn: CapitalistTurn) -> Iterator[News]:
    after = turn.state
    if turn.before.trading:
        yield news.PointHoldings(phase=turn.phase, **fields_of(holdings_table(after)))
    if turn.made:
        takes = str(after.phase) if after.charges == turn.made else ""
        yield news.Commanders(phase=turn.phase, rows=command_rows(turn.made, after), takes_over=takes)
    if turn.ended:
        yield _final(turn, turn.ended)
    elif turn.before.phase.kind != "A":
        yield news.CapitalistStandings(phase=turn.phase, **fields_of(standings(after)))
    if turn.before.trading and after.silent:
        yield NoSheet(phase=turn.phase, seats=silent_rows(after))


def _final(turn: CapitalistTurn, ended: Ended) -> news.CapitalistFinal:
    """The final standings: points of each investor, currency by currency (C-8)."""
    after = turn.state
    counts = after.host.counts
    purses = after.purses
    points = {seat: points_of(purse, after.powers, counts) for seat, purse in purses.items()}
    places = ranks(points)
    rows = [
        news.CapitalistScore(
            seat=seat,
            rank=places[seat],
            points=points[seat],
            winner=seat in ended.winners,
            cash=money(purses[seat].cash),
            parts=tuple(
                news.CapitalistPart(
                    currency=currency,
                    units=purses[seat].holding[currency],
                    blocks=purses[seat].holding[currency] // BLOCK,
                    centres=counts[power],
                    points=purses[seat].holding[currency] // BLOCK * counts[power],
                )
                for currency, power in sorted(after.powers.items())
            ),
        )
        for seat in sorted(purses, key=lambda name: (places[name], name))
    ]
    counted = f"Winter {turn.before.phase.year}" if turn.counted else "the last winter"
    return news.CapitalistFinal(
        phase=turn.phase,
        reason=ended.reason,
        counted=counted,
        winners=tuple(ended.winners),
        centres=dict(sorted(counts.items())),
        rows=tuple(rows),
    )


def private(turn: CapitalistTurn) -> tuple[Notice, ...]:
    """Each investor's statement of an exchange, and for the commanders of the next phase what they command."""
    after = turn.state
    statements = [tell(seat, _statement(turn, seat)) for seat in sorted(turn.settlements)]
    commands = [
        tell(seat, news.OwnCommand(phase=str(after.phase), powers=own_command(after, seat)))
        for seat in (() if turn.ended else owing(after))
    ]
    return (*statements, *commands)


def _statement(turn: CapitalistTurn, seat: str) -> news.CapitalistStatement:
    """Opening balance, each line with what was done and why, closing balance, what can be sold next turn."""
    after, over = turn.state, bool(turn.ended)
    table = {row.seat: row for row in standings(after).rows}[seat]
    return news.CapitalistStatement(
        phase=turn.phase,
        seat=seat,
        **fields_of(account(turn.settlements[seat], turn.before.market, REASONS)),
        **fields_of(after_trading(after, seat, over)),
        points=table.points,
        rank=table.rank,
        investors=len(after.investors),
        commands=() if over else tuple(charge.power for charge in turn.made if charge.seat == seat),
    )
