"""Trades of a currency market, out of what goes, what comes, and how much of it (M-14).

Each amount with its currency is an entry. A verb acts on the entries in front of it or behind it; `out of` and `into`
are verbs, too. Where only one way gives every verb something and leaves nothing over, that is what is ordered."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise

from judge.core.values import Value
from judge.core.variant import Situation
from judge.expressions import words
from judge.reading.sense import contrast, proceeds
from judge.reading.sense.result import Sense, others_do, weighed
from judge.reading.sense.settled import nothing
from judge.reading.sense.sums import GAPS, VERBS, Item, Unclear, all_at, entries, figured, marked, whole_sum
from judge.reading.sense.tokens import Token, before, small, sorts

_INTO = ("to", "in", "into", "for", "against")
_KEEPS = words("things", "trades_keeps")
_SAID = ("entry", "verb", "weak", "budget", "gap", "link")
_BETWEEN = ("small", "link", "sign", "each", "amount", "money", "ambiguous", "worth")
_ASKS = words("things", "trades_asks")
_INSTEAD = words("things", "trades_instead")
_TAKES, _GIVE_ME = words("things", "trades_takes"), words("things", "trades_give_me")
_FROM_ME = words("things", "trades_from_me")


class Trades(Value):
    """What a clause trades, and why it is only proposed ("" where it is sure)."""

    lines: tuple[str, ...]
    used: frozenset[int]
    ask: str = ""


def read(things: Sequence[Token], now: Situation) -> Sense | None:
    """What a clause trades."""
    things = proceeds.of_sales(
        [small(one) if one.sort == "place" and one.is_("small") else one for one in figured(things, now)]
    )
    last = next((n for n in reversed(range(len(things))) if things[n].sort != "sign"), 0)
    if things and things[last].is_("link", "and"):
        things = [*things[:last], small(things[last]), *things[last + 1 :]]  # `Sell 100 marks as well.`
    things = _taken(things)
    things = contrast.pointed(things, now.spoken)
    if now.sales:  # `(Out with 400 piastres.) I'll have 400 pounds instead.`
        things = [small(one) if one.text.casefold() in _INSTEAD else one for one in things]
    kinds = sorts(things)
    if "priced" in kinds or any(one.sort in ("seat", "place", "kind", "traveller") for one in things):
        return None
    if others_do(things) or _they_do(things, now):
        return None
    if _keeps(things):
        return None  # what is left goes by what is held
    if any(one.text.casefold() == "but" and two.is_("amount") for one, two in pairwise(things)):
        return None  # `Sell 300 marks, but 300 francs`: what is done with them?
    if "currency" not in kinds:
        return nothing(things)
    things = proceeds.at_prices(things, now) if now.prices else things
    things = proceeds.named(things) if "what" in kinds else things
    found = proceeds.read(things, now) or _plainly(things, now)
    if (found is not None and found.sure) or kinds.isdisjoint(proceeds.MONEY):
        return found
    return proceeds.spent(things, now, lambda part: _plainly(part, now)) or found


def _taken(things: Sequence[Token]) -> list[Token]:
    """The things, where what the judge takes from the writer is sold: `Take 300 lira from me`, `Take 300 lira, give me
    300 marks`."""
    said = [one.text.casefold() for one in things]
    gives = next((n for n, one in enumerate(things) if said[n] in _GIVE_ME or (n and one.is_("wish"))), 0)
    sells = {n for n in range(gives) if said[n] in _TAKES}
    if any(word.startswith(tuple(_TAKES)) for word in said):
        sells |= {n for n, word in enumerate(said) if word in _FROM_ME and before(things, n).is_("currency")}
    return [replace(one, sort="verb", value="sell", also=()) if n in sells else one for n, one in enumerate(things)]


def _plainly(things: Sequence[Token], now: Situation) -> Sense | None:
    """What each verb of a clause does with the amounts and currencies around it."""
    things = [_heard(one) for one in proceeds.fetched(things, now)]
    try:
        marks = marked(things)
    except Unclear:
        return None
    ways = [one for behind in (False, True) if (one := _assembled(marks, behind, things, now)) is not None]
    found = {one.lines: one for one in sorted(ways, key=lambda one: not one.ask)}
    if len(found) != 1:
        return None
    (trades,) = found.values()
    swaps = any(one.is_("verb", "swap") for one in things)
    if swaps and not now.sales and not any(line.startswith("SELL") for line in trades.lines):
        return None  # nothing is given in exchange: `trading: 300 marks out, 300 lira in`
    sense = weighed(trades.lines, things, trades.used)
    if sense is not None and trades.ask and sense.sure:
        return replace(sense, sure=False, ask=trades.ask)
    return sense


def _they_do(things: Sequence[Token], now: Situation) -> bool:
    """Whether it is told what others do: `They sell 300 lira`. What is sold may buy something: `they buy 100 marks`."""
    deeds = ("sell",) if now.sales else ("sell", "buy", "swap")
    bare = [one for one in things if one.is_("pronoun") or not (one.is_("small") or one.get("amount") == "ALL")]
    return len(bare) > 1 and bare[0].text.casefold().startswith("they") and bare[1].is_("verb", *deeds)


def _keeps(things: Sequence[Token]) -> bool:
    """Whether some of something is not to go: `keep 100 of my crowns`, `all but 100`, `the rest of the marks`."""
    bare = [one for one in things if not one.is_("small")]
    if any(
        a.is_("rest") and b.is_("link", "of") and (c.is_("currency") or c.sort == "unknown")  # `of the table`
        for a, b, c in zip(bare, bare[1:], bare[2:], strict=False)
    ):
        return True
    for n, one in enumerate(things):
        if one.text.casefold() in _KEEPS:
            behind = next((two for two in things[n + 1 :] if not two.is_("small") and not two.is_("link")), None)
            if behind is not None and behind.is_("amount") and behind.get("amount").isdecimal():
                return True
    return False


def _heard(thing: Token) -> Token:
    """A thing as a trader means it: `them` are units of a currency, and what units do is no trade."""
    if thing.is_("pronoun") or (thing.is_("small") and thing.sort == "verb" and not thing.is_("verb", *VERBS)):
        return replace(thing, sort="small")
    return replace(thing, sort="unknown") if thing.sort == "verb" and not thing.is_("verb", *VERBS) else thing


def _assembled(marks: Sequence[Item], behind: bool, things: Sequence[Token], now: Situation) -> Trades | None:
    """The one reading with the amounts in front of the names or `behind` them. A wish (`I want ...`) buys where nothing
    else is done with what is wished for (`... sold`)."""
    for wishes in (True, False):
        try:
            return _traded(entries(marks, behind), wishes, things, now)
        except Unclear:
            continue
    return None


def _traded(items: list[Item], wishes: bool, things: Sequence[Token], now: Situation) -> Trades:
    used = all_at(one for one in items if one.sort != "gap")
    whole = any(one.sort == "whole" and not _spent(items[n + 1 :], items[:n]) for n, one in enumerate(items))
    if any(one.value.isdecimal() and two.sort == "entry" for one, two in pairwise(items)):
        raise Unclear  # `$200 crowns`: units or money
    told = _turned(_verbs(_swapped(items), wishes))
    budgets = [one for one in told if one.sort == "budget"]
    done = (
        _signed(told) if any(one.side in ("+", "-") for one in told if one.sort == "entry") else _governed(told, things)
    )
    plain = any(one.sort == "verb" for one in told)
    if not plain and not now.sales and not any(one.side for one in told):
        raise Unclear  # `the rest of the marks`
    lines: list[str] = []
    ask = ""
    sold = any(verb == "sell" for verb, _, _ in done)
    plainly = any((one.sort, one.value) == ("verb", "sell") and one.amount != "weak" for one in told)
    bare = [entry for verb, entry, _ in done if verb == "buy" and not entry.amount]
    names = [entry.value for _, entry, _ in done]
    if len(set(names)) < len(names) or not _paid(budgets, bare):
        raise Unclear
    for verb, entry, into in done:
        if verb == "sell":
            alone = sum(v == "sell" for v, _, _ in done) == 1 and (whole or (len(done) > 1 and plainly))
            amount = entry.amount or ("ALL" if alone else "")
            ask = ask if entry.amount or whole else "How many of them? I would sell all."
            sum_, held = whole_sum(amount, entry.value, now) if amount else ("", False)
            if not sum_:
                raise Unclear
            ask = ask if held else f"You do not hold {sum_} of that."
            lines.append(f"SELL {sum_} {entry.value}")
        elif entry.amount:
            if not entry.amount.isdecimal() and entry.amount != "MAX":
                raise Unclear
            lines.append(f"BUY {entry.amount} {entry.value}")
        elif verb != "buy":
            raise Unclear
        else:
            worth = _budget(budgets, bare.index(entry), into and sold)
            if not worth and not sold and (not now.sales or _unknown(things)):
                raise Unclear
            ask = ask if worth or ask else "How many of them? I would spend what is left."
            if worth and not sold and not now.sales and any(things[n].is_("whole") for one in budgets for n in one.at):
                ask = "What is sold for it? I would spend the money that you have."  # `everything into pounds`
            vague = any(things[n].is_("country") for n in entry.at) or (not plain and _unknown(things))
            ask = f"Do you mean {things[entry.at[0]].text} as money?" if vague and not ask else ask
            lines.append(f"BUY {entry.value} WITH {worth or 'REST'}")
    return Trades(tuple(lines), used, ask)


def _swapped(items: list[Item]) -> list[Item]:
    """Items with the one verb in front that stands behind what it exchanges: `300 Lire gegen 300 Mark tauschen`."""
    said = [one for one in items if one.sort != "gap"]
    verbs = [one for one in said if one.sort in ("verb", "weak", "wish")]
    last = bool(verbs) and verbs == said[-1:] and verbs[0].value == "swap"
    return [*verbs, *said[:-1]] if last and any(one.sort == "link" for one in said) else items


def _paid(budgets: Sequence[Item], bare: Sequence[Item]) -> bool:
    """Whether it is plain what pays for purchases without an amount: a sum for each, or one rest for one of them."""
    if any(one.value.isdecimal() for one in budgets):
        return len(budgets) == len(bare)
    return len(bare) < 2


def _budget(budgets: Sequence[Item], at: int, into: bool) -> str:
    """What pays for such a purchase: a sum, what is left, or "" where nothing says so."""
    if any(one.value.isdecimal() for one in budgets):
        return budgets[at].value
    return "REST" if budgets or into else ""


def _verbs(items: list[Item], wishes: bool) -> list[Item]:
    """Items with weak verbs as verbs or left out, and without words that say nothing more."""
    found: list[Item] = []
    for n, one in enumerate(items):
        if one.sort in ("weak", "wish"):
            said = next((two for two in items[n + 1 :] if two.sort in _SAID), None)
            idle = said is not None and (
                said.sort in ("verb", "weak") or (said.sort == "link" and said.value in ("to", "in", "into"))
            )
            idle = idle or _goes(items[n + 1 : n + 3])  # `take 300 lira off me`
            if (wishes or one.sort == "weak") and not idle:
                found.append(replace(one, sort="verb", amount="weak"))
        elif one.sort == "verb" and one.value == "spend" and _goes(items[n + 1 : n + 3]):
            continue  # `put 300 lira up for sale`
        elif one.sort == "have":
            if any(two.sort == "entry" for two in items[n + 1 : n + 2]):
                if not any(two.value == "sell" for two in found):
                    raise Unclear  # `I have 300 lira`
                found.append(Item("verb", "buy", one.at, side="front"))
        elif one.sort == "whole":
            if _spent(items[n + 1 :], items[:n]):
                found.append(Item("budget", "REST", one.at))
        elif one.sort in ("verb", "entry", "link", "budget", "gap"):
            found.append(one)
    return found


def _goes(behind: Sequence[Item], deed: str = "sell") -> bool:
    """Whether an entry is sold by the word right behind it, or whatever the `deed` is."""
    return [one.sort for one in behind] == ["entry", "verb"] and behind[1].value == deed


def _spent(behind: Sequence[Item], before: Sequence[Item]) -> bool:
    """Whether all of something goes into what stands behind it: `everything goes into marks`, `put it all in marks`."""
    ahead = [one for one in behind[:2] if one.sort not in ("weak", "verb")]
    if not ahead or ahead[0].sort != "link":
        return False
    told = behind[0] is not ahead[0] or any(one.value in ("spend", "swap") for one in before)
    return ahead[0].value in ("to", "into", "for") or (told and ahead[0].value == "in")


def _turned(items: list[Item]) -> list[Item]:
    """Items with `out of`, `into` and `for` as verbs where something goes or comes behind them."""
    found: list[Item] = []
    for n, one in enumerate(items):
        after = items[n + 1] if n + 1 < len(items) else None
        if one.sort != "link":
            purpose = n > 1 and items[n - 1].value == "to" and items[n - 2].sort == "entry"
            if n > 1 and items[n - 2].value in ("in", "into") and _goes(items[n - 1 : n + 1], "spend"):
                continue  # the entry in front of it is bought
            found.append(replace(one, amount="into") if one.sort == "verb" and purpose else one)
            continue
        if after is None or after.sort != "entry":
            continue
        if one.value in ("in", "into") and _goes(items[n + 1 : n + 3], "spend"):
            told = any(two.sort == "verb" for two in found)  # `in 300 Mark investieren`, `200 Lire in Mark stecken`
            found = [*(found if told else _went(found)), Item("verb", "buy", one.at, "into", "front")]
            continue
        if one.value == "from" and any(
            (two.sort, two.value) == ("verb", "sell") for two in (*found[-1:], *items[n + 2 : n + 3])
        ):
            continue  # `mich von 300 Kronen trennen`
        verb = next((two.value for two in reversed(found) if two.sort == "verb"), "")
        close = bool(found) and found[-1].sort in ("entry", "budget", "verb")
        if one.value == "from":
            found.append(Item("verb", "sell", one.at, side="front"))
        elif verb == "buy" and one.value in ("for", "with", "against") and found[-1].sort == "entry":
            if not after.amount:
                raise Unclear  # `buy marks with lira`
            found.append(Item("verb", "sell", one.at, side="front"))
        elif (
            one.value in _INTO
            and close
            and (verb in ("sell", "swap", "spend") or (not verb and one.value in ("to", "into", "against")))
        ) or (one.value == "with" and verb == "swap"):
            found = found if verb else _went(found)
            found.append(Item("verb", "buy", one.at, "into", "front"))
        elif one.value == "into" and any(two.sort in ("entry", "budget") for two in found):
            found.append(Item("verb", "buy", one.at, "into", "front"))
    return _then_buys(found)


def _then_buys(items: list[Item]) -> list[Item]:
    """With a verb for what the money buys where none says so: `300 lira away, for it 200 francs`, `With the money: 200
    francs, marks with the rest`, `Sell 300 lira; marks with the rest`."""
    if [one.sort for one in items[-3:]] == ["gap", "entry", "budget"] and not items[-2].amount and not items[-2].side:
        return [*items[:-2], Item("verb", "buy", (), side="front"), *items[-2:]]
    at = next((n for n, one in enumerate(items) if one.sort == "budget" and one.value == "REST"), len(items))
    front, behind = items[:at], items[at + 1 :]
    bought = any(one.sort == "entry" for one in behind) and not any(one.sort == "verb" for one in behind)
    sells = [one.value for one in front if one.sort == "verb"] in (["sell"], [])
    last = front[-1].sort if front else "gap"
    return (
        [*front, Item("verb", "buy", (), side="front"), *items[at:]] if bought and sells and last != "entry" else items
    )


def _went(found: list[Item]) -> list[Item]:
    """What stands before the first `into` goes, though no verb says so: `300 lira into marks`."""
    first = next((n for n, one in enumerate(found) if one.sort == "entry"), None)
    return found if first is None else [*found[:first], Item("verb", "sell", (), side="front"), *found[first:]]


def _signed(items: Sequence[Item]) -> list[tuple[str, Item, bool]]:
    """Entries whose signs are the verbs: `Lira -300, Marks +300`."""
    told = [one for one in items if one.sort == "entry"]
    last = told[-1] if not told[-1].side and any(one.sort == "budget" for one in items) else None  # `, rest francs`
    if any(one.sort == "verb" for one in items) or not all(one.side or one is last for one in told):
        raise Unclear
    return [("sell" if one.side == "-" else "buy", one, False) for one in told]


def _governed(items: Sequence[Item], things: Sequence[Token]) -> list[tuple[str, Item, bool]]:
    """(verb, entry, whether it is what something is turned into) of each entry. Raises Unclear where a verb has nothing
    to act on, or an entry no verb."""
    verbs: list[Item] = []
    groups: list[list[Item]] = [[]]
    if not any(one.sort == "verb" for one in items):
        return [("buy", _only_entry(items), False)]
    paid = False  # a sum stands behind the last verb
    for one in items:
        if one.sort == "verb":
            empty = bool(verbs) and not groups[-1]
            if empty and verbs[-1].amount == "weak":
                verbs.pop()  # `let 100 pounds go, and`: the verb in front said so
                groups.pop()
            elif empty and (verbs[-1].value in ("spend", "swap") or verbs[-1].value == one.value):
                verbs.pop()  # `use what comes in to buy`, `swap them for`
                groups.pop()
            elif empty and paid:
                raise Unclear
            verbs.append(one)
            groups.append([])
            paid = False
        elif one.sort == "entry":
            groups[-1].append(one)
        elif one.sort == "budget":
            paid = True
    empty_ones = [n for n, group in enumerate(groups) if not group]
    if not verbs or len(empty_ones) != 1:
        raise Unclear
    (gap,) = empty_ones
    done: list[tuple[str, Item, bool]] = []
    for n, verb in enumerate(verbs):
        side = "behind" if n < gap else "front"
        if verb.side not in ("", side) or (verb.side == "behind" and not _asked(things)):
            raise Unclear
        value = "sell" if verb.value in ("swap", "spend") else verb.value
        group = groups[n if n < gap else n + 1]
        if any(_strange(things, *pair) for pair in pairwise(group)) or _loose(things, verb, group, side):
            raise Unclear
        if side == "front" and len(group) > 1 and _ends_strangely(things, group[-1]):
            raise Unclear
        done += [(value, entry, verb.amount == "into") for entry in group]
    return done


def _only_entry(items: Sequence[Item]) -> Item:
    """What is bought by `With the money: marks`, `marks with the rest`. Raises Unclear for anything else that has no
    verb."""
    entry = [one for one in items if one.sort == "entry" and not one.amount and not one.side]
    budget = [one for one in items if one.sort == "budget" and one.value == "REST"]
    if len(entry) != 1 or len(budget) != 1 or any(one.sort == "entry" and one.amount for one in items):
        raise Unclear
    return entry[0]


def _strange(things: Sequence[Token], one: Item, two: Item) -> bool:
    """Whether a word between two entries may be a verb that nobody knows: `sell 300 lira and flurb 200`."""
    between = things[max(one.at) + 1 : min(two.at)]
    return any(thing.sort not in _BETWEEN for thing in between)


def _ends_strangely(things: Sequence[Token], entry: Item) -> bool:
    """Whether a word right behind the last of several entries may be its verb: `sell 150 lira und 150 mark flurben`."""
    behind = things[max(entry.at) + 1 :]
    return [one.sort for one in behind[:1]] == ["unknown"] and all(one.text in GAPS for one in behind[1:2])


def _loose(things: Sequence[Token], verb: Item, group: Sequence[Item], side: str) -> bool:
    """Whether a word that means little by itself stands too far from what it would act on: `use my man, he sells 300`,
    `300 lira away, 200 marks come`."""
    if verb.amount != "weak" and verb.value not in ("spend", "swap"):
        return False
    if side == "front":
        return any(one.sort == "unknown" for one in things[max(verb.at) + 1 : min(group[0].at)]) if verb.at else False
    apart = [things[max(one.at) + 1 : min(two.at)] for one, two in pairwise(group)]
    return any(one.sort not in ("link", "sign") and one.text not in GAPS for part in apart for one in part)


def _unknown(things: Sequence[Token]) -> bool:
    return any(one.sort == "unknown" for one in things)


def _asked(things: Sequence[Token]) -> bool:
    """Whether what is `sold` is wanted so, and not told as done; `100 lira sold`, and no more, wants it."""
    told = (
        one for one in things if not (one.is_("amount") or one.is_("currency") or one.is_("verb") or one.is_("link"))
    )
    bare = all(one.sort == "sign" for one in told)
    return bare or any(word in _ASKS for one in things for word in one.text.casefold().split())
