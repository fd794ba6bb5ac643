"""Audits: games recomputed from their journals, letters read without storing anything. Dice: proofs.py."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

from judge.core.codec import digest, pack
from judge.core.errors import InputError
from judge.core.values import Value
from judge.desk.cabinet.records import Game
from judge.desk.phases import computing
from judge.desk.services import Services
from judge.mail.reading import read_message, report
from judge.post import ReadingRules

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
    differences = services.journal.broken_links(game.key)
    try:
        variant = services.variant(game)
    except InputError as fault:
        return Replay(0, (*differences, f"cannot be replayed: {fault}"))
    events = services.journal.of_kind(game.key, "phase_resolved")
    for event in events:
        differences += computing.replay_phase(services, game, int(event["seq"]))
        after = services.journal.at_snapshot(variant, game.key, event["data"]["after"])
        if digest(pack(after)) != event["data"]["state"]:
            differences.append(f"{event['phase']}: the snapshot on file differs from the event")
    return Replay(len(events), tuple(differences))


def replay_all(services: Services, each: Each = iter) -> tuple[list[str], list[str]]:
    """Every game of a judge computed again: a line a game, and what is wrong. `each` hands the games on one by one,
    and may show how far it is."""
    lines, wrong = [], []
    for game in each(services.files.games()):
        played = replay_game(services, game)
        lines.append(played.line(game.key))
        wrong += [f"{game.key}: {text}" for text in played.differences]
    return lines, wrong


def read_letter(raw: bytes, rules: ReadingRules) -> Mapping[str, Any]:
    """`judge read`: what would be read in a letter."""
    return report(read_message(raw, rules))
