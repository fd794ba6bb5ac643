"""What a sentence changes of the orders above it in its letter, or of what is on file: `make the marks 200`, `Trades as
before`, `Add to my sheet: ...`. Functions of what stands there (a Scene); each gives the clauses as they stand then, or
None where the sentence is no such change. What it says of lines is read by sense/edits.py.

Where a sentence stands that may change something: the orders above it, what is on file, and what reads its words.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cached_property
from itertools import chain

from judge.core.command import Command
from judge.core.values import Value
from judge.reading.clause import Clause, Kind, asked, filed_words, rest
from judge.reading.clauses.doubts import proposed
from judge.reading.clauses.modality import ASKED, Modality
from judge.reading.clauses.passage import Passage, change_words, modality_alone, names_of, orders_of, read_one
from judge.reading.clauses.patterns import words_of
from judge.reading.clauses.reasons import Parts
from judge.reading.clauses.split import pieces, spans
from judge.reading.sense import edited
from judge.reading.sense.edited import FIGURE, WHICH, Lines
from judge.reading.sense.edits import Part, adds, begins, has, instead, stays, than, too, turns
from judge.reading.sense.result import Sense
from judge.reading.sense.tokens import EDGE
from judge.reading.text import Text

Found = list[Clause]
DROPPED = "Read as a change: without"
CHANGED = "Read as a change:"


def has_sum(one: Command) -> bool:
    return FIGURE.search(one.canonical()) is not None


class Scene(Value):
    """Where a sentence stands: in its passage, with the clauses above it (`found`).

    sentence  the clauses with those of a sentence behind them
    plain     the same of a sentence that corrects nothing
    """

    p: Passage
    found: Found
    sentence: Callable[[Found, Text], Found]
    plain: Callable[[Found, Text, Text], Found]

    @cached_property
    def orders(self) -> list[tuple[int, Command]]:
        """The orders above, each with the number of its clause."""
        above = enumerate(self.found)
        return [(n, one) for n, clause in above if clause.kind is Kind.ORDER for one in clause.commands]

    @cached_property
    def filed(self) -> tuple[Command, ...]:
        """The lines on file of sections that this letter has not written yet."""
        filed = self.p.voice.filed()
        written_ = {one.section for clause in self.found for one in clause.commands} if filed else ()
        return tuple(one for one in filed if one.section not in written_)

    @cached_property
    def empty(self) -> bool:
        """Whether there is nothing that could change."""
        return not (self.p.voice.filed() or self.p.voice.keyed() or self.orders)

    @cached_property
    def amended(self) -> bool:
        """Whether lines on file were changed, and stand among those found."""
        return any(note.startswith(CHANGED) for one in self.found if one.kind is Kind.ORDER for note in one.notes)

    @cached_property
    def base(self) -> Base:
        """Orders to units have no sums, and are no lines of this kind: another order takes their place."""
        summed = tuple((n, one) for n, one in self.orders if has_sum(one) or not one.key())
        done = {(one.section, one.key()) for _, one in self.orders}
        keyed = [one for one in self.p.voice.keyed() if (one.section, one.key()) not in done]
        sums = tuple(one for one in keyed if has_sum(one))
        return Base(summed, self.filed, sums, len(summed) == len(self.orders) and len(sums) == len(keyed))


class Base(Value):
    """The lines that a sentence may change: in the letter, with the number of the clause they stand in; on file, in
    sections that a letter writes whole, and in others. `numbered`: they are all there are."""

    above: tuple[tuple[int, Command], ...] = ()
    filed: tuple[Command, ...] = ()
    keyed: tuple[Command, ...] = ()
    numbered: bool = True

    @cached_property
    def lines(self) -> tuple[Command, ...]:
        return (*[one for _, one in self.above], *self.filed, *self.keyed)

    @cached_property
    def texts(self) -> Sequence[str]:
        return tuple([one.canonical() for one in self.lines])


_ALTERING = ("times", "drop", "put", "nth", "old", "swapped", "turned", "there", "out", "from", "than")
_ADDED = "Read as an addition to your sheet."
_TAKEN_OUT = "Send that line as it shall stand: here a line goes only when another takes its place, or with CLEAR."
_NOTHING = "Nothing is on file that this could change. Write the lines as they shall stand."
_EARLIER = "Orders of an earlier phase are not taken over. Write the lines again."


Edits = Callable[[Scene, Text, Text], Found | None]
"""A way to change what stands: the sentence, as written and bare; None where it is no such change."""


def order(text: Text, filed: Sequence[Command], *notes: str) -> Clause:
    """Lines on file as if this letter had them."""
    commands = tuple(replace(one, line=text.first) for one in filed)
    return Clause(Kind.ORDER, text.text, text.lines, commands, notes=notes)


# ---- lines that change by what they say ------------------------------------------------------------------------------


def changed(scene: Scene, text: Text, core: Text) -> Found | None:
    """`Halve everything`, `Francs instead of marks`."""
    things = change_words(scene.p, core)
    if scene.empty or not (any(map(str.isdecimal, core.text)) or has(things, *_ALTERING, "wrote", "turns")):
        return None
    gone = than(things)
    return _changed(scene, text, core.put(*gone, "").strip() if gone else core, scene.base)


def _changed(scene: Scene, text: Text, core: Text, base: Base) -> Found | None:
    """The clauses with what a sentence changes of these lines. A denial changes names alone: `the crowns, not the
    lira`."""
    things, stance = change_words(scene.p, core), modality_alone(scene.p, core)
    wrote = stance is Modality.PAST and has(things, "wrote")  # `I wrote lira but meant crowns`
    if not (wrote or stance in (Modality.PLAIN, Modality.NEGATION)):
        return None
    lines = Lines(base.texts, scene.p.tools.names, len(base.above), base.numbered)
    found = edited.swapped(things, base.texts) or edited.changed(things, lines)
    return None if found is None or found.lines == base.texts else taken(scene, text, base, found)


def taken(scene: Scene, text: Text, base: Base, found: Sense) -> Found:
    """The clauses with the changed lines in the place of the old ones, or with a question."""
    came = [_read(scene, one, line) for one, line in zip(base.lines, found.lines, strict=False)]
    stand = [one for one in came if one is not None]
    whole = len(base.lines) - len(base.keyed)
    if not found.lines or len(stand) < len(came):
        reason = ASKED[Modality.CORRECTION] if base.above else found.ask or WHICH
        return [*scene.found, asked(text, reason)]
    if not all(stand[whole:]):
        return [*scene.found, asked(text, _TAKEN_OUT)]
    if not any(stand):
        return [*scene.found, asked(text, WHICH) if base.above else proposed(text, ("CLEAR",))]
    if not found.sure:
        offer = () if base.above else tuple(one.canonical() for new in stand for one in new)
        return [*scene.found, replace(asked(text, found.ask), offer=offer)]
    return replaced(scene, text, base, stand)


def replaced(scene: Scene, text: Text, base: Base, stand: Sequence[Sequence[Command]]) -> Found:
    """The clauses with these orders for each line, and the clause of the change: the lines on file as they shall stand,
    and what is told of each that changes."""
    out, pairs = list(scene.found), list(zip(base.lines, stand, strict=True))
    front, whole = len(base.above), len(pairs) - len(base.keyed)
    changes = [(old, new) for old, new in pairs if tuple(new) != (old,)]
    for (n, old), new in zip(base.above, stand, strict=False):
        came = (new if each is old else (each,) for each in out[n].commands)
        out[n] = replace(out[n], commands=tuple(chain.from_iterable(came)))
    filed = stand[front:whole] if any(pair in changes for pair in pairs[front:whole]) else ()
    keyed = (new for old, new in pairs[whole:] if (old, new) in changes)
    lines, notes = [*chain(*filed, *keyed)], [told(*pair) for pair in changes]
    return [*out, order(text, lines, *notes) if lines else Clause(Kind.HEADING, text.text, text.lines, notes=(*notes,))]


def told(old: Command, new: Sequence[Command]) -> str:
    """What an answer says of a line that changes."""
    return f"{CHANGED} {new[0].canonical()} instead of {old.canonical()}." if new else f"{DROPPED} {old.canonical()}."


def _read(scene: Scene, old: Command, line: str) -> Sequence[Command] | None:
    """The order that a line with a change in it says, nothing where it goes; None where it is none of its kind."""
    if not line or line == old.canonical():
        return (old,) if line else ()
    came = orders_of(scene.p, line, old.line)
    return came if len(came) == 1 and type(came[0]) is type(old) else None


def kept(scene: Scene, text: Text) -> Text:
    """What shall stand, without what it shall stand instead of."""
    end = instead(change_words(scene.p, text))
    return text.head(end).strip(" ,;(") if end else text


# ---- lines that stand ------------------------------------------------------------------------------------------------


def stands(scene: Scene, text: Text, core: Text) -> Found | None:
    """A sentence beside orders that says that something stays as it is. Lines that are named count as written here;
    where it cannot be told which, that is asked. What is not named stays anyway, unless its section is written anew."""
    things = change_words(scene.p, core)
    if not has(things, "keep", "same") or (scene.empty and not scene.p.voice.on_file()):
        return None
    keep = stays(things)
    behind = stays(change_words(scene.p, pieces(core)[-1])) if keep is None and scene.filed else None
    if behind is not None and behind.rest:
        return [*scene.found, asked(text, WHICH)]  # it would not: `Sell 200 lira, rest unchanged`
    if keep is None or (keep.soft and not scene.amended):
        return None
    filed, above = scene.p.voice.filed(), [one for _, one in scene.orders]
    if keep.rest or not keep.names:
        anew = filed and above and not (keep.rest or scene.filed or scene.amended)
        return [*scene.found, asked(text, WHICH) if anew else rest(text)]
    names = _named(scene, keep)
    said = [one for one in above if names & filed_words(one)]
    if said and scene.amended:
        return [*scene.found, rest(text)]  # it stands among the lines that were changed
    if said or not filed:
        return None
    hit = tuple(one for one in filed if names & filed_words(one)) if above else ()
    return [*scene.found, order(text, hit) if len(hit) == 1 else asked(text, WHICH)]


def _named(scene: Scene, keep: Part) -> set[str]:
    return {name for one in keep.names for _, word in one.means for name in (word, *names_of(scene.p, word))}


def standing(scene: Scene, text: Text) -> Parts:
    """A sentence without its pieces that say that something stays as it is, where it would anyway, and these: `Paris as
    before, Brest to the Channel`, `..., the other two as above`. Empty where there are none."""
    left, out = text, Parts()
    keys = {one.key() for one in scene.p.voice.keyed()}
    # what is not named stays, unless its section is written anew
    anyway = scene.amended or (bool(scene.orders or scene.p.voice.on_file()) and not scene.p.voice.filed())
    may = (keys or anyway) and has(change_words(scene.p, text), "keep", "same")
    for start, end in reversed(spans(text)) if may else ():
        piece = text.cut(start, end).strip()
        keep = stays(change_words(scene.p, piece.strip(" .")))
        if keep is None or keep.soft:
            continue
        if (keep.rest and anyway) or (keys & _named(scene, keep) and len(read_one(scene.p, piece.text)) != 1):
            out.append((piece, False))
            left = left.put(start, end, "")
    left = left.strip(" ,;")
    return [(left, True), *out] if out and left else out


# ---- what comes to the sheet, and what is like it --------------------------------------------------------------------


def comes_to_it(scene: Scene, text: Text, core: Text) -> Found | None:
    """A sentence that adds orders to what is on file, where no other stands above it in the letter."""
    if not adds(change_words(scene.p, text)):
        return None
    things = change_words(scene.p, core)
    first = next((one for one in things if not any(map(one.is_, ("also", "joins", "sign")))), EDGE)
    start, last = first.start if first.is_("amount") else 0, too(things)
    more = (core.head(last.start) if last is not None else core).cut(start).strip(" ,")
    if scene.amended and start:
        return scene.plain(scene.found, text, more)  # `And add 2 for Moscow`: it comes to the lines that were changed
    filed = scene.filed if not scene.orders else ()
    if not filed:
        return None
    mark = len(scene.found)
    found = scene.plain([*scene.found, order(text, filed, _ADDED)], text, more)
    sections = {one.section for one in filed}
    if not any(one.section in sections for clause in found[mark + 1 :] for one in clause.commands):
        del found[mark]  # nothing came to it
    return found


def like_before(scene: Scene, text: Text, core: Text) -> Found | None:
    """`Same as before, but 200 lira`, `Add to my sheet: ...` (grammar/speech/amend.txt)."""
    said = scene.p.tools.amend.rewrite(core)
    how, _, _ = said.text.text.partition(" ")
    rest = said.text.cut(len(how)).strip(" ,:;.-")
    if not said.changed or how not in ("ADD", "SAME", "LAST"):
        return None
    if how == "LAST":
        lines = scene.p.voice.again()[1] if rest and not scene.p.voice.on_file() else ()
        old = tuple(one for line in lines for one in orders_of(scene.p, line, text.first))
        unkeyed = bool(old) and not any(one.key() for one in old)
        return (but(scene, text, rest, Base((), old)) if unkeyed else None) or [*scene.found, asked(text, _EARLIER)]
    if how == "SAME" and not scene.filed and not (rest and scene.p.voice.keyed()):
        return [*scene.found, asked(text, _NOTHING)]
    if how == "SAME" and scene.filed:
        return but(scene, text, rest, scene.base) or [*scene.found, asked(text, WHICH)]
    found = [*scene.found, *([order(text, scene.filed)] if scene.filed else ())]
    if rest:
        return scene.sentence(found, text.around(rest))
    return found if scene.filed else None


def but(scene: Scene, text: Text, rest: Text, base: Base) -> Found | None:
    """What stands behind `the same, but`, as it changes lines: `9 for Venice`, `francs instead of marks`."""
    if not rest or rest.text.strip(" ,.:;!").isdecimal():
        return None
    ways = [rest, rest.put(0, 0, "make ")] if any(map(str.isdecimal, rest.text)) else [rest]
    return next((found for way in ways if (found := _changed(scene, text, way, base)) is not None), None)


def rewritten(scene: Scene, text: Text, core: Text) -> Found | None:
    """A line by its number or its names, and the order that takes its place: `The second one: sell 100 marks`, `Change
    my Munich order to A MUN - BUR`, `Forget Smy - Con, Smy - Arm instead`."""
    if scene.empty:
        return None
    base, keyed = scene.base, any(one.key() for one in (*scene.p.voice.keyed(), *(one for _, one in scene.orders)))
    for start, end, number in turns(change_words(scene.p, core)):
        head = core.head(start).strip()
        new = read_one(scene.p, core.text[end:].strip(" .!")) if keyed or number is not None else ()
        if number is not None and len(new) == 1 and base.numbered and number <= len(base.lines):
            lines = list(base.texts)
            lines[number - 1 : number or None] = [new[0].canonical()]
            return taken(scene, text, base, Sense(tuple(lines), True))
        if number is not None or not new or not all(one.key() for one in new):
            continue
        names = {name for word in words_of(head.text) for name in names_of(scene.p, word)}
        gone = begins(change_words(scene.p, head), "goes")
        old = read_one(scene.p, head.text[gone.end :].strip()) if gone is not None else ()
        if {one.key() for one in old} == {one.key() for one in new} or all(names <= filed_words(one) for one in new):
            note = f"{CHANGED} {'; '.join(one.canonical() for one in new)}."
            return [*scene.found, order(text, new, note)]
    return None
