"""The rules of Bourse: how a game begins, a deadline step by step in their order, and what the house asks."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from judge.core.abilities import Coin
from judge.core.command import Command, Orders, Sheet
from judge.core.dice import Dice
from judge.core.errors import InputError
from judge.core.form import Form
from judge.core.notice import MASTER, PUBLIC, Notice, fields_of, tell
from judge.core.phase import Phase
from judge.core.ruling import Reason, Ruling
from judge.core.shown import Shown
from judge.core.variant import Agenda, Role, Seat, Step, Weighed
from judge.games.bourse import shown
from judge.games.bourse.info import INFO
from judge.games.bourse.shown import BourseState
from judge.kits.deadline import played
from judge.kits.host.bulletin import report_forecast
from judge.kits.host.commands import ORDER_WORDS, REPORT_WORDS
from judge.kits.host.hosted import duties, hosted_season, texts
from judge.kits.host.legal import BOARD_REASONS, check_orders
from judge.kits.host.reported import check_sheet, following, needs_report, reported_season
from judge.kits.host.situation import order_samples, unit_lines
from judge.kits.host.state import Source, flags_of, opening
from judge.kits.market import turn as steps
from judge.kits.market.orders import TRADE_WORDS
from judge.kits.market.settle import Purse, rulings, settle
from judge.kits.market.state import adjust_holding, coins_of, first_units, market_opening, market_rules, trade_samples
from judge.kits.market.tables import MARKET_REASONS, credit_text, credits_of
from judge.kits.market.turn import MarketTurn, TradersVariant, check_names, market_agenda, market_start


class BourseTurn(MarketTurn):
    """A turn under way."""

    before: BourseState
    state: BourseState


def hear_the_board(turn: BourseTurn) -> BourseTurn:
    """The board's part: the master's report (B-8), or the phase as ordered here."""
    state, master = turn.state, turn.orders.get(MASTER, ())
    if state.host.live is None:
        season = reported_season(state.host, state.phase, master)
    else:
        sheets = {power: turn.orders.get(seat, ()) for seat, power in state.flags.items()}
        season = hosted_season(state.host, state.phase, texts(sheets), master)
    return replace(turn.changed(host=season.host), season=season)


def count_the_silent(turn: BourseTurn) -> BourseTurn:
    """Who sent no sheet, and for how many turns in a row (B-11). A newcomer's first turn does not count, which after
    the moves is that of the next."""
    newcomers = [seat for seat, joined in turn.state.joined.items() if turn.before.phase == _first_turn(joined)]
    return steps.count_the_silent(turn, newcomers)


def _first_turn(joined: str) -> Phase:
    """The first trading turn of a late joiner."""
    phase = Phase.parse(joined)
    return phase if phase.kind == "M" else following(phase)


def finish(turn: BourseTurn) -> BourseTurn:
    """The end of the board game is the end of the market: centres x units / 100, cash worthless (B-5)."""
    over = turn.season.change.over if turn.season else None
    if over is None:
        return turn
    state = turn.state
    credits = {seat: credits_of(purse, state.powers, state.host.counts) for seat, purse in state.purses.items()}
    return steps.end(turn, " ".join((over.how.lower(), *over.powers)), credits, credit_text)


def tell_everybody(turn: BourseTurn) -> BourseTurn:
    """What everybody may read (B-7), and each trader's own statement."""
    assert turn.season is not None
    public = shown.public_notices(turn.before, turn.state, turn.settlements, turn.season, turn.ended)
    private = shown.statements(turn.before, turn.state, turn.settlements)
    return turn.telling(*public, *private)


def turn_the_page(turn: BourseTurn) -> BourseTurn:
    """On to the next phase, which beside a reported board is a movement phase (B-9), unless the game is over."""
    return turn if turn.ended or turn.season is None else turn.changed(phase=turn.season.next)


STEPS: tuple[Callable[[BourseTurn], BourseTurn], ...] = (
    hear_the_board,
    steps.trade,
    steps.move_prices,
    steps.close_the_dead,
    count_the_silent,
    finish,
    turn_the_page,
    tell_everybody,
)


