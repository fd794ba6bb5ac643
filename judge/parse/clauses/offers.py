"""Offers for orders (Payola, Exchange) as people write them: which lines are offers, whether they are sound, and where
a sentence of several is cut."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.core.command import Command
from judge.core.regex import regex
from judge.parse.clauses.text import Text

_BODY = r"(?:H|[-SC] [A-Z/ -]+)"
_GOOD = regex(
    rf"-?\d[\d*+#-]* (?:[:!>&] (?:[AF] )?[A-Z]{{3}}(?:/[NSEW]C)? {_BODY}(?: \| {_BODY})*|[>@&] .*|\$)(?: %.*)?"
)
_PART = regex(
    r"\s*(?:[,;&]\s*)*(?:(?<!\w)(?:and|plus|then|also|und|et)(?!\w)\s*)*"
    r"(?:[,;&]|\s[/|]\s|(?<!\w)(?:and|plus|then|also|und|et)(?!\w))\s*"
    r"(?=\d|(?:keep|save|reserve|put aside|hold back)\s)",
    re.IGNORECASE,
)
_SEVERAL = regex(
    r"[.!;]\s+[^\W\d]|(?:[,;]|\s[/|]\s)\s*(?:and\s+)?(?:\d|one|two|three|four|five|six|seven|eight|nine|ten)",
    re.IGNORECASE,
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


def parts(text: Text) -> list[Text]:
    """The offers of a sentence, each with its amount in front."""
    found: list[Text] = []
    start = 0
    for match in _PART.finditer(text.text):
        found.append(text.cut(start, match.start()).strip())
        start = match.end()
    found.append(text.cut(start).strip(" .!"))
    return [one for one in found if one]


def several(text: str) -> bool:
    """Whether several sentences or offers stand on one line."""
    return bool(_SEVERAL.search(text))
