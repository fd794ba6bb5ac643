"""Audits: games recomputed from their journals, letters read without storing anything. Dice: proofs.py."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from judge.core.codec import digest, pack
from judge.core.errors import InputError
from judge.desk.cabinet.records import Game
from judge.desk.office import Office
from judge.desk.phases import resolving
from judge.mail.reading import ReadingRules, read_message, report


@dataclass(frozen=True)
class Replay:
    phases: int
    differences: tuple[str, ...]


def replay_game(office: Office, game: Game) -> Replay:
    """Every resolution of a game, masked ones too, computed again from the snapshot before it; and the event chain."""
    differences = office.journal.broken_links(game.key)
    try:
        variant = office.variant(game)
    except InputError as fault:
        return Replay(0, (*differences, f"cannot be replayed: {fault}"))
    events = office.journal.of_kind(game.key, "phase_resolved")
    for event in events:
        differences += resolving.replay_phase(office, game, int(event["seq"]))
        after = office.journal.at_snapshot(variant, game.key, event["data"]["after"])
        if digest(pack(after)) != event["data"]["state"]:
            differences.append(f"{event['phase']}: the snapshot on file differs from the event")
    return Replay(len(events), tuple(differences))


def read_letter(raw: bytes, rules: tuple[str, str, str, str, str, str]) -> Mapping[str, Any]:
    """`judge read`: what would be read in a letter."""
    return report(read_message(raw, ReadingRules(*rules)))
