"""How an Exchange begins: empty homelands, equal purses (2.1, 7.3)."""

from collections.abc import Mapping
from dataclasses import replace

from judge.core.dice import Dice
from judge.core.errors import InputError
from judge.core.ledger import BANK, Ledger, Posting
from judge.core.notice import PUBLIC, tell
from judge.core.phase import Phase
from judge.core.variant import Role, Seat, Step
from judge.games.exchange.card import CARD
from judge.games.exchange.clock import BIDS, opens_to_newcomers
from judge.games.exchange.news.founding import Joined, LeastBids, Opened
from judge.games.exchange.news.trade import LeastBid
from judge.games.exchange.settings import Settings, bids_text, least_bids, read_settings
from judge.games.exchange.state import MONEY, NEUTRAL, Corp, ExchangeState, Status
from judge.games.exchange.year import NEUTRAL_PRICE
from judge.kits.board.units import Position
from judge.kits.host.state import Host, LiveBoard, Source, opening


def open_game(seats: tuple[Seat, ...], options: Mapping[str, str], dice: Dice) -> Step:
    """The board without a unit, and the first startup bids. InputError when these seats cannot begin."""
    settings = read_settings(CARD.settled({name: value for name, value in options.items() if name != "seed"}))
    for seat in seats:
        if seat.role is not Role.INVESTOR:
            raise InputError(f"{seat.name}: an Exchange has investors only.")
    if len(seats) < 2:
        raise InputError("An Exchange needs two investors at least.")
    investors = tuple(sorted(seat.name for seat in seats))
    host = empty_board()
    books = Ledger().post(first_purses(settings, investors, host))
    phase = Phase(Phase.parse(host.board.first_phase).year, "S", BIDS)
    corps = {power: Corp() for power in host.powers}
    state = ExchangeState(phase, settings, host, investors, books, corps, year=dict(host.counts))
    data = Opened(
        phase=str(phase),
        investors=tuple(investors),
        cash=settings.start_cash,
        min_bid=dict(settings.min_bid),
        auction=settings.auction,
        income=settings.income,
        neutral_value=settings.neutral_value,
        value_all=settings.value_all,
        dias=settings.dias,
        fast=settings.fast,
        victory=host.board.victory_centres,
    )
    return Step(state, (tell(PUBLIC, data),))


def empty_board() -> Host:
    """No nation stands before its company floats (7.1, XR-22)."""
    host = opening(Source.HOSTED)
    counts = dict.fromkeys(sorted(host.counts), 0)
    return replace(host, counts=counts, owners={}, units=(), live=LiveBoard.of(Position({})))


def first_purses(settings: Settings, investors: tuple[str, ...], host: Host) -> list[Posting]:
    """Equal cash for all; under Zero-Sum each neutral centre holds 10 (XR-29)."""
    postings = [Posting(BANK, seat, MONEY, settings.start_cash, "starting cash") for seat in investors]
    if settings.zero_sum:
        neutral = sum(not host.board.provinces[centre].home for centre in host.board.centres)
        postings.append(Posting(BANK, NEUTRAL, MONEY, NEUTRAL_PRICE * neutral, "neutral centres"))
    return postings


def admit(state: ExchangeState, seat: Seat) -> Step:
    """A late investor, until the first bids are opened (XR-30)."""
    if not opens_to_newcomers(state):
        raise InputError(
            "An Exchange takes new investors only until the first bids are opened (XR-30).",
            hint="A vacant seat can be taken over.",
        )
    if seat.role is not Role.INVESTOR:
        raise InputError(f"{seat.name}: an Exchange has investors only.")
    posting = Posting(BANK, seat.name, MONEY, state.settings.start_cash, "starting cash")
    investors = tuple(sorted((*state.investors, seat.name)))
    after = replace(state, investors=investors, books=state.books.post((posting,)))
    data = Joined(phase=str(state.phase), seat=seat.name, cash=state.settings.start_cash)
    return Step(after, (tell(PUBLIC, data),))


def lower_bids(state: ExchangeState, text: str) -> Step:
    """New least bids, none above the one that was (XR-27). InputError for one that is, with a line that may be sent."""
    before = state.settings.min_bid
    wanted = least_bids(text, before)
    lowered = {power: min(least, before[power]) for power, least in wanted.items()}
    hint = f"SET min_bid {bids_text(lowered)}"
    raised = [f"{power.title()} {before[power]}" for power, least in wanted.items() if least > before[power]]
    if raised:
        named = ", ".join(raised)
        raise InputError(f"The least bid may be lowered, never raised (XR-27): it is {named}.", hint=hint)
    if not text[:1].isdigit():
        raise InputError("Name the least bid of all countries first, then those that differ.", hint=hint)
    free = state.of(Status.UNSTARTED)
    rows = [LeastBid(company=p, before=before[p], least=wanted[p]) for p in free if wanted[p] < before[p]]
    after = replace(state, settings=replace(state.settings, min_bid=wanted))
    return Step(after, (tell(PUBLIC, LeastBids(phase=str(state.phase), rows=tuple(rows))),) if rows else ())
