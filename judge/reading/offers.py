"""Offers for orders (Payola, Exchange) as people write them: which lines are offers, and whether they are sound."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.core.command import Command
from judge.core.regex import regex
from judge.expressions import expressions

_RE = expressions("offers")

_BODY = r"(?:H|[-SC] [A-Z/ -]+)"
_GOOD = regex(
    rf"-?\d[\d*+#-]* (?:[:!>&] (?:[AF] )?[A-Z]{{3}}(?:/[NSEW]C)? {_BODY}(?: \| {_BODY})*|[>@&] .*|\$)(?: %.*)?"
)


def offered(commands: Sequence[Command]) -> bool:
    """Whether these are lines of an offer sheet."""
    return bool(commands) and all(one.section == "offers" and one.canonical() != "NMR" for one in commands)


def sound(commands: Sequence[Command]) -> bool:
    """Whether these are lines of an offer sheet in the notation, without a slip."""
    return offered(commands) and all(_GOOD.fullmatch(one.canonical()) for one in commands)


def sound_or_other(commands: Sequence[Command]) -> bool:
    """Whether every line of an offer sheet among these is without a slip."""
    return bool(commands) and all(sound((one,)) for one in commands if one.section == "offers")


def in_notation(text: str) -> bool:
    """Whether a line is plainly meant as the printed notation, good or bad."""
    return bool(re.match(r"\s*-?\d[\d\s*+#.,-]*[:!>@&$;=?|]", text))


def several(text: str) -> bool:
    """Whether several sentences or offers stand on one line."""
    return bool(_RE.several.search(text))
