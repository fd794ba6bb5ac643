"""Where in a letter a word may stand."""

from __future__ import annotations

from enum import Flag, auto


class Place(Flag):
    """Where in a letter a word may stand."""

    OUTSIDE = auto()
    PLAYER = auto()
    MASTER = auto()


ANYWHERE = Place.OUTSIDE | Place.PLAYER | Place.MASTER
INSIDE = Place.PLAYER | Place.MASTER
NOWHERE = Place(0)
