"""Offers for orders (Payola, Exchange) as people write them: an amount over a list, several offers in one sentence, a
shopping list over several lines. Whole or not at all: nothing here files a part of what stands together."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

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
_OF_ALL = re.compile(
    r"(?:the\s+)?same\s+(?:price|amount|money|sum)(?:\s+(?:for|on|to)\s+(?:all|each|everybody)"
    r"(?:\s+(?:\d+|two|three|four|five|six|of\s+(?:them|these)))?)?|"
    r"(?:for|on|to)\s+both(?:\s+of\s+(?:them|these))?|(?:for|on|to)\s+(?:all|the)\s+(?:of\s+(?:them|"
    r"these)|\d+|two|three|four|five|six)|(?:all|the)\s+(?:\d+|two|three|four|five|six)",
    re.IGNORECASE,
)
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
_WISH = re.compile(
    r"(?:(?:please|then|well|ok)[\s,]+)*(?:(?:i|we)\s+(?:want|need|wish|take|buy|would\s+like|"
    r"should\s+like|go\s+for|will\s+take|will\s+buy)"
    r"|i'?d\s+like|i'?ll\s+(?:take|buy|have|go\s+for)|(?:please\s+)?(?:buy|buying|get|"
    r"give)(?:\s+me)?|first(?:ly)?|offer\s?list)"
    r"(?:\s+(?:to\s+(?:buy|have|get)|first(?:ly)?))*[\s:,]+(?=\d|[^\W\d])",
    re.IGNORECASE,
)
_WANTED = re.compile(
    r"(?:(?:first|second|third|then|next|after\s+that|finally|lastly|also|and)[\s,:]+)*(?P<n>\d+)\s*x?\s+(?:more\s+)?"
    r"(?:(?:shares?|pieces?|ones?)\s+)?(?:(?:of|in|"
    r"from)\s+)?(?:the\s+)?(?P<name>[^\W\d]+)(?:\s+(?:shares?|ones?|pieces?))?"
    r"(?:\s+(?:first|after\s+that|afterwards|next|then|too|as\s+well))?",
    re.IGNORECASE,
)
_NAMED = re.compile(r"(?:then\s+)?(?P<name>[^\W\d]+)\s*:?\s*[x×]?\s*(?P<n>\d+)(?:\s+shares?)?", re.IGNORECASE)
_BETWEEN = re.compile(
    r"\s*[,;]\s*(?:and\s+)?(?:then\s+)?|\s+(?:and\s+then|and|then)\s+(?=\d|\w+\s+\d|spend|at|no)", re.IGNORECASE
)
_CAP = re.compile(r"[\s,;.]*(?:and\s+)?(?<!\w)CAP\s+\d+\s*$", re.IGNORECASE)


@dataclass
class Price:
    """An amount that stands over orders. `verb` is `4 :`; "" where it is not understood what holds for them."""

    at: int
    verb: str
    line: int
    used: bool = False


def offered(commands: Sequence[Command]) -> bool:
    """Whether these are lines of an offer sheet."""
    return bool(commands) and all(one.section == "offers" and one.canonical() != "NMR" for one in commands)


def sound(commands: Sequence[Command]) -> bool:
    """Whether these are lines of an offer sheet in the notation, without a slip."""
    return offered(commands) and all(_GOOD.fullmatch(one.canonical()) for one in commands)


def sound_or_other(commands: Sequence[Command]) -> bool:
    """Whether every line of an offer sheet among these is without a slip."""
    return bool(commands) and all(sound((one,)) for one in commands if one.section == "offers")


def free(commands: Sequence[Command]) -> bool:
    """Whether an order stands there without an amount."""
    return offered(commands) and any(one.canonical().startswith("0 ") for one in commands)


def in_notation(text: str) -> bool:
    """Whether a line is plainly meant as the printed notation, good or bad."""
    return bool(re.match(r"\s*-?\d[\d\s*+#.,-]*[:!>@&$;=?|]", text))


def bare_offer(text: str) -> str:
    """A line without its emphasis, its number in a list and the signs behind it: `**2. 5 : A PAR - BUR!**`."""
    return _NUMBERED.sub("", text.strip(" *_;.!"))


def shares(text: str) -> list[str]:
    """`4 each for A and B`, `A and B: 4 each` -> [`4 :`, `A and B`]; [] for anything else."""
    front = _FRONT.match(text)
    if front:
        n = re.search(r"\d+", front[0])
        said = re.sub(r"\d+", " ", front[0]).casefold()
        if n and set(re.findall(r"[^\W\d]+", said)) <= _SMALL and text[front.end() :].strip():
            return [f"{n[0]} :", text[front.end() :].strip(" :.")]
        return []
    back = _BACK.search(text)
    return [f"{back['n']} :", text[: back.start()].strip()] if back and back.start() else []


def holds(text: str) -> bool:
    """Whether what is offered for is holding."""
    return bool(_HOLDS.search(text))


def price(text: str) -> str | None:
    """What a heading says of the amount of each order below it: `4 :`; "" where it says something that is not
    understood; None where it says nothing of amounts."""
    text = _YEAR.sub(" ", text)
    if re.search(_EACH, text, re.IGNORECASE):
        text = _OF_ALL.sub(" ", text)
    numbers = re.findall(r"\d+", text)
    words = re.findall(r"[^\W\d]+(?:'\w+)?", text.casefold())
    spoken = bool(re.search(rf"(?<!\w){_MONEY}(?!\w)|{_EACH}", text, re.IGNORECASE)) or bool(
        re.match(r"\s*\d+\s+(?:for|to|on)(?!\w)", text, re.IGNORECASE)
    )
    if not numbers or not spoken or (_COUNTED.search(text) and not re.search(_EACH, text, re.IGNORECASE)):
        return None
    return f"{numbers[0]} :" if len(numbers) == 1 and set(words) <= _SMALL and not _COUNTED.search(text) else ""


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


def shopped(texts: Sequence[Text]) -> Text:
    """Such lines as one order."""
    entries: list[Text] = []
    heading = 0 if _CHOICE.match(texts[0].text) else 1
    for one in texts[heading:]:
        entry, limit = _ENTRY.match(one.text), _LIMIT.match(one.text)
        if entry:
            entries.append(one.cut(*entry.span("one")))
        elif limit:
            entries.append(one.put(0, len(one.text), f"CAP {limit['n']}"))
    first = texts[0].put(0, len(texts[0].text) if heading else 0, "OFFERLIST ")
    first = first if heading else first.head(len("OFFERLIST "))
    return Text.joined((first, Text.joined(entries, ", ")), "")


def limited(sentences: Sequence[Text]) -> list[Text]:
    """Sentences, with one that is nothing but a limit joined to the one before it."""
    found: list[Text] = []
    for one in sentences:
        limit = _LIMIT.match(one.text)
        if found and limit:
            cap = one.put(0, len(one.text), f"CAP {limit['n']}")
            found[-1] = Text.joined((found[-1].strip(" .!"), cap), " ")
        elif found and limits(one.text):  # one that is not plain spoils the list: it is asked about as a whole
            found[-1] = Text.joined((found[-1].strip(" .!"), one), ", ")
        else:
            found.append(one)
    return found


def limits(text: str) -> bool:
    """Whether a text looks like the limit of a shopping list, plain or not."""
    return bool(_LIMITS.search(text)) and any(char.isdecimal() for char in text) and len(text) < 80


def turned(text: Text) -> Text:
    """A shopping list with its amounts in front of the names, the way it is read: `RUSSIA 5, FRANCE 3 CAP 100`."""
    head = re.match(r"OFFERLIST:?\s+", text.text, re.IGNORECASE)
    if not head:
        return text
    cap = _CAP.search(text.text)
    end = cap.start() if cap else len(text.text)
    entries = re.split(
        r"\s*(?:[,;]|(?<!\w)(?:and|then)(?!\w))[\s,;]*(?:(?:and|then)\s+)*", text.text[head.end() : end].strip(" .")
    )
    found = [_TURNED.fullmatch(one.strip()) for one in entries]
    if not all(found):
        return text
    return text.put(head.end(), end, ", ".join(f"{one[2]} {one[1]}" for one in found if one) + (" " if cap else ""))


def wished(text: str) -> str:
    """`I want 5 shares of Russia, then 4 of France, max 60 in total` as one list; "" for anything else, and for one
    company, whose shares may be meant for the market."""
    head = _WISH.match(text)
    if not head:
        return ""
    parts = [one.strip() for one in _BETWEEN.split(text[head.end() :].strip(" .!")) if one.strip()]
    limit = _LIMIT.match(parts[-1]) if len(parts) > 1 else None
    wanted = [_WANTED.fullmatch(one) or _NAMED.fullmatch(one) for one in (parts[:-1] if limit else parts)]
    found = [f"{one['name']} {one['n']}" for one in wanted if one]
    if len(found) < len(wanted) or (len(found) < 2 and limit is None):
        return ""
    return f"OFFERLIST {', '.join(found)}" + (f" CAP {limit['n']}" if limit else "")
