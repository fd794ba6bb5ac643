"""The rules of Diplomacy: how a game begins, a deadline step by step in their order, and what the house asks."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from judge.core.calendar import Clock
from judge.core.command import Command, Orders, Sheet
from judge.core.dice import Dice
from judge.core.form import Form
from judge.core.ledger import Ledger
from judge.core.notice import MASTER, PUBLIC, tell
from judge.core.ruling import Reason, Ruling, by_section, refuse
from judge.core.shown import Shown
from judge.core.variant import Agenda, Duty, Seat, Step, settings_of
from judge.games.diplomacy.info import INFO
from judge.games.diplomacy.shown import DiplomacyOpened, DiplomacyPlayer, forecast, private, public
from judge.games.diplomacy.state import VOTE_REASONS, DiplomacySettings, DiplomacyState, rule_on_vote
from judge.kits.deadline import played
from judge.kits.host import powers as steps
from judge.kits.host.bulletin import board_notices, duty_notices
from judge.kits.host.commands import ORDER_WORDS, REPORT_WORDS
from judge.kits.host.hosted import hosted_season, hosted_sheets, undecided
from judge.kits.host.legal import HOSTED_REASONS, check_orders
from judge.kits.host.news import NoOrders
from judge.kits.host.powers import BoardVariant
from judge.kits.host.reported import check_sheet
from judge.kits.host.situation import order_samples, spoken_orders, unit_lines, vote_lines
from judge.kits.host.state import drawn
from judge.kits.host.votes import VOTE_WORDS, votes_of


class DiplomacyTurn(steps.PowersTurn):
    """A deadline under way."""

    before: DiplomacyState
    state: DiplomacyState


def play_the_board(turn: DiplomacyTurn) -> DiplomacyTurn:
    """Movement, retreats, adjustments and the count, as far as this deadline reaches (D-2 to D-8, D-13)."""
    if turn.over is not None:
        return turn
    state = turn.state
    sheets = {power: turn.sheet(power) for power in state.seats}
    orders, ahead = hosted_sheets(state.host, state.phase, sheets)
    season = hosted_season(
        state.host,
        state.phase,
        orders,
        turn.orders.get(MASTER, ()),
        ahead=ahead,
        conditional=state.settings.conditional,
        edition=state.settings.policy,
    )
    turn = turn.changed(host=season.host).telling(*board_notices(state.phase, season))
    return replace(turn, season=season, over=season.change.over)


def count_the_silent(turn: DiplomacyTurn) -> DiplomacyTurn:
    """Who owed a movement and sent nothing (D-9)."""
    if turn.before.phase.kind != "M" or turn.season is None:
        return turn
    return steps.tell_the_silent(turn, turn.before.owing, NoOrders)


def tell_the_waiting(turn: DiplomacyTurn) -> DiplomacyTurn:
    """Each seat that has something to decide in the phase that opens is told what, alone."""
    state = turn.state
    return turn if turn.ended else turn.telling(*duty_notices(state.host, state.phase, state.flags))


STEPS: tuple[Callable[[DiplomacyTurn], DiplomacyTurn], ...] = (
    steps.count_the_votes,
    play_the_board,
    steps.keep_the_count,
    count_the_silent,
    steps.finish,
    steps.turn_the_page,
    tell_the_waiting,
)


class Diplomacy(BoardVariant):
    """Diplomacy on the standard board (D)."""

    info = INFO
    vocabulary: Mapping[str, type[Command]] = {**ORDER_WORDS, **VOTE_WORDS, **REPORT_WORDS}
    reasons: Mapping[str, Reason] = {**HOSTED_REASONS, **VOTE_REASONS}
    state_type: type = DiplomacyState

    def open(self, seats: tuple[Seat, ...], options: Mapping[str, str], dice: Dice) -> Step:
        """The board before Spring 1901. InputError when these seats cannot begin."""
        chosen = INFO.settled(options)
        hint = "SET empty hold lets their units hold (D-9)." if chosen["empty"] == "refuse" else ""
        begun = steps.powers_start(seats, dice, INFO.title, hint)
        settings = settings_of(DiplomacySettings, chosen, grace=int(chosen["grace"]) if chosen["nmr"] == "wait" else 0)
        state = DiplomacyState(**begun, settings=settings)
        players = tuple(DiplomacyPlayer(power=power, seat=seat) for power, seat in sorted(state.seats.items()))
        data = DiplomacyOpened(**steps.opened(state), powers=players)
        return Step(state, (tell(PUBLIC, data),), dealt=drawn(seats, state.flags))

    def agenda(self, state: DiplomacyState) -> Agenda:
        """Moves on the weekly clock, retreats and builds on the short one (D-8)."""
        if state.ended:
            return Agenda(state.phase, dict.fromkeys(state.flags, Duty.NONE), (), pace=Clock.NONE)
        open_to = undecided(state.host, state.phase)
        owed = {
            seat: Duty.MUST if power in open_to else Duty.MAY if power in state.owing else Duty.NONE
            for seat, power in state.flags.items()
        }
        return Agenda(
            phase=state.phase,
            duties=dict(sorted(owed.items())),
            sections=("orders", "votes"),
            accepts=("report",),
            pace=INFO.calendar.clock(state.phase),
            grace_hours=state.settings.grace,
        )

    def rule_on(self, state: DiplomacyState, seat: str, sheet: Sheet) -> tuple[Ruling, ...]:
        if seat == MASTER:
            return check_sheet(state.host, state.phase, sheet)
        if seat not in state.flags:
            return tuple(refuse(command, "not-an-order") for command in sheet)
        power, ahead = state.flags[seat], state.settings.conditional != "off"
        judges: dict[str, Callable[[Sheet], Sequence[Ruling]]] = {
            "orders": lambda orders: check_orders(state.host, state.phase, power, orders, ahead),
            "votes": lambda votes: [rule_on_vote(state, power, vote) for vote in votes_of(votes)],
        }
        return by_section(sheet, judges)

    def forecast(self, state: DiplomacyState, seat: str, sheet: Sheet) -> Shown:
        return forecast(state, seat, sheet)

    def resolve(self, state: DiplomacyState, orders: Orders, dice: Dice) -> Step:
        return played(DiplomacyTurn(before=state, state=state, orders=orders), STEPS)

    def spoken(self, state: DiplomacyState, seat: str) -> str:
        return spoken_orders(state.host, state.phase, state.flags[seat]) if seat in state.flags else ""

    def samples(self, state: DiplomacyState, seat: str) -> tuple[str, ...]:
        return order_samples(state.host, state.phase, state.flags[seat]) if seat in state.flags else ()

    def standing(self, state: DiplomacyState, seat: str | None) -> Shown:
        return public(state) if seat is None else private(state, seat)

    def form(self, public: Shown, phase: str, seats: Sequence[str]) -> Form:
        return Form(unit_lines(public, phase), (vote_lines(public),))

    def books(self, state: DiplomacyState) -> Ledger:
        """There is no money in Diplomacy."""
        return Ledger()


VARIANT = Diplomacy()
