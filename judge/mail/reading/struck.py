"""What a writer shows and does not mean: struck-out text, and lines of a list with an empty box or a cross."""

from __future__ import annotations

import re
from itertools import groupby

from judge.mail.reading.quotes import OwnLine

_GONE = "\0"
_STRUCK = re.compile(
    r"(?<![~\w])~~(?=[^\s~])(?:(?!~~|\n\n)[\s\S])+(?<=[^\s~])~~(?![~\w])|^~(?=[^\s~])[^~\n]+~$"
    r"|(?:\S ?[\u0335-\u0338] ?)+",
    re.MULTILINE,
)
_CROSS = "\u2717\u2718\u274c\u2716\U0001f6ab\u26d4\U0001f645"
_ITEM = r"^(?:(?:[-*+•]|\d{1,2}[.)]) ?)?"
_EMPTY_BOX = re.compile(rf"{_ITEM}(?:\[ ?\]|[☐{_CROSS}])|[{_CROSS}][\s\ufe0f\u200d♀♂]*$")
_TICKED_BOX = re.compile(rf"{_ITEM}\[[xX✓✔]\] ?(?=\S)")


def shown_struck(text: str) -> str:
    """Struck-out text as it is quoted."""
    return f"~~{text.strip()}~~"


def meant(lines: list[OwnLine]) -> tuple[list[OwnLine], list[str]]:
    """The lines without what is struck out (`~~A PAR - BUR~~`, or signs with a stroke through each) and without those
    with an empty box or a cross; and what was left out. A ticked box is taken off its line. Press stands as written."""
    whole = "\n".join([line.text for line in lines])
    if "~" not in whole and "[" not in whole and whole.isascii():
        return lines, []
    kept: list[OwnLine] = []
    left: list[str] = []

    def gone(found: re.Match[str]) -> str:
        left.extend(map(shown_struck, found.group().strip("~").split("\n")))
        return "\n".join([_GONE] * (found.group().count("\n") + 1))

    for press, group in groupby(lines, key=lambda line: line.press):
        if press:
            kept.extend(group)
            continue
        for text in _STRUCK.sub(gone, "\n".join([line.text for line in group])).split("\n"):
            rest = " ".join(text.replace(_GONE, "").split()) if _GONE in text else text
            if _EMPTY_BOX.search(rest) and any(char.isalnum() for char in rest):
                left.append(rest)
            elif rest.strip() or not text:
                kept.append(OwnLine(_TICKED_BOX.sub("", rest)))
    return kept, left
