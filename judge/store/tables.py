"""The judge's tables and what they are looked up by. Each holds one thing.

"game" is an index for equality; "game+seq" keeps the rows of one game sorted by `seq` as well, so that the newest
can be read without touching the others. A row that lacks the field costs its index nothing.
"""

from __future__ import annotations

from collections.abc import Mapping

INDEXES: Mapping[str, tuple[str, ...]] = {
    "bodies": ("due", "game"),  # the common rest of a letter to many, by its digest
    "bundles": (),  # answers that wait to be sent together, by the reader's name
    "deadlines": ("game", "due"),
    "events": ("game+seq",),
    "games": ("status",),
    "held": (),  # letters and words that wait for their sender's answer, by its token
    "house": (),
    "inbox": (),  # letters that were dealt with, by their keys
    "limits": ("at",),
    "lists": ("game",),
    "mailroom": ("at",),  # letters that were not dealt with yet, where judges share a store
    "orders": ("game",),
    "outbox": ("status+due", "game+due"),  # letters of ours, by their keys
    "players": ("address",),
    "press": ("game",),
    "proposals": (),  # what YES to a letter of ours would do, by that letter's key
    "seats": ("game", "address"),
    "set_aside": (),  # letters that could not be handled, by their references
    "signatures": (),  # DKIM signatures that were seen, by their digests
    "snapshots": ("game+seq",),
}
