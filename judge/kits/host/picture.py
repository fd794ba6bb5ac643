"""A board for the eye out of what is public, and what scripted players see of it.

Nothing else is looked at, so a picture cannot show what the standing and the notices do not tell.
"""

from collections.abc import Mapping
from typing import Any, cast

from judge.core.errors import InputError
from judge.core.picture import Board, Deed, Gone, Mark, Note, Piece, Verb
from judge.core.shown import Shown
from judge.core.values import Record
from judge.core.variant import Told
from judge.kits.board.notation import OrderKind, read_order
from judge.kits.host.news import OwnUnits, Standing


class DrivenOut(Standing):
    """A unit that waits for its retreat: `by` whom it was driven out (a province), and the places open to it."""

    by: str
    may_retreat_to: tuple[str, ...]


class BoardShown(Record):
    """The board as far as it may be seen.

    centres     centre -> power
    counts      power -> centres at the last official count
    eliminated  powers that are out (M-10)
    source      reported or hosted (B-8)
    """

    units: tuple[Standing, ...]
    centres: Mapping[str, str]
    counts: Mapping[str, int]
    eliminated: tuple[str, ...]
    source: str
    dislodged: tuple[DrivenOut, ...]

    @property
    def land(self) -> Mapping[str, str]:
        """What is somebody's, as a map shows it: the centres."""
        return self.centres


def board_in(shown: Shown) -> BoardShown | None:
    """The board of a public standing; None where a game has none."""
    board = getattr(shown, "board", None)
    return board if isinstance(board, BoardShown) else None


class PowerShown(Shown, OwnUnits):
    """A power's player: what it has and must decide."""

    power: str


class MasterShown(Shown, kw_only=False):
    """A master whose board is played elsewhere: the phases whose reports are kept for later."""

    reports_kept: tuple[str, ...]


class NothingShown(Shown):
    """Whoever sees no more than everybody."""


_ORDERS = ("board.results", "board.retreats", "board.adjustments")


def picture(
    before: Shown,
    after: Shown,
    notices: Told = (),
    *,
    map: str = "standard",
    marks: tuple[Mark, ...] = (),
    notes: tuple[Note, ...] = (),
    idle: tuple[str, ...] = (),
) -> Board | None:
    """The phase whose public (kind, data) notices these are: units where they stood before it, what their orders came
    to, and owners as the phase left them, which is what its letter tells.

    Without orders among the notices the board `after` is shown as it stands (a reported board; a phase of commerce).
    None where nothing of a board is public.
    """
    left = board_in(after)
    rows = (row for wanted in _ORDERS for kind, data in notices if kind == wanted for row in data["orders"])
    deeds = tuple(deed for row in rows if (deed := _deed(row)) is not None)
    shown = board_in(before) if deeds else left
    if left is None or shown is None:
        return None
    former, owners = shown.land, left.land
    board = Board(
        map=map,
        caption=_caption(shown, deeds),
        pieces=tuple(_piece(row) for row in shown.units),
        owners=owners,
        gone=tuple(Gone(_piece(row), row.by, row.may_retreat_to) for row in shown.dislodged),
        deeds=deeds,
        taken={code: power for code, power in owners.items() if former and former.get(code) != power},
        former=former if deeds and former else None,
        later=tuple(_piece(row) for row in (*left.units, *left.dislodged)) if deeds else None,
        marks=marks,
        notes=notes,
        idle=idle,
    )
    return board if board.pieces or board.owners or board.deeds else None


def prices(notices: Told, wanted: str) -> tuple[Mark, ...]:
    """What units were paid, where a notice of this kind tells it to everybody (A13)."""
    return tuple(
        Mark("price", read_order(row["order"]).place, str(row["price"]), f"{row['order']} was paid {row['price']}")
        for kind, data in notices
        if kind == wanted
        for row in data["units"]
        if row["price"]
    )


def _caption(shown: BoardShown, deeds: tuple[Deed, ...]) -> str:
    if deeds:
        return "orders and what became of them"
    return "as last reported" if shown.source == "reported" else "as the board stands"


def _piece(row: Standing) -> Piece:
    return Piece(row.power, row.type, row.loc)


def _deed(row: Mapping[str, Any]) -> Deed | None:
    """A row of results as a deed; None for one that concerns no unit (a waived or a failed build)."""
    if not row["unit"]:
        return None
    kind, _, place = str(row["unit"]).partition(" ")
    try:
        order = read_order(row["order"])
    except InputError:
        return Deed(Piece(row["power"], kind, place), "hold", result=row["result"], text=row["order"])
    if order.kind is OrderKind.WAIVE:
        return None
    return Deed(
        Piece(row["power"], kind, place),
        cast(Verb, order.kind.value),
        order.target,
        order.subject,
        row["result"],
        bool(row.get("dislodged")),
        row["order"],
    )
