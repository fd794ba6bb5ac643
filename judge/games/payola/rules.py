"""The rules of Payola as the house asks for them; gifts of money, immediate and final, with a receipt to both (A2)."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from judge.core.abilities import Coin
from judge.core.calendar import Clock
from judge.core.command import Command, Final, Orders, Sheet
from judge.core.dice import Dice
from judge.core.errors import InputError
from judge.core.form import Blanks, Form, blank
from judge.core.ids import fold
from judge.core.ledger import Posting
from judge.core.notice import MASTER, Notice, tell
from judge.core.picture import Board
from judge.core.ruling import Reason, Ruling, accept, by_section, refuse
from judge.core.shown import Shown
from judge.core.tables import reasons, tables
from judge.core.variant import Agenda, Duty, Seat, Step, Told
from judge.games.payola import sheets
from judge.games.payola.info import ACCEPTANCE, INFO, OFFERS, ORDERS, REPORT, TRANSFERS, VOTES
from judge.games.payola.news import Receipt
from judge.games.payola.shown import forecast, picture, private, public, samples
from judge.games.payola.state import VOTE_REASONS, PayolaState
from judge.games.payola.turn import STEPS, PayolaTurn, open_game
from judge.kits.bribes.rules import COIN, MONEY, told
from judge.kits.bribes.sheets import BRIBE_REASONS, OFFER_WORDS, as_orders
from judge.kits.deadline import played
from judge.kits.host.commands import ORDER_WORDS, REPORT_WORDS
from judge.kits.host.hosted import undecided
from judge.kits.host.legal import HOSTED_REASONS
from judge.kits.host.powers import BoardVariant
from judge.kits.host.reported import check_sheet
from judge.kits.host.situation import survivors, unit_lines, vote_lines
from judge.kits.host.votes import VOTE_WORDS, Vote, rule_on_vote
from judge.kits.rulings import Correction, adjusted, nobody

TRANSFER_REASONS: dict[str, Reason] = reasons(tables(__package__)["transfers"])


class Transfer(Command, final=Final.YES, kw_only=True, section="transfers", form="TRANSFER {amount} TO {power}"):
    """TRANSFER 30 TO ITALY: carried out at once (A2)."""

    amount: int
    power: str


def rule_on_transfer(state: PayolaState, power: str, command: Transfer) -> Ruling:
    """Whether it can be carried out now."""
    settings, balance = state.settings, state.balance(power)
    if settings.transfers == "none":
        return refuse(command, "no-transfers")
    if not sheets.may_bribe(state, power):
        return refuse(command, "no-purse")
    if command.power == power:
        return refuse(command, "to-yourself")
    if command.power in state.dummies:
        players = ", ".join(other.title() for other in sorted(state.flags.values()) if other != power)
        return refuse(command, "nobody-there", power=command.power.title(), players=players)
    if not 1 <= command.amount <= balance:
        return refuse(command, "not-that-much", balance=balance)
    if settings.transfers == "one" and (power, command.power) in state.given:
        return refuse(command, "one-transfer", power=command.power.title(), phase=str(state.phase))
    return accept(command)


def give(state: PayolaState, power: str, command: Transfer) -> Step:
    """Carry it out; nobody but the two is told."""
    books = state.books.post((Posting(power, command.power, MONEY, command.amount, "transfer"),))
    after = replace(state, books=books, given=(*state.given, (power, command.power)))
    hidden = state.settings.anonymous
    notices = (
        _receipt(state, after, power, -command.amount, command.power),
        _receipt(state, after, command.power, command.amount, "" if hidden else power),
    )
    seats = state.seats
    return Step(after, tuple(replace(notice, audience=seats[notice.audience]) for notice in notices))


def _receipt(before: PayolaState, after: PayolaState, power: str, amount: int, other: str) -> Notice:
    data = Receipt(
        phase=str(before.phase),
        power=power,
        before=before.balance(power),
        amount=amount,
        other=other,
        after=after.balance(power),
    )
    return tell(power, data)


class Payola(BoardVariant):
    """Payola on the standard board (P)."""

    info = INFO
    vocabulary: Mapping[str, type[Command]] = {
        **OFFER_WORDS,
        "transfer": Transfer,
        **ORDER_WORDS,
        **VOTE_WORDS,
        **REPORT_WORDS,
    }
    reasons: Mapping[str, Reason] = {
        **HOSTED_REASONS,
        **BRIBE_REASONS,
        **sheets.REASONS,
        **sheets.OWNER_REASONS,
        **TRANSFER_REASONS,
        **VOTE_REASONS,
    }
    state_type: type = PayolaState

    def open(self, seats: tuple[Seat, ...], options: Mapping[str, str], dice: Dice) -> Step:
        return open_game(seats, options, dice)

    def admit(self, state: PayolaState, seat: Seat) -> Step:
        raise InputError("A Payola that has begun takes no new powers.", hint="A vacant one can be taken over.")

    def agenda(self, state: PayolaState) -> Agenda:
        """A movement waits for powers with units, and takes sheets from those with money alone (A10)."""
        if state.ended:
            return Agenda(state.phase, dict.fromkeys(state.flags, Duty.NONE), (), pace=Clock.NONE)
        waited = undecided(state.host, state.phase)
        duties = {seat: self._duty(state, power, waited) for seat, power in sorted(state.flags.items())}
        always = (ACCEPTANCE.name, ORDERS.name, VOTES.name, TRANSFERS.name)
        return Agenda(
            phase=state.phase,
            duties=duties,
            sections=(OFFERS.name, *always),
            accepts=(REPORT.name,),
            pace=INFO.calendar.clock(state.phase),
            grace_hours=state.settings.grace,
        )

    @staticmethod
    def _duty(state: PayolaState, power: str, waited: tuple[str, ...]) -> Duty:
        if power in waited:
            return Duty.MUST
        may = sheets.may_bribe(state, power) and state.balance(power) > 0 if state.phase.kind == "M" else False
        return Duty.MAY if may or power in state.owing else Duty.NONE

    def rule_on(self, state: PayolaState, seat: str, sheet: Sheet) -> tuple[Ruling, ...]:
        if seat == MASTER:
            return check_sheet(state.host, state.phase, sheet)
        if seat not in state.flags:
            return tuple(refuse(command, "not-an-order") for command in sheet)
        power = state.flags[seat]
        judges: dict[str, Callable[[Sheet], Sequence[Ruling]]] = {
            OFFERS.name: lambda commands: sheets.rule_on_offers(state, power, commands, sheets.stray(state, sheet)),
            ACCEPTANCE.name: sheets.rule_on_lists,
            ORDERS.name: lambda commands: sheets.rule_on_orders(state, power, commands),
            VOTES.name: lambda commands: [
                rule_on_vote(state.poll, power, command, state.phase)
                for command in commands
                if isinstance(command, Vote)
            ],
            TRANSFERS.name: lambda commands: [
                rule_on_transfer(state, power, command) for command in commands if isinstance(command, Transfer)
            ],
        }
        return by_section(sheet if state.phase.kind == "M" else as_orders(sheet), judges)

    def forecast(self, state: PayolaState, seat: str, sheet: Sheet) -> Shown:
        return forecast(state, seat, sheet)

    def act(self, state: PayolaState, seat: str, command: Any) -> Step:
        """Transfers are carried out at once (A2)."""
        return give(state, state.flags[seat], command)

    def resolve(self, state: PayolaState, orders: Orders, dice: Dice) -> Step:
        return played(PayolaTurn(before=state, state=state, orders=orders, dice=dice), STEPS)

    def samples(self, state: PayolaState, seat: str) -> tuple[str, ...]:
        return samples(state, state.flags[seat]) if seat in state.flags else ()

    def standing(self, state: PayolaState, seat: str | None) -> Shown:
        return public(state) if seat is None else private(state, seat)

    def picture(self, before: Shown, after: Shown, notices: Told) -> Board | None:
        return picture(before, after, notices)

    def form(self, public: Shown, phase: str, seats: Sequence[str]) -> Form:
        others = {"to": survivors(public)}
        money = (
            blank("Keep in the purse", "{AgP} $", unless="savings=no", pays="AgP"),
            blank("Give at once", "TRANSFER {AgP} TO {to}", others, unless="transfers=none", pays="AgP"),
            blank("Whose money you like best", "ACCEPT {powers~}"),
        )
        blanks = (Blanks("Money", money if phase[-1] == "M" else money[1:2]), vote_lines(public))
        return Form(unit_lines(public, phase, summed=True), blanks)

    def account(self, state: PayolaState, name: str) -> str:
        """The power of that name, or of the seat of that name, if somebody plays it."""
        named = {fold(seat): power for seat, power in state.flags.items()}
        named |= {fold(power): power for power in state.flags.values()}
        if fold(name) not in named:
            raise nobody(name, tuple(power.title() for power in sorted(state.flags.values())))
        return named[fold(name)]

    def coins(self, state: PayolaState, account: str) -> tuple[Coin, ...]:
        return (COIN,)

    def adjust(self, state: PayolaState, account: str, unit: str, amount: int, reason: str) -> Step:
        """Whole AgP."""
        seat = state.seats.get(account, "")
        ruling = Correction(str(state.phase), account, account.title(), seat, unit, amount, reason, told, secret=True)
        return adjusted(state, ruling)


VARIANT = Payola()
