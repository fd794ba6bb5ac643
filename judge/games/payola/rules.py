"""The rules of Payola: how a game begins, a deadline step by step in their order, gifts of money, immediate and final,
with a receipt to both (A2), and what the house asks."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import field, replace
from functools import partial
from typing import Any

from judge.core.abilities import Coin
from judge.core.calendar import Clock
from judge.core.command import Command, Final, Orders, Sheet
from judge.core.dice import Dice
from judge.core.form import Blanks, Form, blank
from judge.core.ledger import BANK, Ledger, Posting
from judge.core.notice import MASTER, PUBLIC, Notice, tell
from judge.core.picture import Board
from judge.core.ruling import Reason, Ruling, accept, by_section, refuse
from judge.core.shown import Shown
from judge.core.tables import reasons, tables
from judge.core.variant import Agenda, Duty, Seat, Step, Told
from judge.games.payola import news, sheets
from judge.games.payola.info import INFO, special
from judge.games.payola.money import starting, year_end
from judge.games.payola.news import Receipt
from judge.games.payola.sheets import bid_of, drawn_lists, filed_list, list_of
from judge.games.payola.shown import fogged, forecast, picture, private, public, samples
from judge.games.payola.state import VOTE_REASONS, PayolaMovement, PayolaSettings, PayolaState, read_settings
from judge.kits.bribes.decide import Decision, decide
from judge.kits.bribes.rules import COIN, MONEY, Signals, told
from judge.kits.bribes.sheets import BRIBE_REASONS, OFFER_WORDS, as_orders, issued, paid_out
from judge.kits.bribes.statements import signalled
from judge.kits.bribes.values import write_welcome
from judge.kits.deadline import played
from judge.kits.host import powers as steps
from judge.kits.host.bulletin import board_notices
from judge.kits.host.commands import ORDER_WORDS, REPORT_WORDS, UnitOrder, power_letters
from judge.kits.host.hosted import hosted_season, hosted_sheets, undecided
from judge.kits.host.legal import HOSTED_REASONS
from judge.kits.host.powers import BoardVariant
from judge.kits.host.reported import check_sheet
from judge.kits.host.situation import survivors, unit_lines, vote_lines
from judge.kits.host.state import Host, drawn
from judge.kits.host.votes import VOTE_WORDS, rule_on_votes
from judge.kits.rulings import Correction, account_of, adjusted


class PayolaTurn(steps.PowersTurn):
    """A deadline under way."""

    before: PayolaState
    state: PayolaState
    dice: Dice
    decision: Decision | None = None
    issued: Mapping[str, str] = field(default_factory=dict)

    @property
    def bidding(self) -> bool:
        """Whether this is a movement that takes place."""
        return self.before.phase.kind == "M" and self.over is None


def keep_the_lists(turn: PayolaTurn) -> PayolaTurn:
    """Acceptance lists filed in this phase hold from now on (A8)."""
    filed = {power: filed_list(turn.sheet(power)) for power in turn.before.host.powers}
    lists = {**turn.state.lists, **{power: listed for power, listed in filed.items() if listed is not None}}
    return turn.changed(lists=dict(sorted(lists.items())))


def decide_the_orders(turn: PayolaTurn) -> PayolaTurn:
    """Each unit takes the order with the highest total; who overspends is cut until nobody does (A7, A9)."""
    if not turn.bidding:
        return turn
    state = turn.state
    bids = {power: bid_of(state, power, turn.sheet(power), True) for power in state.host.powers}
    welcome = drawn_lists(state, turn.dice)
    purses = {power: bid.purse for power, bid in bids.items()}
    decision = decide(state.units(), purses, welcome, state.settings.bribes, state.dummies)
    page = PayolaMovement.of(
        state.phase,
        state.units(),
        purses,
        welcome,
        lists={power: write_welcome(list_of(state, power), power_letters()) for power in state.host.powers},
        unheeded={power: bid.unheeded for power, bid in bids.items() if bid.unheeded},
    )
    turn = turn.changed(archive=(*state.archive, page))
    turn = turn.telling(*news.after_movement(turn.before, decision, bids, page))
    return replace(turn, decision=decision, issued=issued(decision, bids.values()))


def collect(turn: PayolaTurn) -> PayolaTurn:
    """What was promised for the orders obeyed leaves the game; in Zero-Sum it is kept for the owners (A7, A13)."""
    if turn.decision is None:
        return turn
    return turn.changed(books=turn.state.books.post(paid_out(turn.decision, turn.state.settings.zero_sum)))


def play_the_board(turn: PayolaTurn) -> PayolaTurn:
    """The bought orders, or the owners' retreats and builds, are adjudicated as in any Diplomacy (A7, D-6, D-14)."""
    if turn.over is not None:
        return turn
    state, host = turn.state, turn.state.host
    sheets = {power: tuple(line for line in turn.sheet(power) if isinstance(line, UnitOrder)) for power in host.powers}
    orders, ahead = hosted_sheets(host, state.phase, sheets)
    if turn.decision is not None:
        awards = turn.decision.awards
        orders = {
            power: [turn.issued[unit] for unit, award in sorted(awards.items()) if award.owner == power]
            for power in host.powers
        }
    master, conditional = turn.orders.get(MASTER, ()), state.settings.conditional
    season = hosted_season(host, state.phase, orders, master, ahead=ahead, conditional=conditional)
    told = board_notices(state.phase, season)
    if state.settings.bribes.signals is not Signals.OFF:
        told = signalled(told)
    if state.settings.blind:
        told = tuple(fogged(told, host, season.host, state.seats))
    turn = turn.changed(host=season.host, taken=(*state.taken, *season.taken))
    return replace(turn, season=season, over=season.change.over, notices=(*told, *turn.notices))


