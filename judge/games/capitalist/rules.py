"""The rules of Capitalist Diplomacy as the house asks for them, and how a game begins."""

from collections.abc import Mapping, Sequence

from judge.core.abilities import Coin
from judge.core.calendar import Clock
from judge.core.command import Command, Orders, Sheet
from judge.core.dice import Dice
from judge.core.errors import InputError
from judge.core.form import Form
from judge.core.ledger import Ledger
from judge.core.notice import MASTER, PUBLIC, Notice, fields_of, tell
from judge.core.phase import Phase
from judge.core.picture import Board
from judge.core.ruling import Reason, Ruling, accept, refuse
from judge.core.shown import Shown
from judge.core.variant import Agenda, Duty, Names, Role, Seat, Situation, Step, Told, Variant
from judge.games.capitalist import board, shown
from judge.games.capitalist.board import REASONS
from judge.games.capitalist.bulletin import points_of
from judge.games.capitalist.info import FEWEST, INFO, ORDERS, REPORT, TRADES, USUAL
from judge.games.capitalist.news import CapitalistOpened
from judge.games.capitalist.shown import picture
from judge.games.capitalist.state import CapitalistState
from judge.games.capitalist.turn import next_exchange, play
from judge.kits.host.commands import ABANDONED, ORDER_WORDS, GameOver
from judge.kits.host.situation import hosted_situation, order_samples, unit_lines
from judge.kits.host.state import Source, opening
from judge.kits.market.orders import TRADE_WORDS
from judge.kits.market.rules import currencies_of, standard_market_names
from judge.kits.market.settle import rulings, settle
from judge.kits.market.state import (
    PriceList,
    account_of,
    adjust_holding,
    coins_of,
    first_units,
    market_opening,
    market_rules,
    spoken_trades,
    trade_samples,
    with_market,
)
from judge.kits.market.turn import check_names, trades_of


def open_game(seats: tuple[Seat, ...], options: Mapping[str, str]) -> Step:
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
    powers = {currency.code: currency.power for currency in currencies_of(host.powers)}
    prices = dict.fromkeys(sorted(powers), rules.start_price)
    check_names(investors, rule="")
    state = CapitalistState(
        phase=first,
        first=first,
        rules=rules,
        combined=combined,
        incumbent=chosen["ties"] == "incumbent",
        conditional=chosen["conditional"],
        last_year=int(chosen["last_year"]),
        host=host,
        powers=powers,
        history=(PriceList("", prices),),
        books=Ledger().post(first_units(investors, prices, rules.start_units)),
        investors=investors,
    )
    return Step(state, (_opened(state),))


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


class Capitalist(Variant):
    """Capitalist Diplomacy on a board hosted here (C)."""

    info = INFO
    vocabulary: Mapping[str, type[Command]] = {**TRADE_WORDS, **ORDER_WORDS, "game_over": GameOver}
    reasons: Mapping[str, Reason] = REASONS
    state_type: type = CapitalistState

    def names(self, options: Mapping[str, str]) -> Names:
        return standard_market_names()

    def open(self, seats: tuple[Seat, ...], options: Mapping[str, str], dice: Dice) -> Step:
        return open_game(seats, options)

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
        sections = ((TRADES.name,) if state.trading else ()) + ((ORDERS.name,) if state.ordering else ())
        idle = all(duty is Duty.NONE for duty in owed.values())
        pace = Clock.NONE if idle else INFO.calendar.clock(state.phase)
        return Agenda(state.phase, owed, sections, accepts=(REPORT.name,), pace=pace)

    def rule_on(self, state: CapitalistState, seat: str, sheet: Sheet) -> tuple[Ruling, ...]:
        if seat == MASTER:
            return tuple(_ending(state, command) for command in sheet)
        trades = trades_of(sheet)
        orders = tuple(command for command in sheet if command.section != TRADES.name)
        of_trades = iter(self._trades(state, seat, trades))
        of_orders = iter(self._orders(state, seat, orders))
        return tuple(next(of_trades if command.section == TRADES.name else of_orders) for command in sheet)

    def _trades(self, state: CapitalistState, seat: str, trades: Sheet) -> tuple[Ruling, ...]:
        if state.trading:
            return rulings(settle(trades, state.purse(seat), state.market))
        now, then = str(state.phase), str(next_exchange(state))
        return tuple(refuse(command, "no-exchange-now", phase=now, next=then) for command in trades)

    def _orders(self, state: CapitalistState, seat: str, orders: Sheet) -> tuple[Ruling, ...]:
        if state.ordering:
            return board.check(state, seat, orders)
        return tuple(refuse(command, "no-orders-now", phase=str(state.phase)) for command in orders)

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
        return play(state, orders, dice)

    def standing(self, state: CapitalistState, seat: str | None) -> Shown:
        return shown.public(state) if seat is None else shown.private(state, seat)

    def picture(self, before: Shown, after: Shown, notices: Told) -> Board | None:
        return picture(before, after, notices)

    def form(self, public: Shown, phase: str, seats: Sequence[str]) -> Form:
        return Form(unit_lines(public, phase))

    def account(self, state: CapitalistState, name: str) -> str:
        return account_of(state.investors, name)

    def coins(self, state: CapitalistState, account: str) -> tuple[Coin, ...]:
        return coins_of(state, "SFr", "sfr.", "Swiss francs", "Swiss franc", "CHF", "cash", "money")

    def adjust(self, state: CapitalistState, account: str, unit: str, amount: int, reason: str) -> Step:
        return adjust_holding(state, account, unit, amount, reason, "# SFr")


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


VARIANT = Capitalist()
