"""The rules of Diplomacy as the house asks for them."""

from collections.abc import Mapping, Sequence
from typing import Any

from judge.core.calendar import Clock
from judge.core.command import Command, Orders, Sheet
from judge.core.dice import Dice
from judge.core.errors import InputError
from judge.core.form import Form
from judge.core.ledger import Ledger
from judge.core.notice import MASTER
from judge.core.picture import Board
from judge.core.ruling import Reason, Ruling, refuse
from judge.core.shown import Shown
from judge.core.variant import Agenda, Duty, Names, Seat, Situation, Step, Told, Variant
from judge.games.diplomacy.info import INFO, ORDERS, REPORT, VOTES
from judge.games.diplomacy.shown import forecast, private, public
from judge.games.diplomacy.state import VOTE_REASONS, DiplomacyState, rule_on_vote
from judge.games.diplomacy.turn import open_game, play
from judge.kits.host.hosted import undecided
from judge.kits.host.legal import HOSTED_REASONS, check_orders
from judge.kits.host.orders import ORDERS as ORDER_WORDS
from judge.kits.host.orders import standard_names
from judge.kits.host.picture import picture
from judge.kits.host.reported import check_sheet
from judge.kits.host.reports import REPORTS as REPORT_WORDS
from judge.kits.host.situation import hosted_situation, order_samples, spoken_orders, unit_lines, vote_lines
from judge.kits.host.votes import VOTES as VOTE_WORDS
from judge.kits.host.votes import Vote


class Diplomacy:
    """Diplomacy on the standard board (D)."""

    info = INFO
    vocabulary: Mapping[str, type[Command]] = {**ORDER_WORDS, **VOTE_WORDS, **REPORT_WORDS}
    reasons: Mapping[str, Reason] = {**HOSTED_REASONS, **VOTE_REASONS}
    state_type: type = DiplomacyState

    def names(self, options: Mapping[str, str]) -> Names:
        return standard_names()

    def open(self, seats: tuple[Seat, ...], options: Mapping[str, str], dice: Dice) -> Step:
        return open_game(seats, options, dice)

    def admit(self, state: DiplomacyState, seat: Seat) -> Step:
        raise InputError("A Diplomacy that has begun takes no new powers.", hint="A vacant one can be taken over.")

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
            sections=(ORDERS.name, VOTES.name),
            accepts=(REPORT.name,),
            pace=INFO.calendar.clock(state.phase),
            grace_hours=state.settings.grace,
        )

    def rule_on(self, state: DiplomacyState, seat: str, sheet: Sheet) -> tuple[Ruling, ...]:
        if seat == MASTER:
            return check_sheet(state.host, state.phase, sheet)
        if seat not in state.flags:
            return tuple(refuse(command, "not-an-order") for command in sheet)
        power = state.flags[seat]
        orders = tuple(command for command in sheet if not isinstance(command, Vote))
        ahead = state.settings.conditional != "off"
        ruled = iter(check_orders(state.host, state.phase, power, orders, ahead))
        return tuple(
            rule_on_vote(state, power, command) if isinstance(command, Vote) else next(ruled) for command in sheet
        )

    def forecast(self, state: DiplomacyState, seat: str, sheet: Sheet) -> Shown:
        return forecast(state, seat, sheet)

    def act(self, state: DiplomacyState, seat: str, command: Any) -> Step:
        """Nothing in a Diplomacy is carried out before the deadline."""
        return Step(state)

    def resolve(self, state: DiplomacyState, orders: Orders, dice: Dice) -> Step:
        return play(state, orders)

    def situation(self, state: DiplomacyState, seat: str) -> Situation:
        """The board as the seat's power stands on it; nothing where the master reports the results."""
        if seat not in state.flags:
            return Situation(season=state.phase.kind)
        return hosted_situation(state.host, (state.flags[seat],), state.phase)

    def speaks_for(self, state: DiplomacyState, seat: str) -> tuple[str, ...]:
        return (state.flags[seat],) if seat in state.flags else ()

    def spoken(self, state: DiplomacyState, seat: str) -> str:
        if seat not in state.flags or state.host.live is None:
            return ""
        return spoken_orders(state.host, state.phase, state.flags[seat])

    def samples(self, state: DiplomacyState, seat: str) -> tuple[str, ...]:
        if seat not in state.flags or state.host.live is None:
            return ()
        return order_samples(state.host, state.phase, state.flags[seat])

    def standing(self, state: DiplomacyState, seat: str | None) -> Shown:
        return public(state) if seat is None else private(state, seat)

    def picture(self, before: Shown, after: Shown, notices: Told) -> Board | None:
        return picture(before, after, notices)

    def form(self, public: Shown, phase: str, seats: Sequence[str]) -> Form:
        return Form(unit_lines(public, phase), (vote_lines(public),))

    def books(self, state: DiplomacyState) -> Ledger:
        """There is no money in Diplomacy."""
        return Ledger()


VARIANT: Variant = Diplomacy()