def pay_the_year(turn: PayolaTurn) -> PayolaTurn:
    """Income comes after builds and before spring; a game that is over has none (PR-8)."""
    season = turn.season
    if season is None or turn.over is not None or season.next.year == turn.before.phase.year:
        return turn
    state = turn.state
    accounts, postings = year_end(state)
    turn = turn.changed(books=state.books.post(postings), taken=(), year=dict(state.host.counts))
    return turn.telling(*news.income_notices(state, turn.before.phase, accounts))


def count_the_silent(turn: PayolaTurn) -> PayolaTurn:
    """Who had units to bid for and sent nothing, no list and no money either, (A10, D-9)."""
    before = turn.before
    if not turn.bidding:
        return turn
    givers = {giver for giver, _ in before.given}
    owing = [power for power in before.owing if power not in givers]
    return steps.tell_the_silent(turn, owing, news.PayolaNoSheet)


def show_the_offers(turn: PayolaTurn) -> PayolaTurn:
    """When the game is over, money counts for nothing, and all offers are shown (A11)."""
    return turn.telling(news.archive(turn.state)) if turn.ended else turn


STEPS: tuple[Callable[[PayolaTurn], PayolaTurn], ...] = (
    keep_the_lists,
    steps.count_the_votes,
    decide_the_orders,
    collect,
    play_the_board,
    steps.keep_the_count,
    pay_the_year,
    count_the_silent,
    steps.finish,
    show_the_offers,
    partial(steps.turn_the_page, given=()),
)


def first_purses(host: Host, settings: PayolaSettings) -> list[Posting]:
    """What each power begins with (A2), unplayed ones too: in Zero-Sum their centres can be taken."""
    postings = []
    for power in host.powers:
        owned = [centre for centre, owner in sorted(host.owners.items()) if owner == power]
        units = sum(owner == power for owner, _, _ in host.units)
        amount = starting(settings.income, owned, units, host.board.victory_centres)
        postings.append(Posting(BANK, power, MONEY, amount, "first purse"))
    return postings


