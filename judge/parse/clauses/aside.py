"""Remarks in brackets, which are no part of an order: `f nap-ion (sorry, Turkey)`, `Lira (Italy): sell 300`.

At the end of a sentence a remark of several words is told apart, so that it can be shown as what was not read, unless
it looks like part of the order or says how it is meant. Inside a sentence one is left out where the sentence cannot be
read with it. What stands in brackets belongs to the order where it is one short word (a coast, a place: `TS(Lon)`,
`STP (sc)`), or holds a figure or an arrow."""

from __future__ import annotations

from collections.abc import Callable

from judge.core.regex import regex
from judge.parse.clauses.modality import Modality
from judge.parse.clauses.order_likelihood import OrderLikelihood
from judge.parse.clauses.text import Text
from judge.parse.expressions import expressions

_RE = expressions("remarks")

_BRACKETS = regex(r"\s*\(\s*(?P<inside>[^()]*?)\s*\)")
_ENDS = regex(r"[\s.!?;]*$")
_FREE = (Modality.PLAIN, Modality.PAST, Modality.QUESTION, Modality.ADVICE)


def without_aside(text: Text, stance: Callable[[Text], Modality], marks: OrderLikelihood) -> tuple[Text, Text | None]:
    """A sentence without the remark at its end, and the remark; None where there is none that may be left out."""
    found = next((one for one in _BRACKETS.finditer(text.text) if _ENDS.match(text.text, one.end())), None)
    if found is None or " " not in found["inside"]:
        return text, None
    aside = text.cut(found.start("inside"), found.end("inside"))
    said = any(char.isdecimal() for char in aside.text) or marks.beside(aside.text) or marks.only(aside.text)
    if said or stance(aside) not in _FREE:
        return text, None
    return Text.joined((text.head(found.start()), text.cut(found.end())), "").strip(), aside


def without_asides(text: Text, matters: Callable[[str], bool]) -> Text:
    """A sentence without all its remarks; the same text where there are none. What may be part of the order stays."""
    for match in reversed(list(_BRACKETS.finditer(text.text))):
        inside = match["inside"]
        if (
            not _RE.means.search(inside)
            and not matters(inside)
            and (" " in inside or inside.endswith("!") or len(inside) > 4)
        ):
            text = Text.joined((text.head(match.start()), text.cut(match.end())), "")
    return text
