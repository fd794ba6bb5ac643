"""How a Payola begins."""

from __future__ import annotations

from collections.abc import Mapping

from judge.core.dice import Dice
from judge.core.errors import InputError
from judge.core.ledger import BANK, Ledger, Posting
from judge.core.notice import PUBLIC, Notice, tell
from judge.core.phase import Phase
from judge.core.variant import Seat, Step
from judge.games.payola.card import settled, special
from judge.games.payola.money import starting
from judge.games.payola.news import Opened, Player, Special
from judge.games.payola.settings import Settings, read_settings
from judge.games.payola.state import MONEY, PayolaState
from judge.kits.host import Host, Source, opening
from judge.kits.host.endings import YearCount
from judge.kits.host.news import Standing
from judge.kits.host.seating import deal, drawn


def open_game(seats: tuple[Seat, ...], options: Mapping[str, str], dice: Dice) -> Step:
    """The board before Spring 1901 and everybody's first purse. InputError when these seats cannot begin."""
    chosen = settled(options)
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
    history = (YearCount(phase.year - 1, dict(host.counts)),)
    state = PayolaState(phase, settings, host, flags, books, year=dict(host.counts), history=history)
    return Step(state, (_opened(state, idle, special(chosen)),), dealt=drawn(seats, flags))


def first_purses(host: Host, settings: Settings) -> list[Posting]:
    """What each power begins with (A2), unplayed ones too: in Zero-Sum their centres can be taken."""
    postings = []
    for power in host.powers:
        owned = [centre for centre, owner in sorted(host.owners.items()) if owner == power]
        units = sum(owner == power for owner, _, _ in host.units)
        amount = starting(settings.income, owned, units, host.board.victory_centres)
        postings.append(Posting(BANK, power, MONEY, amount, "first purse"))
    return postings


def _opened(state: PayolaState, idle: list[str], special: tuple[Special, ...]) -> Notice:
    settings = state.settings
    data = Opened(
        phase=str(state.phase),
        powers=tuple(
            Player(power=power, seat=seat, balance=state.balance(power)) for power, seat in state.seats.items()
        ),
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
