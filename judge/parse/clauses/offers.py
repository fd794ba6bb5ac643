"""Offers for orders (Payola, Exchange) as people write them: an amount over a list, several offers in one sentence, a
shopping list over several lines. Whole or not at all: nothing here files a part of what stands together."""

from __future__ import annotations

import re
from collections.abc import Sequence

from judge.core.command import Command
from judge.parse.clauses.text import Text

_BODY = r"(?:H|[-SC] [A-Z/ -]+)"
_GOOD = re.compile(
    rf"-?\d[\d*+#-]* (?:[:!>&] (?:[AF] )?[A-Z]{{3}}(?:/[NSEW]C)? {_BODY}(?: \| {_BODY})*|[>@&] .*|\$)(?: %.*)?"
)
_PART = re.compile(
    r"\s*(?:[,;&]\s*)*(?:(?<!\w)(?:and|plus|then|also|und|et)(?!\w)\s*)*"
    r"(?:[,;&]|\s[/|]\s|(?<!\w)(?:and|plus|then|also|und|et)(?!\w))\s*"
    r"(?=\d|(?:keep|save|reserve|put aside|hold back)\s)",
    re.IGNORECASE,
)
_MONEY = r"(?:agp|ag|gold|coins?|silver|money|ducats?)"
_EACH = (
    r"(?:each|apiece|per\s+(?:unit|order|line|move|head)|for\s+(?:each|every)|to\s+(?:each|every)|on\s+(?:each|every))"
)
_SMALL = frozenset(
    [
        "i",
        "we",
        "offer",
        "offers",
        "offering",
        "pay",
        "paying",
        "give",
        "giving",
        "bid",
        "bids",
        "bidding",
        "bribe",
        "bribes",
        "put",
        "agp",
        "ag",
        "gold",
        "coin",
        "coins",
        "silver",
        "money",
        "ducat",
        "ducats",
        "each",
        "every",
        "apiece",
        "per",
        "unit",
        "units",
        "order",
        "orders",
        "line",
        "lines",
        "move",
        "moves",
        "head",
        "for",
        "to",
        "on",
        "of",
        "at",
        "the",
        "following",
        "these",
        "those",
        "all",
        "my",
        "them",
        "get",
        "gets",
        "is",
        "are",
        "with",
        "a",
        "an",
        "amount",
        "sum",
        "one",
        "below",
        "here",
    ]
)
_SEVERAL = re.compile(
    r"[.!;]\s+[^\W\d]|(?:[,;]|\s[/|]\s)\s*(?:and\s+)?(?:\d|one|two|three|four|five|six|seven|eight|nine|ten)",
    re.IGNORECASE,
)
_HOLDS = re.compile(r"\s(?:H|(?:(?:to|for)\s+)?hold(?:s|ing)?)[\s.!]*$", re.IGNORECASE)
_COUNTED = re.compile(
    r"\d+\s+(?:offers?|bribes?|bids?|orders?|lines?|moves?|units?|armies|fleets)(?!\w)", re.IGNORECASE
)
_NUMBERED = re.compile(r"^\d{1,2}[.)]\s+(?=\d)")
_YEAR = re.compile(r"(?<!\d)1[89]\d\d(?!\d)")
_FRONT = re.compile(
    rf"[^\d,;:]{{0,30}}\d+\s*{_MONEY}?\s*{_EACH}(?!\w)[^,;:\d]{{0,20}}?(?::|(?<!\w)(?:for|to|on|of)(?!\w))",
    re.IGNORECASE,
)
_BACK = re.compile(rf"\s*(?:[:,;=]|\s-+|–|for|at)\s*(?P<n>\d+)\s*{_MONEY}?\s*(?:each|apiece)[\s.!]*$", re.IGNORECASE)
_LIST = re.compile(
    r"(?:(?:my|the|here is|this is)\s+)*(?:shopping list|offer\s?list|share list|buying list|"
    r"priorit(?:y list|ies)|wish list|(?:please\s+)?(?:buy|get|"
    r"purchase)(?:\s+(?:for\s+)?me)?(?=,?\s+in\s+(?:this|that|the\s+following)\s+order))"
    r"(?:,?\s+(?:is|are|in\s+(?:(?:this|that|the\s+following)\s+)?order(?:\s+of\s+preference)?|as\s+follows|"
    r"for\s+(?:this|the)\s+\w+|this\s+(?:time|turn)|please))*\s*[:.-]*\s*$",
    re.IGNORECASE,
)
_ENTRY = re.compile(
    r"(?:(?:\d{1,2}[.)]|[-*•]|first|then|second|third|(?:1st|2nd|3rd|\dth|first|second|third|fourth|"
    r"fifth|last)\s+(?:choice|pick|preference|wish))[,:]?\s+)?"
    r"(?P<one>[^\W\d][^\W\d ]*[\s:=x-]+\d+|\d+\s*x?\s*(?:of\s+)?[^\W\d][^\W\d ]*)"
    r"(?:\s+shares?)?[\s.,;]*$",
    re.IGNORECASE,
)
_CHOICE = re.compile(
    r"(?:1st|2nd|3rd|\dth|first|second|third|fourth|fifth|last)\s+(?:choice|pick|preference|"
    r"wish)[,:]?\s+\d+\s*x?\s*[^\W\d][^\W\d ]*[\s.,;]*$",
    re.IGNORECASE,
)
_LIMIT = re.compile(
    r"(?!.*(?<!\w)(?:about|around|roughly|some|maybe|perhaps|least|or|if|unless|(?<!not )over)(?!\w))"
    r"(?:(?:and|but|with|my|a|the|i'?ll|i|will|want|to|please|total|overall|spending|do|don't|not|won't)[\s,]+)*"
    r"(?:limit|cap|ceiling|outlay|stop at|not above|not over|budget|max|maximum|spend|no more than|"
    r"not more than|at most|up to|never)(?!\w)[^\d]{0,40}"
    rf"(?P<n>\d+)\s*{_MONEY}?(?:\s+(?:at most|in all|in total|altogether|for this|max|maximum))?"
    r"(?:,\s+(?:the|my|our|i|we|it)\s[^\d,]+)?[\s.!]*$",  # and why
    re.IGNORECASE,
)
_LIMITS = re.compile(
    r"(?<!\w)(?:limit|cap|budget|max|maximum|spend|spending|more than|at most|up to)(?!\w)", re.IGNORECASE
)
_TURNED = re.compile(r"(\d+)\s*x?\s*(?:shares?\s+(?:of|in)\s+)?([^\W\d][^\W\d ]*)(?:\s+shares?)?", re.IGNORECASE)
_NAMED = re.compile(r"(?:then\s+)?(?P<name>[^\W\d]+)\s*:?\s*[x×]?\s*(?P<n>\d+)(?:\s+shares?)?", re.IGNORECASE)


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


def bare_offer(text: str) -> str:
    """A line without its emphasis, its number in a list and the signs behind it: `**2. 5 : A PAR - BUR!**`."""
    return _NUMBERED.sub("", text.strip(" *_;.!"))


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


def listing(text: str) -> bool:
    """Whether a text is the heading of a shopping list."""
    return _LIST.match(text) is not None


def shopping(texts: Sequence[Text]) -> int:
    """How many of these lines are one shopping list: a heading, its entries and perhaps its limit; 0 for none."""
    if len(texts) > 1 and all(_CHOICE.match(one.text) for one in texts[:2]):
        n = 0
    elif not texts or not _LIST.match(texts[0].text):
        return 0
    else:
        n = 1
    while n < len(texts) and (not texts[n].text or _ENTRY.match(texts[n].text)):
        n += 1
    if n < len(texts) and _LIMIT.match(texts[n].text):
        n += 1
    return n if n > 1 else 0


def limits(text: str) -> bool:
    """Whether a text looks like the limit of a shopping list, plain or not."""
    return bool(_LIMITS.search(text)) and any(char.isdecimal() for char in text) and len(text) < 80
