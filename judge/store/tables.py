"""The judge's tables and what they are looked up by. Each holds one thing.

"game" is an index for equality; "game+seq" keeps the rows of one game sorted by `seq` as well, so that the newest
can be read without touching the others. A row that lacks the field costs its index nothing.
"""

from __future__ import annotations

from collections.abc import Mapping

INDEXES: Mapping[str, tuple[str, ...]] = {
    "aliases": ("address",),  # further addresses of people
    "asks": ("game",),  # what is put to the players of a game
    "bodies": ("due", "game"),  # the common rest of a letter to many, by its digest
    "bundles": (),  # answers that wait to be sent together, by the reader's name
    "calendars": ("address",),  # whose deadlines lie under a secret address
    "column": ("address", "state"),  # letters to the zine's column, by their numbers
    "deadlines": ("game", "due"),
    "drawings": ("due", "game+due"),  # pictures to be drawn, and the letters that wait for them
    "events": ("game+seq",),
    "games": ("status",),
    "held": (),  # letters and words that wait for their sender's answer, by its token
    "house": (),
    "inbox": (),  # letters that were dealt with, by their keys
    "issues": (),  # issues of the zine, by their numbers, and the number of the last
    "limits": ("at",),
    "lists": ("game",),
    "mailroom": ("at",),  # letters that were not dealt with yet, where judges share a store
    "doors": ("game", "address"),  # whom a master lets in, or not
    "notices": ("due",),  # public news that is to be posted elsewhere
    "octets": (),  # what letters of ours that have not gone out consist of, by their keys
    "orders": ("game",),
    "outbox": ("status+due", "game+due"),  # letters of ours, by their keys
    "players": ("address",),
    "press": ("game",),
    "proposals": (),  # what YES to a letter of ours would do, by that letter's key
    "records": ("address", "game"),  # how reliable somebody was in a game
    "seats": ("game", "address"),
    "set_aside": (),  # letters that could not be handled, by their references
    "signatures": (),  # DKIM signatures that were seen, by their digests
    "snapshots": ("game+seq",),
    "standby": ("address",),  # who would take over a seat
    "waiting": ("game", "address"),  # who would join a game, when there is room or its master agrees
}
