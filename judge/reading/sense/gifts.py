"""Transfers between treasuries, out of who, how much, and what it is: a gift, a loan, a repayment (E-7, E-8).

Where nothing says whether money is given or lent, nothing is made of it: the wrong reading would lose it."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

from judge.core.variant import Situation
from judge.expressions import words
from judge.reading.lexicon import fold
from judge.reading.sense.result import Sense, Unclear, Word, others_do, pieces, weighed
from judge.reading.sense.tokens import Token, before, behind, small_behind

_DEEDS = ("give", "pay", "lend", "borrow", "repay", "call", "receive")
_SORTS = ("vague", "owing", "wish", "back", "repaid", "gets", "nature", "debt", "full", "publish", "makes")
_I = words("things", "gifts_i")
_THE = words("things", "gifts_the")
_HIM = words("things", "gifts_him")
_ALSO = words("things", "gifts_also")
_CUTS = (",", ";", "/", "|", "&", ".", "!", "...", "…")


def read(things: Sequence[Token], now: Situation) -> Sense | None:
    """What a clause gives, lends, pays back, calls in or receives."""
    if others_do(things) or any(one.is_("place") or one.is_("kind") for one in things):
        return None
    first = next((n for n, one in enumerate(things) if one.is_("power")), len(things))
    things = small_behind(things, first, _HIM)  # they stand for that power
    try:
        words = list(_words(things, now))
        lines = [_transfer(part, now) for part in _parts(words)]
    except Unclear:
        return None
    used = frozenset(word.at for word in words if word.sort not in ("link", "cut"))
    used |= {n for n, one in enumerate(things) if one.is_("money") or (one.is_("which") and accepts(things))}
    told = any(word.sort == "deed" for word in words)
    return weighed(lines, things, used, unknown=1 if told else 0) if lines else None


def accepts(things: Sequence[Token]) -> bool:
    """Whether the writer takes what somebody else gives or lends."""
    takes = next((n for n, one in enumerate(things) if n and one.is_("verb", "receive")), 0)
    mine = any(one.text.casefold() in _I for one in things[max(0, takes - 3) : takes + 2])
    return mine and any(one.is_("verb", "give", "lend") for one in things[:takes])


def _words(things: Sequence[Token], now: Situation) -> Iterator[Word]:
    for n, thing in enumerate(things):
        if thing.text.casefold() in _I or (thing.is_("power") and fold(thing.get("power")) == fold(now.me)):
            yield Word("mine", "", n)  # `Der Türkei leihe ich 2`, `L'Allemagne donne 1 crédit`
        elif thing.is_("power"):
            yield Word("power", thing.get("power"), n)
        elif thing.text.casefold() == "an" and behind(things, n).is_("power"):
            yield Word("link", "to", n)  # `1 an England`
        elif thing.is_("link", "'s") and n > 1 and things[n - 2].is_("link", "to"):
            continue  # `to Italy's`
        elif thing.is_("amount"):
            yield Word("sum", thing.get("amount"), n)
        elif thing.is_("link", "or"):
            raise Unclear
        elif thing.text in _CUTS or (thing.is_("link", "and", "then") and thing.text.casefold() not in _ALSO):
            yield Word("cut", "", n)
        else:
            sort = next((one for one in _SORTS if thing.is_(one)), "")
            deed = next((value for kind, value in thing.meanings if kind == "verb" and value in _DEEDS), "")
            if sort == "vague" or thing.is_("verb", "hold"):
                raise Unclear  # `Transfer 10 to Germany, please wait`
            if thing.is_("money") and before(things, n).is_("amount"):
                continue  # `1 Kredit` is money, and `als Kredit` a loan
            if thing.is_("me"):
                yield Word("me", "", n)
            elif sort == "nature" and _known(things, n):
                yield Word("debt", thing.get("nature"), n)
            elif deed:
                yield Word("deed", deed, n)
            elif sort:
                yield Word(sort, thing.get(sort), n)
            elif thing.is_("link"):
                back = thing.text.casefold().startswith("back ")  # `I pay the 3 back to Russia`
                source = thing.is_("link", "from") and before(things, n).is_("verb", "lend")  # `leihe von Italien`
                value = "from" if source else "of" if thing.is_("link", "of") else thing.get("link")  # `prêt de 3`
                yield from ((Word("back", "", n), Word("link", "to", n)) if back else (Word("link", value, n),))
            elif any(char.isdecimal() for char in thing.text):
                raise Unclear


def _known(things: Sequence[Token], n: int) -> bool:
    """Whether a loan is one that there is: `my loan`, `the loan to Germany`, `England's loan`; `make Italy a loan` says
    no such thing."""
    front = before(things, n)
    return " " not in things[n].text and (front.text.casefold() in _THE or front.is_("power"))


def _parts(words: Sequence[Word]) -> list[list[Word]]:
    """The words of each transfer: one power in each. A deed holds for those behind it that have none."""
    found: list[list[Word]] = []
    for piece in pieces(words):
        if not piece:
            continue
        if found and _comes_back(piece, found[-1]):
            found[-1] += [Word("repaid", "", piece[0].at), *(word for word in piece if word.sort == "sum")]
        elif (
            any(word.sort == "power" for word in piece) and any(word.sort in ("sum", "debt", "full") for word in piece)
        ) or not found:
            found.append(piece)
        else:
            found[-1] = [*found[-1], *piece]  # `..., a gift`, `and publish it`
    return found


def _comes_back(piece: Sequence[Word], loan: Sequence[Word]) -> bool:
    """Whether words behind a loan say what is to be paid back: `I lend Turkey 3, and Turkey pays me back 4`."""
    sums = [word for word in piece if word.sort == "sum"]
    powers = {word.value for word in piece if word.sort == "power"}
    lent = any(word.value == "lend" or (word.sort, word.value) == ("nature", "LOAN") for word in loan)
    back = any(word.sort in ("back", "repaid", "owing") or word.value == "repay" for word in piece)
    return lent and back and len(sums) == 1 and powers <= {word.value for word in loan if word.sort == "power"}


def _accepted(part: Sequence[Word]) -> bool:
    """Whether the writer takes what somebody gives: `France gives me 2, which I accept`."""
    takes = next((n for n, word in enumerate(part) if word.value == "receive"), 0)
    given = any(word.value in ("give", "lend") for word in part[:takes])
    return given and any(word.sort == "mine" for word in part[max(0, takes - 1) : takes + 2])


def _transfer(part: Sequence[Word], now: Situation) -> str:
    """One transfer as an order. Raises Unclear where its words do not say one thing."""
    powers = [word.value for word in part if word.sort == "power"]
    sums = [word.value for word in part if word.sort == "sum"]
    deeds = {word.value for word in part if word.sort == "deed"}
    natures = {word.value for word in part if word.sort == "nature"}
    lent, accepted = bool(deeds & {"lend", "borrow"}) or "LOAN" in natures, _accepted(part)
    marks = ("repaid", "back", "owing") if lent and len(sums) == 2 else ("repaid",)
    pays = "repay" if lent and len(sums) == 2 else ""
    back = next((n for n, word in enumerate(part) if word.sort in marks or (pays and word.value == pays)), None)
    back = next((n for n, word in enumerate(part) if word.sort == "repaid"), back)
    if back is not None:
        deeds -= {"repay", "receive", "pay"} if "lend" in deeds else {"repay"}  # `I lend 3 and get 4 back`
    elif "receive" in deeds and deeds <= {"receive", "give", "lend"} and (part[0].sort != "power" or accepted):
        natures |= {"LOAN"} if lent else {"GIFT"} if accepted and not natures else set()
        deeds = {"receive"}  # `I take the 2 that France offers as a gift`
    deeds = deeds if accepted else _called(part, deeds)
    publish = " PUBLISH" if any(word.sort == "publish" for word in part) else ""
    if len(set(powers)) != 1 or len(natures) > 1:
        raise Unclear
    (power,) = set(powers)
    first = next(n for n, word in enumerate(part) if word.sort == "power")
    done = next((n for n, word in enumerate(part) if word.sort == "deed"), None)
    mine = done is not None and any(word.sort == "mine" for word in part[max(0, done - 1) : done + 2])
    led = first > 0 and (part[first - 1].sort, part[first - 1].value) == ("link", "from")  # `2 from France received`
    his = done is not None and first < done and not mine and not led and not accepted  # what that power does
    returned = lent and back is not None  # `Turkey borrows 3 from me and pays me 4 back`
    if (
        any(word.sort == "me" for word in part) and not (deeds & {"call", "repay", "receive"} or returned or accepted)
    ) or (his and deeds & {"give", "lend", "pay", "repay"} and not _borrows(part)):
        raise Unclear
    elif his and deeds & {"receive", "borrow"}:
        deeds = {"lend"} if "borrow" in deeds else set()
    if "borrow" in deeds or ("lend" in deeds and _from(part)):  # `Ich leihe von Italien 2`
        deeds, natures = {"receive"}, {"LOAN"}
    if deeds in ({"pay"}, {"give"}, set()) and (
        _returned(part) or (deeds and not sums and any(word.sort == "debt" for word in part))
    ):
        deeds = {"repay"}  # `paying Russia back`, `we pay Austria what we owe`
    if deeds in ({"repay"}, {"repay", "give"}, {"repay", "pay"}) and back is None:
        return _settled("REPAY", sums, "TO", power, part, now.debts)
    if deeds == {"call"}:
        return _settled("CALL", sums, "FROM", power, part, now.claims)
    if any(word.sort == "debt" for word in part) and deeds != {"receive"}:
        raise Unclear  # money for a loan that there is may pay it back
    again = ""
    if back is not None:
        behind = [word.value for word in part[back:] if word.sort == "sum"]
        if len(sums) != 2 or (len(behind) != 1 and part[back:] != [part[-1]]):
            raise Unclear
        sums, again = sums[:1], f" REPAY {sums[1]}"  # `2 credits, repaid with 3`, `2 credits, 3 to be repaid`
    if len(sums) != 1 or not sums[0].isdecimal() or int(sums[0]) < 1:
        raise Unclear
    if deeds == {"receive"}:
        natures |= {word.value for word in part if word.sort == "debt" and word.value in ("LOAN", "GIFT")}
        if len(natures) != 1:
            raise Unclear
        return f"RECEIVE {sums[0]} FROM {power} ({natures.pop()}{again}){publish}"
    return f"{_nature(part, deeds, natures, bool(again))} {sums[0]} TO {power}{again}{publish}"


def _called(part: Sequence[Word], deeds: set[str]) -> set[str]:
    """What is done, where something may be wanted back. Raises Unclear where somebody else wants it."""
    told = {word.sort for word in part}
    if "owing" in told and told & {"wish", "back"}:
        return {"call"}  # `Italy owes me 2 and I want them back`
    if "wish" in told and next(word.sort for word in part if word.sort in ("wish", "power")) == "power":
        raise Unclear  # `Russia wants her 3 back`
    return {"call"} if {"wish", "back"} <= told and deeds <= {"call"} else deeds


def _nature(part: Sequence[Word], deeds: set[str], natures: set[str], again: bool) -> str:
    """Whether money that goes to a power is given or lent. Raises Unclear where nothing says so, or to whom it goes."""
    away = any(word.sort == "link" and word.value in ("from", "by", "'s") for word in part)
    if away or deeds & {"call", "repay", "receive"}:
        raise Unclear  # from whom, it may be
    gets = any(word.sort == "gets" or word.value == "receive" for word in part) and part[0].sort in (
        "power",
        "deed",
        "nature",
    )
    returned = again and not natures and not deeds - {"pay", "give"}
    if natures == {"LOAN"} or (deeds == {"lend"} and not natures) or returned:
        nature = "LOAN"
    elif not again and not deeds & {"lend"} and (deeds == {"give"} or natures == {"GIFT"}):
        nature = "GIVE"
    else:
        raise Unclear
    made = natures and any(word.sort == "makes" for word in part)  # `I'm making Russia a present of 1 credit`
    if not (deeds or gets or made or _given(part)):
        raise Unclear
    return nature


def _from(part: Sequence[Word]) -> bool:
    """Whether `from` stands right in front of the power."""
    return any((one.sort, one.value, two.sort) == ("link", "from", "power") for one, two in itertools.pairwise(part))


def _returned(part: Sequence[Word]) -> bool:
    """Whether something goes back: `paying Russia back`, `Russia gets her 3 back`; not `I get 3 back from Russia`."""
    gets = any(word.sort == "gets" for word in part)
    mine = any(
        word.sort in ("wish", "repaid") or (word.sort == "link" and word.value in ("from", "by")) for word in part
    )
    return any(word.sort == "back" for word in part) and not mine and (not gets or part[0].sort == "power")


def _borrows(part: Sequence[Word]) -> bool:
    return any(word.sort == "gets" or word.value == "borrow" for word in part)


def _given(part: Sequence[Word]) -> bool:
    """Whether `to` or `for` stands in front of the power."""
    marks = [word for word in part if word.sort in ("link", "power")]
    return any(
        one.sort == "link" and one.value in ("to", "for") and two.sort == "power"
        for one, two in itertools.pairwise(marks)
    )


def _settled(
    verb: str,
    sums: Sequence[str],
    way: str,
    power: str,
    part: Sequence[Word],
    known: Sequence[tuple[tuple[str, ...], int]],
) -> str:
    """A repayment or a demand: so much, or all that is owed."""
    owed = [str(sum_) for names, sum_ in known if fold(power) in map(fold, names)]
    all_ = any(word.sort in ("debt", "full", "nature") for word in part)
    told = sums or (owed if all_ else ())
    if len(told) != 1:
        raise Unclear
    return f"{verb} {told[0]} {way} {power}"
