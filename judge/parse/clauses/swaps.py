"""Corrections by what they name: `Sorry autocorrect. Marks!!`, `No, make the Pounds Francs`, `the sale should be 250`.

A sentence that takes something back and names a thing (a currency, a power, a place, an amount) puts it in the place
of the thing of that sort in the nearest order above that has one. What it is to replace may be said, too (`not the
Marks`), or which order is meant (`the purchase`, `the fleet`). Every other word must be one of taking back, or a small
one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

from judge.core.command import Command
from judge.core.regex import regex
from judge.parse.lexicon import Lexicon

Read = Callable[[str], Sequence[Command]]
_TOKEN = regex(r"\d[\d.,]*(?<=\d)s?(?!\w)|[^\W\d_]+(?:['’][^\W\d_]+)*|->|=>")
_NONE = regex(r"(?<!\w)no (?=\w)", re.IGNORECASE)  # `no Francs`, and not `no, Francs`
_WENT = regex(r"(?<=[A-Z]) - (?P<goal>[A-Z]{3}(?:/[NSEW]C)?)( VIA)?$")
_SORTS = ("currency", "company", "power", "place")
_WHICH = {
    "purchase": "BUY ", "purchases": "BUY ", "buy": "BUY ", "buying": "BUY ", "sale": "SELL ", "sales": "SELL ",
    "sell": "SELL ", "selling": "SELL ", "army": "A ", "fleet": "F ", "loan": "LEND ", "gift": "GIVE ", "bid": "BID ",
}  # fmt: skip
"""Words for one order of several, and how that one begins."""
_NO_SWAP = regex(
    r"\brather not\b|\bmake (?:an?|one) (?:bid|offer|loan|gift)\b|\b(?:maybe|perhaps)\b|\bshould (?:i|we)\b|"
    r"\b(?:they|he|she|people|everyone|everybody)(?:'s|'ll|'d)?\b",
    re.IGNORECASE,
)
"""What is not wanted or not decided, what is made, and what others say: none of it takes anything's place."""
_EVERY = ("both", "all")  # `both` is a short name of the Gulf of Bothnia, too
_SHOULD = frozenset(["be", "read", "say", "have"])  # `the sale should be 250`, and not `one should hold A CON`
_SHORT = 3  # words of a name called out: `Marks!!`


class Several(Exception):
    """A correction names a thing, and what it replaces may be several."""


@dataclass(frozen=True)
class Named:
    """A thing that a correction names. `sort` is a kind of names, or "amount"."""

    sort: str
    value: str
    old: bool = False


@dataclass(frozen=True)
class Words:
    """A sentence that may correct something: what it names, which orders it speaks of, and whether it takes back."""

    things: tuple[Named, ...]
    which: str = ""
    cue: bool = False
    strange: int = 0
    every: bool = False


def words(text: str, lexicon: Lexicon, known: Mapping[str, frozenset[str]]) -> Words:
    """A sentence by its words; `known` has the sections of grammar/known/words.txt."""
    if _NO_SWAP.search(text):
        return Words(())
    tokens = [match[0] for match in _TOKEN.finditer(_NONE.sub("not ", text))]
    things: list[Named] = []
    which, cue, strange, every, old, n = "", False, 0, False, False, 0
    while n < len(tokens):
        size, thing = _thing(tokens, n, lexicon)
        word, after = tokens[n].casefold(), next(iter(tokens[n + 1 :]), "").casefold()
        if thing is not None and word not in _EVERY:
            things.append(Named(thing[0], thing[1], old))
            old = False
        elif word == "should":
            cue = cue or after in _SHOULD
        elif word == "hold":
            cue = cue or after == "on"
            strange += after != "on"
        elif word in known["goes"] or word in known["corrects"]:
            cue = cue or word in known["corrects"]
            old = word in known["goes"] and (word != "of" or tokens[n - 1].casefold() in ("instead", "place"))
        elif word in _WHICH and not which:
            which = _WHICH[word]
        elif word in _EVERY:
            every = True
        elif word not in known["beside"] and not word.startswith(("-", "=")):
            strange += 1
        n += size
    pair = len(things) == 2 and not any(one.old for one in things) and things[0].sort == things[1].sort
    if pair and not known["turns"].isdisjoint(token.casefold() for token in tokens):
        things[0] = Named(things[0].sort, things[0].value, True)
    loud = len(tokens) <= _SHORT and text.rstrip().endswith("!!")
    return Words(tuple(things), which, cue or loud, strange, every)