class Bourse(TradersVariant):
    """Bourse beside a board that is reported or hosted (B)."""

    info = INFO
    vocabulary: Mapping[str, type[Command]] = {**TRADE_WORDS, **ORDER_WORDS, **REPORT_WORDS}
    reasons: Mapping[str, Reason] = {**MARKET_REASONS, **BOARD_REASONS}
    state_type: type = BourseState

    def open(self, seats: tuple[Seat, ...], options: Mapping[str, str], dice: Dice) -> Step:
        """The state before Spring 1901 with everybody's first units issued."""
        chosen = INFO.settled(options)
        source = Source(chosen["board"])
        traders = tuple(sorted(seat.name for seat in seats if seat.role is Role.TRADER))
        rules = market_rules(chosen)
        host = opening(source)
        flags = flags_of(seats, source, host.powers, "Bourse")
        state = BourseState(
            **market_start(Phase.parse(host.board.first_phase), host, rules, traders),
            report_hours=int(chosen["report_hours"]),
            traders=traders,
            flags=flags,
        )
        return Step(state, (_opened(state),))

    def admit(self, state: BourseState, seat: Seat) -> Step:
        """A late joiner gets the first units of each living currency and no cash; who was here, nothing (B-2)."""
        if state.ended:
            raise InputError("The game is over: nobody can join it any more (B-2).")
        if seat.role is not Role.TRADER:
            raise InputError("Only traders join a Bourse that has begun (B-2).")
        if seat.name in state.traders:
            return Step(state)
        check_names((seat.name,))
        books = state.books.post(first_units((seat.name,), state.prices, state.rules.start_units))
        after = replace(
            state,
            books=books,
            traders=tuple(sorted((*state.traders, seat.name))),
            joined={**state.joined, seat.name: str(state.phase)},
        )
        data = shown.TraderJoined(
            seat=seat.name,
            phase=str(state.phase),
            units=state.rules.start_units,
            currencies=tuple(currency for currency, price in sorted(state.prices.items()) if price),
        )
        return Step(after, (tell(PUBLIC, data),))

    def agenda(self, state: BourseState) -> Agenda:
        """A movement phase a week, in which every trader may trade (B-9, M-12); autumns wait for the report (B-8)."""
        busy = duties(state.host, state.phase) if state.host.live is not None and not state.ended else ()
        needed = needs_report(state.host, state.phase)
        return market_agenda(state, busy, ("trades",), needed, INFO.calendar)

    def rule_on(self, state: BourseState, seat: str, sheet: Sheet) -> tuple[Ruling, ...]:
        if seat == MASTER:
            return check_sheet(state.host, state.phase, sheet)
        if seat in state.flags:
            return check_orders(state.host, state.phase, state.flags[seat], sheet)
        return rulings(settle(sheet, state.purse(seat), state.market))

    def weigh(self, state: BourseState, seat: str, sheet: Sheet) -> Weighed:
        """A trader's sheet is settled once."""
        if seat == MASTER or seat in state.flags:
            return super().weigh(state, seat, sheet)
        settlement = settle(sheet, state.purse(seat), state.market)
        return Weighed(rulings(settlement), lambda: shown.forecast_trades(state, settlement))

    def samples(self, state: BourseState, seat: str) -> tuple[str, ...]:
        """A power's orders; a trader's trades, sent ahead where there is no trading (M-11)."""
        if seat in state.flags:
            return order_samples(state.host, state.phase, state.flags[seat])
        told = trade_samples(state, seat)
        if state.trading or not told:
            return told
        after = f"F{state.phase.year}" if state.phase.season == "S" else f"S{state.phase.year + 1}"
        return (f"FOR {after}", *told)

    def forecast(self, state: BourseState, seat: str, sheet: Sheet) -> Shown:
        if seat == MASTER:
            return report_forecast(state.host, state.phase, sheet, needs_report(state.host, state.phase))
        if seat in state.flags:
            return shown.forecast_orders(state, seat, sheet)
        return shown.forecast_trades(state, settle(sheet, state.purse(seat), state.market))

    def resolve(self, state: BourseState, orders: Orders, dice: Dice) -> Step:
        """The deadline. Raises InputError when an autumn's report is still missing (B-8)."""
        return played(BourseTurn(before=state, state=state, orders=orders), STEPS)

    def standing(self, state: BourseState, seat: str | None) -> Shown:
        return shown.public(state) if seat is None else shown.private(state, seat)

    def form(self, public: Shown, phase: str, seats: Sequence[str]) -> Form:
        return Form(unit_lines(public, phase))

    def coins(self, state: BourseState, account: str) -> tuple[Coin, ...]:
        return coins_of(state, "dollars", "dollar", "$", "cash", "money")

    def adjust(self, state: BourseState, account: str, unit: str, amount: int, reason: str) -> Step:
        return adjust_holding(state, account, unit, amount, reason, "$#")


def _opened(state: BourseState) -> Notice:
    rules = state.rules
    first = Purse(dict.fromkeys(state.prices, rules.start_units))
    data = shown.BourseOpened(
        board=state.host.source.value,
        powers={power: seat for seat, power in sorted(state.flags.items())},
        step=rules.step.value,
        cash=rules.cash.value,
        overspend=rules.overspend.value,
        credits=credit_text(credits_of(first, state.powers, state.host.counts)),
        **fields_of(market_opening(state, state.traders)),
    )
    return tell(PUBLIC, data)


VARIANT = Bourse()
