"""The rules of Troubleshooter: how a game begins, a deadline step by step in their order (T-1), what the house asks.

Trades and prices first, then the board's season with its retreats, then the TSs at the new prices; after autumn the
winter adjustments, then the loans, then the dead currencies, then the roll for the end. A step that has no place in
this phase hands the turn on as it is.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from judge.core.abilities import Coin
from judge.core.command import Orders, Sheet, section_of
from judge.core.dice import Dice
from judge.core.errors import InputError
from judge.core.form import Form
from judge.core.ledger import BANK, Posting
from judge.core.notice import MASTER, PUBLIC, Notice, fields_of, tell
from judge.core.phase import Phase
from judge.core.picture import Board, Mark
from judge.core.ruling import Reason, Ruling, by_section
from judge.core.shown import Shown
from judge.core.variant import Agenda, Names, Role, Seat, Situation, Step, Told
from judge.games.troubleshooter import bulletin, travel
from judge.games.troubleshooter.bulletin import homes
from judge.games.troubleshooter.commands import VOCABULARY, Stay, Travel, WinterUnits
from judge.games.troubleshooter.info import INFO, TABLE
from judge.games.troubleshooter.news import Homes, TroubleshooterOpened
from judge.games.troubleshooter.reports import REASONS, check_reports, demand_report, wants_report
from judge.games.troubleshooter.shown import TroubleshooterShown, forecast, form, private, public, reach
from judge.games.troubleshooter.state import (
    DOLLARS,
    FARES,
    QUIET_YEARS,
    START_DOLLARS,
    Traveller,
    TroubleshooterState,
    Winter,
    cash_account,
    names,
    travel_map,
)
from judge.games.troubleshooter.travel import TroubleshooterTurn, judge_journeys
from judge.kits.deadline import played
from judge.kits.host.hosted import hosted_season, hosted_sheets, undecided
from judge.kits.host.legal import check_orders
from judge.kits.host.picture import picture as board_picture
from judge.kits.host.reported import Season, report_for, reported_season
from judge.kits.host.situation import order_samples
from judge.kits.host.state import Source, flags_of, opening
from judge.kits.loans import Terms
from judge.kits.market import turn as steps
from judge.kits.market.rules import CashRule, MarketRules, Overspend, PriceStep, units
from judge.kits.market.settle import rulings, settle
from judge.kits.market.state import adjust_holding, coins_of, market_opening, trade_samples
from judge.kits.route import cheapest
from judge.kits.rulings import Correction, adjusted


def market_rules(options: Mapping[str, str], players: int) -> MarketRules:
    """The market of so many players. Raises InputError where the table has no row and the master gave no figures."""
    units, limit = TABLE.get(players, (0, 0))
    units = int(options["start_units"] or units)
    limit = int(options["sell_limit"] or limit)
    if not units or not limit:
        raise InputError(
            f"The table knows 4 to 10 players, and {players} joined (T).",
            hint="The master gives both figures: SET start_units=... and SET sell_limit=...; units x players is about "
            "4000, the limit about half the units.",
        )
    return MarketRules(
        start_units=units, sell_limit=limit, step=PriceStep.WHOLE, overspend=Overspend.LARGEST, cash=CashRule.FORFEIT
    )


def counted_units(powers: Iterable[str], units: Iterable[tuple[str, str, str]]) -> dict[str, int]:
    """Power -> units on the board, for every power."""
    owners = [power for power, _, _ in units]
    return {power: owners.count(power) for power in sorted(powers)}


def _opened(state: TroubleshooterState) -> Notice:
    someone = state.traders[0]
    data = TroubleshooterOpened(
        board=state.host.source.value,
        powers={power: seat for seat, power in sorted(state.flags.items())},
        dollars=str(state.cash(someone)),
        place=state.travellers[someone].place,
        loans=state.terms.value,
        positions="public" if state.open_positions else "private",
        rolls_from=state.first.year + QUIET_YEARS,
        **fields_of(market_opening(state, state.traders)),
    )
    return tell(PUBLIC, data)


END_ROLL = "end-roll"
SIDES = 6


# ---- the travellers -----------------------------------------------------------------------------------------------


def take_routes(turn: TroubleshooterTurn) -> TroubleshooterTurn:
    """Orders to the TSs are due with trades and moves (T-1); they wait until the retreats are done."""
    if not turn.before.trading:
        return turn
    routes = {}
    for seat in turn.before.traders:
        given = section_of(turn.orders.get(seat, ()), Travel.section)
        for ruling in judge_journeys(turn.before, seat, given):
            if ruling.stands and isinstance(ruling.command, Travel):
                routes[seat] = ruling.command.route
    return turn.changed(routes=routes)


def muster(turn: TroubleshooterTurn) -> TroubleshooterTurn:
    """The units on the board after moves and retreats, before any winter adjustment: loans are shared among them."""
    return turn.changed(forces=_forces(turn)) if turn.moved else turn


def _forces(turn: TroubleshooterTurn) -> dict[str, int]:
    """Power -> units. Where no winter phase is opened, the board has gone through it; its count came before."""
    powers, told = turn.state.host.powers, turn.season.told
    if turn.state.host.live is not None:
        if told is not None and told.count is not None:
            return {row.power: row.units for row in told.count}
        return counted_units(powers, turn.season.change.units)
    report = report_for(turn.before.host, turn.before.phase, turn.orders.get(MASTER, ()))
    assert report is not None, "no season passes without its report"
    return counted_units(powers, report.units) | dict(report.unit_counts)


def move_travellers(turn: TroubleshooterTurn) -> TroubleshooterTurn:
    """Routes, conversions at the new prices, loans (T-1 to T-7)."""
    if not turn.moved:
        return turn
    for part in (travel.travel, travel.convert, travel.lend_out, travel.part_from_hosts):
        turn = part(turn)
    return turn


# ---- winter -------------------------------------------------------------------------------------------------------


def settle_loans(turn: TroubleshooterTurn) -> TroubleshooterTurn:
    """After the winter adjustments every loan is settled (T-8)."""
    return travel.repay(turn) if turn.wintered else turn


def close_the_dead(turn: TroubleshooterTurn) -> TroubleshooterTurn:
    """Currencies of powers that this winter eliminated are worth nothing from now on (T-9, M-9)."""
    return steps.close_the_dead(turn) if turn.wintered else turn


# ---- the end ------------------------------------------------------------------------------------------------------


def roll_for_the_end(turn: TroubleshooterTurn) -> TroubleshooterTurn:
    """From Spring 1908 on a D6 after each season; a 1 ends the game (T-11). The board's own end goes before it."""
    if not turn.closed or not turn.before.rolling or turn.season.change.over is not None:
        return turn
    return replace(turn, roll=turn.dice.roll(END_ROLL, SIDES))


