"""Audits: games recomputed from their journals, letters read without storing anything. Dice: proofs.py."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from judge.core.codec import digest, pack, unpack_sheet
from judge.core.command import Sheets
from judge.core.dice import Dice
from judge.core.errors import InputError
from judge.core.values import Value
from judge.desk.cabinet.journal import Journal
from judge.desk.cabinet.records import Game
from judge.desk.phases import computing
from judge.desk.services import Services

Each = Callable[[Sequence[Game]], Iterable[Game]]
"""What hands games on one by one, such as a bar that shows how far it is."""


class Replay(Value):
    phases: int
    differences: tuple[str, ...]

    def line(self, game: str) -> str:
        """What is said of a game so replayed."""
        return f"{game}: {self.phases} phases, {'; '.join(self.differences) or 'all equal'}"


def replay_game(services: Services, game: Game) -> Replay:
    """Every resolution of a game, masked ones too, computed again from the snapshot before it; and the event chain."""
    differences = broken_links(services.journal, game.key)
    try:
        variant = services.variant(game)
    except InputError as fault:
        return Replay(0, (*differences, f"cannot be replayed: {fault}"))
    events = services.journal.of_kind(game.key, "phase_resolved")
    for event in events:
        differences += replay_phase(services, game, int(event["seq"]))
        after = services.journal.at_snapshot(variant, game.key, event["data"]["after"])
        if digest(pack(after)) != event["data"]["state"]:
            differences.append(f"{event['phase']}: the snapshot on file differs from the event")
    return Replay(len(events), tuple(differences))


def broken_links(journal: Journal, game: str) -> list[str]:
    """What is wrong with the chain of digests, in words; empty when it is whole."""
    wrong, previous = [], ""
    for seq in range(1, journal.length(game) + 1):
        stored = journal.event(game, seq)
        body = {key: value for key, value in stored.items() if key not in ("key", "game", "digest")}
        if stored["prev"] != previous:
            wrong.append(f"event {seq} does not follow event {seq - 1}")
        if digest(body) != stored["digest"]:
            wrong.append(f"event {seq} ({stored['kind']}) was changed after it was written")
        previous = stored["digest"]
    return wrong


def replay_phase(services: Services, game: Game, seq: int) -> list[str]:
    """Compute one resolved phase again from the snapshot before it; returns differences in words."""
    variant = services.variant(game)
    event = services.journal.event(game.key, seq)
    data: Mapping[str, Any] = event["data"]
    state = services.journal.replayed(variant, game.key, data["before"], tuple(data["acts"]))
    sheets = {seat: unpack_sheet(variant.vocabulary, sheet) for seat, sheet in data["orders"].items()}
    orders = Sheets(sheets, data.get("wrote", ()))
    dice = Dice(bytes.fromhex(data["secret"]), event["phase"])
    step = computing.resolve(services, game, state, orders, dice, tuple(data["acts"]))
    wrong = []
    if digest(pack(step.state)) != data["state"]:
        wrong.append(f"{event['phase']}: the state differs from the one published")
    if digest(pack(step.notices)) != digest(data["notices"]):
        wrong.append(f"{event['phase']}: the report differs from the one published")
    if digest(pack(dice.drawn)) != digest(data["draws"]):
        wrong.append(f"{event['phase']}: the dice differ from those published")
    return wrong


def replay_all(services: Services, each: Each = iter) -> tuple[list[str], list[str]]:
    """Every game of a judge computed again: a line a game, and what is wrong. `each` hands the games on one by one,
    and may show how far it is."""
    lines, wrong = [], []
    for game in each(services.files.games()):
        played = replay_game(services, game)
        lines.append(played.line(game.key))
        wrong += [f"{game.key}: {text}" for text in played.differences]
    return lines, wrong
