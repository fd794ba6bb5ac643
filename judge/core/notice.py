"""Notices: facts of a resolved phase, each with the audience it was born for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

PUBLIC = "*"
MASTER = "MASTER"


@dataclass(frozen=True)
class Notice:
    """One fact.

    audience  PUBLIC, MASTER or a seat's name; decided here and never widened
    kind      dotted word such as `market.quotes`, the name of its partial among the templates
    data      JSON-able; holds seats, never people
    """

    audience: str
    kind: str
    data: Mapping[str, Any] = field(default_factory=dict)


Report = tuple[Notice, ...]