def finish(turn: TroubleshooterTurn) -> TroubleshooterTurn:
    """All TS money goes to dollars at the last prices, loans at face; the highest wins, a tie is shared (T-11)."""
    over = turn.season.change.over if turn.closed else None
    if over is None and turn.roll != 1:
        return turn
    state = turn.state
    dollars = {seat: state.dollars(seat) for seat in state.traders}
    reason = " ".join((over.how.lower(), *over.powers)) if over else _rolled(turn)
    return steps.end(turn, reason, dollars)


def _rolled(turn: TroubleshooterTurn) -> str:
    season = "Spring" if turn.before.phase.season == "S" else "Autumn"
    return f"the end roll after {season} {turn.before.phase.year} was a 1"


def turn_the_page(turn: TroubleshooterTurn) -> TroubleshooterTurn:
    """On to the next phase, with the units that the winter left, unless the game is over."""
    if turn.ended:
        return turn
    state = replace(turn.state, phase=turn.season.next)
    if state.host.live is not None:
        state = replace(state, forces=counted_units(state.host.powers, state.host.units))
    if turn.wintered:
        state = travel.forget_old_bars(state, state.phase.year)
    return replace(turn, state=state)


def tell_everybody(turn: TroubleshooterTurn) -> TroubleshooterTurn:
    """What everybody may read (T-15), and each player's own statement."""
    return turn.telling(*bulletin.public(turn), *bulletin.statements(turn))


STEPS: tuple[Callable[[TroubleshooterTurn], TroubleshooterTurn], ...] = (
    steps.trade,
    steps.move_prices,
    take_routes,
    muster,
    move_travellers,
    settle_loans,
    close_the_dead,
    steps.count_the_silent,
    roll_for_the_end,
    finish,
    turn_the_page,
    tell_everybody,
)


def hear_the_board(state: TroubleshooterState, orders: Orders) -> Season:
    """The board's part: the master's report, or the phase as ordered here."""
    master = orders.get(MASTER, ())
    if state.host.live is not None:
        sheets = {power: orders.get(seat, ()) for seat, power in state.flags.items()}
        given, ahead = hosted_sheets(state.host, state.phase, sheets)
        return hosted_season(state.host, state.phase, given, master, ahead=ahead)
    demand_report(state, master)
    season = reported_season(state.host, state.phase, master)
    host = replace(season.host, units=season.change.units)
    if state.phase.season == "S":  # ownership is counted in winter; a spring's list is shown and no more
        host = replace(host, owners=dict(state.winter.owners))
    return replace(season, host=host)


