"""The rules of Capitalist Diplomacy: how a game begins, a deadline step by step in their order, what the house asks.

A step that has nothing to do in this kind of phase gives the turn back as it is, so that both turn orders (C-1) are the
same list of steps.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

from judge.core.abilities import Coin
from judge.core.calendar import Clock
from judge.core.command import Command, Orders, Sheet
from judge.core.dice import Dice
from judge.core.errors import InputError
from judge.core.form import Form
from judge.core.notice import MASTER, PUBLIC, Notice, fields_of, tell
from judge.core.phase import Phase
from judge.core.picture import Board
from judge.core.ruling import Reason, Ruling, accept, by_section, refuse
from judge.core.shown import Shown
from judge.core.variant import Agenda, Duty, Names, Role, Seat, Situation, Step, Told, Variant
from judge.games.capitalist import board, bulletin, shown
from judge.games.capitalist.board import REASONS
from judge.games.capitalist.bulletin import CapitalistTurn, points_of, winter_rates
from judge.games.capitalist.info import FEWEST, INFO, USUAL
from judge.games.capitalist.news import CapitalistOpened
from judge.games.capitalist.shown import picture
from judge.games.capitalist.state import CapitalistState, charges_of
from judge.kits.deadline import played
from judge.kits.host.commands import ABANDONED, ORDER_WORDS, GameOver
from judge.kits.host.reported import Season, following
from judge.kits.host.situation import hosted_situation, order_samples, unit_lines
from judge.kits.host.state import Source, opening
from judge.kits.market.orders import TRADE_WORDS
from judge.kits.market.rules import standard_market_names
from judge.kits.market.settle import rulings, settle
from judge.kits.market.state import (
    PriceList,
    adjust_holding,
    coins_of,
    market_opening,
    market_rules,
    spoken_trades,
    trade_samples,
    with_market,
)
from judge.kits.market.turn import count_the_silent, end, market_start, move_prices, trade
from judge.kits.rulings import account_of


def play_the_board(turn: CapitalistTurn) -> CapitalistTurn:
    """The units go as their commanders ordered; everybody else's orders do not exist (C-2, C-4)."""
    state = turn.state
    if not state.ordering:
        return turn
    spoke = board.speakers(state, turn.orders)
    season = board.season(state, turn.orders, turn.orders.get(MASTER, ()))
    return replace(turn.changed(host=season.host), season=season, spoke=spoke)


def winter(turn: CapitalistTurn) -> CapitalistTurn:
    """The count moves each rate once more; a currency whose power is gone is worth nothing for good (C-7, M-10)."""
    if not turn.counted:
        return turn
    state = turn.state
    rates = winter_rates(state, turn.before.host.counts, state.host.counts)
    return turn.changed(history=(*state.history, PriceList(f"W{turn.before.phase.year}", rates)))


def bury(turn: CapitalistTurn) -> CapitalistTurn:
    """Nobody commands a power that is out of the game."""
    state, dead = turn.state, turn.state.host.eliminated
    if not turn.counted:
        return turn
    charges = tuple(charge for charge in state.charges if charge.power not in dead)
    heirs = tuple(charge for charge in state.heirs if charge.power not in dead)
    return turn.changed(charges=charges, heirs=heirs)


def finish(turn: CapitalistTurn) -> CapitalistTurn:
    """Eighteen centres or the last year's count end the game, and points decide it (C-8)."""
    reason = _reason(turn)
    if not reason:
        return turn
    state = turn.state
    points = {seat: points_of(purse, state.powers, state.host.counts) for seat, purse in state.purses.items()}
    return end(turn, reason, points)


def _reason(turn: CapitalistTurn) -> str:
    """Why the game ends with this deadline; "" if it goes on."""
    state = turn.state
    victory = state.host.board.victory_centres
    if turn.counted:
        great = [power for power, count in sorted(state.host.counts.items()) if count >= victory]
        if great:
            return f"{great[0].title()} has {state.host.counts[great[0]]} centres"
        if turn.before.phase.year >= state.last_year:
            return f"Winter {turn.before.phase.year} was the last"
    master = turn.orders.get(MASTER, ())
    called = any(isinstance(command, GameOver) for command in master)
    over = turn.season.change.over is not None if turn.season else called
    return "abandoned" if over else ""


def appoint(turn: CapitalistTurn) -> CapitalistTurn:
    """The exchange makes the commanders of the next moves (C-2, C-3)."""
    state = turn.state
    if not turn.before.trading or turn.ended:
        return turn
    holdings = {
        power: {seat: state.purse(seat).holding[currency] for seat in state.investors}
        for currency, power in state.powers.items()
    }
    sitting = turn.before.commanders if state.incumbent else {}
    made = charges_of(state.host.living, holdings, turn.before.phase, turn.dice, sitting)
    return replace(turn.changed(heirs=made), made=made)


