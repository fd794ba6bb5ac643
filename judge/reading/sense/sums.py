"""Amounts and what they are of, out of the things of a clause: `300 of my lira`, `Lira: 300`, `100 each of A, B and C`.

A clause holds amounts in front of the names or behind them; each is tried, and what both ways can read is nothing."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from itertools import pairwise, takewhile

from judge.core.values import Value
from judge.core.variant import Situation
from judge.reading.lexicon import sum_of
from judge.reading.sense.tokens import Token, before, behind, follows


class Unclear(Exception):
    """Two readings, or none: nothing is made of it. What it says, if anything, is the question to ask."""


class Item(Value):
    """A piece of a clause that says something about a trade; `at` are the numbers of its things.

    sort   entry (`value` the currency, `amount` "" where none is told), verb, link, budget, gap, whole, upto
    side   of a verb: `front` where it stands in front of what it acts on, `behind`, or "" for either
    """

    sort: str
    value: str
    at: tuple[int, ...]
    amount: str = ""
    side: str = ""


_END = Item("end", "", ())  # behind the last of a clause
SORTS = tuple("amount same fraction parts each verb weak wish have proceeds rest whole money".split())
"""What a thing may be for a trade, first things first; a currency comes before all of them."""
LATE = ("upto", "vague", "worth", "ambiguous")
GAPS = (",", ";", "/", "|", "&", ".", "!", "--", "...", "…")
VERBS = ("sell", "buy", "swap", "spend", "sold", "bought")
_DONE = {"sold": "sell", "bought": "buy"}
_SOFT = ("/", "|", ",")  # may stand between a name and its amount
_ARROWS = ("->", "=>", "-->", ">", "→")
_SIGNS = {"minus": "-", "plus": "+"}
_NEAR = 4  # things between an amount and a word that makes it vague


def marked(things: Sequence[Token]) -> list[Item]:
    """The things that say something about a trade. Raises Unclear for a figure that is none, a range, a vague sum."""
    found: list[Item] = []
    bare = not any(thing.is_("verb", *VERBS) for thing in things)
    for n, thing in enumerate(things):
        word = _SIGNS.get(thing.text.casefold()) if bare else None
        if word:
            found.append(Item("sign", word, (n,)))
            continue
        if thing.is_("currency"):
            found.append(Item("currency", thing.get("currency"), (n,)))
            continue
        sort, value = _meant(thing)
        if sort == "weak" and thing.is_("link") and not _ended(things, n + 1):
            sort, value = "link", thing.get("link")
        if sort == "weak" and before(things, n).sort == "unknown":
            raise Unclear  # `fish out 300 marks`
        money = sort == "proceeds" and " " not in thing.text and found and found[-1].sort == "currency"
        if money and found[-1].at[-1] == n - 1:
            found[-1] = replace(found[-1], at=(*found[-1].at, n))  # `Turkish money`
        elif sort:
            found.append(Item(sort, value, (n,)))
        elif thing.is_("link", "or"):
            raise Unclear
        elif thing.is_("link", "and", "then") or (thing.text in GAPS):
            found.append(Item("gap", thing.text if thing.text in _SOFT else "", (n,)))
        elif thing.text in _ARROWS:
            found += [] if behind(things, n).is_("verb") else [Item("link", "into", (n,))]  # `200 francs -> sell`
        elif thing.is_("link", "of") and found and found[-1].sort == "link":
            continue  # `contre des francs`
        elif thing.is_("link", "of") and thing.is_("link", "from") and found and found[-1].sort == "verb":
            continue  # `achat de 200 francs`
        elif (
            thing.is_("link", "by")
            and behind(things, n).is_("amount")
            and follows(things, n, lambda one: one.is_("currency"))
        ):
            continue  # `reduce lira by 300`
        elif thing.is_("link"):
            value = "into" if "into" in thing.text.casefold() else thing.get("link")
            found.append(Item("link", "against" if thing.is_("against") else value, (n,)))
        elif thing.text in ("+", "-", "−", "–", "%"):
            found.append(Item("sign", thing.text.replace("−", "-").replace("–", "-"), (n,)))
        elif any(char.isdecimal() for char in thing.text):
            raise Unclear
    return _nouns(_counted(_sure(_signs(found, things))))


def figured(things: Sequence[Token], now: Situation) -> list[Token]:
    """The things, with a figure in brackets behind a currency as its amount, and the share of it in front that comes
    to the same: `out of Italy (500)`, `half my roubles (that's 500)`."""
    found: list[Token] = []
    end = 0
    for n, one in enumerate(things):
        if one.text == "(" and found and found[-1].is_("currency"):
            close = next((k for k in range(n + 1, len(things)) if things[k].text == ")"), n)
            inside = [two for two in things[n + 1 : close] if not two.is_("small")]
            front = list(takewhile(lambda two: two.is_("small") or two.is_("link", "of"), reversed(found[:-1])))
            share = before(found, len(found) - 1 - len(front))
            if len(inside) == 1 and not share.is_("amount") and _comes_to(share, found[-1], inside[0], now):
                *found, named = found[: -2 - len(front)] + found[-1:] if share.is_("fraction") else found
                found += [inside[0], named]
                end = close + 1
        if n >= end:
            found.append(one)
    return found


def _comes_to(share: Token, named: Token, figure: Token, now: Situation) -> bool:
    """Whether a figure is the amount of a currency: of a share only if it is that share of what is held."""
    many, held = figure.get("amount"), sum_of(now.holdings, named.get("currency"))
    part = share.get("fraction") or "1"
    return many.isdecimal() and (not share.is_("fraction") or held == int(many) * int(part))


def _ended(things: Sequence[Token], n: int) -> bool:
    """Whether a clause or a part of it ends there: `200 francs in.`"""
    return n >= len(things) or things[n].text in GAPS or things[n].is_("link", "and", "then", "with")


def _meant(thing: Token) -> tuple[str, str]:
    """What a thing means for a trade."""
    meanings = thing.meanings
    for sort in (*SORTS, *LATE):
        for kind, value in meanings:
            if kind == sort and (sort != "verb" or value in VERBS):
                return sort, value or thing.text
    return "", ""


def _signs(found: list[Item], things: Sequence[Token]) -> list[Item]:
    """Signs that belong to the figure behind them; between two figures they are a range."""
    kept: list[Item] = []
    for n, one in enumerate(found):
        if one.sort != "sign":
            kept.append(one)
            continue
        thing = things[one.at[0]]
        after = found[n + 1] if n + 1 < len(found) else None
        word = thing.text.casefold() in _SIGNS
        touches = after is not None and after.sort == "amount" and (word or things[after.at[0]].start == thing.end)
        before = found[n - 1] if n else None
        glued = before is not None and before.sort == "amount" and things[before.at[0]].end == thing.start
        if one.value == "%":
            kept += [one] if glued else []
        elif before is not None and before.sort == "amount" and after is not None and after.sort == "amount":
            raise Unclear
        elif touches:
            kept.append(one)
    return kept


def _sure(found: list[Item]) -> list[Item]:
    """Without vague words that stand far from any sum."""
    for n, one in enumerate(found):
        ahead = next((two for two in found[n + 1 :] if two.sort != "link"), one)
        beside = (found[n - 1] if n else one, ahead)
        near = (
            abs(one.at[0] - two.at[0]) <= _NEAR
            for two in beside
            if two.sort in ("amount", "currency", "fraction", "money", "proceeds")
        )
        if one.sort == "vague" and any(near):
            raise Unclear
    return [one for one in found if one.sort != "vague"]


def _counted(found: list[Item]) -> list[Item]:
    """With percentages and fractions as amounts (`1/2` for a half)."""
    kept: list[Item] = []
    for one in found:
        last = kept[-1] if kept else None
        figure = last is not None and last.sort == "amount" and last.value.isdecimal()
        if one.sort == "sign" and one.value == "%" and last is not None and figure:
            kept[-1] = Item("amount", f"{last.value}/100", last.at + one.at)
        elif one.sort == "parts" and last is not None and figure:
            kept[-1] = Item("amount", f"{last.value}/{one.value}", last.at + one.at)  # `2 fifths`
        elif one.sort == "parts" or (one.sort == "fraction" and figure):
            raise Unclear
        elif one.sort == "amount" and one.value == "ALL" and last is not None and last.value == "ALL":
            kept[-1] = replace(last, at=last.at + one.at)
        else:
            kept.append(Item("amount", f"1/{one.value}", one.at) if one.sort == "fraction" else one)
    return kept


def _nouns(found: Sequence[Item]) -> list[Item]:
    """With a verb in front of its amount: `max sale of lira`; and `half of A and of B` with an amount for each."""
    kept: list[Item] = []
    for one, after in pairwise((*found, _END)):
        last = kept[-1] if kept else _END
        if last.sort == "amount" and one.sort == "verb" and after.value == "of":
            kept[-1:] = one, last
            continue
        if last.sort == "gap" and one.value == "of" and after.sort == "currency":
            told = next((two for two in reversed(kept) if two.sort in ("amount", "entry")), _END)
            if told.sort == "amount" and not told.value.isdecimal():
                kept.append(replace(told, at=one.at))
        kept.append(one)
    return kept


def entries(marks: Sequence[Item], behind: bool) -> list[Item]:
    """The marks with each amount and its currency as one entry; `behind`: the amounts stand behind the names."""
    found: list[Item] = []
    marks = (*marks, _END)
    n = 0
    while marks[n] is not _END:
        took = _behind(marks, n, found) if behind else _front(marks, n, found)
        if took:
            n += took
            continue
        one = marks[n]
        if one.sort == "currency":
            found.append(Item("entry", one.value, one.at))
        elif one.sort == "amount" and one.value not in ("ALL", "MAX"):
            cash = _cash(marks, n)
            if not cash:
                raise Unclear
            verb = next((each.value for each in reversed(found) if each.sort == "verb"), "")
            if verb == "sell" and marks[n + cash].sort == "worth":
                found.append(Item("verb", "buy", (), side="front"))  # `sell 400 lira, then 250 dollars worth of marks`
            found.append(Item("budget", one.value, tuple(k for part in marks[n : n + cash] for k in part.at)))
            n += cash
            continue
        elif one.sort == "money" and marks[n + 1].sort == "amount":
            found.append(Item("budget", marks[n + 1].value, one.at + marks[n + 1].at))
            n += 2
            continue
        elif one.sort == "rest" and marks[n + 1].value.isdecimal():
            raise Unclear  # `sell everything over 200 lira`
        elif one.sort in ("proceeds", "rest", "money"):
            found.append(Item("budget", "REST", one.at))
        elif one.sort in ("same", "ambiguous"):
            raise Unclear
        elif one.sort == "verb" and one.value in _DONE:
            found.append(Item("verb", _DONE[one.value], one.at, side="behind"))
        elif one.sort not in ("each", "sign", "amount"):
            found.append(one)
        n += 1
    return found


def _front(marks: Sequence[Item], n: int, found: list[Item]) -> int:
    """How many marks make an entry with its amount in front; it is added to those found."""
    if marks[n].sort == "each" and marks[n + 1].sort == "amount":
        return _each(marks, n, n + 2, marks[n + 1], found)  # `je 150 Pfund und Franc`
    sign = marks[n].value if marks[n].sort == "sign" else ""
    k = n + bool(sign)
    if marks[k].sort not in ("amount", "same", "whole"):
        return 0
    amount = marks[k]
    k += 1
    if marks[k].sort == "each":
        return _each(marks, n, k + 1, amount, found)
    spending = any(one.value in ("spend", "swap") for one in found[-1:])
    if marks[k].sort == "link" and marks[k].value in ("of", "from", "in"):
        loose = marks[k].value != "of"
        if marks[k].value == "in" and amount.sort == "amount":
            return 0
        goes = any(one.value in ("swap", "sell") for one in found)  # `sell 250 from my marks`
        if (
            loose
            and not (goes and marks[k].value == "from")
            and (spending or (amount.value.isdecimal() and marks[k + 1].sort != "amount"))
        ):
            return 0
        k += 1
        if marks[k].sort == "amount" and marks[k].value.isdecimal():
            amount = marks[k] if amount.value in ("ALL", "MAX") else amount
            k += 1  # `500 of my 1000 lira`, `the maximum of 500 lira`
        elif loose and marks[k].sort != "currency":
            return 0
    elif amount.sort == "whole":
        return 0
    if "/" in amount.value and marks[k].value.isdecimal():
        amount = _part(amount, marks[k])  # `half of my 1000 lira`
        k += 1
    if marks[k].sort != "currency":
        return 0
    upto = marks[k + 1].sort == "upto"
    at = tuple(i for one in marks[n : k + 1 + upto] for i in one.at)
    found.append(Item("entry", marks[k].value, at, _amount(amount, upto, found), sign))
    return k + 1 + upto - n


def _each(marks: Sequence[Item], n: int, k: int, amount: Item, found: list[Item]) -> int:
    """`100 each of A, B and C`, or `A, B and C: 100 each`."""
    start = k
    names: list[Item] = []
    while marks[k].sort in ("currency", "gap", "link"):
        if marks[k].sort == "currency":
            names.append(marks[k])
        elif marks[k].sort == "link" and marks[k].value != "of":
            break
        k += 1
    if marks[k].sort == "amount":
        raise Unclear
    while k > start and marks[k - 1].sort != "currency":
        k -= 1
    if names:
        at = amount.at
        for name in names:
            found.append(Item("entry", name.value, name.at + at, amount.value))
            at = ()
        return max(k, start) - n
    last = len(found)
    while last and found[last - 1].sort in ("entry", "gap") and not found[last - 1].amount:
        last -= 1
    if not any(one.sort == "entry" for one in found[last:]):
        raise Unclear
    found[last:] = [
        replace(one, amount=amount.value, at=one.at + amount.at) if one.sort == "entry" else one for one in found[last:]
    ]
    return start - n


def _behind(marks: Sequence[Item], n: int, found: list[Item]) -> int:
    """How many marks make an entry with its amount behind."""
    if marks[n].sort != "currency":
        if marks[n].sort == "amount" and marks[n + 1].sort == "each":
            return _each(marks, n, n + 2, marks[n], found)
        if marks[n].value.isdecimal() and not _cash(marks, n):
            raise Unclear
        return 0
    k = n + 1
    verb = marks[k] if marks[k].value in ("sell", "buy") else None
    if verb is not None and marks[k + 1].sort == "amount" and not _named(marks, k + 2):
        found.append(Item("verb", verb.value, verb.at, side="front"))  # `Lira: sell 300`
        at = marks[n].at + marks[k + 1].at
        found.append(Item("entry", marks[n].value, at, marks[k + 1].value))
        return 3
    if marks[k].sort == "gap" and (
        marks[k + 1].sort == "whole" or (marks[k].value and marks[k + 1].sort == "amount" and not _named(marks, k + 2))
    ):
        k += 1
    sign = marks[k].value if marks[k].sort == "sign" else ""
    k += bool(sign)
    if marks[k].sort not in ("amount", "whole"):
        return 0
    if marks[k + 1].sort in ("each", "money") or (marks[k].value == "ALL" and marks[k + 1].sort == "currency"):
        return 0
    if marks[k].sort == "whole" and marks[k + 1].sort in ("link", "weak", "verb"):
        return 0  # `roubles, everything into marks`
    at = tuple(i for one in marks[n : k + 1] for i in one.at)
    found.append(Item("entry", marks[n].value, at, "ALL" if marks[k].sort == "whole" else marks[k].value, sign))
    return k + 1 - n


def _part(share: Item, whole: Item) -> Item:
    """A share of a figure. Raises Unclear where it comes out uneven."""
    top, bottom = map(int, share.value.split("/"))
    if int(whole.value) * top % bottom:
        raise Unclear
    return replace(share, value=str(int(whole.value) * top // bottom), at=share.at + whole.at)


def _named(marks: Sequence[Item], n: int) -> bool:
    """Whether a name, or money, stands there: the amount in front of it belongs to that."""
    return marks[n].sort in ("currency", "money")


def _amount(one: Item, upto: bool, found: Sequence[Item]) -> str:
    if one.sort == "whole":
        return "ALL"
    if one.sort != "same":
        return one.value
    if upto:
        return "MAX"
    told = [item.amount for item in found if item.amount.isdecimal()]
    if not told:
        raise Unclear
    return told[-1]


def _cash(marks: Sequence[Item], n: int) -> int:
    """How many marks are a sum of money that begins here: `110 dollars`, `250 CHF worth of`; 0 for none."""
    if marks[n + 1].sort == "ambiguous" and marks[min(n + 2, len(marks) - 1)].sort == "worth":
        return 2
    return 2 if marks[n + 1].sort == "money" else 0


def whole_sum(amount: str, currency: str, now: Situation) -> tuple[str, bool]:
    """An amount that an order may name, and whether it is held. Raises Unclear where a part comes out uneven."""
    held = sum_of(now.holdings, currency)
    if "/" in amount:
        top, bottom = map(int, amount.split("/"))
        if held is None or not 0 < held * top <= held * bottom or held * top % bottom:
            raise Unclear
        return str(held * top // bottom), True
    if not now.holdings:
        return amount, True
    return amount, held is not None and (not amount.isdecimal() or 0 < int(amount) <= held)


def all_at(items: Iterable[Item]) -> frozenset[int]:
    """The numbers of all things of these items."""
    return frozenset(n for one in items for n in one.at)


# ---- how many of what the sentence before names ----------------------------------------------------------------------
