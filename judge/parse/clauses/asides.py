"""Remarks in brackets, which are no part of an order: `sell 300 lira (Italy is doomed!)`, `Lira (Italy): sell 300`.

What stands in brackets belongs to the order where it is one short word (a coast, a place: `TS(Lon)`, `STP (sc)`), or
holds a figure or an arrow."""

from __future__ import annotations

import re

from judge.parse.clauses.text import Text

_ASIDE = re.compile(r"\s*\((?P<inside>[^()]*)\)")
_MEANS = re.compile(r"\d|->|[-=]|\b(?:not?|except|only|all|half|coast|if|unless|or)\b", re.IGNORECASE)


def without_asides(text: Text) -> Text:
    """The text without its remarks in brackets; the same text where there are none."""
    for match in reversed(list(_ASIDE.finditer(text.text))):
        inside = match["inside"].strip()
        if not _MEANS.search(inside) and (" " in inside or inside.endswith("!") or len(inside) > 4):
            text = Text.joined((text.cut(0, match.start()), text.cut(match.end())), "")
    return text
