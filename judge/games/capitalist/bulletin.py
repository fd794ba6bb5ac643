"""The notices of a deadline: what everybody may read, and what each investor alone."""

from collections.abc import Iterator, Mapping

from judge.core.notice import PUBLIC, News, Notice, fields_of, tell
from judge.core.values import Value
from judge.core.variant import Ended
from judge.games.capitalist.board import REASONS, owing
from judge.games.capitalist.news import (
    Commanders,
    Final,
    OwnCommand,
    Part,
    PointHoldings,
    Rates,
    Score,
    Spoke,
    Spoken,
    Standings,
    Statement,
    WinterRate,
    WinterRates,
)
from judge.games.capitalist.state import CapitalistState, Charge
from judge.games.capitalist.tables import (
    BLOCK,
    PER_CENTRE,
    command_rows,
    holdings_table,
    own_command,
    points_of,
    standings,
)
from judge.kits.host.advance import Season
from judge.kits.host.bulletin import board_notices
from judge.kits.market.news import Eliminated, NoSheet, Transactions
from judge.kits.market.rules import money, signed
from judge.kits.market.settle import Settlement
from judge.kits.market.standing import after_trading, dead_rows, silent_rows
from judge.kits.market.state import listed
from judge.kits.market.tables import account, quotes, ranks, trades


class Told(Value):
    """What there is to tell of a deadline; the fields are those of a finished turn."""

    before: CapitalistState
    after: CapitalistState
    season: Season | None
    spoke: tuple[tuple[str, str, bool], ...]
    settlements: Mapping[str, Settlement]
    made: tuple[Charge, ...]
    counted: bool
    ended: Ended | None

    @property
    def phase(self) -> str:
        return str(self.before.phase)


def public(told: Told) -> tuple[Notice, ...]:
    """Everything the list may read, in the order in which it is printed: board, exchange, commanders, standings."""
    board = () if told.season is None else board_notices(told.before.phase, told.season)
    found = [*_spoke(told), *_exchange(told), *_winter(told), *_results(told)]
    return (*board, *(tell(PUBLIC, news) for news in found))


def _spoke(told: Told) -> Iterator[News]:
    """Whose orders those were, and who sent none."""
    if told.spoke:
        rows = tuple(Spoken(power=power, seat=seat or None, ordered=sent) for power, seat, sent in told.spoke)
        yield Spoke(phase=told.phase, kind=told.before.phase.kind, rows=rows)


def _exchange(told: Told) -> Iterator[News]:
    """Prices as the exchange left them; the winter's own change has a table of its own (M-11)."""
    if not told.before.trading:
        return
    after = told.after
    published = after.history[:-1] if told.counted else after.history
    stepped = published[-1].prices
    table = quotes(told.before.prices, stepped, told.settlements, after.powers, after.host.counts)
    yield Rates(phase=told.phase, unit="SFr", quotes=table, history=listed(published))
    rows = tuple(trades(seat, done) for seat, done in sorted(told.settlements.items()))
    yield Transactions(phase=told.phase, trades=rows)


def _winter(told: Told) -> Iterator[News]:
    if not told.counted or told.season is None:
        return
    after = told.after
    rows = _winter_rows(told)
    changed = any(row.gained for row in rows)
    yield WinterRates(phase=told.phase, per_centre=PER_CENTRE, changed=changed, rows=rows)
    dead = told.season.change.eliminated
    if dead:
        powers = dead_rows(after, map(after.currency_of, dead), after.purses())
        yield Eliminated(phase=told.phase, powers=powers)


def _winter_rows(told: Told) -> tuple[WinterRate, ...]:
    """A row a currency that lives or dies this winter: centres before and now, per cent, old and new rate."""
    after, old = told.after, told.after.history[-2].prices
    rows = []
    for currency, power in sorted(after.powers.items()):
        if not old[currency]:
            continue
        was, now = told.before.host.counts[power], after.host.counts[power]
        rows.append(
            WinterRate(
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


def _results(told: Told) -> Iterator[News]:
    after = told.after
    if told.before.trading:
        yield PointHoldings(phase=told.phase, **fields_of(holdings_table(after)))
    if told.made:
        takes = str(after.phase) if after.charges == told.made else ""
        yield Commanders(phase=told.phase, rows=command_rows(told.made, after), takes_over=takes)
    if told.ended:
        yield _final(told, told.ended)
    elif told.before.phase.kind != "A":
        yield Standings(phase=told.phase, **fields_of(standings(after)))
    if told.before.trading and after.silent:
        yield NoSheet(phase=told.phase, seats=silent_rows(after))


def _final(told: Told, ended: Ended) -> Final:
    """The final standings: points of each investor, currency by currency (C-8)."""
    after = told.after
    counts = after.host.counts
    purses = after.purses()
    points = {seat: points_of(purse, after.powers, counts) for seat, purse in purses.items()}
    places = ranks(points)
    rows = [
        Score(
            seat=seat,
            rank=places[seat],
            points=points[seat],
            winner=seat in ended.winners,
            cash=money(purses[seat].cash),
            parts=tuple(
                Part(
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
    counted = f"Winter {told.before.phase.year}" if told.counted else "the last winter"
    return Final(
        phase=told.phase,
        reason=ended.reason,
        counted=counted,
        winners=tuple(ended.winners),
        centres=dict(sorted(counts.items())),
        rows=tuple(rows),
    )


def private(told: Told) -> tuple[Notice, ...]:
    """Each investor's statement of an exchange, and for the commanders of the next phase what they command."""
    after = told.after
    statements = [tell(seat, _statement(told, seat)) for seat in sorted(told.settlements)]
    commands = [
        tell(seat, OwnCommand(phase=str(after.phase), powers=own_command(after, seat)))
        for seat in (() if told.ended else owing(after))
    ]
    return (*statements, *commands)


def _statement(told: Told, seat: str) -> Statement:
    """Opening balance, each line with what was done and why, closing balance, what can be sold next turn."""
    after, over = told.after, bool(told.ended)
    table = {row.seat: row for row in standings(after).rows}[seat]
    return Statement(
        phase=told.phase,
        seat=seat,
        **fields_of(account(told.settlements[seat], told.before.market, REASONS)),
        **fields_of(after_trading(after, seat, over)),
        points=table.points,
        rank=table.rank,
        investors=len(after.investors),
        commands=() if over else tuple(charge.power for charge in told.made if charge.seat == seat),
    )
