"""What the rules make of a phase, computed and audited without writing: for its deadline, or for PREVIEW."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from judge.core.codec import digest, pack, pack_sheet, unpack
from judge.core.command import Orders
from judge.core.dice import Dice
from judge.core.errors import AuditError, StoreFault
from judge.core.notice import MASTER, PUBLIC, Notice, Report
from judge.core.values import Value
from judge.core.variant import Step
from judge.desk.cabinet.records import Game
from judge.desk.services import Services


class Inputs(Value):
    """What a phase is resolved with: everybody's sheets, as they are and `packed` as the event keeps them; the dice of
    a link, and the `number` of that."""

    orders: Orders
    packed: Mapping[str, Any]
    number: int
    dice: Dice


def sheets_and_dice(services: Services, game: Game) -> Inputs:
    """What the open phase is resolved with now. SetupError where the secret of the dice is not here."""
    orders = services.orders(game)
    # canonical sheets of every seat
    packed = {seat: list(pack_sheet(services.variant(game).vocabulary, sheet)) for seat, sheet in orders.items()}
    number = _link_for(services, game, packed)
    return Inputs(orders, packed, number, Dice(services.dice_link(game.key, number), game.phase))


def outcome(services: Services, game: Game, played: Inputs) -> Step:
    """What the rules make of the open phase. Raises what they raise."""
    return resolve(services, game, services.state(game), played.orders, played.dice, game.acts)


def resolve(services: Services, game: Game, state: Any, orders: Orders, dice: Dice, acts: Sequence[int]) -> Step:
    """Above what the rules say stands what the master has ruled meanwhile on anybody's money."""
    step = services.variant(game).resolve(state, orders, dice)
    told = rulings(services, game.key, acts)
    return replace(step, notices=(*told, *step.notices)) if told else step


def rulings(services: Services, game: str, acts: Sequence[int]) -> Report:
    """What everybody has been told of such rulings among these acts."""
    if not acts:
        return ()
    ruled = [event for event in services.journal.of_kind(game, "adjusted") if event["seq"] in acts]
    told = [Notice(**notice) for event in ruled for notice in event["data"]["notices"]]
    return tuple(notice for notice in told if notice.audience == PUBLIC)


def audit(services: Services, game: Game, step: Step) -> None:
    """AuditError when the books do not balance or the state would not survive the store."""
    variant = services.variant(game)
    faults = variant.books(step.state).faults()
    if faults:
        raise AuditError(f"The books of {game.key} do not balance: {'; '.join(faults[:5])}.")
    try:
        if unpack(variant.state_type, pack(step.state)) != step.state:
            raise AuditError(f"The state of {game.key} does not survive being written down.")
    except StoreFault as fault:
        raise AuditError(str(fault)) from fault


def _link_for(services: Services, game: Game, packed: Mapping[str, Any]) -> int:
    """Which dice link this resolution uses: the next, or the old one when the players' sheets are those of before, or
    those whose results the master has looked at.

    The master's report may differ: a clerical correction re-rolls nothing.
    """
    if game.looked == game.round:
        now = looked_by(game, packed)
        for event in reversed(services.journal.of_kind(game.key, "looked_at")):
            if event["data"].get("round") == game.round and event["data"]["by"] == now:
                return int(event["data"]["link"])
    undone = services.journal.undone(game.key, game.phase)
    wanted = digest(_players(packed)) if undone else ""
    for seq in reversed(undone):
        data = services.journal.event(game.key, seq)["data"]
        if digest(_players(data["orders"])) == wanted:
            return int(data["link"])
    return game.link + 1


def looked_by(game: Game, packed: Mapping[str, Any]) -> str:
    """What results hang on beside the dice and the master's report: the players' sheets, and what was done at once (an
    option changed between the look and the release is one)."""
    return digest([_players(packed), list(game.acts)])


def _players(packed: Mapping[str, Any]) -> dict[str, Any]:
    return {seat: sheet for seat, sheet in packed.items() if seat != MASTER and sheet}


def preview(services: Services, game: Game) -> tuple[Step, Dice]:
    """Resolve without writing anything, with sample dice. Raises what the rules raise."""
    dice = Dice(digest(["sample", game.key, game.phase]).encode(), game.phase)
    return resolve(services, game, services.state(game), services.orders(game), dice, game.acts), dice
