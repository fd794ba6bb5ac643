"""How reliable somebody was, game by game: for himself, and for the masters of games he joins.

A row for each person and game, by phases, so that a phase played again counts once. Practice games count nothing.
"""

from collections.abc import Mapping
from typing import Any, Literal

from judge.core.values import Value
from judge.desk.cabinet.records import Game
from judge.store import Store

ENOUGH = 5  # sheets due, before a share says anything
LEFT_COSTS = 3  # missed phases that a seat left counts as
_NEW: Mapping[str, Any] = {"heard": (), "missed": (), "left": 0, "finished": False, "took_over": 0}


class Conduct(Value):
    """What is known of a person: sheets in time, phases missed, seats left, games finished, seats taken over."""

    sheets: int = 0
    missed: int = 0
    left: int = 0
    finished: int = 0
    taken_over: int = 0

    @property
    def share(self) -> int | None:
        """Sheets of a hundred that came in time; None for somebody too new to be judged."""
        due = self.sheets + self.missed + self.left * LEFT_COSTS
        return None if self.sheets + self.missed + self.left < ENOUGH else 100 * self.sheets // due


def of(store: Store, address: str) -> Conduct:
    """A person's record, over all games."""
    rows = store.table("records").find("address", address)
    return Conduct(
        sum(len(row["heard"]) for row in rows),
        sum(len(row["missed"]) for row in rows),
        sum(int(row["left"]) for row in rows),
        sum(bool(row["finished"]) for row in rows),
        sum(int(row["took_over"]) for row in rows),
    )


def phase(store: Store, game: Game, name: str, heard: Mapping[str, bool]) -> None:
    """A phase is over; `heard` says, by address, of whom a sheet was awaited and whether one came."""
    if game.practice:
        return
    rows = {str(row["address"]): dict(row) for row in store.table("records").find("game", game.key)}
    for address, came in heard.items():
        row = rows.get(address) or dict(_NEW)
        other, own = ("missed", "heard") if came else ("heard", "missed")
        row[other] = [one for one in row[other] if one != name]
        row[own] = sorted({*row[own], name})
        _put(store, game, address, row)


def note(store: Store, game: Game, address: str, what: Literal["left", "took_over", "finished"]) -> None:
    """A seat of a running game was left, or one that somebody had left has a player again; or a game was played to its
    end."""
    if address and not game.practice:
        row = dict(store.table("records").fetch(f"{game.key}/{address}") or _NEW)
        _put(store, game, address, {**row, what: True if what == "finished" else int(row[what]) + 1})


def _put(store: Store, game: Game, address: str, row: Mapping[str, Any]) -> None:
    store.table("records").put(f"{game.key}/{address}", {**row, "game": game.key, "address": address})
