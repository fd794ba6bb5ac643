"""What a picture of a board shows: plain values that a variant fills from public facts and `render/board` draws.

Places are canonical codes (`PAR`, `STP/NC`), powers are codes (`FRANCE`), everything is already public.
"""

from collections.abc import Mapping
from dataclasses import field
from typing import Literal

from judge.core.values import Value

Verb = Literal["hold", "move", "support", "convoy", "retreat", "disband", "build", "remove"]
MarkKind = Literal["pawn", "chest", "broken", "changed", "value", "price"]


class Piece(Value):
    """A unit: `kind` is A or F."""

    power: str
    kind: str
    place: str

    @property
    def text(self) -> str:
        return f"{self.kind} {self.place}"


class Gone(Value):
    """A unit driven out of its place, still to retreat: from where the blow came, and what is open to it."""

    piece: Piece
    by: str = ""
    open: tuple[str, ...] = ()


class Deed(Value):
    """An order and what became of it.

    target     where a move, retreat or helped move was to end; "" for none
    helped     the place of the unit supported or convoyed
    result     as in `judge adjudicate`: moves, fails, holds, supports, cut, convoys, disrupted, void, illegal,
               retreats, disbanded, builds, removes
    dislodged  the unit was driven out
    text       the order as the rules write it
    """

    piece: Piece
    verb: Verb
    target: str = ""
    helped: str = ""
    result: str = ""
    dislodged: bool = False
    text: str = ""


class Mark(Value):
    """Something of a game's own on the board: a traveller's pawn, a treasury chest, the worth of a province, a price.

    text    at most five letters or figures, drawn on the mark; `name` says the same in words
    power   whose it is, for its colour: a power, or a pawn's player; "" for nobody's
    number  of a pawn's player, for its colour
    """

    kind: MarkKind
    place: str
    text: str
    name: str
    power: str = ""
    number: int = 0


class Note(Value):
    """A line of the legend beside a power's name, such as `12.50 a share`."""

    power: str
    text: str


class Board(Value):
    """A board to be drawn: as it stands, or one phase with its orders and what became of them.

    map      name of the map: `standard`, or one that differs from it
    pieces   where the units stood when `deeds` were ordered; without deeds, where they stand
    owners   province -> power, at the end of the phase
    taken    province -> power that took it in this phase: a part of `owners`
    idle     provinces that are out of play
    caption  a second line of the title
    former   province -> power before the deeds; None where nothing changed, or it is not known
    later    the units after the deeds, those driven out among them; None where nothing changed
    """

    map: str = "standard"
    title: str = ""
    caption: str = ""
    pieces: tuple[Piece, ...] = ()
    owners: Mapping[str, str] = field(default_factory=dict)
    gone: tuple[Gone, ...] = ()
    deeds: tuple[Deed, ...] = ()
    taken: Mapping[str, str] = field(default_factory=dict)
    marks: tuple[Mark, ...] = ()
    notes: tuple[Note, ...] = ()
    idle: tuple[str, ...] = ()
    former: Mapping[str, str] | None = None
    later: tuple[Piece, ...] | None = None
