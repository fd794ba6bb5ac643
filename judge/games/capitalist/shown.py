"""What may be looked at in a Capitalist Diplomacy: standings, forecasts, and what each kind of seat sees."""

from collections.abc import Mapping
from dataclasses import replace

from judge.core.codec import UNSET, Unset
from judge.core.command import Sheet, section_of
from judge.core.notice import MASTER, fields_of
from judge.core.picture import Board, Note
from judge.core.shown import Shown
from judge.core.values import Value
from judge.core.variant import Told, Views
from judge.games.capitalist.board import REASONS, sheet_of
from judge.games.capitalist.bulletin import command_rows, holdings_table, own_command, standings
from judge.games.capitalist.news import Commanded, PowerCommand
from judge.games.capitalist.state import CapitalistState
from judge.kits.host.bulletin import EndingForecast, Outlook, outlook
from judge.kits.host.commands import ending_in
from judge.kits.host.picture import BoardShown, NothingShown
from judge.kits.host.picture import picture as board_picture
from judge.kits.market.news import Account
from judge.kits.market.orders import Sell
from judge.kits.market.settle import settle
from judge.kits.market.state import MarketShown, OwnAccount, market_block, own_account
from judge.kits.market.tables import account


class Rival(Value):
    """A currency that the sheet trades: `units` one would hold, and the `most` that any other holds now, each of
    `holders`. What they trade nobody knows (C-2)."""

    currency: str
    units: int
    most: int
    holders: tuple[str, ...]


class CommandForecast(Outlook):
    """The orders of one power commanded, every unit as it stands (C-6).

    single      retreats and builds come with the moves or not at all (D-7)
    sent_ahead  what came with the moves for the phase that is open now: used where nothing else is ordered
    """

    single: bool
    sent_ahead: tuple[str, ...]


class InvestorForecast(Shown):
    """What an investor's sheet will certainly do.

    exchange  its trades to the centime (M-2); None in a phase without an exchange
    command   whom one would be ahead of; left out without an exchange
    powers    those whose units one orders in this phase
    """

    phase: str
    exchange: Account | None
    powers: tuple[CommandForecast, ...]
    command: tuple[Rival, ...] | Unset = UNSET


class PointMarket(MarketShown):
    """The market with the points of each seat (C-8), and what a winter count now would make of them
    (`points_soon`)."""

    points: Mapping[str, int]
    points_soon: Mapping[str, int]


class CapitalistShown(Shown):
    """The blocks `market`, `board`, `commanders` and `commands`.

    commanders       power -> the seat that orders its units in this phase; None for nobody
    commands         how they came to it (C-5)
    next_commanders  those of the exchange that has been made, who take over with the next moves (C-1 `combined`); left
                     out where there are none
    """

    market: PointMarket
    board: BoardShown
    commanders: Mapping[str, str | None]
    commands: tuple[PowerCommand, ...]
    next_commanders: Mapping[str, str | None] | Unset = UNSET


class InvestorShown(OwnAccount):
    """An investor's own account.

    keeps_cash  francs left over at this deadline stay his (M-7)
    commands    the powers he commands
    owes        those of them that must be ordered now
    """

    keeps_cash: bool
    commands: tuple[str, ...]
    owes: tuple[Commanded, ...]


VIEWS = Views(
    public=CapitalistShown, private=(InvestorShown,), master=NothingShown, forecasts=(InvestorForecast, EndingForecast)
)


def public(state: CapitalistState) -> CapitalistShown:
    """The blocks `market`, `board`, `commanders` and `commands` of `judge show`."""
    table, forecast = holdings_table(state), standings(state)
    shown = CapitalistShown(
        market=PointMarket(
            **fields_of(market_block(state, table, table.rows)),
            points=dict(sorted((row.seat, row.points) for row in table.rows)),
            points_soon=dict(sorted((row.seat, row.points_soon) for row in forecast.rows)),
        ),
        board=state.host.shown(),
        commanders={power: seat or None for power, seat in state.commanders.items()},
        commands=command_rows(state.charges, state),
    )
    if not state.heirs:
        return shown
    return replace(shown, next_commanders={charge.power: charge.seat or None for charge in state.heirs})


def private(state: CapitalistState, seat: str) -> InvestorShown | NothingShown:
    """What one seat sees beside the public standing: its own account and its commands, ready for the next sheet."""
    if seat == MASTER:
        return NothingShown()
    return InvestorShown(
        **fields_of(own_account(state, seat)),
        keeps_cash=state.rules.keeps_cash(state.first_turn),
        commands=state.commands(seat),
        owes=own_command(state, seat) if not state.ended else (),
    )


def forecast(state: CapitalistState, seat: str, sheet: Sheet) -> InvestorForecast | EndingForecast:
    """What the sheet will certainly do: its trades to the centime (M-2), the orders of each power commanded."""
    if seat == MASTER:
        over = ending_in(sheet)
        return EndingForecast(str(state.phase), over.how.lower() if over else "")
    powers = state.commands(seat) if state.ordering else ()
    told = InvestorForecast(
        phase=str(state.phase), exchange=None, powers=tuple(_orders_of(state, power, sheet) for power in powers)
    )
    if not state.trading:
        return told
    exchange = account(settle(section_of(sheet, Sell.section), state.purse(seat), state.market), state.market, REASONS)
    return replace(told, exchange=exchange, command=_rivals(state, seat, exchange.holding_after))


def _rivals(state: CapitalistState, seat: str, after: Mapping[str, int]) -> tuple[Rival, ...]:
    """For each currency that the sheet trades: what one would hold, beside the largest holder of the others as holdings
    stand now (C-2)."""
    purses = state.purses
    rows = []
    for currency, units in sorted(after.items()):
        if units == purses[seat].holding[currency] or not state.prices.get(currency):
            continue
        others = {name: purse.holding[currency] for name, purse in purses.items() if name != seat}
        most = max(others.values(), default=0)
        holders = tuple(sorted(name for name, held in others.items() if held == most and most))
        rows.append(Rival(currency, units, most, holders))
    return tuple(rows)


def _orders_of(state: CapitalistState, power: str, sheet: Sheet) -> CommandForecast:
    """Every unit of one power with its orders as they stand, or that it has none (C-6)."""
    return CommandForecast(
        **fields_of(outlook(state.host, state.phase, power, sheet_of(state, power, sheet))),
        single=state.conditional == "only",
        sent_ahead=_sent_ahead(state, power),
    )


def _sent_ahead(state: CapitalistState, power: str) -> tuple[str, ...]:
    """What came with the moves for the phase that is open now (D-7): used where nothing else is ordered."""
    live = state.host.live
    if live is None or state.phase.kind == "M":
        return ()
    box = live.ahead.retreats if state.phase.kind == "R" else live.ahead.winters
    return box.get(power, ())


def picture(before: Shown, after: Shown, notices: Told) -> Board | None:
    """Who ordered the units where the board was played (C-5), else who commands them now (C-2)."""
    assert isinstance(before, CapitalistShown) and isinstance(after, CapitalistShown)
    played = any(kind.startswith("board.") for kind, _ in notices)
    shown, words = (before, "ordered by") if played else (after, "commanded by")
    notes = tuple(Note(power, f"{words} {seat}") for power, seat in sorted(shown.commanders.items()) if seat)
    return board_picture(before, after, notices, notes=notes)
