"""How a Payola begins, and a deadline, step by step in the order of the rules."""

from collections.abc import Callable, Mapping
from dataclasses import field, replace
from functools import partial

from judge.core.dice import Dice
from judge.core.errors import InputError
from judge.core.ledger import BANK, Ledger, Posting
from judge.core.notice import MASTER, PUBLIC, Notice, tell
from judge.core.phase import Phase
from judge.core.variant import Seat, Step
from judge.games.payola import news
from judge.games.payola.info import INFO, special
from judge.games.payola.money import starting, year_end
from judge.games.payola.sheets import bid_of, drawn_lists, filed_list, list_of
from judge.games.payola.shown import fogged
from judge.games.payola.state import PayolaMovement, PayolaSettings, PayolaState, read_settings
from judge.kits.bribes.decide import Decision, decide
from judge.kits.bribes.rules import MONEY, Signals
from judge.kits.bribes.sheets import issued, paid_out
from judge.kits.bribes.statements import signalled
from judge.kits.bribes.values import write_welcome
from judge.kits.host import powers as steps
from judge.kits.host.bulletin import board_notices
from judge.kits.host.commands import UnitOrder, power_letters
from judge.kits.host.hosted import hosted_season, hosted_sheets
from judge.kits.host.news import Standing, YearOfCentres
from judge.kits.host.state import Host, Source, deal, drawn, opening


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
    conditional = state.settings.conditional
    season = hosted_season(
        host,
        state.phase,
        orders,
        turn.orders.get(MASTER, ()),
        ahead=ahead if conditional != "off" else None,
        single=conditional == "only",
    )
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


def open_game(seats: tuple[Seat, ...], options: Mapping[str, str], dice: Dice) -> Step:
    """The board before Spring 1901 and everybody's first purse. InputError when these seats cannot begin."""
    chosen = INFO.settled(options)
    settings = read_settings(chosen)
    host = opening(Source.HOSTED)
    flags = deal(seats, host.powers, dice, "a Payola")
    idle = [power for power in host.powers if power not in flags.values()]
    if idle and settings.empty == "refuse":
        raise InputError(
            f"{', '.join(power.title() for power in idle)} have no player.",
            hint="SET empty dummy puts their units up for sale (A10).",
        )
    phase = Phase.parse(host.board.first_phase)
    books = Ledger().post(first_purses(host, settings))
    history = (YearOfCentres(year=phase.year - 1, centres=dict(host.counts)),)
    state = PayolaState(
        phase=phase, settings=settings, host=host, flags=flags, books=books, year=dict(host.counts), history=history
    )
    return Step(state, (_opened(state, idle, special(chosen)),), dealt=drawn(seats, flags))


def first_purses(host: Host, settings: PayolaSettings) -> list[Posting]:
    """What each power begins with (A2), unplayed ones too: in Zero-Sum their centres can be taken."""
    postings = []
    for power in host.powers:
        owned = [centre for centre, owner in sorted(host.owners.items()) if owner == power]
        units = sum(owner == power for owner, _, _ in host.units)
        amount = starting(settings.income, owned, units, host.board.victory_centres)
        postings.append(Posting(BANK, power, MONEY, amount, "first purse"))
    return postings


def _opened(state: PayolaState, idle: list[str], special: tuple[news.Special, ...]) -> Notice:
    settings = state.settings
    data = news.PayolaOpened(
        phase=str(state.phase),
        powers=tuple(news.PayolaPlayer(power=p, seat=s, balance=state.balance(p)) for p, s in state.seats.items()),
        idle=tuple(idle),
        units=tuple(Standing(power=power, type=kind, loc=place) for power, kind, place in state.host.units),
        victory=state.host.board.victory_centres,
        draws=settings.draws,
        conditional=settings.conditional,
        income=settings.income.mode,
        tax=settings.income.tax,
        tax_centres=dict(settings.income.centres),
        cap=settings.income.cap,
        blind=settings.blind,
        special=special,
    )
    return tell(PUBLIC, data)
