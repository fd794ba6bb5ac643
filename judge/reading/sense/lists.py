"""Bids, terms, shopping lists, ballots, dividends and share orders of Exchange (XR), out of companies, people and sums.

One list is one order: each company has what belongs to it, nothing is left over, or nothing is read."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, takewhile

from judge.core.regex import regex
from judge.core.variant import Situation
from judge.reading.sense.result import IS, Sense, Unclear, Word, denies, others_do, weighed
from judge.reading.sense.tokens import Token, before, behind, small, sorts

_CUTS = (",", ";", "/", "|", "&", ".", "!", "...", "…")
_TIMES = ("x", "X", "×")
_DEEDS = ("bid", "vote", "list", "sell", "dividend", "give", "issue")
_OFFERED = {"B": "bid", "T": "issue"}
"""What an offer is in a season; on the market, in any other, a sale."""
_STRANGE = 3  # words nobody knows beside a list
_SO_MANY = regex(r"(?:fresh )?(?:company )?shares")  # what stands behind a number of shares


def read(things: Sequence[Token], now: Situation) -> Sense | None:
    """What a clause bids, offers, buys, sells, votes or pays out."""
    things = [
        small(one) if one.is_("theirs") and behind(things, n).is_("price") else one for n, one in enumerate(things)
    ]
    if others_do(things) or any(one.is_("place") or one.is_("kind") for one in things) or _by_so_much(things):
        return None
    if now.season != "B" and any(one.text.casefold().startswith(("if ", "should ")) for one in things):
        return None  # `if I win it` is said of a bid
    is_ = [n for n, one in enumerate(things) if not IS.isdisjoint(one.text.casefold().split())]
    told = any(not before(things, n).is_("cap") for n in is_)  # not of `my ceiling is 110`
    try:
        words = _own(_roles(list(_words(things, now)), now.season), now)
        limits = _limit_of_one(words, now.season)
        lines = _lines(limits or words, now.season, told)
    except Unclear:
        return None
    if lines and lines[0].startswith("VOTE") and any(denies(one) or one.is_("refuse") for one in things):
        return None
    used = frozenset(word.at for word in words if word.sort not in ("link", "cut"))
    used |= {n for n, one in enumerate(things) if one.is_("money")}
    if lines[0].startswith("OFFERLIST ") and "," in lines[0]:
        used |= {word.at for word in words if word.value == "then"}  # `5 Russian, 3 French after that`
    plain = {word.value for word in words if word.sort == "deed"} - {"list", "give"}
    sense = weighed(lines, things, used, _STRANGE if plain else 0)
    if limits and sense is not None:
        return Sense(sense.lines, False, ask="Is that the most one share may cost?")
    if sense is not None and sense.sure and lines[0].startswith("VOTE") and not plain and len(lines) < 2:
        return Sense(sense.lines, False, True, "Is that your vote?")
    return sense and replace(sense, whole=lines[0].startswith("OFFERLIST"))  # a limit behind it is part of it


def values(things: Sequence[Token], now: Situation) -> Sense | None:
    """What each centre of a company brings (7.2): `Values of the Russian centres: Moscow 8, Warsaw 14`. In the phases
    where values are due (T, F, E); each place has one figure, and nothing is left over."""
    if now.season not in ("T", "F", "E") or others_do(things):
        return None
    told = [one for one in things if one.sort == "place" or one.is_("amount")]
    names, sums = told[::2], told[1::2]
    if told and told[0].is_("amount"):
        names, sums = sums, names
    whole = bool(names) and len(names) == len(sums) and all(one.sort == "place" for one in names)
    companies = {one.get("power") for one in things if one.is_("power") and one not in names}
    companies = companies or set(now.companies if len(now.companies) == 1 else ())
    worth = len(names) > 1 or any(one.is_("verb", "value") for one in things)
    if not (whole and worth and len(companies) == 1):
        return None
    pairs = " ".join(f"{name.get('place')} {many.get('amount')}" for name, many in zip(names, sums, strict=True))
    idle = ("power", "each", "price", "money")
    used = [n for n, one in enumerate(things) if one in told or one.is_("verb", "value") or any(map(one.is_, idle))]
    said = any(one.is_("verb", "value") for one in things)
    return weighed([f"VALUES {companies.pop()} {pairs}"], things, used, _STRANGE if said else 0)


def _own(words: list[Word], now: Situation) -> list[Word]:
    """The words, with one's only company where shares have a price and none is named: `40 shares, 5 apiece`."""
    named = any(word.sort in ("company", "deed", "seat") for word in words)
    parts = sorted(word.part for word in words if word.sort == "sum")
    if named or now.season != "T" or len(now.companies) != 1 or parts != ["many", "price"]:
        return words
    return [Word("company", now.companies[0], -1), *words]


