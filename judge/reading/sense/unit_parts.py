"""What some mentions of a sentence may order, as one order of an own unit that the position allows (D-3 to D-7).

Each sign for it counts: a verb, a link, the order of words. Which orders of a sentence fit together, unit_orders finds.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import pairwise, permutations

from judge.core.values import Value
from judge.core.variant import Situation, UnitSeen
from judge.expressions import words
from judge.reading.sense.mentions import Mention, breaks, carriers, carriers_of, own_units, reach, same, stands
from judge.reading.sense.tokens import Token

_AIMS = ("to", "into", "->", "against")
_TO = (*_AIMS, "for", ":", "then", "verb move")
_FROM = ("from", "in", "of", "with", "by", "for", "'s")
_BY = frozenset(["by", "with", "backed-by"])
_LEADS = ("to", "into", "in", "from")
_SOME = words("things", "units_some")
_STEPS = ({"move"}, {"retreat"}, {"move", "retreat"}, {"follow"}, {"move", "follow"}, set[str]())
_DEEDS = frozenset(["move", "hold", "support", "convoy", "retreat", "follow", "remove"])


class UnitOrder(Value):
    """One order. `unit` does it; `to` is where it goes, or where the supported or convoyed unit goes.

    what    H, - (without `to`: to where the one before was), S, C, R, D (disband), ALL, SAME (all others do as the one
            before)
    other   the unit that is supported or convoyed; None with `what` S or C: the one of the move before or behind it
    shown   something was concluded that the words do not say; `unsure`: so much that it is only proposed
    """

    what: str
    unit: UnitSeen | None
    to: str = ""
    other: UnitSeen | None = None
    via: bool = False
    shown: bool = False
    unsure: bool = False
    further: tuple[str, ...] = ()

    def line(self) -> str:
        """As canonical order text."""
        if self.unit is None:
            return "HOLD ALL"
        who = named(self.unit)
        if self.what == "D":
            return f"DISBAND {who}"
        if self.what in ("S", "C") and self.other is not None:
            return f"{who} {self.what} {named(self.other)}" + (f" - {self.to}" if self.to else "")
        if self.what == "R":
            return f"{who} R {', '.join((self.to, *self.further))}"
        return f"{who} H" if self.what == "H" else f"{who} - {self.to}" + (" VIA CONVOY" if self.via else "")


Orders = tuple[UnitOrder, ...]
Way = tuple[float, Orders]
"""The signs for some orders, and these. A verb or a link that fits is a sign; what speaks against them counts off."""


def named(unit: UnitSeen) -> str:
    return f"{unit.kind} {unit.place}"


class Part(Value):
    """Mentions of a sentence that may be one order, among the things from `lo` to `hi`.

    anybodys  units of others may be ordered, too
    sails     somewhere in the sentence an army is carried
    loose     words that nobody knows say nothing, and what is left unsaid is guessed: only to be proposed
    """

    things: Sequence[Token]
    lo: int
    hi: int
    mentions: tuple[Mention, ...]
    now: Situation
    anybodys: bool
    sails: bool
    loose: bool

    @property
    def part(self) -> Sequence[Token]:
        return self.things[self.lo : self.hi]

    @property
    def verbs(self) -> set[str]:
        return {one.value for one in self.part if one.sort == "verb"}

    def has(self, sort: str) -> bool:
        return any(one.is_(sort) for one in self.part)

    def called(self, mention: Mention) -> list[UnitSeen]:
        """The units that may be ordered and that a mention may mean."""
        others = self.now.others if self.anybodys and not mention.every else ()
        return [*own_units(mention, self.now), *(unit for unit in others if stands(unit, mention))]

    def seen(self, mention: Mention) -> list[UnitSeen]:
        """The units of anybody that a mention may mean."""
        both = (*self.now.units, *self.now.others)
        return [unit for unit in both if not mention.every and stands(unit, mention)]

    def ways(self) -> Iterator[Way]:
        """All that it may order, each with the signs for it."""
        found, verbs = self.mentions, self.verbs
        if verbs - _DEEDS and not self.loose:
            return
        if self.now.season == "R":
            yield from self._away()
            return
        if found[0].every:
            yield from self._all(found[0], found[1:])
            return
        if any(one.every for one in found):
            return
        helps = "support" in verbs or any("backed-by" in one.marks for one in found)
        carries = "convoy" in verbs or any(one.carries for one in found)
        yield from self._holds(verbs)
        if len(found) == 1:
            yield from self._alone(found[0], helps, carries)
        if len(found) == 2:
            yield from self._moves(*found)
            yield from self._supports_standing(*found) if helps else ()
        if len(found) == 3:
            yield from self._supports() if helps else ()
            yield from self._convoys() if carries or self.sails else ()
        if len(found) > 2:
            yield from self._together()

    def _alone(self, one: Mention, helps: bool, carries: bool) -> Iterator[Way]:
        """`Munich supports that`, `backed by Munich`, `the Ionian fleet convoys it`; a kind that says nothing."""
        acts = one.carries or bool(_BY & {*one.marks}) or not {"verb support", "verb convoy"} & {*one.marks}
        for unit in self.called(one) if acts else ():
            if helps:
                yield 2.5, (UnitOrder("S", unit),)
            if carries and unit.kind == "F":
                yield 2.5, (UnitOrder("C", unit),)

    def _all(self, every: Mention, rest: Sequence[Mention]) -> Iterator[Way]:
        """What all units, or all of a kind, do: they hold, do the same as the one before, or go to one place."""
        if any(one.text.casefold() in _SOME for one in self.things[self.lo : every.at]) or self.anybodys:
            return  # `One of my fleets goes to the North Sea`
        kind = [unit for unit in self.now.units if every.kind in ("", unit.kind)]
        if len(kind) != 2 and self.things[every.at].text.casefold().startswith("both"):
            return
        if rest and len(rest) == 1 and rest[0].near in _AIMS and self.verbs <= {"move"} and every.kind:
            if kind and all(reach(unit, rest[0].place) for unit in kind):
                yield 3.0, tuple(UnitOrder("-", unit, rest[0].place) for unit in kind)
            return
        units = [self.called(one) for one in rest]
        if any(len(each) != 1 for each in units) or (
            rest and any(t.is_("except") or t.text == "but" for t in self.part)
        ):
            return
        powers = {unit.power for unit in self.now.units}
        mine = not every.power or powers == {every.power}
        if rest and not every.kind and len(rest) < len(self.now.units):
            return  # `And thanks for everything, Brest holds`
        if self.verbs == {"hold"} and mine:
            held = tuple(UnitOrder("H", unit) for unit in (kind if not rest else [each[0] for each in units]))
            yield 3.0 + len(rest), held if every.kind else (UnitOrder("ALL", None),)
        if not rest and not self.verbs and not every.kind and self.has("same"):
            yield 2.0, (UnitOrder("SAME", None),)
        heads = self.things[self.hi - 1].value == ":"
        if not rest and every.kind and not self.verbs - {"move"} and (heads or self.loose):
            yield -0.2, ()  # `Fleets first: ...`

    def _holds(self, verbs: set[str]) -> Iterator[Way]:
        """Every unit of the part holds."""
        kept = [one for one in self.mentions if one.marks[-2:] != ("to", "verb hold")]  # `stays to guard London`
        kept = [one for n, one in enumerate(kept or self.mentions) if not n or one.place != kept[n - 1].place]
        units = [self.called(one) for one in kept]
        if any(len(each) != 1 for each in units) or any(one.near in _AIMS for one in kept):
            return
        held = tuple(UnitOrder("H", each[0]) for each in units)
        if verbs == {"hold"}:
            at = next(n for n in range(self.lo, self.hi) if self.things[n].is_("verb", "hold"))
            more = next((one for one in kept if one.at > at), None) if kept[0].at < at else None
            between = self.things[at : more.at] if more is not None else ()
            parted = any(map(breaks, between)) and all(one.sort != "unknown" for one in between)
            if not self._dangles() and (more is None or parted):
                yield 2.5 + 1.5 * (len(kept) - 1), held
        elif self.loose and len(kept) == 1 and not verbs:
            idle = any(one.is_("never") or one.is_("amount", "0") for one in self.part)
            yield 0.5 if idle else -3.0, (replace(held[0], unsure=True),)

    def _dangles(self) -> bool:
        """Whether a word that leads somewhere has nothing behind it: `Berlin in behind it; Munich stands`."""
        bare = [one for one in self.part if not one.is_("small")]
        return any(
            one.is_("link", "to", "into", "in", "from") and two.value in (",", ";") for one, two in pairwise(bare)
        )

    def _moves(self, one: Mention, two: Mention) -> Iterator[Way]:
        """A unit and where it goes, in either order."""
        if self.verbs not in _STEPS and not self.loose:
            return
        verbs = 0.5 if self.verbs & {"move", "follow"} else 0.0
        verbs -= 3.0 if "hold" in self.verbs and not verbs else 2.0 * bool(self.verbs & {"support", "convoy"})
        strange = not self.verbs and self._strange(one, two) and two.near not in ("into", "to", "->")
        for who, to in ((one, two), (two, one)):
            units = [unit for unit in self.called(who) if to.place and not same(unit.place, to.place)]
            able = [unit for unit in units if reach(unit, to.place) or self._sails(unit, to.place)]
            led = to.near in _TO or to.entered or (to.near == "in" and (self._ends_moving(to) or self._wished(who)))
            back = who is two and (who.near in _FROM or bool(who.kind))
            paired = any(t.is_("link", "and") or t.text in "&+" for t in self.things[one.at : two.at])
            front = who is one and (bool(self.verbs) or (bool(who.kind) and not paired)) and not to.marks
            bare = who is one and self._side_by_side(one, two)
            if len(able) != 1 or who.near in _AIMS or (to.kind and not self.loose):
                continue
            plain = (led and who is one) or back or front
            score = 3.0 + verbs + 1.0 * (who is one) + 1.0 * led + 0.5 * bool(who.kind) + 0.8 * (back and not led)
            if not plain and not (bare or self.loose):
                continue
            chosen = len(self.called(who)) > 1  # `the other fleet`, of which only one can go there
            doubt = (strange and not bare) or self._other(who) or not (plain or bare) or (chosen and not led)
            shown = chosen or (bare and not plain)
            deed = UnitOrder("-", able[0], to.place, via=self._by_sea(able[0], to.place), shown=shown)
            against = 1.0 * (doubt or chosen) + 1.5 * bool(to.kind) + 2.0 * paired * (not led)
            yield score - against, (replace(deed, unsure=doubt),)

    def _by_sea(self, unit: UnitSeen, place: str) -> bool:
        return unit.kind == "A" and self.has("sea") and "/" not in place

    def _sails(self, unit: UnitSeen, place: str) -> bool:
        """Whether an army can be carried there: the sentence says so, or a fleet of the writer's could."""
        army = unit.kind == "A" and "/" not in place
        return army and (self.sails or bool(carriers(self.now, unit, place)))

    def _strange(self, one: Mention, two: Mention) -> bool:
        """Whether words that nobody knows stand between two mentions."""
        used = one.used | two.used
        return any(self.things[n].sort == "unknown" for n in range(one.at, two.at) if n not in used)

    def _other(self, unit: Mention) -> bool:
        """Whether a word that nobody knows stands for who is there: `my treasurer in Paris`, `a train from Paris`."""
        if unit.kind or unit.near not in ("from", "in", "of"):
            return False
        first = next((n for n in range(self.lo, self.hi) if self.things[n].sort == "verb"), self.hi)
        last = unit.at if unit.near == "in" else max(first, unit.at)
        return any(self.things[n].sort == "unknown" and n not in unit.used for n in range(self.lo, last))

    def _ends_moving(self, to: Mention) -> bool:
        """Whether a clause ends in a verb that goes into the place in front of it: `in Burgund einrücken`."""
        behind = [one for one in self.things[max(to.used) + 1 : self.hi] if one.sort not in ("sign", "small")]
        return len(behind) == 1 and behind[0].is_("verb", "move")

    def _wished(self, unit: Mention) -> bool:
        """Whether no more is said than that a unit is wanted somewhere: `I want Vienna in Tyrolia`."""
        return not self.verbs and not unit.marks and any(one.is_("wish") for one in self.things[: self.hi])

    def _side_by_side(self, one: Mention, two: Mention) -> bool:
        """`Paris   Burgundy`: a unit, where it goes, and nothing else."""
        names = all(thing.sort in ("place", "sign", "link", "small") for thing in self.part)
        names = names and not any(breaks(thing) and thing.value != "|" for thing in self.things[one.at : two.at])
        led = bool(one.marks) and min(one.used) > self.lo
        return names and not (led or two.marks or one.kind or two.kind)

    def _away(self) -> Iterator[Way]:
        """Retreats: where a unit goes, and where if that is closed (`Munich: first Silesia, then Ruhr`)."""
        if self.verbs == {"remove"}:
            units = [self.called(one) for one in self.mentions]
            if all(len(each) == 1 for each in units):
                yield 3.0, tuple(UnitOrder("D", each[0]) for each in units)
            return
        if self.verbs not in _STEPS and not self.loose:
            return
        for unit in self.now.dislodged:
            goals = [one for one in self.mentions if one.place and not stands(unit, one)]
            called = len(goals) < len(self.mentions) and stands(unit, self.mentions[0])
            places = tuple(dict.fromkeys(one.place for one in goals))
            if any(stands(unit, one) and one.near not in _FROM for one in self.mentions[1:] if one.place):
                continue
            told = self.verbs or any(one.near in _AIMS for one in goals) or self._names_only()
            told = told and (called or len(places) == 1 or any(t.is_("link", "or") for t in self.part))
            if places and all(reach(unit, one) for one in places) and (called or len(self.now.dislodged) == 1) and told:
                yield 3.0 + len(places), (UnitOrder("R", unit, places[0], further=places[1:]),)

    def _names_only(self) -> bool:
        """Whether nothing is said of the names: `Albania, the second of those`."""
        return all(one.sort != "unknown" and one.text.casefold() not in ("is", "are", "be") for one in self.part)

    def _together(self) -> Iterator[Way]:
        """`Paris and Marseilles both go to Burgundy`: each of them does."""
        *who, to = self.mentions
        units = [self.called(one) for one in who]
        between = [thing for one, two in pairwise(who) for thing in self.things[one.at + 1 : two.at]]
        joined = all(_joins(one) or one.sort in ("kind", "small") or one.value == "," for one in between)
        led = (to.near in (*_AIMS, "verb move") or to.entered) and not any(one.marks for one in who[1:])
        fits = to.place and all(len(each) == 1 and reach(each[0], to.place) for each in units)
        if joined and led and fits and self.verbs in _STEPS and any(map(_joins, between)):
            yield 4.5 + len(who), tuple(UnitOrder("-", each[0], to.place) for each in units)

    def _supports_standing(self, one: Mention, two: Mention) -> Iterator[Way]:
        """A unit, and another that it helps to stay, or to where anybody goes."""
        at = next((n for n in range(self.lo, self.hi) if self._lends(n)), self.lo)
        for who, other in ((one, two), (two, one)):
            passive = who is two and bool(_BY & {*who.marks})
            subject = who is one and who.at < at < other.at
            for unit in self.called(who) if subject or passive else ():
                into = other.near in (*_AIMS, "in") or "verb move" in other.marks
                stays = [each for each in self.seen(other) if each != unit and reach(unit, each.place)]
                for helped in stays:
                    own = helped in self.called(other) and (passive or self._goes_on(other))
                    also = (UnitOrder("H", helped),) if own else ()
                    yield 3.5, (*also, UnitOrder("S", unit, "", helped))
                if into and other.place and not passive and not stays and reach(unit, other.place):
                    yield 3.5, (UnitOrder("S", unit, other.place),)

    def _goes_on(self, other: Mention) -> bool:
        """`Burgundy supports Belgium, which holds`"""
        behind = self.things[max(other.used) + 1 : self.hi]
        at = next((n for n, one in enumerate(behind) if one.is_("verb", "hold")), 0)
        return any(breaks(one) for one in behind[:at])

    def _lends(self, n: int) -> bool:
        return self.things[n].is_("verb", "support") or self.things[n].is_("lends")

    def _supports(self) -> Iterator[Way]:
        """A unit, whom it helps, and where that goes, in any order."""
        at = next((n for n in range(self.lo, self.hi) if self._lends(n)), self.lo)
        for who, other, to in permutations(self.mentions):
            passive = who is not self.mentions[0] and bool(_BY & {*who.marks})
            subject = who is self.mentions[0] and who.at < at < min(other.at, to.at)
            trails = who is self.mentions[2] and at > who.at  # `Munich to Burgundy, Paris supports`
            turned = subject and to.at < other.at and other.near in _AIMS  # `Rome helps Venice to Trieste` moves Venice
            if not (passive or subject or trails) or not to.place or (to.kind and not self.loose) or turned:
                continue
            for unit in self.called(who):
                for helped in self.seen(other):
                    goes = reach(helped, to.place) or helped.kind == "A"
                    if helped == unit or not goes or not reach(unit, to.place) or same(helped.place, to.place):
                        continue
                    score = 4.0 + 1.0 * reach(helped, to.place) + 0.5 * (to.near in _AIMS) + 0.3 * (other.at < to.at)
                    score += (
                        0.5 * bool(other.kind)
                        + 0.8 * (other.near == "from")
                        - 1.5 * (other.near in (*_AIMS, "verb move"))
                    )
                    score -= 1.5 * (who.near in _AIMS)
                    goes_on = subject and (self.has("which") or any(map(breaks, self.things[other.at : to.at])))
                    moves = (passive or trails or goes_on) and helped in self.called(other) and reach(helped, to.place)
                    also = (UnitOrder("-", helped, to.place),) if moves else ()
                    yield score, (*also, UnitOrder("S", unit, to.place, helped))

    def _convoys(self) -> Iterator[Way]:
        """The fleet's order, and the army's own where it is the writer's too."""
        for by, who, to in permutations(self.mentions):
            passive = bool(_BY & {*by.marks}) or by.carries or (by.kind == "F" and "from" in by.marks)
            if not to.place or (to.kind and not self.loose) or who.near in _AIMS or by.near in _AIMS:
                continue
            for fleet in self.seen(by):
                for army in self.seen(who):
                    if not carriers_of(army, to.place, fleet) or same(army.place, to.place):
                        continue
                    score = 4.0 + 0.5 * (to.near in _AIMS) + 1.0 * (passive or by is self.mentions[0])
                    score += 0.3 * (who.at < to.at) + 0.5 * ("convoy" in self.verbs)
                    told = (
                        UnitOrder("C", fleet, to.place, army),
                        UnitOrder("-", army, to.place, via=True, shown=True),
                    )
                    mine = tuple(one for one in told if one.unit in self.now.units or self.anybodys)
                    yield score, mine[:1] if self.anybodys else mine


def _joins(thing: Token) -> bool:
    return thing.text.casefold() in ("and", "&", "+") or thing.is_("link", "and")
