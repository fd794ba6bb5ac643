"""Who reads what: a game's file in `grammar/sense` names its readers (`// reads: units, trades`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from judge.core.regex import regex
from judge.core.variant import Names, Situation
from judge.expressions import words
from judge.reading.lexicon import fold
from judge.reading.sense import (
    contrast,
    frames,
    gifts,
    headings,
    lists,
    offers,
    settled,
    trades,
    travel,
    units,
    votes,
)
from judge.reading.sense.guess import Guesser
from judge.reading.sense.result import PLAIN, Sense, without_tail
from judge.reading.sense.tokens import NAMES, Tagger, Token, spelled
from judge.reading.sense.vocabulary import Vocabulary, load, named_abroad

Assembler = Callable[[Sequence[Token], Situation], Sense | None]
"""Reads the things of a clause where things stand so; None where that is none of its orders."""

READERS: Mapping[str, Assembler] = {
    "gifts": gifts.read,
    "lists": lists.read,
    "offers": offers.read,
    "offers_alone": offers.read_alone,
    "trades": trades.read,
    "travel": travel.read,
    "treasury": travel.treasury,
    "units": units.read,
    "values": lists.values,
    "votes": votes.read,
}
"""A new one is a module with a `read`, and a line here."""

_BRACKETS = regex(r"\([^()]*\)")
_FRONT = 3  # words in which an order has its verb, where nothing else tells it from a remark
_DEEDS = ("move", "hold", "build", "support", "convoy", "remove", "retreat")
_ORDERED = ("amount", "kind", "verb", "proceeds", "split")
_DONE = ("verb", "weak", "amount", "money", "each")
_HELPS = ("support", "convoy")
_GOING = frozenset(["move", "build", *_HELPS])  # what is done only where something is named
_OTHERS = ("never", "aside", "theirs", "guard", "seat", "power")
_JOINTS = (",", ";", ".", "--", "-")
_PHRASES = ("small", "amount", "cap", "keep")
_PART = words("things", "readers_part")
_ACROSS = 2  # words of a name on either side of the end of a line
_SUBSTANCE = (
    *("verb", "weak", "kind", "amount", "fraction", "times", "proceeds", "money", "rest", "split", "whole", "same"),
    *("each", "keep", *NAMES),
)
_OPEN = ("never", "against", "except")

_COURTEOUS = ("small", "sign", "link", "me", "mine", "wish")


class Senses:
    """Reads clauses of one game by the things they name. `folder` holds the vocabulary files; in the letters of a game
    without one, and where no orders stand, nothing has a meaning."""

    def __init__(self, folder: Path, slug: str, names: Names, seats: tuple[str, ...]) -> None:
        vocabulary = load(folder, slug)
        told = tuple(map(frames.parsed, vocabulary.frames))
        by_frames = (lambda things, now: frames.read(told, things, now),) if told else ()
        self._readers: tuple[Assembler, ...] = (*(READERS[name] for name in vocabulary.reads), *by_frames)
        self._offers = "offers" in vocabulary.reads or "offers_alone" in vocabulary.reads
        self._reads = vocabulary.reads
        self._trades = "trades" in vocabulary.reads
        self.has_units = "units" in vocabulary.reads and not self._offers
        self._folder, self._named, self._seats, self._words = folder, names, seats, vocabulary.words
        self._tagger = Tagger(names, seats, vocabulary)
        self._tag = self._tagger.tag if self._readers else lambda _: ()
        self._denials = tuple(one for one in told if one.denies)
        self._verbs = vocabulary.verbs
        self.marks = vocabulary.marks
        self._foreign = vocabulary.foreign
        self._splits, self._money = vocabulary.of("split"), vocabulary.of("proceeds")
        self._names = spelled(names, vocabulary)

    @cached_property
    def _changes(self) -> Tagger:
        """Knows words that change a line (`changes.txt`), and the game's names in all their spellings."""
        words = dict(load(self._folder, "changes").words)
        for word, means in self._words.items():
            named = tuple(one for one in means if one[0] in NAMES)
            if named and word not in words:
                words[word] = named
            elif ("country", "") in means:
                words[word] = (*words.get(word, ()), ("country", ""))
            elif word not in words and word.isalpha():
                words[word] = (("unknown", ""),)  # `market` is no slip of a name
        return Tagger(self._named, self._seats, Vocabulary(words))

    def changes(self, text: str) -> tuple[Token, ...]:
        """The things of a clause by what they may change of lines. Without a game there is nothing to change."""
        return self._changes.tag(text) if self._readers else ()

    @property
    def abroad(self) -> Mapping[str, list[str]]:
        """What other languages call the names of games, a code of orders with a "=" in front."""
        return named_abroad(self._foreign)

    def may(self, words: frozenset[str]) -> bool:
        """Whether a text with these words may name something and what is done with it, or where the money goes."""
        if self._trades and not words.isdisjoint(self._splits) and not words.isdisjoint(self._money):
            return True
        return not words.isdisjoint(self._names) and not words.isdisjoint(self._verbs)

    def heads(self, text: str) -> str:
        """What is done with the items below a heading (`sell`), if nothing else stands in it; "" for none."""
        return headings.verb(self._tag(text)) if text.count(" ") < headings.LONGEST else ""

    def listed(self, text: str) -> bool:
        """Whether a text is an entry of a list of shares or its limit, and nothing else: `4 of France`, `cap 60`."""
        return headings.listed(self._tag(text))

    def company(self, text: str) -> bool:
        """Whether a text is a heading over the terms or the values of one company: `France, my terms:`."""
        return text.count(" ") < headings.LONGEST and headings.company(self._tag(text))

    def price(self, text: str) -> str:
        """The amount of a heading that gives one to each order below it, in the notation: `4 AgP each:`; "" for any
        other text."""
        short = self._offers and text.count(" ") < headings.LONGEST
        return headings.price(self._tag(text)) if short else ""

    def read(self, text: str, situation: Callable[[], Situation]) -> Sense | None:
        """What a clause orders: of what the readers find, the only sure reading, or else the first proposal. Nothing
        where two readers are sure of different things."""
        denied = any(map(self.only_denies, _BRACKETS.findall(text)))
        things, now = self._tag(text) if denied else contrast.unbracketed(self._tag(text)), situation()
        kept = self.settles(text, situation) if self._offers else None
        found = kept if kept is not None and kept.sure else self._read(things, now)
        while (found is None or not found.sure) and (bare := without_tail(things)):
            things, tail = bare, [one for one in things[len(bare) :] if one.sort not in ("sign", "small")]
            shorter = self._read(things, now)
            if shorter is not None and shorter.sure:
                return replace(shorter, shown=True, left=(*shorter.left, *(one.text for one in tail)))
        return found if found is not None and found.sure else self._two(self._tag(text), now) or found

    def guess(self, text: str, situation: Callable[[], Situation], guesser: Guesser) -> tuple[str, ...]:
        """What a sentence may order, whatever else it says, what stands in brackets least: only to be proposed."""
        now, texts = situation(), dict.fromkeys((_BRACKETS.sub("", text), text))
        return next(filter(None, (guesser.read(self._tag(one), now, self._reads) for one in texts)), ())

    def open(self, text: str) -> bool:
        """Whether a text denies something, leaves something out or leaves a choice."""
        things = self._tag(text)
        return any(one.is_("link", "or") or one.text.casefold() == "but" or any(map(one.is_, _OPEN)) for one in things)

    def only_denies(self, text: str) -> bool:
        """Whether a remark denies, and names nothing but what stands beside it: `no, not yet`."""
        things = self._tag(text)
        named = any(one.sort in ("unknown", "aside", "kind", *NAMES) for one in things)
        return not named and any(one.is_("never") for one in things)

    def settles(self, text: str, situation: Callable[[], Situation]) -> Sense | None:
        """What decides ties, or stays in the purse, or that nothing is done: its order, or none where it is asked
        about; None where it is none of these. A denial that is an order is told before what its words deny."""
        things = self._tag(text)
        found = settled.nothing(things) if self._trades else settled.read(things, situation()) if self._offers else None
        denials = frames.possible(self._denials, things, situation()) if found is None else ()
        while found is None and denials and things and things[-1].text != "?":
            found = frames.read(denials, things, situation())
            things = without_tail(things)
        return found

    def _two(self, things: Sequence[Token], now: Situation) -> Sense | None:
        """What a clause orders that is two of different readers, joined by an `and` or a sign: a journey and a trade.
        Only where it can be parted in one way, and what names one of them has names the other has not; two trades
        each have a verb of their own."""
        found: dict[tuple[str, ...], Sense] = {}
        for n, one in enumerate(things):
            if not (one.is_("link", "and", "then") or one.text in _JOINTS):
                continue
            front, back = things[:n], things[n + 1 :]
            kept = settled.read(back, now) if self._offers else None  # `..., and keep 20 in the purse`
            told = self._read(front, now) if kept is not None and kept.sure else None
            if kept is not None and told is not None and told.sure:
                return replace(told, lines=(*told.lines, *kept.lines), shown=told.shown or kept.shown)
            named, kinds, more = [thing for thing in front if thing.sort in NAMES], _sorts(front), _sorts(back)
            if [thing.sort for thing in named] == ["power"] and not more and one.is_("link"):
                back = (*named, *back)  # `Germany pays 2 a share and issues 5 more at 3`
            elif not kinds or not more or (kinds & more) - {"currency"}:
                continue
            one_, two = self._read(front, now), self._read(back, now)
            if one_ is not None and two is not None and one_.sure and two.sure:
                lines = (*one_.lines, *two.lines)
                found[lines] = Sense(lines, True, one_.shown or two.shown, left=(*one_.left, *two.left))
        return next(iter(found.values())) if len(found) == 1 else None

    def _read(self, things: Sequence[Token], now: Situation) -> Sense | None:
        found = [one for one in (reader(things, now) for reader in self._readers) if one is not None]
        sure = {one.lines: one for one in found if one.sure}
        return None if len(sure) > 1 else next(iter([*sure.values()] or found), None)

    def bared(self, text: str) -> str:
        """A text without the phrases that are one word to us: no part of them is a condition (`builds, if any`) or a
        denial (`don't spend more than`)."""
        for one in reversed(self._tag(text)):
            words = one.text.casefold().split()
            if len(words) > 1 and (
                ("if" in words and one.sort == "verb")
                or ((one.sort in _PHRASES or words[-1] == "anywhere") and _PART & {*words})
            ):
                text = f"{text[: one.start]}{text[one.end :]}"
        return text

    def follows_rules(self, text: str, season: str) -> bool:
        """Whether a condition in a text is one that its order has by the rules: a retreat goes to the next place where
        the one before is closed, and a bribe is paid if the unit is ordered so."""
        things = self._tag(text) if season == "R" or self._offers else ()
        if season == "R":
            return any(one.is_("link", "or", "then") for one in things) and not any(one.is_("guard") for one in things)
        return bool(things) and offers.on_units(things)

    def contrasts(self, text: str) -> bool:
        """Whether nothing is denied in a text but where a unit could have gone: `to the Channel, not to Brest`."""
        things = self._tag(text)
        bare = contrast.unbracketed(things)
        rest, places = contrast.without(bare) if "units" in self._reads else (bare, ())
        return (bool(places) or len(bare) < len(things)) and not any(
            one.is_("never") or one.is_("guard") for one in rest
        )

    def acts(self, text: str) -> bool:
        """Whether a text names something that orders are made of: a name, a unit, an amount."""
        things = self._tag(text)
        return any(one.sort in ("all", "kind", "amount", *NAMES) for one in things)

    def idles(self, text: str) -> bool:
        """Whether a text of several words says what units do, and names nothing that could do it."""
        deeds = self.verbs(text) if self.has_units and " " in text.strip() else set[str]()
        return bool(deeds) and deeds <= _GOING and not self.acts(text)

    def substance(self, text: str) -> bool:
        """Whether a text has what every order has some of: a name, a unit, an amount, or a word for what is done."""
        return any(one.sort in _SUBSTANCE for one in self._tag(text))

    def surplus(self, text: str) -> list[str]:
        """The words of a text that may say something about an order beside it."""
        things = [one for one in self._tag(text) if one.text != "?"]  # `Could you sell 300 lira?`
        said = (one for one in things if one.sort != "small" or one.text.casefold() not in PLAIN)
        return [one.text for one in said if one.sort == "small" or not any(map(one.is_, _COURTEOUS))]

    def theirs(self, text: str) -> bool:
        """Whether a text speaks of somebody else: `him`."""
        return any(one.is_("theirs") for one in self._tag(text))

    def ways(self, text: str) -> list[frozenset[str]]:
        """For each name that a text holds, all that it may mean: `ENG` is a sea and a power."""
        things = self._tag(text)
        found = [frozenset(value for sort, value in one.meanings if sort in NAMES) for one in things]
        return [one for one in found if one]

    def named(self, text: str) -> frozenset[str]:
        """The names that a text holds, each with all it may mean."""
        things = self._tag(text)
        return frozenset(value for one in things for sort, value in one.meanings[:1] if sort in NAMES)

    def goes_on(self, above: str, below: str) -> bool:
        """Whether a name stands across the end of a line: `to the Norwegian` above `Sea, and`."""
        tail, head = " ".join(above.split()[-_ACROSS:]), " ".join(below.split()[:_ACROSS])
        return any(one.sort in NAMES and one.start < len(tail) < one.end for one in self._tag(f"{tail} {head}"))

    def values(self, text: str, situation: Callable[[], Situation]) -> bool:
        """Whether a text says what the centres of a company are worth, and nothing else."""
        found = self.read(text, situation) if self._offers and "gifts" not in self._reads else None
        return found is not None and found.sure and found.lines[0].startswith("VALUES ")

    def speaks_of(self, text: str) -> tuple[str, ...]:
        """The currencies that a text names, in its order."""
        named = (one.get("currency") for one in self._tag(text) if one.is_("currency") and not one.is_("slip"))
        return tuple(dict.fromkeys(named))

    def points(self, text: str) -> bool:
        """Whether a word of a text stands for a currency that was spoken of above."""
        return self._trades and any(one.is_("those") for one in self._tag(text))

    def orderable(self, text: str) -> bool:
        """Whether a text names something that orders are about, and not only somebody."""
        return any(one.sort in ("place", "currency", "company") for one in self._tag(text))

    def matters(self, text: str) -> bool:
        """Whether a text beside an order may say what kind of order it is: a gift or a loan, a price, a limit."""
        things = self._tag(text)
        return any(one.is_(sort) for one in things for sort in ("nature", "repaid", "cap", "each", "shares"))

    def returns(self, text: str) -> bool:
        """Whether a text says that something comes back, or may: `he'll pay me back a bit more`."""
        return any(one.is_("repaid") or one.is_("back") or one.is_("terms") for one in self._tag(text))

    def payer(self, text: str, alone: bool = True) -> str:
        """Whose purse a few words mean, as the word of the correspondence: `for Russia`, `from my own pocket`; "" where
        they say anything else. `alone`: a name alone is enough."""
        return headings.payer(self._tag(text), alone) if text.count(" ") <= headings.LONGEST else ""

    def purse_ends(self, text: str) -> int:
        """Where the words end that say whose purse pays, behind a colon or before a name: `Russia: War-Gal 5`, `on
        behalf of Russia I pay Warsaw 5`; 0 where they do not end so."""
        return headings.purse_ends(self._tag(text))

    def chooses(self, text: str) -> bool:
        """Whether a text names a kind of unit and several places, with an `or` between."""
        things = self._tag(text) if "place" in self._named else ()
        several = len({one.value for one in things if one.sort == "place"}) > 1
        return several and any(one.sort == "kind" for one in things) and any(one.is_("link", "or") for one in things)

    def accepts(self, text: str) -> bool:
        """Whether the writer takes what somebody else gives: `France gives me 2, which I accept`."""
        return "gifts" in self._reads and gifts.accepts(self._tag(text))

    def reasons(self, text: str) -> bool:
        """Whether a text says what follows by the rules."""
        return "travel" in self._reads and travel.spends(self._tag(text))

    def places(self, text: str) -> bool:
        """Whether a text names a place, or a limit: what belongs to an order that is given whole or not at all."""
        things = self._tag(text)
        return any(one.sort == "place" or one.is_("cap") for one in things)

    def verbs(self, text: str) -> frozenset[str]:
        """The verbs of a text by what they mean: `sell`, `move`."""
        return frozenset(thing.value for thing in self._tag(text) if thing.sort == "verb")

    def deeds(self, text: str) -> frozenset[str]:
        """The words of a text that say what is done here, or for how much each."""
        told = [one for one in self._tag(text) if any(map(one.is_, _DONE))]
        return frozenset(fold(word) for one in told for word in one.text.split())

    def orders_something(self, text: str) -> bool:
        """Whether a text has an amount, a unit, several places, money that is spent, or a word for what is done."""
        things = self._tag(text)
        places = sum(one.sort in ("place", "company", "seat") for one in things)
        return places > 1 or any(one.sort in _ORDERED for one in things)

    def orders(self, text: str) -> bool:
        """Whether a text has what an order has, though nobody can read it: a unit and what it does or how many there
        are. Not what is past, denied or others' doing."""
        things = self._tag(text)
        unit = any(one.sort == "kind" for one in things)
        does = any(one.is_("verb", *_DEEDS) or one.sort == "amount" for one in things)
        helps = any(one.sort == "verb" and one.value in _HELPS for one in things)
        places = sum(one.sort == "place" for one in things)
        named = (unit and does) or (helps and places > 1)  # `Par and Mar both help Bur`
        if self._trades and _spread(things):
            return True
        return named and not any(one.sort in _OTHERS for one in things)


def _spread(things: Sequence[Token]) -> bool:
    """`spread the money over whatever looks promising`"""
    spent = any(one.is_("split") or one.is_("verb", "spend") for one in things[:_FRONT])
    return spent and any(one.is_("proceeds") for one in things)


def _sorts(things: Sequence[Token]) -> set[str]:
    """The sorts of names in part of a clause, by their first meanings; a unit is told like a place."""
    return {
        "place" if one.sort in ("kind", "traveller") else one.sort for one in things if one.sort in (*NAMES, "kind")
    }