def _by_so_much(things: Sequence[Token]) -> bool:
    """`Increase my Russian bid by ten`: no bid of ten."""
    return any(one.is_("amount") and before(things, n).text.casefold() == "by" for n, one in enumerate(things))


def _words(things: Sequence[Token], now: Situation) -> Iterator[Word]:
    kinds = sorts(things)
    voted = "seat" in kinds or any(one.is_("verb", "vote") for one in things)
    votes = voted and "power" in kinds and "amount" not in kinds
    for n, thing in enumerate(things):
        if thing.is_("power"):
            yield Word("company", thing.get("power"), n)
        elif thing.is_("seat"):
            yield Word("seat", thing.get("seat"), n)
        elif thing.is_("amount"):
            yield Word("sum", thing.get("amount"), n)
        elif thing.text in _TIMES and "amount" in kinds:
            yield Word("times", "", n)  # `5 x Germany`
        elif (thing.is_("vague") and not thing.is_("cap")) or thing.is_("link", "or"):
            raise Unclear
        elif thing.text == "-" or thing.is_("link", "and", "then") or thing.text in _CUTS:
            yield Word("cut", "then" if thing.is_("link", "then") else "", n)
        else:
            deed = next((value for kind, value in thing.meanings if kind == "verb" and value in _DEEDS), "")
            sort = next((one for one in ("shares", "each", "price", "cap", "fresh") if thing.is_(one)), "")
            if thing.is_("verb", "offer"):
                yield Word("deed", _OFFERED.get(now.season, "sell"), n)
            elif sort:
                yield Word(sort, thing.text, n)
            elif deed:
                yield Word("deed", deed, n, "listed" if thing.text.casefold() == "list" else "")
            elif now.me and ((votes and (thing.is_("mine") or thing.text.casefold() == "for me")) or _myself(thing)):
                yield Word("seat", now.me, n, "me")
            elif thing.is_("link"):
                yield Word("link", thing.get("link"), n)
            elif any(char.isdecimal() for char in thing.text) and not thing.is_("small"):
                raise Unclear


def _myself(thing: Token) -> bool:
    return thing.is_("me") and thing.text.casefold() not in ("i", "for me", "to me", "for myself", "to myself")


def _roles(words: list[Word], season: str) -> list[Word]:
    """The words, each sum with what it is: so many shares, a price of one, or the most to be spent. In the phase of
    terms (T) what stands beside a price is a number of shares."""
    marks = [word for word in words if word.sort not in ("link", "times")]
    marks = [word for n, word in enumerate(marks) if not (word.sort == "price" and _only_leads(marks[:n]))]
    told: dict[int, str] = {}
    for n, word in enumerate(marks):
        if word.sort != "sum":
            continue
        front = marks[n - 1].sort if n else ""
        after = " ".join(one.sort for one in marks[n + 1 :])
        if (front == "shares" and "shares" not in after) or _SO_MANY.match(after):
            told[word.at] = "many"
        elif front == "cap" or (after.startswith("cap") and "company" not in after):
            told[word.at] = "cap"
        elif front in ("price", "each") or after.startswith("each"):
            told[word.at] = "price"
    sums = [word.at for word in marks if word.sort == "sum"]
    if season == "T" and len(sums) == 2 and list(told.values()) == ["price"]:
        told |= {at: "many" for at in sums if at not in told}
    if "many" in told.values() and "price" not in told.values():
        told |= {
            two.at: "price" for one, two in pairwise(words) if (one.sort, one.value, two.sort) == ("link", "for", "sum")
        }
    return [Word(one.sort, one.value, one.at, told.get(one.at, one.part)) for one in words]


