"""What a clause says of trades, mention by mention: how many of which currency, which money, what is done (M-14)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.core.values import Value
from judge.reading.sense.result import Unclear
from judge.reading.sense.tokens import Token, before, behind, sorts

_SORTS = tuple("amount same fraction parts each verb weak wish have proceeds rest whole money".split())
_LATE = ("upto", "split", "equally", "vague", "worth", "ambiguous")
"""What a thing may be for a trade, first things first; a currency comes before all of them."""
VERBS = ("sell", "buy", "sold", "bought", "swap", "swapped", "spend")
_DEEDS = {
    **{f"verb {deed}": deed for deed in ("sell", "buy", "sold", "bought")},
    **{f"verb {deed}": "turn" for deed in ("swap", "swapped", "spend")},
    **{"weak sell": "out", "weak buy": "in", "have ": "have"},
}
_GAPS = (",", ";", "/", "|", "&", ".", "!", "--", "...", "…")
_SOFT = ("/", "|", ",")  # may stand between a name and its amount
_ARROWS = ("->", "=>", "-->", ">", "→")
_SIGNS = {"minus": "-", "plus": "+", "-": "-", "−": "-", "–": "-", "+": "+"}
_SIDES = {"-": "sell", "+": "buy"}
_OF = ("of", "from")
_FIRST = ("into", "of")  # what a link with several meanings means
_SUMS = ("amount", "currency", "fraction", "money", "budget")
SOME = "some/1"  # a share of the money that nobody can tell
_NEAR = 4  # things between a sum and a word that makes it vague


class Mark(Value):
    """What some things say of a trade; `at` are their numbers.

    sort   amount, same, each, upto, currency, money, budget, whole, split, link, gap, side, strange (it may say
           anything), or what is done: sell and buy, sold and bought (behind what they act on), out and in (which say
           little by themselves), wish, have, turn (one currency goes, another comes)
    value  the figure, the name; of a budget the sum, its share (`1/2`) or REST
    """

    sort: str
    value: str
    at: tuple[int, ...]


class Lot(Value):
    """A currency with its amount: a figure, a share of what is held (`1/2`, `1/2=500` with what it comes to), ALL, MAX,
    or "" where none is told.

    lo, hi  from which mark to which it stands
    at      the numbers of its things
    deed    sell or buy, where a word or sign between name and amount says so: `Lira: sell 300`, `Marks +300`; into or
            goes, where some of what came in does so: `200 into marks`, `200 go into marks`
    """

    currency: str
    amount: str
    lo: int
    hi: int
    at: tuple[int, ...]
    deed: str = ""


_END = Mark("end", "", ())


def marks(things: Sequence[Token]) -> list[Mark]:
    """What a clause says of trades, in its order. Raises Unclear for a figure that is none, a range, a vague sum."""
    found: list[Mark] = []
    for n in range(len(things)):
        if (mark := _mark(things, n)) is not None:
            heads = mark.sort in ("sell", "buy") and behind(things, n).text == ":"
            found += [Mark("gap", "", (n,)), mark] if heads else [mark]
    wished = next((n for n, one in enumerate(found) if one.sort == "wish"), len(found))
    last = max((n for n, one in enumerate(found) if one.sort != "gap"), default=0)
    if wished < last and found[last].sort == "turn":
        found.insert(wished + 1, found.pop(last))  # `Ich will 200 Lira in Mark umtauschen`
    return _sums(_exact(found), things)


def _mark(things: Sequence[Token], n: int) -> Mark | None:
    thing = things[n]
    if thing.is_("currency"):
        return Mark("currency", thing.get("currency"), (n,))
    if thing.text.casefold() in _SIGNS:
        return _side(things, n)
    (sort, value), after = _meant(thing), behind(things, n)
    if value == "ALL" and thing.is_("whole") and after.is_("link") and not after.is_("link", "of"):
        sort = "whole"  # `tout en marks`
    if sort == "weak" and thing.is_("link") and not _ended(things, n + 1):
        sort = ""  # `in` with something behind it
    if sort == "weak" and before(things, n).sort == "unknown":
        return Mark("strange", "", (n,))  # `fish out 300 marks`
    if value == "swapped" and not any(one.is_("currency") for one in things[:n]):
        return Mark("strange", "", (n,))  # `We changed 40 pounds`
    if sort in ("verb", "weak", "have", "wish"):
        return Mark(_DEEDS.get(f"{sort} {value}", sort), value, (n,))
    if sort in ("proceeds", "rest"):
        return Mark("budget", "REST", (n,))
    if sort == "vague" and thing.is_("small") and "split" in sorts(things):
        return None  # `split it between marks and francs`
    if sort:
        return Mark("split" if sort == "equally" else sort, value, (n,))
    if thing.is_("link", "or"):
        raise Unclear
    if thing.is_("link", "and", "then") or thing.text in _GAPS:
        return Mark("gap", thing.text if thing.text in _SOFT else "", (n,))
    if thing.text in _ARROWS:
        return None if behind(things, n).is_("verb") else Mark("link", "into", (n,))  # `200 francs -> sell`
    if thing.is_("link", "of") and before(things, n).is_("link"):
        return None  # `contre des francs`
    if thing.is_("link"):
        return Mark("link", next((one for one in _FIRST if thing.is_("link", one)), thing.get("link")), (n,))
    if any(char.isdecimal() for char in thing.text):
        raise Unclear
    return None if thing.sort in ("small", "sign") else Mark("strange", "", (n,))


def _meant(thing: Token) -> tuple[str, str]:
    """What a thing means for a trade."""
    means = thing.meanings
    for sort in (*_SORTS, *_LATE):
        for kind, value in means:
            if kind == sort and (sort != "verb" or f"verb {value}" in _DEEDS):
                return sort, "" if sort == "have" else value or thing.text
    return "", ""


def _side(things: Sequence[Token], n: int) -> Mark | None:
    """A sign that says what is done: it touches the figure behind it, or is a word where no verb is."""
    sign = _SIGNS[things[n].text.casefold()]
    after, front = behind(things, n), before(things, n)
    if front.is_("amount") and after.is_("amount"):
        raise Unclear  # `200-300 lira`
    word = things[n].text.isalpha() and "verb" not in sorts(things)
    touches = after.is_("amount") and things[n].end == after.start
    return Mark("side", _SIDES[sign], (n,)) if word or touches else None


def _ended(things: Sequence[Token], n: int) -> bool:
    """Whether a clause or a part of it ends there: `200 francs in.`"""
    return n >= len(things) or things[n].text in _GAPS or things[n].is_("link", "and", "then", "with")


def _exact(found: Sequence[Mark]) -> list[Mark]:
    """The marks without words that make a sum vague, but far from any sum; some of the money is one. Raises Unclear for
    a sum that is vague."""
    kept: list[Mark] = []
    for n, one in enumerate(found):
        after = next((two for two in found[n + 1 :] if two.sort not in ("link", "strange")), one)
        near = [two for two in (kept[-1] if kept else one, after) if abs(one.at[0] - two.at[0]) <= _NEAR]
        if one.sort != "vague":
            kept.append(one)
        elif after.sort == "budget" and after in near:
            kept.append(Mark("amount", SOME, one.at))
        elif any(two.sort in _SUMS for two in near if two.at):
            raise Unclear
    return kept


def _sums(found: list[Mark], things: Sequence[Token]) -> list[Mark]:
    """With shares as amounts (`2 fifths`, `30 %`), and sums and shares of money as budgets (`110 dollars`, `half of the
    proceeds`, `half into marks`)."""
    kept: list[Mark] = []
    for n, one in enumerate(found):
        after = found[n + 1] if n + 1 < len(found) else _END
        last = kept[-1] if kept else _END
        figure = last.sort == "amount" and last.value.isdecimal()
        sign = behind(things, one.at[-1])
        if one.sort == "amount" and sign.text == "%" and sign.start == things[one.at[-1]].end:
            kept.append(Mark("amount", f"{one.value}/100", (*one.at, one.at[-1] + 1)))
        elif one.sort == "parts" and figure:
            kept[-1] = Mark("amount", f"{last.value}/{one.value}", last.at + one.at)
        elif one.sort == "parts" or (one.sort == "fraction" and figure):
            raise Unclear
        elif one.sort == "fraction" and after.sort == "link" and after.value not in _OF:
            kept.append(Mark("budget", f"1/{one.value}", one.at))
        elif one.sort == "fraction":
            kept.append(Mark("amount", f"1/{one.value}", one.at))
        elif one.sort == "budget" and last.sort == "currency" and _called(things, last, one):
            kept[-1] = replace(last, at=last.at + one.at)
        elif one.sort in ("budget", "money", "ambiguous"):
            kept = _budget(kept, one, after)
        elif figure and kept[1:] and kept[-2].sort == "money":
            if one.sort == "currency":
                raise Unclear  # `$200 crowns`: units or money
            kept[-2:] = [Mark("budget", last.value, kept[-2].at + last.at), one]
        else:
            kept.append(one)
    return kept


def _called(things: Sequence[Token], name: Mark, one: Mark) -> bool:
    """Whether a word for money belongs to a name: `Turkish money`."""
    word = things[one.at[0]]
    return name.at[-1] == one.at[0] - 1 and " " not in word.text and not word.is_("rest")


def _budget(kept: list[Mark], one: Mark, after: Mark) -> list[Mark]:
    """The marks with a budget behind them, which takes in what says how much of it is meant."""
    last = kept[-1] if kept else _END
    share = kept[-2] if last.sort == "link" and last.value in _OF and kept[1:] else last
    if one.sort == "budget" and last.sort == "link" and last.value in ("into", "to"):
        return [*kept[:-1], Mark("sell", "", last.at + one.at)]  # `turned into cash`
    if one.sort != "budget":
        if last.sort == "amount" and last.value.isdecimal():
            return [*kept[:-1], Mark("budget", last.value, last.at + one.at)]
        return [*kept, Mark("money", "", one.at) if after.sort == "amount" else Mark("budget", "REST", one.at)]
    if share.sort == "amount" and ("/" in share.value or share.value == "ALL"):
        worth = share.value if "/" in share.value else "REST"
        return [*kept[: kept.index(share)], Mark("budget", worth, share.at + one.at)]
    if last.sort == "amount" and last.value.isdecimal():
        return [*kept[:-1], Mark("budget", last.value, last.at + one.at)]
    return [*kept, one]


# ---- amounts with their currencies -----------------------------------------------------------------------------------


def lots(said: Sequence[Mark], trailing: bool) -> list[Lot]:
    """Each currency with its amount, which stands in front of the name or is `trailing`. Raises Unclear for an amount
    that belongs to none."""
    found: list[Lot] = []
    said = (*said, _END, _END, _END)
    n = 0
    while said[n] is not _END:
        one = said[n]
        lot = _behind(said, n) if trailing else _front(said, n, found)
        if one.sort in ("amount", "same") and said[n + 1].sort == "each":
            n = _each(said, n, found)
        elif lot is not None:
            found.append(lot)
            n = lot.hi
        elif one.sort == "currency":
            found.append(Lot(one.value, "", n, n + 1, one.at))
            n += 1
        elif one.sort == "amount" and found and found[-1].hi == n and "/" in found[-1].amount:
            both = f"{found[-1].amount}={one.value}"  # `half of my lira (that's 500)`
            found[-1] = replace(found[-1], amount=both, hi=n + 1, at=found[-1].at + one.at)
            n += 1
        elif _loose(one, said[n + 1]):
            raise Unclear
        else:
            n += 1
    return found


def _loose(one: Mark, after: Mark) -> bool:
    """Whether a mark is an amount that belongs to no currency: `200`, `as many marks`, but not `all`."""
    as_many = one.sort == "same" and after.sort == "currency"
    return as_many or one.sort == "ambiguous" or (one.sort == "amount" and one.value != "ALL")


def _front(said: Sequence[Mark], n: int, found: Sequence[Lot]) -> Lot | None:
    """`300 lira`, `-300 lira`, `the lot of my lira`, `500 of my 1000 lira`, `as many lira`, from this mark on."""
    deed = said[n].value if said[n].sort == "side" else ""
    k = n + bool(deed)
    if said[k].sort not in ("amount", "same", "whole"):
        return None
    amount, whole = said[k].value, said[k].sort == "whole"
    same = said[k].sort == "same"
    k += 1
    of = said[k].sort == "link" and (said[k].value in _OF or (same and said[k].value == "in"))
    if whole and not of:
        return None
    brings = n > 1 and [one.sort for one in said[n - 2 : n]] == ["budget", "link"] and said[n - 1].value in _OF
    if brings or (of and said[k].value == "from" and not whole):  # `the proceeds of 300 lira`, `300 from the lira`
        deed = deed or "sell"
    k += of
    if said[k].sort == "amount" and said[k].value.isdecimal():
        amount = said[k].value if amount in ("ALL", "MAX") else amount
        k += 1
    elif amount.isdecimal() and (into := _goes(said, k)):
        deed, k = "goes" if said[k].sort == "out" else "into", into
    if said[k].sort != "currency":
        return None
    upto = said[k + 1].sort == "upto"
    if same:
        told = [lot.amount for lot in found if lot.amount.isdecimal()]
        if not (told or upto):
            raise Unclear
        amount = "MAX" if upto else told[-1]
    at = tuple(i for mark in said[n : k + 1 + upto] for i in mark.at)
    return Lot(said[k].value, "ALL" if whole else amount, n, k + 1 + upto, at, deed)


def _goes(said: Sequence[Mark], n: int) -> int:
    """Where a currency stands that the rest of what came in goes into: `(sell 400 lira,) 200 go into marks`; else 0."""
    n += said[n].sort == "out"
    return n + 1 if said[n].value in ("into", "to") and said[n + 1].sort == "currency" else 0


def _behind(said: Sequence[Mark], n: int) -> Lot | None:
    """`lira 300`, `lira: -300`, `lira: sell 300`, `lira, all of it`, from this mark on."""
    if said[n].sort != "currency":
        return None
    k, soft = n + 1, said[n + 1].value if said[n + 1].sort == "gap" else ""
    k += said[k].value == "by" or bool(soft) or (said[k].sort == "gap" and said[k + 1].sort == "whole")
    deed = said[k].value if said[k].sort == "side" else said[k].sort if said[k].sort in ("sell", "buy") else ""
    if deed and soft == ",":
        return None  # `(250) roubles, buy 500 (francs)`
    k += bool(deed)
    if said[k].sort not in ("amount", "whole") or said[k + 1].sort == "each":
        return None
    if said[k].sort == "whole" and said[k + 1].sort in ("link", "turn", "out"):
        return None  # `roubles, everything into marks`
    amount = "ALL" if said[k].sort == "whole" else said[k].value
    at = tuple(i for mark in said[n : k + 1] for i in mark.at)
    return Lot(said[n].value, amount, n, k + 1, at, deed)


def _each(said: Sequence[Mark], n: int, found: list[Lot]) -> int:
    """`100 each of A, B and C`, or `A, B and C: 100 each`: the lots are added to those found, and the mark behind them
    is given. Raises Unclear where nothing has so much."""
    k = end = n + 2
    at = said[n].at + said[n + 1].at
    while said[k].sort in ("currency", "gap") or (said[k].sort == "link" and said[k].value == "of"):
        if said[k].sort == "currency":
            found.append(Lot(said[k].value, said[n].value, n if end == n + 2 else k, k + 1, at + said[k].at))
            end = k + 1
        k += 1
    if end > n + 2:
        return end
    bare = len(found)
    while bare and not found[bare - 1].amount and said[found[bare - 1].hi].sort in ("gap", "amount"):
        bare -= 1
    if bare == len(found):
        raise Unclear
    found[bare:] = [replace(lot, amount=said[n].value, at=lot.at + at) for lot in found[bare:]]
    return n + 2