def turn_the_page(turn: CapitalistTurn) -> CapitalistTurn:
    """On to the next phase; with new moves the commanders of the last exchange take over (C-1, C-2)."""
    if turn.ended:
        return turn
    state = turn.state
    phase = next_phase(turn.before, turn.season)
    if phase.kind != "M" or not state.heirs:
        return turn.changed(phase=phase)
    return turn.changed(phase=phase, charges=state.heirs, heirs=())


def next_phase(state: CapitalistState, season: Season | None) -> Phase:
    """What follows: after an exchange the moves, after the season's last phase the next exchange or moves (C-1)."""
    if season is None:
        year = state.phase.year
        return Phase(year + 1, "S", "M") if state.phase.season == "W" else Phase(year, state.phase.season, "M")
    if season.next.kind == "M" and not state.combined:
        return replace(season.next, kind="C")
    return season.next


def next_exchange(state: CapitalistState) -> Phase:
    """The next phase with an exchange after a phase that has none."""
    return replace(following(state.phase), kind="M" if state.combined else "C")


def tell_everybody(turn: CapitalistTurn) -> CapitalistTurn:
    """What everybody may read, and what each investor alone."""
    return turn.telling(*bulletin.public(turn), *bulletin.private(turn))


STEPS: tuple[Callable[[CapitalistTurn], CapitalistTurn], ...] = (
    play_the_board,
    trade,
    move_prices,
    winter,
    bury,
    count_the_silent,
    finish,
    appoint,
    turn_the_page,
    tell_everybody,
)


class Capitalist(Variant):
    """Capitalist Diplomacy on a board hosted here (C)."""

    info = INFO
    vocabulary: Mapping[str, type[Command]] = {**TRADE_WORDS, **ORDER_WORDS, "game_over": GameOver}
    reasons: Mapping[str, Reason] = REASONS
    state_type: type = CapitalistState

    def names(self, options: Mapping[str, str]) -> Names:
        return standard_market_names()

    def open(self, seats: tuple[Seat, ...], options: Mapping[str, str], dice: Dice) -> Step:
        """The state before the first exchange, with everybody's first units issued and nobody in command (C-1, C-2)."""
        chosen = INFO.settled(options)
        investors = tuple(sorted(seat.name for seat in seats if seat.role is Role.INVESTOR))
        if len(investors) < len(seats):
            raise InputError("A Capitalist Diplomacy has investors only: powers are commanded, not seated (C-2).")
        if len(investors) < FEWEST:
            raise InputError(f"A Capitalist Diplomacy needs {FEWEST} players, and {len(investors)} joined (C-10).")
        rules = market_rules(chosen)
        host = opening(Source.HOSTED)
        combined = chosen["phases"] == "combined"
        moves = Phase.parse(host.board.first_phase)
        first = Phase(moves.year - 1, "W", "C") if combined else Phase(moves.year, moves.season, "C")
        state = CapitalistState(
            **market_start(first, host, rules, investors, rule=""),
            combined=combined,
            incumbent=chosen["ties"] == "incumbent",
            conditional=chosen["conditional"],
            last_year=int(chosen["last_year"]),
            investors=investors,
        )
        return Step(state, (_opened(state),))

    def admit(self, state: CapitalistState, seat: Seat) -> Step:
        raise InputError(
            "Nobody joins a Capitalist Diplomacy that has begun: there are no fresh units (C-10).",
            hint="A vacant seat can be taken over with its holding: TAKEOVER.",
        )

    def agenda(self, state: CapitalistState) -> Agenda:
        """Exchanges wait for everybody, moves for the commanders; retreats and winters have the short clock (C-1)."""
        nobody = dict.fromkeys(state.investors, Duty.NONE)
        if state.ended:
            return Agenda(state.phase, nobody, (), pace=Clock.NONE)
        owed = {**nobody, **(dict.fromkeys(state.investors, Duty.MAY) if state.trading else {})}
        owed |= dict.fromkeys(board.owing(state), Duty.MUST)
        sections = (("trades",) if state.trading else ()) + (("orders",) if state.ordering else ())
        idle = all(duty is Duty.NONE for duty in owed.values())
        pace = Clock.NONE if idle else INFO.calendar.clock(state.phase)
        return Agenda(state.phase, owed, sections, accepts=("report",), pace=pace)

    def rule_on(self, state: CapitalistState, seat: str, sheet: Sheet) -> tuple[Ruling, ...]:
        if seat == MASTER:
            return tuple(_ending(state, command) for command in sheet)
        return by_section(sheet, {"trades": partial(_trades, state, seat), "orders": partial(_orders, state, seat)})

    def situation(self, state: CapitalistState, seat: str) -> Situation:
        """What the seat's own purse says where words leave an amount open, and the units of the powers it commands."""
        if seat not in state.investors:
            return Situation()
        powers = state.commands(seat) if state.ordering else ()
        seen = hosted_situation(state.host, powers, state.phase) if powers else Situation()
        return with_market(seen, state.purse(seat), state.market, standard_market_names())

    def speaks_for(self, state: CapitalistState, seat: str) -> tuple[str, ...]:
        """The powers he commands (C-2)."""
        return state.commands(seat) if seat in state.investors else ()

    def spoken(self, state: CapitalistState, seat: str) -> str:
        if seat in state.investors and state.trading:
            return spoken_trades(state, seat)
        return ""

    def samples(self, state: CapitalistState, seat: str) -> tuple[str, ...]:
        """Trades where there is an exchange, and orders of the powers he commands, each below its name (C-4)."""
        if seat not in state.investors:
            return ()
        trades = trade_samples(state, seat) if state.trading else ()
        orders: tuple[str, ...] = ()
        for power in state.commands(seat) if state.ordering else ():
            own = order_samples(state.host, state.phase, power)
            orders = orders or ((f"AS {power}", *own) if own else ())
        return (*trades, *orders)

    def forecast(self, state: CapitalistState, seat: str, sheet: Sheet) -> Shown:
        return shown.forecast(state, seat, sheet)

    def resolve(self, state: CapitalistState, orders: Orders, dice: Dice) -> Step:
        return played(CapitalistTurn(before=state, state=state, orders=orders, dice=dice), STEPS)

    def standing(self, state: CapitalistState, seat: str | None) -> Shown:
        return shown.public(state) if seat is None else shown.private(state, seat)

    def picture(self, before: Shown, after: Shown, notices: Told) -> Board | None:
        return picture(before, after, notices)

    def form(self, public: Shown, phase: str, seats: Sequence[str]) -> Form:
        return Form(unit_lines(public, phase))

    def account(self, state: CapitalistState, name: str) -> str:
        return account_of(name, {seat: seat for seat in state.investors}, state.investors)

    def coins(self, state: CapitalistState, account: str) -> tuple[Coin, ...]:
        return coins_of(state, "SFr", "sfr.", "Swiss francs", "Swiss franc", "CHF", "cash", "money")

    def adjust(self, state: CapitalistState, account: str, unit: str, amount: int, reason: str) -> Step:
        return adjust_holding(state, account, unit, amount, reason, "# SFr")