def _only_leads(front: Sequence[Word]) -> bool:
    """Whether a word for a price behind these only leads to a sum: `le prix à 6`, `nombre d'actions à 40`."""
    piece = list(takewhile(lambda sort: sort != "cut", (word.sort for word in reversed(front))))
    return piece[:1] == ["price"] or (piece[:1] == ["shares"] and "sum" not in piece)


def _limit_of_one(words: Sequence[Word], season: str) -> list[Word]:
    """The words of a purchase on the market whose limit may be the price of a share: `buy 2 Russian, up to 15 each`.
    Empty for any other, and in a phase of lists, where a limit is one of the whole list."""
    capped = [replace(one, part="price") if one.part == "cap" else one for one in words]
    deeds = {one.value for one in words if one.sort == "deed"}
    companies = sum(one.sort == "company" for one in words)
    one = season in ("M", "R", "A") and deeds == {"list"} and companies == 1 and capped != list(words)
    return capped if one else []


def _lines(words: Sequence[Word], season: str, told: bool) -> list[str]:
    """The orders. In a phase of bids (B) companies with sums are bids; in one of terms (T) nothing is bought. `told`:
    it is said what something is, so that sums without a verb are no list. Raises Unclear where the words do not say
    one thing."""
    deeds = {word.value for word in words if word.sort == "deed"}
    companies = [word for word in words if word.sort == "company"]
    seats = [word for word in words if word.sort == "seat"]
    sums = [word for word in words if word.sort == "sum"]
    if seats and not sums and companies and (deeds <= {"vote"} or deeds == {"vote", "give"}):
        return [f"VOTE {one} FOR {two}" for one, two in _pairs(words, "company", "seat")]
    if seats and len(companies) == 1 and "vote" in deeds and deeds <= {"vote", "give", "bid"}:  # `5 go to Anna`
        return [f"VOTE {companies[0].value} {_parted(words, sums)}"]
    if seats and len(seats) == len(sums) == 1 and not companies and deeds == {"give"}:
        return [f"TRANSFER {many.value} TO {seat.value}" for many, seat in zip(sums, seats, strict=True)]
    if not companies or not sums or (seats and deeds != {"list"}):
        raise Unclear
    wanted = deeds == {"list"} and any(one.part == "price" for one in sums)
    if wanted and any(word.part == "listed" for word in words):
        raise Unclear  # `List 3 Russia at 15`: for sale
    if season == "T" and wanted and not seats:
        deeds, wanted = set(), False
    if "sell" in deeds or wanted:
        return _market(words, companies, seats, sums, "SELL" if "sell" in deeds else "BUY", deeds)
    if any(one.part == "many" for one in sums) and any(one.part == "price" for one in sums):
        return _terms(words, companies, sums, deeds)
    things = sum(one.sort not in ("cut", "price") for one in words)
    bids = season == "B" and (len(companies) > 1 or things == 2)
    if deeds == {"bid"} or (not deeds and (bids or _linked(words))):
        if any(one.part not in ("", "price" if season == "B" else "") for one in sums):
            raise Unclear  # `Germany at 80` can only be a bid there
        return [f"BID {one} {two}" for one, two in _pairs(words, "company", "sum")]
    if deeds == {"list"} or (not deeds and not told and _in_turn(words, season)):
        return [_shopping(words, sums)]
    raise Unclear


def _in_turn(words: Sequence[Word], season: str) -> bool:
    """Whether several companies are named one after the other, in the phase of lists (F) or with the most to be spent:
    `10 Germany, then 3 France, 80 at most`."""
    told = any(word.sort == "shares" or word.value == "then" for word in words)
    capped = any(word.part == "cap" for word in words)
    several = sum(word.sort == "company" for word in words) > 1
    return (season == "F" and (several or capped)) or (told and capped and several)


def _parted(words: Sequence[Word], sums: Sequence[Word]) -> str:
    """Votes of one company for several people: `my 8 Russian votes: 5 go to Anna, 3 to Dora`."""
    first = min(word.at for word in words if word.sort == "seat")
    front = [word for word in sums if word.at < first]
    whole = front[:1] if len(front) > 1 else []
    found = _pairs([word for word in words if word not in whole], "sum", "seat")
    if len(found) < 2 or (whole and sum(int(one) for one, _ in found) != int(whole[0].value)):
        raise Unclear
    return ", ".join(f"{many} FOR {seat}" for many, seat in found)


