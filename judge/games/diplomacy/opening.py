"""How a game begins: who plays which power (D-11)."""

from __future__ import annotations

from collections.abc import Mapping

from judge.core.dice import Dice
from judge.core.errors import InputError
from judge.core.notice import PUBLIC, Notice
from judge.core.phase import Phase
from judge.core.variant import Role, Seat, Step
from judge.games.diplomacy.card import settled
from judge.games.diplomacy.state import DiplomacyState, Settings
from judge.kits.host import Source, opening
from judge.kits.host.endings import YearCount


def open_game(seats: tuple[Seat, ...], options: Mapping[str, str], dice: Dice) -> Step:
    """The board before Spring 1901. InputError when these seats cannot begin."""
    chosen = settled(options)
    host = opening(Source.HOSTED)
    flags = deal(seats, host.powers, dice)
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
    data = {
        "phase": str(phase),
        "powers": [{"power": power, "seat": seat} for power, seat in sorted(state.seats.items())],
        "idle": idle,
        "units": [{"power": power, "type": kind, "loc": place} for power, kind, place in host.units],
        "victory": host.board.victory_centres,
        "draws": settings.draws,
        "conditional": settings.conditional,
    }
    named = {seat.name for seat in seats if seat.power}
    dealt = {seat: power for seat, power in flags.items() if seat not in named}
    return Step(state, (Notice(PUBLIC, "board.opened", data),), dealt=dealt)


def deal(seats: tuple[Seat, ...], powers: tuple[str, ...], dice: Dice) -> dict[str, str]:
    """Seat -> power. Named powers first; then, wish by wish, the dice choose among those who wish the same; who got
    none of his wishes draws from what is left."""
    flags = _named(seats, powers)
    waiting = {seat.name: _wishes(seat, powers) for seat in seats if seat.name not in flags}
    if len(waiting) + len(flags) > len(powers):
        raise InputError(f"{len(seats)} seats and {len(powers)} powers: some would have none (D-11).")
    for rank in range(len(powers)):
        for power in powers:
            if power in flags.values():
                continue
            wishing = sorted(
                name for name, wishes in waiting.items() if name not in flags and wishes[rank : rank + 1] == (power,)
            )
            if wishing:
                flags[dice.choose(f"{power} wish {rank + 1}", wishing) if len(wishing) > 1 else wishing[0]] = power
    left = sorted(set(powers) - set(flags.values()))
    without = sorted(set(waiting) - set(flags))
    for name, power in zip(without, dice.shuffle("powers", left) if without else (), strict=False):
        flags[name] = power
    return dict(sorted(flags.items()))


def _named(seats: tuple[Seat, ...], powers: tuple[str, ...]) -> dict[str, str]:
    flags: dict[str, str] = {}
    for seat in sorted(seats, key=lambda seat: seat.name):
        if seat.role is not Role.POWER:
            raise InputError(f"{seat.name}: a Diplomacy has powers only.")
        if not seat.power:
            continue
        if seat.power not in powers:
            raise InputError(f"{seat.power} is no power of this board.", hint=f"There are {', '.join(powers)}.")
        if seat.power in flags.values():
            raise InputError(f"{seat.power} is given to two seats.")
        flags[seat.name] = seat.power
    return flags


def _wishes(seat: Seat, powers: tuple[str, ...]) -> tuple[str, ...]:
    """The powers a seat would like, most liked first; what is no power is left out."""
    wishes = (str(wish).upper() for wish in seat.preferences)
    return tuple(dict.fromkeys(wish for wish in wishes if wish in powers))
