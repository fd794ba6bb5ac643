"""Faults that anybody sees in a letter without knowing the game: used on every letter that the tests render."""

import re
from datetime import UTC, datetime
from functools import cache

from tests.tables import rows

FAULTS = dict(rows(__file__, "FAULTS"))
WHITE = "too much white"
HEADING = re.compile(r"[A-Z][A-Z0-9 ,':;()/+-]{3,}(?: (?:of|after|for|in|from|to) [\w :,'-]+)?:?")
TITLES = ("PREVIEW OF ", "THE LAST RESULTS", "STATUS of ", "THE GAME")
"""Headings over headings."""
RULE = re.compile(r"\s*(?:- ){5,}")


def plain_faults(text: str) -> list[str]:
    """What is wrong with the words of a letter on the face of it, each with its place; [] where nothing is."""
    found = [fault for line in text.split("\n") for fault in _wrong_with(line)]
    above, white, _ = text.partition("\n\n\n")
    found += [f"{WHITE}: behind {above[-72:]!r}"] if white else []
    return [*found, *(f"a heading over nothing: {line!r}" for line in _bare(text))]


@cache
def _wrong_with(line: str) -> tuple[str, ...]:
    """What is wrong with a line; letters have most of their lines in common."""
    return tuple(f"{name}: {line!r}" for name, pattern in FAULTS.items() for _ in re.finditer(pattern, line))


def _bare(text: str) -> list[str]:
    """Headings below which another heading stands at once, or nothing at all."""
    lines = [line for line in text.split("\n") if line.strip()]
    heads = [bool(HEADING.fullmatch(line)) and not line.startswith(TITLES) for line in lines]
    return [
        line
        for number, line in enumerate(lines)
        if heads[number] and (number + 1 == len(lines) or heads[number + 1] or RULE.match(lines[number + 1]))
    ]


DUE = re.compile(r"^ *(?:First deadline|Deadline)  .*?(\d{1,2} \w{3} \d{4})[^(\n]*\((\d\d:\d\d) UTC\)", re.MULTILINE)
"""A deadline as letters print it: the day, and the hour in UTC behind it."""


def past_deadlines(text: str, sent: datetime) -> list[str]:
    """Deadlines that are promised, and had passed when the letter was sent."""
    found = []
    for match in DUE.finditer(text):
        due = datetime.strptime(f"{match[1]} {match[2]}", "%d %b %Y %H:%M").replace(tzinfo=UTC)
        if due < sent and not WAITED.search(text):
            found.append(f"a deadline in the past: {match[0].strip()!r}, sent {sent:%d %b %H:%M}")
    return found


WAITED = re.compile(r"report|RELEASE|looks at the results", re.IGNORECASE)
"""What a letter says of a game whose deadline has passed and that waits for its master."""
