"""The judge's tables and what they are looked up by.

"game" is an index for equality; "game+seq" keeps the rows of one game sorted by `seq` as well, so that the newest
can be read without touching the others. A row that lacks the field costs its index nothing.
"""

from __future__ import annotations

from collections.abc import Mapping

INDEXES: Mapping[str, tuple[str, ...]] = {
    "deadlines": ("game", "due"),
    "events": ("game+seq",),
    "games": ("status",),
    "house": (),
    "inbox": (),
    "limits": ("at",),
    "lists": ("game",),
    "mailroom": ("at",),
    "orders": ("game",),
    "outbox": ("status+due", "game+due"),
    "players": ("address",),
    "press": ("game",),
    "seats": ("game", "address"),
    "snapshots": ("game+seq",),
}