def _opened(state: PayolaState, special: tuple[news.Special, ...]) -> Notice:
    settings = state.settings
    data = news.PayolaOpened(
        **steps.opened(state),
        powers=tuple(news.PayolaPlayer(power=p, seat=s, balance=state.balance(p)) for p, s in state.seats.items()),
        income=settings.income.mode,
        tax=settings.income.tax,
        tax_centres=dict(settings.income.centres),
        cap=settings.income.cap,
        blind=settings.blind,
        special=special,
    )
    return tell(PUBLIC, data)


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
    given = _receipt(state, after, power, -command.amount, command.power)
    taken = _receipt(state, after, command.power, command.amount, "" if hidden else power)
    return Step(after, (given, taken))


def _receipt(before: PayolaState, after: PayolaState, power: str, amount: int, other: str) -> Notice:
    data = Receipt(
        phase=str(before.phase),
        power=power,
        before=before.balance(power),
        amount=amount,
        other=other,
        after=after.balance(power),
    )
    return tell(before.seats[power], data)


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
        """The board before Spring 1901 and everybody's first purse. InputError when these seats cannot begin."""
        chosen = INFO.settled(options)
        settings = read_settings(chosen)
        hint = "SET empty dummy puts their units up for sale (A10)." if settings.empty == "refuse" else ""
        begun = steps.powers_start(seats, dice, INFO.title, hint)
        host: Host = begun["host"]
        books = Ledger().post(first_purses(host, settings))
        state = PayolaState(**begun, settings=settings, books=books, year=dict(host.counts))
        return Step(state, (_opened(state, special(chosen)),), dealt=drawn(seats, state.flags))

    def agenda(self, state: PayolaState) -> Agenda:
        """A movement waits for powers with units, and takes sheets from those with money alone (A10)."""
        if state.ended:
            return Agenda(state.phase, dict.fromkeys(state.flags, Duty.NONE), (), pace=Clock.NONE)
        waited = undecided(state.host, state.phase)
        duties = {seat: _duty(state, power, waited) for seat, power in sorted(state.flags.items())}
        return Agenda(
            phase=state.phase,
            duties=duties,
            sections=("offers", "acceptance", "orders", "votes", "transfers"),
            accepts=("report",),
            pace=INFO.calendar.clock(state.phase),
            grace_hours=state.settings.grace,
        )

    def rule_on(self, state: PayolaState, seat: str, sheet: Sheet) -> tuple[Ruling, ...]:
        if seat == MASTER:
            return check_sheet(state.host, state.phase, sheet)
        if seat not in state.flags:
            return tuple(refuse(command, "not-an-order") for command in sheet)
        power = state.flags[seat]
        judges: dict[str, Callable[[Sheet], Sequence[Ruling]]] = {
            "offers": lambda commands: sheets.rule_on_offers(state, power, commands, sheets.stray(state, sheet)),
            "acceptance": sheets.rule_on_lists,
            "orders": lambda commands: sheets.rule_on_orders(state, power, commands),
            "votes": lambda commands: rule_on_votes(state.poll, power, commands, state.phase),
            "transfers": lambda commands: [
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
        powers = sorted(state.flags.values())
        named = {**state.flags, **{power: power for power in powers}}
        return account_of(name, named, (power.title() for power in powers))

    def coins(self, state: PayolaState, account: str) -> tuple[Coin, ...]:
        return (COIN,)

    def adjust(self, state: PayolaState, account: str, unit: str, amount: int, reason: str) -> Step:
        """Whole AgP."""
        seat = state.seats.get(account, "")
        ruling = Correction(str(state.phase), account, account.title(), seat, unit, amount, reason, told, secret=True)
        return adjusted(state, ruling)


def _duty(state: PayolaState, power: str, waited: tuple[str, ...]) -> Duty:
    if power in waited:
        return Duty.MUST
    may = state.phase.kind == "M" and sheets.may_bribe(state, power) and state.balance(power) > 0
    return Duty.MAY if may or power in state.owing else Duty.NONE


VARIANT = Payola()
