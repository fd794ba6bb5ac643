"""Positions, sheets and steps of any game, set up and looked into: what the tests of all games do alike."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from judge.core.codec import document
from judge.core.command import Command
from judge.core.notice import PUBLIC
from judge.core.phase import Phase
from judge.core.plain import plain_line
from judge.core.variant import Step
from judge.games import variant
from judge.kits.board.opening import position_of
from judge.kits.board.standard import standard_map
from judge.kits.host.commands import UnitOrder
from judge.kits.host.state import Host, LiveBoard
from judge.kits.market.orders import Buy, Sell
from judge.post import Line
from judge.reading.outcome import Garbled, Grammar, Reading, Understood
from tests.harness import shared_reader


def stand(host: Host, pieces: Mapping[str, str | Sequence[str]], owners: Mapping[str, str] | None = None) -> Host:
    """The board with these units (`A PAR, A MAR`, or listed) and nobody else's; centres as before unless given."""
    held = dict(host.owners if owners is None else owners)
    listed = {power: units.split(", ") if isinstance(units, str) else list(units) for power, units in pieces.items()}
    live = LiveBoard.of(position_of(standard_map(), listed, held))
    counts = {power: list(held.values()).count(power) for power in host.powers}
    return replace(host, live=live, units=live.placed(), owners=held, counts=counts)


def at(state: Any, phase: str) -> Any:
    """The same game in another phase."""
    return replace(state, phase=Phase.parse(phase))


def units(*texts: str) -> tuple[UnitOrder, ...]:
    return tuple(UnitOrder(text=text) for text in texts)


def sell(amount: int | str, currency: str) -> Sell:
    return Sell(amount=amount, currency=currency)


def buy(amount: int | str, currency: str) -> Buy:
    return Buy(amount=amount, currency=currency)


def notice(step: Step, kind: str, audience: str = PUBLIC) -> Any:
    """The data of the one notice of that kind that this audience has."""
    found = [document(n.data) for n in step.notices if n.kind == kind and n.audience == audience]
    assert len(found) == 1, [(n.kind, n.audience) for n in step.notices]
    return found[0]


def kinds(step: Step, audience: str = PUBLIC) -> list[str]:
    return [n.kind for n in step.notices if n.audience == audience]


def readings(slug: str, text: str, hat: str = "") -> Sequence[Reading]:
    """What a line is read as, below a hat."""
    game = variant(slug)
    grammar = Grammar(slug, game.vocabulary, game.names({}))
    return shared_reader().orders(grammar).read(Line(1, plain_line(text)), hat)


def reader(slug: str) -> Callable[..., list[Command]]:
    """What makes commands of a line, which must be understood, below a hat."""

    def read(text: str, hat: str = "") -> list[Command]:
        found = readings(slug, text, hat)
        assert all(isinstance(reading, Understood) for reading in found), found
        return [command for reading in found if isinstance(reading, Understood) for command in reading.commands]

    return read


def garbled(slug: str, text: str) -> Garbled:
    """The one piece of a line that cannot be read."""
    (found,) = (reading for reading in readings(slug, text) if isinstance(reading, Garbled))
    return found


def told(step: Step, asked: str) -> list[Any]:
    """What `kind audience way` asks of the notices of a step: the way has names of fields or, in a list, a value of the
    row that is meant."""
    kind, audience, way = asked.split(maxsplit=2)
    found: list[Any] = [document(one.data) for one in step.notices if (one.kind, one.audience) == (kind, audience)]
    for name in way.split("."):
        found = [
            data[name] if isinstance(data, dict) else next((row for row in data if name in row.values()), None)
            for data in found
        ]
    return found
