"""The rules of Bourse as the house asks for them."""

from collections.abc import Mapping, Sequence

from judge.core.abilities import Coin
from judge.core.command import Command, Orders, Sheet
from judge.core.dice import Dice
from judge.core.form import Form
from judge.core.notice import MASTER
from judge.core.picture import Board
from judge.core.ruling import Reason, Ruling
from judge.core.shown import Shown
from judge.core.variant import Agenda, Names, Seat, Situation, Step, Told, Variant, Weighed
from judge.games.bourse.info import INFO, ORDERS, REPORT, TRADES
from judge.games.bourse.shown import forecast_orders, forecast_report, forecast_trades, private, public
from judge.games.bourse.state import BourseState
from judge.games.bourse.turn import admit_trader, open_game, play
from judge.kits.host.commands import ORDER_WORDS, REPORT_WORDS
from judge.kits.host.hosted import duties
from judge.kits.host.legal import BOARD_REASONS, check_orders
from judge.kits.host.picture import picture
from judge.kits.host.reported import check_sheet, needs_report
from judge.kits.host.situation import hosted_situation, order_samples, spoken_orders, unit_lines
from judge.kits.market.orders import TRADE_WORDS
from judge.kits.market.rules import standard_market_names
from judge.kits.market.settle import rulings, settle
from judge.kits.market.state import account_of, adjust_holding, coins_of, spoken_trades, trade_samples, with_market
from judge.kits.market.tables import MARKET_REASONS
from judge.kits.market.turn import market_agenda


class Bourse(Variant):
    """Bourse beside a board that is reported or hosted (B)."""

    info = INFO
    vocabulary: Mapping[str, type[Command]] = {**TRADE_WORDS, **ORDER_WORDS, **REPORT_WORDS}
    reasons: Mapping[str, Reason] = {**MARKET_REASONS, **BOARD_REASONS}
    state_type: type = BourseState

    def names(self, options: Mapping[str, str]) -> Names:
        return standard_market_names()

    def open(self, seats: tuple[Seat, ...], options: Mapping[str, str], dice: Dice) -> Step:
        return open_game(seats, options)

    def admit(self, state: BourseState, seat: Seat) -> Step:
        return admit_trader(state, seat)

    def agenda(self, state: BourseState) -> Agenda:
        """A movement phase a week, in which every trader may trade (B-9, M-12); autumns wait for the report (B-8)."""
        busy = duties(state.host, state.phase) if state.host.live is not None and not state.ended else ()
        needed = needs_report(state.host, state.phase)
        return market_agenda(state, busy, (TRADES,), ORDERS, REPORT, needed, INFO.calendar)

    def rule_on(self, state: BourseState, seat: str, sheet: Sheet) -> tuple[Ruling, ...]:
        if seat == MASTER:
            return check_sheet(state.host, state.phase, sheet)
        if seat in state.flags:
            return check_orders(state.host, state.phase, state.flags[seat], sheet)
        return rulings(settle(sheet, state.purse(seat), state.market))

    def weigh(self, state: BourseState, seat: str, sheet: Sheet) -> Weighed:
        """A trader's sheet is settled once."""
        if seat == MASTER or seat in state.flags:
            return Weighed(self.rule_on(state, seat, sheet), lambda: self.forecast(state, seat, sheet))
        settlement = settle(sheet, state.purse(seat), state.market)
        return Weighed(rulings(settlement), lambda: forecast_trades(state, settlement))

    def situation(self, state: BourseState, seat: str) -> Situation:
        """What the seat's own purse says where words leave an amount open; for a power on a hosted board, its
        units."""
        if seat in state.flags:
            return hosted_situation(state.host, (state.flags[seat],), state.phase)
        if seat not in state.traders:
            return Situation()
        return with_market(Situation(), state.purse(seat), state.market, standard_market_names())

    def speaks_for(self, state: BourseState, seat: str) -> tuple[str, ...]:
        return (state.flags[seat],) if seat in state.flags else ()

    def spoken(self, state: BourseState, seat: str) -> str:
        if seat in state.flags:
            return spoken_orders(state.host, state.phase, state.flags[seat])
        return spoken_trades(state, seat) if state.trading else ""

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
            return forecast_report(state, sheet)
        if seat in state.flags:
            return forecast_orders(state, seat, sheet)
        return forecast_trades(state, settle(sheet, state.purse(seat), state.market))

    def resolve(self, state: BourseState, orders: Orders, dice: Dice) -> Step:
        """The deadline. Raises InputError when an autumn's report is still missing (B-8)."""
        return play(state, orders)

    def standing(self, state: BourseState, seat: str | None) -> Shown:
        return public(state) if seat is None else private(state, seat)

    def picture(self, before: Shown, after: Shown, notices: Told) -> Board | None:
        return picture(before, after, notices)

    def form(self, public: Shown, phase: str, seats: Sequence[str]) -> Form:
        return Form(unit_lines(public, phase))

    def account(self, state: BourseState, name: str) -> str:
        return account_of(state.traders, name)

    def coins(self, state: BourseState, account: str) -> tuple[Coin, ...]:
        return coins_of(state, "dollars", "dollar", "$", "cash", "money")

    def adjust(self, state: BourseState, account: str, unit: str, amount: int, reason: str) -> Step:
        return adjust_holding(state, account, unit, amount, reason, "$#")


VARIANT = Bourse()
