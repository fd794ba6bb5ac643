"""A phase computed without writing: looked at ahead (PREVIEW), or recomputed to check what was published."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judge.core.codec import digest, pack, unpack_sheet
from judge.core.command import Sheets
from judge.core.dice import Dice
from judge.core.variant import Step
from judge.desk.cabinet.records import Game
from judge.desk.office import Office
from judge.desk.phases.books import outcome


def preview(office: Office, game: Game) -> tuple[Step, Dice]:
    """Resolve without writing anything, with sample dice. Raises what the rules raise."""
    variant = office.variant(game)
    state = office.journal.state(variant, game)
    dice = Dice(digest(["sample", game.key, game.phase]).encode(), game.phase)
    return outcome(office, game, state, office.orders(game), dice, game.acts), dice


def replay_phase(office: Office, game: Game, seq: int) -> list[str]:
    """Compute one resolved phase again from the snapshot before it; returns differences in words."""
    variant = office.variant(game)
    event = office.journal.event(game.key, seq)
    data: Mapping[str, Any] = event["data"]
    state = office.journal.replayed(variant, game.key, data["before"], tuple(data["acts"]))
    sheets = {seat: unpack_sheet(variant.vocabulary, sheet) for seat, sheet in data["orders"].items()}
    orders = Sheets(sheets, data.get("wrote", ()))
    dice = Dice(bytes.fromhex(data["secret"]), event["phase"])
    step = outcome(office, game, state, orders, dice, tuple(data["acts"]))
    wrong = []
    if digest(pack(step.state)) != data["state"]:
        wrong.append(f"{event['phase']}: the state differs from the one published")
    if digest(pack(step.notices)) != digest(data["notices"]):
        wrong.append(f"{event['phase']}: the report differs from the one published")
    if digest(pack(dice.drawn)) != digest(data["draws"]):
        wrong.append(f"{event['phase']}: the dice differ from those published")
    return wrong
