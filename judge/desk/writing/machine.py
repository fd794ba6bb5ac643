"""The machine parts of letters: the same facts as the words, for programs. `docs/schema` is made of these types."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

from judge.core.codec import canonical
from judge.core.dice import Draw
from judge.core.shown import Shown
from judge.core.values import Value

SCHEMA = "postal-judge"

Tag = Literal["OK", "FILED", "CHECK", "PARTIAL", "ASK", "NOTED", "ERROR"]
"""What stands in front of an answer's subject: what became of the letter."""
GameName = Annotated[str, "name of the game"]
PhaseId = Annotated[str, "phase id such as F1901M; empty before the start"]


class Machine(Value):
    """Base of the machine parts. `name` is the last word of its schema, and the attachment's name."""

    name: ClassVar[str]

    def document(self) -> dict[str, Any]:
        """What the part holds, its schema first."""
        return {"schema": f"{SCHEMA}/{self.name}", "version": 1, **vars(self)}

    def written(self) -> bytes:
        """As it is attached."""
        return canonical(self.document())


class DiceTold(Value):
    """The dice of a letter."""

    phase: Annotated[str, "the phase the draws were made under, START at the start"]
    link: Annotated[int, "number of the chain's link, 1 at the start"]
    secret: Annotated[str, "the link, 64 hex digits"]
    anchor: Annotated[str, "link 0, 64 hex digits"]
    draws: tuple[Draw, ...] = ()


class Told(Value):
    """A notice."""

    kind: Annotated[str, "dotted word such as market.quotes"]
    data: Annotated[Mapping[str, Any], "the facts, as documented on the game's page"]


class AnswerTold(Value):
    """What is said to one line of a letter."""

    level: Literal["ok", "note", "check", "warning", "error"]
    text: str
    line: Annotated[int, "line of the letter, 0 for none"]
    echo: Annotated[str, "the line as it was written, passwords masked"]


class RestTold(Value):
    """Words of the letter that were not read."""

    text: Annotated[str, "as they were written, passwords masked"]
    weight: Annotated[Literal["quiet", "loud"], "loud where they may change an order"]


class OrderTold(Value):
    """An order on file."""

    text: Annotated[str, "the order in canonical form"]
    note: Annotated[str, "what will be cut or lost, and by which rule"]


class SheetTold(Value):
    """A sheet on file."""

    phase: PhaseId
    version: int
    ready: bool
    lines: tuple[OrderTold, ...]
    forecast: Annotated[Shown, "what the sheet will certainly do: `forecast` of games/<slug>.json"]


class EndTold(Value):
    """The end of a game."""

    reason: str
    scores: Annotated[Mapping[str, str], "seat -> exact decimal as text"]
    winners: tuple[str, ...]


class ConfirmationPart(Machine):
    """The machine part of a confirmation: the same facts as its words, for the seat's owner alone."""

    name = "confirmation"

    game: GameName
    phase: PhaseId
    seat: str
    verdict: Tag
    received: Annotated[str, "instant that counts, ISO 8601, UTC"]
    deadline: Annotated[str, "instant, ISO 8601, UTC; empty when there is none"]
    answers: tuple[AnswerTold, ...]
    sheets: tuple[SheetTold, ...]
    rests: Annotated[tuple[RestTold, ...], "words of the letter that were not read"] = ()


class ResultsPart(Machine):
    """The machine part of a result: exactly the public notices of a phase."""

    name = "results"

    game: GameName
    phase: PhaseId
    revision: Annotated[int, "1, or 2, 3 ... after a rollback"]
    dice: DiceTold
    notices: tuple[Told, ...]


class StatementPart(Machine):
    """The machine part of a private statement: only notices born for its seat."""

    name = "statement"

    game: GameName
    phase: PhaseId
    seat: str
    revision: int
    notices: tuple[Told, ...]


class StartPart(Machine):
    """The machine part of the start letter."""

    name = "start"

    game: GameName
    phase: PhaseId
    anchor: str
    settings: tuple[Annotated[str, "name=value"], ...]
    dice: DiceTold
    seats: Annotated[tuple[str, ...], "the seats of the table, sorted: the list that dice are drawn over"]


class FinalPart(Machine):
    """The machine part of the last letter of a game."""

    name = "final"

    game: GameName
    ended: EndTold
    dice: DiceTold


PARTS: tuple[type[Machine], ...] = (ConfirmationPart, FinalPart, ResultsPart, StartPart, StatementPart)


def notices_told(notices: Sequence[Mapping[str, Any]]) -> tuple[Told, ...]:
    """Notices as a part holds them: not who may read them."""
    return tuple(Told(notice["kind"], notice["data"]) for notice in notices)