def _thing(tokens: list[str], at: int, lexicon: Lexicon) -> tuple[int, tuple[str, str] | None]:
    """How many words the thing at a place has, its sort and its name. A country is not its money: `Sorry, Turkey`."""
    if tokens[at][0].isdecimal():
        return 1, ("amount", re.sub(r"\D", "", tokens[at]))
    for size in (3, 2, 1):
        spelt = " ".join(tokens[at : at + size])
        found = lexicon.kinds_of(spelt) if len(spelt) > 2 else {}
        for sort in _SORTS:
            if len(found.get(sort, ())) == 1 and (sort != "currency" or spelt[0].upper() == found[sort][0][0]):
                return size, (sort, found[sort][0])
    return 1, None


def swapped(
    said: Words, orders: Sequence[tuple[int, Command]], lexicon: Lexicon, read: Read
) -> list[tuple[int, Command, Command]]:
    """The orders that change, each with the one that comes in its place; none where nothing fits. Raises Several."""
    new = [one for one in said.things if not one.old]
    old = [one for one in said.things if one.old]
    if not 1 <= len(new) <= 2 or len({one.sort for one in new}) < len(new) or len(old) > 1:
        return []
    orders = [(n, one) for n, one in orders if _is(one, said.which)]
    for one in old:
        return _changed(orders, one, new, lexicon, read, said.every and one.sort == "amount")
    names = [one for one in new if one.sort != "amount"]
    if not names:
        return []
    name = names[0]
    there = [(n, one) for n, one in orders if name.value in _parts(one, name.sort, lexicon)]
    if len(there) == 1 and len(new) == 2:
        return _put(there[0], name.value, new, lexicon, read)
    if there:
        return []
    like = [(n, one) for n, one in orders if len(_parts(one, name.sort, lexicon)) == 1]
    if name.sort == "place" and len(like) > 1:
        raise Several
    return _put(like[-1], _parts(like[-1][1], name.sort, lexicon)[0], new, lexicon, read) if like else []


def _is(order: Command, which: str) -> bool:
    return not which or order.canonical().startswith(which)


def _parts(order: Command, sort: str, lexicon: Lexicon) -> list[str]:
    """The things of one sort in an order. Of the places of a move only the goal may be corrected."""
    line = order.canonical()
    if sort == "place":
        went = _WENT.search(line)
        return [went["goal"].partition("/")[0]] if went else []
    if sort == "amount":
        return re.findall(r"(?<![\w.,])\d[\d.,]*(?<=\d)", line)
    return [one for one in re.findall(r"[A-Z]{2,}", line) if one in lexicon.kinds_of(one).get(sort, ())]


def _changed(
    orders: Iterable[tuple[int, Command]],
    old: Named,
    new: list[Named],
    lexicon: Lexicon,
    read: Read,
    every: bool,
) -> list[tuple[int, Command, Command]]:
    hit = [(n, one) for n, one in orders if _parts(one, old.sort, lexicon).count(old.value) == 1]
    if len(hit) > 1 and not every:
        raise Several
    return [done for one in hit for done in _put(one, old.value, new, lexicon, read)]


def _put(
    target: tuple[int, Command], old: str, new: list[Named], lexicon: Lexicon, read: Read
) -> list[tuple[int, Command, Command]]:
    """An order with new things in it, if that can be read as one order of its kind."""
    n, order = target
    line = order.canonical()
    for thing in new:
        if thing.sort == "place":
            line = _WENT.sub(lambda match, thing=thing: f" - {thing.value}{match[2] or ''}", line)  # type: ignore[misc]
            continue
        there = _parts(order, thing.sort, lexicon)
        gone = old if old in there else there[0] if len(there) == 1 else ""
        if not gone:
            return []
        line = re.sub(rf"(?<![\w.,]){re.escape(gone)}(?!\w)", thing.value, line)
    came = read(line)
    return [(n, order, one) for one in came if len(came) == 1 and type(one) is type(order)]
