"""What is said of an order beside it, and is none: why it is given (`Since Austria hasn't answered:
...`), or what its writer thinks of it (`..., where I hope it will not get wet`)."""

from __future__ import annotations

from judge.core.regex import regex
from judge.expressions import expressions
from judge.reading.clauses.modality import Modality
from judge.reading.clauses.passage import Passage, change_words, modality_alone
from judge.reading.clauses.patterns import words_of
from judge.reading.sense.edits import CHANGES, has
from judge.reading.text import Text

_RE = expressions("remarks")

_WHY = (Modality.PLAIN, Modality.NEGATION, Modality.PAST, Modality.OTHERS, Modality.MAYBE)


def behind_reason(p: Passage, text: Text) -> tuple[Text, Text] | None:
    """What is to be done, and the reason in front of it: `Since Austria has not answered: ...`, `I don't trust the
    rouble, so sell 200 of them`; None for any other sentence."""
    front = _RE.front.match(text.text)
    if front is None:
        return None
    end = front.start(front.lastgroup or 0)
    leads = front.lastgroup != "so"
    reason, order = text.head(end).strip(), text.cut(front.end() if front["end"] else end).strip(" ,;-")
    plain = modality_alone(p, order) is Modality.PLAIN and modality_alone(p, reason) in _WHY
    told = leads or states(p, reason)
    return (order, reason) if plain and told and not p.tools.marks.has(reason.text) else None


def states(p: Passage, text: Text) -> bool:
    """Whether a text says how somebody or something is, and has nothing that an order has but a name."""
    said = _RE.states.match(text.text)
    if said is None or p.tools.sense.orders_something(text.text[said.end() :]):
        return False
    return not any(map(str.isdecimal, text.text))


def behind_head(p: Passage, text: Text) -> tuple[Text, Text] | None:
    """A head that says what is not, or was, to be done with something named, and the plain words that it leads to:
    `Not marks this time: sell 300 lira`. The account tells whether the head bears on them."""
    head, _, tail = text.text.partition(": ")
    conditions = p.tools.known.sections["condition"]
    if not tail.strip() or not p.tools.marks.named(head) or not conditions.isdisjoint(words_of(head)):
        return None
    front, behind = text.head(len(head)), text.cut(len(head) + 2).strip()
    said = (
        modality_alone(p, front) in (Modality.NEGATION, Modality.PAST) and modality_alone(p, behind) is Modality.PLAIN
    )
    return (text.head(len(head) + 1), behind) if said else None


def passes(p: Passage, piece: Text) -> bool:
    """Whether a piece of a sentence can be no part of a change: it names nothing, and says nothing of orders."""
    if " " not in piece.text.strip() or any(map(str.isdecimal, piece.text)) or p.tools.marks.beside(piece.text):
        return False
    if p.tools.sense.orders_something(piece.text) or has(change_words(p, piece), *CHANGES):
        return False
    return modality_alone(p, piece) in (Modality.PLAIN, Modality.PAST, Modality.OTHERS)


Parts = list[tuple[Text, bool]]
"""What a sentence says, and what it says in passing: a part, and whether it is read as a sentence or passed over."""


def in_passing(p: Passage, text: Text) -> Parts:
    """A sentence, cut from what it says in passing: behind it in brackets, as its reason or as a remark. Empty for any
    other."""
    if p.tools.sense.accepts(text.text):
        return []  # `France gives me 2, which I accept`
    return _aside(p, text) or _reason(p, text) or _remark(p, text)


def _reason(p: Passage, text: Text) -> Parts:
    """What is to be done, why, and what else is: `..., because I don't trust him, and Smyrna to Armenia`. Only a reason
    without a figure and a condition is left out."""
    why = _RE.because.search(text.text)
    if why is None or " " not in text.text[: why.start()].strip() or any(map(str.isdecimal, why[0])):
        return []
    if not p.tools.known.sections["condition"].isdisjoint(words_of(why[0])):
        return []
    more = text.cut(why.end()).strip(" ,;")
    reason = (text.cut(why.start("why"), why.end()), False)
    return [(text.head(why.start()).strip(), True), *([(more, True)] if more else []), reason]


def _remark(p: Passage, text: Text) -> Parts:
    """What is to be done, and behind a comma what somebody said or felt (`Mun - Ruh, I gave him my word`), what is
    said of a place (`to Spain, where he can sit in the sun`), or a question. It is a sentence where it may be an order,
    too, or a question that has an answer."""
    said = _RE.said.search(text.text)
    if said is None or _RE.matters.search(said["said"]) or p.tools.marks.has(said["said"]):
        return []
    front = text.head(said.start())
    if front.text.count(" ") <= 1 or _RE.open.match(front.text):
        return []
    return [(front, True), (text.cut(said.start("said")), bool(said["doing"] or said["asks"]))]


# ---- remarks in brackets ---------------------------------------------------------------------------------------------


_BRACKETS = regex(r"\s*\(\s*(?P<inside>[^()]*?)\s*\)")
_ENDS = regex(r"[\s.!?;]*$")
_FREE = (Modality.PLAIN, Modality.PAST, Modality.QUESTION, Modality.ADVICE, Modality.NEGATION)


def _aside(p: Passage, text: Text) -> Parts:
    """A sentence without the remark at its end, and the remark, where it may be left out."""
    found = next((one for one in _BRACKETS.finditer(text.text) if _ENDS.match(text.text, one.end())), None)
    if found is None or " " not in found["inside"]:
        return []
    aside, marks = text.cut(found.start("inside"), found.end("inside")), p.tools.marks
    said = any(map(str.isdecimal, aside.text)) or marks.beside(aside.text) or marks.only(aside.text)
    if said or modality_alone(p, aside) not in _FREE or p.tools.sense.only_denies(aside.text):
        return []
    left = Text.joined((text.head(found.start()), text.cut(found.end())), "").strip()
    return [*([(left, True)] if left else []), (aside, False)]


def without_asides(p: Passage, text: Text) -> Text:
    """A sentence without all its remarks; the same text where there are none. What may be part of the order stays."""
    for match in reversed(list(_BRACKETS.finditer(text.text))):
        inside = match["inside"]
        if (
            not _RE.means.search(inside)
            and not p.tools.sense.matters(inside)
            and not p.tools.sense.only_denies(inside)
            and (" " in inside or inside.endswith("!") or len(inside) > 4)
        ):
            text = Text.joined((text.head(match.start()), text.cut(match.end())), "")
    return text