def _trades(state: CapitalistState, seat: str, trades: Sheet) -> tuple[Ruling, ...]:
    if state.trading:
        return rulings(settle(trades, state.purse(seat), state.market))
    now, then = str(state.phase), str(next_exchange(state))
    return tuple(refuse(command, "no-exchange-now", phase=now, next=then) for command in trades)


def _orders(state: CapitalistState, seat: str, orders: Sheet) -> tuple[Ruling, ...]:
    if state.ordering:
        return board.check(state, seat, orders)
    return tuple(refuse(command, "no-orders-now", phase=str(state.phase)) for command in orders)


def _ending(state: CapitalistState, command: Command) -> Ruling:
    """The master may break the game off; nothing else ends it early (C-8)."""
    if not isinstance(command, GameOver):
        return refuse(command, "not-a-report")
    if command.how != ABANDONED:
        victory = state.host.board.victory_centres
        return refuse(command, "no-votes", how=command.how, victory=victory, last=state.last_year)
    if command.powers:
        return refuse(command, "no-powers-here")
    return accept(command)


def _opened(state: CapitalistState) -> Notice:
    rules, someone = state.rules, state.purse(state.investors[0])
    data = CapitalistOpened(
        powers=dict(sorted(state.powers.items())),
        step=rules.step.value,
        cash=rules.cash.value,
        overspend=rules.overspend.value,
        phases="combined" if state.combined else "separate",
        ties="incumbent" if state.incumbent else "dice",
        conditional=state.conditional,
        last_year=state.last_year,
        victory=state.host.board.victory_centres,
        points=points_of(someone, state.powers, state.host.counts),
        few=len(state.investors) < USUAL,
        usual=USUAL,
        **fields_of(market_opening(state, state.investors)),
    )
    return tell(PUBLIC, data)


VARIANT = Capitalist()
