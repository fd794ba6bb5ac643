"""Audits: games recomputed from their journals, dice checked from letters, letters read without storing anything."""

from __future__ import annotations

import email
import re
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from email.message import Message as Mime
from typing import Any

from judge.core.codec import digest, pack
from judge.core.dice import draw, follows
from judge.core.errors import InputError
from judge.desk.cabinet.records import Game
from judge.desk.office import Office
from judge.desk.phases import again
from judge.mail.reading import ReadingRules, read_message, report

# The digits stand on a line of their own; letters of older judges have them on the same.
# Numbers of a length that dice can have: Python reads no integer of thousands of digits.
_LINK = re.compile(r"^\s*dice link (\d{1,19})\s+([0-9a-f]{64})\s*$", re.MULTILINE)
_ANCHOR = re.compile(r"^\s*dice anchor\s+([0-9a-f]{64})\s*$", re.MULTILINE)
_DRAW = re.compile(r'^\s*dice draw "([^"]+)" (\d{1,19}) (\d{1,19})\s*$', re.MULTILINE)
_PHASE = re.compile(r"^\s*dice phase (\S+)\s*$", re.MULTILINE)


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
        differences += again.replay_phase(office, game, int(event["seq"]))
        after = office.journal.at_snapshot(variant, game.key, event["data"]["after"])
        if digest(pack(after)) != event["data"]["state"]:
            differences.append(f"{event['phase']}: the snapshot on file differs from the event")
    return Replay(len(events), tuple(differences))


@dataclass(frozen=True)
class DiceCheck:
    """What was found in one letter. `link` is 0 when there was nothing to check."""

    good: bool
    link: int
    draws: int
    problems: tuple[str, ...]

    def words(self) -> str:
        if not self.good:
            return "; ".join(self.problems)
        if not self.link:
            return "there are no dice in this letter"
        return f"link {self.link} leads to the anchor; {self.draws} draws recomputed, all equal"

    def document(self) -> dict[str, Any]:
        return asdict(self)


def verify_dice(raw: bytes) -> DiceCheck:
    """Check one letter by itself: link n hashed n times is the anchor, and every draw comes out again."""
    text = _text(raw)
    links, anchors, phases = _LINK.findall(text), _ANCHOR.findall(text), _PHASE.findall(text)
    if not links or not anchors or not phases:
        return DiceCheck(True, 0, 0, ())
    number, secret = int(links[0][0]), bytes.fromhex(links[0][1])
    problems = []
    if number > 100_000 or not follows(secret, bytes.fromhex(anchors[0]), number):
        problems.append(f"link {number} does not lead to the anchor")
    draws = _DRAW.findall(text)
    for label, sides, value in draws:
        if not 0 < int(sides) < 1 << 63:
            problems.append(f"{label}: a die with {sides} sides")
        elif (found := draw(secret, phases[0], label, int(sides))) != int(value):
            problems.append(f"{label}: the letter says {value} of {sides}, the dice give {found}")
    return DiceCheck(not problems, number, len(draws), tuple(problems))


def _text(raw: bytes) -> str:
    """The plain-text part of one of our own letters."""
    message: Mime = email.message_from_bytes(raw)
    for part in message.walk():
        if part.get_content_type() == "text/plain":
            payload = part.get_payload(decode=True)
            return payload.decode("utf-8", "replace") if isinstance(payload, bytes) else ""
    return ""


def read_letter(raw: bytes, rules: tuple[str, str, str, str]) -> Mapping[str, Any]:
    """`judge read`: what would be read in a letter."""
    return report(read_message(raw, ReadingRules(*rules)))