def _linked(words: Sequence[Word]) -> bool:
    """Whether every sum stands `on` or `for` a company: `120 on Germany, 60 on Turkey`."""
    marks = [word for word in words if word.sort in ("sum", "company", "link")]
    links = [n for n, word in enumerate(marks) if word.sort == "link" and word.value in ("in", "for")]
    fit = all([one.sort for one in marks[n - 1 : n + 2]] == ["sum", "link", "company"] for n in links)
    return bool(links) and fit and len(links) == sum(word.sort == "sum" for word in words)


def _pairs(words: Sequence[Word], one: str, two: str) -> list[tuple[str, str]]:
    """Each company with what stands beside it, all of them in one order."""
    marks = [word for word in words if word.sort in (one, two) and word.part != "cap"]
    first = marks[::2]
    second = marks[1::2]
    if len(first) != len(second) or len({word.sort for word in first}) != 1 or len({word.sort for word in second}) != 1:
        raise Unclear
    if first[0].sort == second[0].sort:
        raise Unclear
    found = [(a.value, b.value) if a.sort == one else (b.value, a.value) for a, b in zip(first, second, strict=True)]
    if two != "sum" and len({a for a, _ in found}) < len(found):
        raise Unclear
    return found


def _shopping(words: Sequence[Word], sums: Sequence[Word]) -> str:
    """A list of shares in the order wanted, and the most to be spent."""
    caps = [one.value for one in sums if one.part == "cap"]
    entries = _pairs(words, "company", "sum")
    capped = any(word.sort == "cap" for word in words)
    if any((one.part, two.sort) == ("cap", "each") for one, two in pairwise(words)):
        raise Unclear  # `limit 150 each`
    if len(caps) > 1 or (not caps and (capped or len(entries) < 2)) or any(one.part == "price" for one in sums):
        raise Unclear
    return f"OFFERLIST {', '.join(f'{name} {many}' for name, many in entries)}" + "".join(f" CAP {cap}" for cap in caps)


def _terms(words: Sequence[Word], companies: Sequence[Word], sums: Sequence[Word], deeds: set[str]) -> list[str]:
    """How many shares a company has and what one costs; with a bid, or as an issue of new ones."""
    parts = {part: [one.value for one in sums if one.part == part] for part in ("many", "price", "")}
    if len(companies) != 1 or len(parts["many"]) != 1 or len(parts["price"]) != 1 or len(parts[""]) > 1:
        raise Unclear
    (name,), (many,), (price,) = [one.value for one in companies], parts["many"], parts["price"]
    fresh = any(word.sort == "fresh" for word in words)
    if parts[""] and deeds <= {"bid", "issue"}:
        return [f"BID {name} {bid} SHARES {many} PRICE {price}" for bid in parts[""]]
    if parts[""] or deeds - {"issue"} or (fresh and "issue" not in deeds):
        raise Unclear
    return [f"ISSUE {name} {many} AT {price}" if fresh else f"TERMS {name} SHARES {many} PRICE {price}"]


def _market(
    words: Sequence[Word],
    companies: Sequence[Word],
    seats: Sequence[Word],
    sums: Sequence[Word],
    verb: str,
    deeds: set[str],
) -> list[str]:
    """Shares put on the market, or bought there at a price."""
    seats = [seat for seat in seats if seat.part != "me"]  # `buy me 2 Russian at 15`
    price = [one.value for one in sums if one.part == "price"]
    many = [one.value for one in sums if one.part in ("many", "")]
    if len(companies) != 1 or len(price) != 1 or len(many) != 1 or len(sums) != 2 or len(seats) > 1:
        raise Unclear
    first = next(word for word in words if word.sort not in ("link", "cut") and word.part != "me")
    if len(deeds) != 1 or (seats and (verb == "SELL" or first.sort == "seat")):
        raise Unclear  # `Anna wants 6 French at 5`
    seller = "".join(f" FROM {seat.value}" for seat in seats)
    return [f"{verb} {many[0]} {companies[0].value}{seller} AT {price[0]}"]
