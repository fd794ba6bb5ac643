"""A board for the eye out of what is public: the standing's `board` block and the notices of a phase.

Nothing else is looked at, so a picture cannot show what the standing and the notices do not tell.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from judge.core.errors import InputError
from judge.core.picture import Board, Deed, Gone, Mark, Note, Piece, Verb
from judge.kits.board import OrderKind, read_order

Data = Mapping[str, Any]
Told = Iterable[tuple[str, Data]]
_ORDERS = ("board.results", "board.retreats", "board.adjustments")
_VERBS: Mapping[OrderKind, Verb] = {
    OrderKind.HOLD: "hold",
    OrderKind.MOVE: "move",
    OrderKind.SUPPORT: "support",
    OrderKind.CONVOY: "convoy",
    OrderKind.RETREAT: "retreat",
    OrderKind.DISBAND: "disband",
    OrderKind.BUILD: "build",
    OrderKind.REMOVE: "remove",
}


def picture(
    before: Data,
    after: Data,
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
    told = tuple(notices)
    deeds = tuple(deed for kind in _ORDERS for deed in _deeds(told, kind))
    left = after.get("board") or {}
    shown = (before.get("board") or {}) if deeds else left
    former, owners = _owners(shown), _owners(left)
    board = Board(
        map=map,
        caption=_caption(shown, deeds),
        pieces=tuple(_piece(row) for row in shown.get("units", ())),
        owners=owners,
        gone=tuple(_gone(row) for row in shown.get("dislodged", ())),
        deeds=deeds,
        taken={code: power for code, power in owners.items() if former and former.get(code) != power},
        former=former if deeds and former else None,
        later=_alive(left) if deeds else None,
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


def _caption(shown: Data, deeds: tuple[Deed, ...]) -> str:
    if deeds:
        return "orders and what became of them"
    return "as last reported" if shown.get("source") == "reported" else "as the board stands"


def _owners(shown: Data) -> dict[str, str]:
    return dict(shown.get("owners") or shown.get("centres") or {})


def _piece(row: Data) -> Piece:
    return Piece(row["power"], row["type"], row["loc"])


def _alive(shown: Data) -> tuple[Piece, ...]:
    """Every unit, those driven out among them."""
    return tuple(_piece(row) for kind in ("units", "dislodged") for row in shown.get(kind, ()))


def _gone(row: Data) -> Gone:
    return Gone(_piece(row), row.get("by", ""), tuple(row.get("may_retreat_to", ())))


def _deeds(told: Told, wanted: str) -> Iterator[Deed]:
    for kind, data in told:
        if kind == wanted:
            yield from (deed for row in data["orders"] if (deed := _deed(row)) is not None)


def _deed(row: Data) -> Deed | None:
    """A row of results as a deed; None for one that concerns no unit (a waived or a failed build)."""
    if not row["unit"]:
        return None
    kind, _, place = str(row["unit"]).partition(" ")
    try:
        order = read_order(row["order"])
    except InputError:
        return Deed(Piece(row["power"], kind, place), "hold", result=row["result"], text=row["order"])
    verb = _VERBS.get(order.kind)
    if verb is None:
        return None
    return Deed(
        Piece(row["power"], kind, place),
        verb,
        order.target,
        order.subject,
        row["result"],
        bool(row.get("dislodged")),
        row["order"],
    )
