"""An order in the place of another that stands above it, or on file: behind a word that takes something back, the last
word counts where just one can be meant, and is asked about where several can."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from judge.core.command import Command
from judge.core.regex import regex
from judge.parse.clause import Clause, Kind, asked, asked_after_all
from judge.parse.clauses.edits import Found, Scene, but, kept, rewritten, told, written
from judge.parse.clauses.modality import ASKED, Modality
from judge.parse.clauses.passage import read_one
from judge.parse.clauses.split import pieces
from judge.parse.sense.edited import FIGURE
from judge.parse.text import Text

_UNIT = regex(r"(?<=[:!] )(?:[AF] )?[A-Z]{3}(?![A-Z])")
MISREAD = "You correct this, and I do not see how."


def heading(text: Text, *notes: str) -> Clause:
    return Clause(Kind.HEADING, text.text, text.lines, notes=notes)


def instead(scene: Scene, text: Text, core: Text) -> Found | None:
    """The clauses, where a sentence says an order, a figure or figures that take the place of those above, or of those
    on file."""
    on_file = not scene.orders and bool(scene.filed)
    above = [(0, one) for one in scene.filed] if on_file else scene.orders
    behind = core.cut(core.text.rfind(": ") + 2)
    if len(behind) < len(core) and not read_one(scene.p, core.text) and read_one(scene.p, behind.text):
        core = behind  # `I'd rather be in Germany: TS Swi-Mun`
    found = but(scene, text, core, scene.base) or rewritten(scene, text, core)
    if found is not None:
        return found
    core = kept(scene, core)
    several = [new for one in pieces(core) for new in read_one(scene.p, one.text)]
    if len(several) > 1:  # they are orders of their own, and take the places of others
        return None if all(one.key() for one in several) else [*scene.found, asked(text, ASKED[Modality.CORRECTION])]
    ways = (_like(scene, above, words.text) for words in (core, *reversed(pieces(core)[1:])))
    result = next((one for one in ways if one is not None), None)
    if result is None:
        return None
    if not result or (on_file and len(above) > 1 and core.text.isdecimal()) or _may_be_unread(scene, result):
        return [*scene.found, asked(text, ASKED[Modality.CORRECTION])]
    new = {id(old): replace(one, line=old.line) for old, one in result}
    notes = [told(old, [one]) for old, one in result if old != one]
    if on_file:
        stand = tuple(new.get(id(one), one) for _, one in above)
        return [*scene.found, Clause(Kind.ORDER, text.text, text.lines, written(stand, text), notes=tuple(notes))]
    out = [replace(one, commands=tuple(new.get(id(each), each) for each in one.commands)) for one in scene.found]
    return [*out, heading(text, *notes)]


Pairs = Sequence[tuple[Command, Command]]
"""Orders, each with the one that comes in its place; none where several may be meant."""


def _may_be_unread(scene: Scene, pairs: Pairs) -> bool:
    """Whether what is corrected may be what could not be read, behind the order that would go."""
    old, new = pairs[-1]
    alone = sum(type(one) is type(old) for _, one in scene.orders) == 1
    same = old.key() == new.key() if old.key() else alone and not any(map(str.isdecimal, old.canonical()))
    at = next((n for n, one in scene.orders if one is old), len(scene.found))
    return not same and any(clause.kind is Kind.DOUBTFUL for clause in scene.found[at + 1 :])


def _like(scene: Scene, above: Sequence[tuple[int, Command]], words: str) -> Pairs | None:
    """The order that some words take the place of: the one to the same unit, or the only one that differs in one thing;
    a figure alone is for the last one."""
    orders = [one for _, one in above]
    verb = next((scene.p.tools.verb(one.text) for one in reversed(scene.found) if one.kind is Kind.ORDER), "")
    for said in (words, f"{verb} {words}" if verb else "") if orders else ():
        new = read_one(scene.p, said) if said else ()
        if len(new) == 1:
            like = _nearest(orders, new[0])
            kin = any(type(old) is type(new[0]) for old in orders)
            if len(like) != 1 and kin and not new[0].key():
                return ()
            return [(like[-1], new[0])] if like else None
        if new:
            return None
    figures_ = FIGURE.findall(orders[-1].canonical()) if orders else []
    if not words.isdecimal() or len(figures_) != 1:
        return None
    new = read_one(scene.p, FIGURE.sub(words, orders[-1].canonical()))
    return [(orders[-1], new[0])] if len(new) == 1 else None


def _nearest(orders: Sequence[Command], new: Command) -> list[Command]:
    if new.key():  # of orders to units, only the one to the same unit
        return [old for old in orders if old.key() == new.key()]
    like = [old for old in orders if near(old, new)]
    unit = _UNIT.search(new.canonical())
    if len(like) != 1 and unit:  # of offers, the one to the same unit
        of_unit = [old for old in like or orders if type(old) is type(new) and _UNIT.search(old.canonical())]
        like = [old for old in of_unit if unit[0] in old.canonical()]
    # of several, the one with another amount of the same thing
    return [old for old in like if _worded(old) == _worded(new)] or like


def _worded(order: Command) -> str:
    return FIGURE.sub("", order.canonical())


def near(old: Command, new: Command) -> bool:
    """Whether two orders are of one kind and differ in one thing, or in nothing; or of two kinds and say the same."""
    shared = (vars(old).keys() & vars(new).keys()) - {"line", "hat"}
    differing = [name for name in shared if getattr(old, name) != getattr(new, name)]
    return len(differing) <= 1 if type(old) is type(new) else bool(shared) and not differing


# ---- behind a word of correction -------------------------------------------------------------------------------------


def displaced(found: Found, mark: int, text: Text) -> Found:
    """The clauses, behind a word that takes something back: an order for a unit that has one above takes its place. For
    another unit (`Paris to Burgundy. Scrap that, Brest to Picardy`), what the word says is gone, is gone; where both go
    to one place, it is asked which is meant. Any other order is asked about where it has its like above."""
    new = [one for clause in found[mark:] for one in clause.orders]
    keys = {one.key() for one in new if one.key()}
    if not keys:
        kinds = {type(one) for one in new}
        like = [n for n in range(mark) if found[n].kind is Kind.ORDER and kinds & set(map(type, found[n].commands))]
        if like:
            found[mark:] = [asked(text, ASKED[Modality.CORRECTION])]
            found[like[-1]] = asked_after_all(found[like[-1]], MISREAD)
        return found
    for n, one in enumerate(found[:mark]):
        left = tuple(each for each in one.commands if one.kind is not Kind.ORDER or each.key() not in keys)
        found[n] = replace(one, commands=left)
    last = next((n for n in reversed(range(mark)) if found[n].orders), None)
    if last is None or found[last].last < text.first - 1:
        return found
    old = found[last].orders[-1]
    if _goal(old) and _goal(old) in map(_goal, new):
        found[mark:] = [asked(text, ASKED[Modality.CORRECTION])]
        found[last] = asked_after_all(found[last], MISREAD)
    return found


def demoted(found: Found, at: int, text: Text) -> Found:
    """The clauses, with an order asked about that something in its own line corrects, nobody knows how."""
    out = list(found)
    while at >= 0 and out[at].kind in (Kind.REST, Kind.HEADING):
        at -= 1
    if at >= 0 and out[at].kind is Kind.ORDER and out[at].last >= text.first - 1:
        out[at] = asked_after_all(out[at], MISREAD)
    return out


def _goal(order: Command) -> str:
    """Where an order to a unit goes; "" for one that goes nowhere."""
    return order.canonical().removesuffix(" VIA").partition(" - ")[2] if " S " not in order.canonical() else ""
