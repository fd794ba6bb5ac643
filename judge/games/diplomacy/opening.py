"""How a game begins: who plays which power (D-11)."""

from __future__ import annotations

from collections.abc import Mapping

from judge.core.dice import Dice
from judge.core.errors import InputError
from judge.core.notice import PUBLIC, tell
from judge.core.phase import Phase
from judge.core.variant import Seat, Step
from judge.games.diplomacy.card import settled
from judge.games.diplomacy.news import Opened, Player
from judge.games.diplomacy.state import DiplomacyState, Settings
from judge.kits.host import Source, opening
from judge.kits.host.endings import YearCount
from judge.kits.host.news import Standing
from judge.kits.host.seating import deal, drawn


def open_game(seats: tuple[Seat, ...], options: Mapping[str, str], dice: Dice) -> Step:
    """The board before Spring 1901. InputError when these seats cannot begin."""
    chosen = settled(options)
    host = opening(Source.HOSTED)
    flags = deal(seats, host.powers, dice, "a Diplomacy")
    idle = sorted(set(host.powers) - set(flags.values()))
    if idle and chosen["empty"] == "refuse":
        raise InputError(
            f"{', '.join(power.title() for power in idle)} have no player.",
            hint="SET empty hold lets their units hold (D-9).",
        )
    settings = Settings(
        edition=chosen["edition"],
        conditional=chosen["conditional"],
        draws=chosen["draws"],
        concession=chosen["concession"] == "yes",
        grace=int(chosen["grace"]) if chosen["nmr"] == "wait" else 0,
    )
    phase = Phase.parse(host.board.first_phase)
    history = (YearCount(phase.year - 1, dict(host.counts)),)
    state = DiplomacyState(phase, settings, host, flags, history)
    data = Opened(
        phase=str(phase),
        powers=tuple(Player(power=power, seat=seat) for power, seat in sorted(state.seats.items())),
        idle=tuple(idle),
        units=tuple(Standing(power=power, type=kind, loc=place) for power, kind, place in host.units),
        victory=host.board.victory_centres,
        draws=settings.draws,
        conditional=settings.conditional,
    )
    return Step(state, (tell(PUBLIC, data),), dealt=drawn(seats, flags))
