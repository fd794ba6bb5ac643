"""What is said of an order beside it, and is none: why it is given (`..., because islands never go out of fashion`,
`Since Austria hasn't answered: ...`), or what its writer thinks of it (`..., where I hope it will not get wet`)."""

from __future__ import annotations

import re
from collections.abc import Callable

from judge.parse.clauses.marks import Marks
from judge.parse.clauses.split import spans
from judge.parse.clauses.stance import Stance
from judge.parse.clauses.text import Text

_BEHIND = re.compile(
    r"\s*(?:[,;:(-]\s*|\s)(?:because|since|for\s+(?:i|we|he|she|they|it|there)|as\s+(?:i|we|he|she|they|there)|"
    r"though|although|even\s+though|seeing\s+that|now\s+that|so\s+that)(?!\w)|"
    r"\s*[,;(-]\s*(?:where|which|whom?|whose)(?!\w)",  # without a comma it says which: `all lira which I do not need`
    re.IGNORECASE,
)
_FRONT = re.compile(r"\W*(?:since|because|as|seeing|given|now\s+that|thanks\s+to)\s[^:]*(?P<end>:)\s", re.IGNORECASE)
_MATTERS = re.compile(r"\d|(?<!\w)(?:if|unless|only|except|instead|not\s+to|all|both|half|rest)(?!\w)", re.IGNORECASE)
_WHY = (Stance.PLAIN, Stance.NEGATION, Stance.PAST, Stance.OTHERS)


def behind_reason(text: Text, stance: Callable[[Text], Stance], marks: Marks) -> tuple[Text, Text] | None:
    """What is to be done, and the reason in front of it with a colon; None for any other sentence."""
    front = _FRONT.match(text.text)
    if front is None:
        return None
    reason, order = text.head(front.start("end")).strip(), text.cut(front.end()).strip()
    plain = stance(order) is Stance.PLAIN and stance(reason) in _WHY
    return (order, reason) if plain and not marks.has(reason.text) else None


def without_reason(text: Text, stance: Callable[[Text], Stance], marks: Marks) -> tuple[Text, Text] | None:
    """What is to be done, and what is said of it; None where nothing can be told apart, or what is said may change the
    order."""
    for match in _BEHIND.finditer(text.text):
        head, tail = text.head(match.start()).strip(" ,;:-"), text.cut(match.start()).strip(" ,;:-")
        if not head or stance(head) is not Stance.PLAIN or not marks.has(head.text):
            continue
        (start, end), *more = spans(tail)
        reason = tail.cut(start, end)
        if _MATTERS.search(reason.text) or marks.has(reason.text):
            return None
        if any(marks.beside(tail.text[slice(*one)]) for one in more):  # `... because I like it, and Smyrna to Armenia`
            return Text.joined((head, tail.cut(end)), ""), reason
        return head, tail
    return None
