"""The rules of Troubleshooter as the house asks for them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from judge.core.abilities import Coin
from judge.core.command import Orders, Sheet
from judge.core.dice import Dice
from judge.core.errors import InputError
from judge.core.form import Form
from judge.core.notice import MASTER
from judge.core.picture import Board, Mark
from judge.core.ruling import Reason, Ruling, by_section
from judge.core.shown import Shown
from judge.core.variant import Agenda, Names, Seat, Situation, Step, Told
from judge.games.troubleshooter.commands import VOCABULARY, Stay, Travel, WinterUnits
from judge.games.troubleshooter.info import INFO, ORDERS, REPORT, TRADES, TS
from judge.games.troubleshooter.reports import REASONS, check_reports, wants_report
from judge.games.troubleshooter.shown import TroubleshooterShown, forecast, form, private, public
from judge.games.troubleshooter.state import DOLLARS, FARES, TroubleshooterState, cash_account, names, travel_map
from judge.games.troubleshooter.travel import judge_journeys
from judge.games.troubleshooter.turn import counted_units, open_game, play
from judge.kits.host.hosted import undecided
from judge.kits.host.legal import check_orders
from judge.kits.host.picture import picture as board_picture
from judge.kits.host.situation import order_samples
from judge.kits.market.rules import units
from judge.kits.market.settle import rulings, settle
from judge.kits.market.state import (
    adjust_holding,
    coins_of,
    trade_samples,
)
from judge.kits.market.turn import TradersVariant, market_agenda
from judge.kits.route import cheapest, within
from judge.kits.rulings import Correction, adjusted

PURSE = "TS"  # what a TS carries, whatever it is in: dollars at first, then units of a currency (T-5)
TOO_FAR = 25  # percent of what he carries: an example does not ruin anybody


def route_sample(state: TroubleshooterState, seat: str) -> tuple[str, ...]:
    """The cheapest way to the nearest home centre that takes his loans; to stay, where he cannot go (T-6)."""
    traveller, board = state.travellers[seat], travel_map()
    near = sorted((percent, place) for place, percent in within(board, traveller.place, FARES).items())
    for percent, place in near if not traveller.bound else ():
        power = state.open_home(place)
        if not power or place == traveller.place or traveller.is_barred(power, state.phase.year):
            continue
        route = cheapest(board, traveller.place, place, FARES)
        if route and percent <= TOO_FAR:
            return (Travel(start=traveller.place, route=route).canonical(),)
    return (Stay(start=traveller.place).canonical(),)


def initials(seats: Sequence[str]) -> dict[str, str]:
    """`Lu` for Lupus, `GW` for Grey Wolf; another for each."""
    found: dict[str, str] = {}
    for seat in seats:
        words = seat.split()
        whole = ["".join(word[0] for word in words[:3])] if len(words) > 1 else []
        ways = [*whole, seat[:2], seat[:3], seat[:4], f"{seat[0]}{len(found)}"]
        found[seat] = next(sign for sign in ways if sign not in found.values())
    return found


class Troubleshooter(TradersVariant):
    """Troubleshooter beside a board that is reported or hosted (T)."""

    info = INFO
    vocabulary = VOCABULARY
    reasons: Mapping[str, Reason] = REASONS
    state_type: type = TroubleshooterState

    def names(self, options: Mapping[str, str]) -> Names:
        return names()

    def open(self, seats: tuple[Seat, ...], options: Mapping[str, str], dice: Dice) -> Step:
        return open_game(seats, options)

    def admit(self, state: TroubleshooterState, seat: Seat) -> Step:
        """Nobody joins late; a vacant seat may be taken over, which is the house's matter (T-16)."""
        raise InputError("Nobody joins a Troubleshooter that has begun (T-16).", hint="TAKEOVER a vacant seat instead.")

    def agenda(self, state: TroubleshooterState) -> Agenda:
        """A phase for each season, which waits for its report (T-14); or the phases of a hosted board (M-11)."""
        busy = undecided(state.host, state.phase) if state.host.live is not None and not state.ended else ()
        return market_agenda(state, busy, (TRADES, TS), ORDERS, REPORT, wants_report(state), INFO.calendar)

    def rule_on(self, state: TroubleshooterState, seat: str, sheet: Sheet) -> tuple[Ruling, ...]:
        if seat == MASTER:
            return check_reports(state, sheet)
        if seat in state.flags:
            return check_orders(state.host, state.phase, state.flags[seat], sheet, ahead=True)
        judges: dict[str, Callable[[Sheet], Sequence[Ruling]]] = {
            TRADES.name: lambda trades: rulings(settle(trades, state.purse(seat), state.market)),
            TS.name: lambda orders: judge_journeys(state, seat, orders),
        }
        return by_section(sheet, judges, otherwise="not-for-a-player")

    def situation(self, state: TroubleshooterState, seat: str) -> Situation:
        """For a trader, where its TS stands, too."""
        seen = super().situation(state, seat)
        if seat not in state.traders:
            return seen
        here = state.travellers[seat].place if state.trading else ""
        return replace(seen, traveller=here, borders=travel_map().all_neighbours)

    def samples(self, state: TroubleshooterState, seat: str) -> tuple[str, ...]:
        if seat in state.flags:
            return order_samples(state.host, state.phase, state.flags[seat])
        if seat not in state.traders or not state.trading:
            return ()
        return (*trade_samples(state, seat), *route_sample(state, seat))

    def forecast(self, state: TroubleshooterState, seat: str, sheet: Sheet) -> Shown:
        return forecast(state, seat, sheet)

    def act(self, state: TroubleshooterState, seat: str, command: Any) -> Step:
        """The master tells what a winter left of the units (T-14). Nothing else is carried out before the deadline."""
        if isinstance(command, WinterUnits):
            units = counted_units(state.host.powers, command.units) | dict(command.unit_counts)
            return Step(replace(state, forces=units, host=replace(state.host, units=command.units)))
        return Step(state)

    def resolve(self, state: TroubleshooterState, orders: Orders, dice: Dice) -> Step:
        """The deadline. Raises InputError when the season's report is still missing (T-14)."""
        return play(state, orders, dice)

    def standing(self, state: TroubleshooterState, seat: str | None) -> Shown:
        return public(state) if seat is None else private(state, seat)

    def picture(self, before: Shown, after: Shown, notices: Told) -> Board | None:
        """Each traveller stands where his journey of the phase ended."""
        assert isinstance(after, TroubleshooterShown)
        signs = initials(sorted(after.troubleshooters))
        marks = tuple(
            Mark("pawn", row.place, signs[seat], f"{seat} is in {row.place_name}", seat, list(signs).index(seat))
            for seat, row in sorted(after.troubleshooters.items())
        )
        return board_picture(before, after, notices, map="troubleshooter", marks=marks)

    def form(self, public: Shown, phase: str, seats: Sequence[str]) -> Form:
        return form(public, phase)

    def coins(self, state: TroubleshooterState, account: str) -> tuple[Coin, ...]:
        """The currencies of the market, and the money of the TS, which is called dollars while it is in dollars. Money
        of the market that is left over is lost (T-3)."""
        dollars = ("dollars", "dollar", "$") if state.travellers[account].currency == DOLLARS else ()
        return (*coins_of(state), Coin(PURSE, ("TS", "TS money", *dollars)))

    def adjust(self, state: TroubleshooterState, account: str, unit: str, amount: int, reason: str) -> Step:
        """Units of the player, or so much of what the TS carries. Its currency tells where the TS has been, so where
        positions are private nobody but its player reads it (T-15)."""
        if unit != PURSE:
            return adjust_holding(state, account, unit, amount, reason, "")
        currency = state.travellers[account].currency

        def told(count: int) -> str:
            return f"${count} of the TS" if currency == DOLLARS else f"{units(count, currency)} of the TS"

        ruling = Correction(str(state.phase), cash_account(account), account, account, currency, amount, reason, told)
        if not state.open_positions:
            ruling = replace(ruling, secret=True, shown=lambda count: f"{count} of what the TS carries")
        return adjusted(state, ruling)


VARIANT = Troubleshooter()