PURSE = "TS"  # what a TS carries, whatever it is in: dollars at first, then units of a currency (T-5)
TOO_FAR = 25  # percent of what he carries: an example does not ruin anybody


def route_sample(state: TroubleshooterState, seat: str) -> tuple[str, ...]:
    """The cheapest way to the nearest home centre that takes his loans; to stay, where he cannot go (T-6)."""
    here = state.travellers[seat].place
    goals = [one.place for one in reach(state, seat) if one.place != here and one.percent <= TOO_FAR]
    route = cheapest(travel_map(), here, goals[0], FARES) if goals else None
    return ((Travel(start=here, route=route) if route else Stay(start=here)).canonical(),)


def initials(seats: Sequence[str]) -> dict[str, str]:
    """`Lu` for Lupus, `GW` for Grey Wolf; another for each."""
    found: dict[str, str] = {}
    for seat in seats:
        words = seat.split()
        whole = ["".join(word[0] for word in words[:3])] if len(words) > 1 else []
        ways = [*whole, seat[:2], seat[:3], seat[:4], f"{seat[0]}{len(found)}"]
        found[seat] = next(sign for sign in ways if sign not in found.values())
    return found


class Troubleshooter(steps.TradersVariant):
    """Troubleshooter beside a board that is reported or hosted (T)."""

    info = INFO
    vocabulary = VOCABULARY
    reasons: Mapping[str, Reason] = REASONS
    state_type: type = TroubleshooterState

    def names(self, options: Mapping[str, str]) -> Names:
        return names()

    def open(self, seats: tuple[Seat, ...], options: Mapping[str, str], dice: Dice) -> Step:
        """The state before Spring 1901: everybody's units issued, every TS in Switzerland with his dollars."""
        chosen = INFO.settled(options)
        try:
            source, terms, hours = Source(chosen["board"]), Terms(chosen["loans"]), int(chosen["report_hours"])
        except ValueError as fault:
            raise InputError(f"a setting of the game cannot be read: {fault}") from fault
        traders = tuple(sorted(seat.name for seat in seats if seat.role is Role.TRADER))
        if len(traders) < 2:
            raise InputError(f"A Troubleshooter needs two players, and {len(traders)} joined.")
        rules = market_rules(chosen, len(traders))
        host = opening(source)
        begun = steps.market_start(Phase.parse(host.board.first_phase), host, rules, traders)
        dollars = [Posting(BANK, cash_account(seat), DOLLARS, START_DOLLARS, "first dollars") for seat in traders]
        state = TroubleshooterState(
            **{**begun, "books": begun["books"].post(dollars)},
            terms=terms,
            open_positions=chosen["positions"] == "public",
            report_hours=hours,
            traders=traders,
            winter=Winter(dict(host.counts), dict(host.owners)),
            forces=counted_units(host.powers, host.units),
            travellers=dict.fromkeys(traders, Traveller()),
            flags=flags_of(seats, source, host.powers, "Troubleshooter"),
        )
        return Step(state, (_opened(state), tell(PUBLIC, Homes(rows=homes(state)))))

    def admit(self, state: TroubleshooterState, seat: Seat) -> Step:
        """Nobody joins late; a vacant seat may be taken over, which is the house's matter (T-16)."""
        raise InputError("Nobody joins a Troubleshooter that has begun (T-16).", hint="TAKEOVER a vacant seat instead.")

    def agenda(self, state: TroubleshooterState) -> Agenda:
        """A phase for each season, which waits for its report (T-14); or the phases of a hosted board (M-11)."""
        busy = undecided(state.host, state.phase) if state.host.live is not None and not state.ended else ()
        return steps.market_agenda(state, busy, ("trades", "ts"), wants_report(state), INFO.calendar)

    def rule_on(self, state: TroubleshooterState, seat: str, sheet: Sheet) -> tuple[Ruling, ...]:
        if seat == MASTER:
            return check_reports(state, sheet)
        if seat in state.flags:
            return check_orders(state.host, state.phase, state.flags[seat], sheet, ahead=True)
        judges: dict[str, Callable[[Sheet], Sequence[Ruling]]] = {
            "trades": lambda trades: rulings(settle(trades, state.purse(seat), state.market)),
            "ts": lambda orders: judge_journeys(state, seat, orders),
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
        """One deadline from beginning to end. Raises InputError while the master's report is missing (T-14)."""
        season = hear_the_board(state, orders)
        after = replace(state, host=season.host)
        turn = TroubleshooterTurn(before=state, state=after, orders=orders, dice=dice, season=season)
        return played(turn, STEPS)

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
