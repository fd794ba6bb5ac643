"""Sentences that take something back: what they correct, and what is asked about where that is not plain."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from judge.core.command import Command
from judge.core.regex import regex
from judge.parse.clauses.amend import rest_stands
from judge.parse.clauses.aside import without_aside
from judge.parse.clauses.asks import answered
from judge.parse.clauses.clause import Clause, Kind
from judge.parse.clauses.correct import Unclear, correct, cut, displace, drop_taken_back, dropped, kept, rest, taken_out
from judge.parse.clauses.doubts import asked, asked_after_all
from judge.parse.clauses.modality import ASKED, Modality
from judge.parse.clauses.numerals import figures
from judge.parse.clauses.reasons import without_aim, without_remark, without_tail
from judge.parse.clauses.sensed import Sensed
from judge.parse.clauses.swaps import Several, Words, swapped, words
from judge.parse.clauses.text import Text
from judge.post import Line

_WORD = regex(r"[^\W\d_]+")
_SHORT = 5  # spaces in a sentence that only says how many
_LONGEST = 16  # words of a sentence that corrects by what it names
_SENTENCE = 12  # steps of a sentence, whatever it says
_MISREAD = "You correct this, and I do not see how."

_NOT_SO = regex(
    r"\s*[,(-]?\s+(?:and\s+)?not\s+(?P<not>\d+)(?=\s*(?:$|[,;.!)]|and(?!\w)))|"
    r"\s*\((?:was|were|formerly|previously|before:?|up\s+from|down\s+from|not|instead\s+of)\s+(?P<was>\d+)\)",
    re.IGNORECASE,
)
_NO = regex(r"\W*(?:no|nah|nope)(?!\w)", re.IGNORECASE)
_DENIED = regex(r"(?:please\s+)?(?:do\s+not|don't|never)\s+(?P<order>[^,;.!?]+)", re.IGNORECASE)
_OR = regex(r"\W*or(?!\w)", re.IGNORECASE)
_NO_WAIT = regex(r"\W*(?:no|nope|nah|wait|scratch|scrap|strike|forget)(?!\w)", re.IGNORECASE)
_SCRAPPED = regex(r"\W*(?:scratch|scrap|strike|forget|cancel|delete|disregard)\s+(?:that|it|this)(?!\w)", re.IGNORECASE)
_ONLY_NO = regex(r"\W*(?:hmm?|erm?|oh|uh|well|wait|actually)\W{1,4}(?:wait\W{1,4})?(?:no|nope|nah)\W*", re.IGNORECASE)
HELD = (Modality.NEGATION, Modality.CONDITION, Modality.MAYBE, Modality.PAST, Modality.OTHERS)
"""What a sentence that goes on from another is meant as, too."""
_OPEN = (Modality.ADVICE, Modality.QUESTION, Modality.PAST, Modality.OTHERS)
_DENIES = (Modality.NEGATION, Modality.CONDITION, Modality.MAYBE)


class Corrections(Sensed):
    """The part of a reader of passages that knows of corrections."""

    _lines: Mapping[int, Line]
    _meant: tuple[int, Modality] = (0, Modality.PLAIN)  # the line of the last sentence, and how it was meant
    _cued = 0  # the line whose last sentence took something back and named nothing: `Sorry autocorrect. Marks!!`

    def _uncorrected(self, text: Text, spoken: Text) -> None:
        raise NotImplementedError

    def _whole(self, core: Text, piece: bool = False) -> Clause | None:
        raise NotImplementedError

    def _unsettled(self, text: Text) -> bool:
        raise NotImplementedError

    def _sentence(self, text: Text) -> None:
        self._budget.take(_SENTENCE, text.text)
        if self._unsettled(text):
            return
        parted = rest_stands(text)
        if parted is not None and self._kept_anyway():
            self._sentence(parted[0]) if parted[0] else None
            return self._talk(parted[1])
        text = self._without_standing(text)
        if not text:
            return
        text, aside = without_aside(text, self._stance_alone, self._tools.marks)
        if aside is not None:
            self._sentence(text) if text else None
            return self._talk(aside)
        remarked = without_remark(text, self._tools.marks)
        if remarked is not None:
            self._sentence(remarked[0])
            return self._sentence(remarked[1]) if remarked[2] else self._talk(remarked[1])
        aimed = without_aim(text, self._tools.marks)
        if aimed is not None:
            self._sentence(aimed[0])
            return self._talk(aimed[1])
        if _ONLY_NO.fullmatch(text.text) and self._found and self._found[-1].orders:
            return self._demote(len(self._found) - 1, text)  # `Kiel to Denmark. Hmm, no.`
        parted = self._parted(text)
        if parted is not None:
            return self._in_two(text, *parted)
        if text.text.rstrip().endswith("?") and self._found and _OR.match(self._in_english(text).text):
            last = self._found[-1]  # `Give Russia 2. Or was it a loan he wanted?`
            if last.kind is Kind.ORDER and last.last >= text.first - 1:
                self._found.append(asked(text, ASKED[Modality.MAYBE]))
                return self._demote(len(self._found) - 2, text)
        self._taking_back(text)

    def _contrasted(self, text: Text) -> Text:
        """`1 credit only, not 2`, `200 marks (was 100)`: a change where that is on file, else said once more."""
        said = _NOT_SO.search(text.text)
        if said is None or not any(map(str.isdecimal, text.text[: said.start()])):
            return text
        base, many = self._base(), said["not"] or said["was"]
        filed = any(many in one.canonical().split() for one in (*base.filed, *base.keyed))
        return text.put(said.start(), said.end(), f" instead of {many}" if filed else "")

    def _taking_back(self, text: Text) -> None:
        """A sentence of one piece: what it takes back, if it does."""
        spoken = self._in_english(self._contrasted(text))
        what = rest(spoken, self._tools.cues)
        if what and what.text.rstrip(" !.").endswith("?") and self._found and self._tools.marks.named(what.text):
            self._found.append(asked(text, ASKED[Modality.MAYBE]))  # `Or wait... Holland?`
            return self._demote(len(self._found) - 2, text)
        if self._counts(text) or self._changed_by_sense(text, spoken):
            return
        if self._swaps(text, spoken, kept(what) if what else spoken):
            return
        if what is None:
            self._uncorrected(text, spoken)
        else:
            self._taken_back(text, spoken, what)

    def _parted(self, text: Text) -> tuple[Text, Text] | None:
        """A sentence that corrects itself, cut where it does; None for any other."""
        parted = cut(text, self._tools.known.sections["breaks"])
        return parted if parted and rest(self._in_english(parted[1]), self._tools.cues) is not None else None

    def _in_english(self, text: Text) -> Text:
        """A sentence with the words of other languages that the phrase files know in English."""
        for tongue in self._tools.tongues:
            text = tongue.rewrite(text).text
        return text

    def _in_two(self, text: Text, front: Text, behind: Text) -> None:
        """A sentence that corrects itself: what it said first, and what it says instead."""
        before = len(self._found)
        self._sentence(front)
        undecided = self._meant[1] in HELD and not any(one.kind is Kind.ORDER for one in self._found[before:])
        ordered = any(one.orders for one in self._found[before:])
        if not (ordered and any(map(str.isdecimal, self._found[-1].text))):  # else that may be what is corrected
            drop_taken_back(self._found, before)
        mark = len(self._found)
        self._sentence(behind)
        if ordered and _NO_WAIT.match(behind.text) and all(one.kind is Kind.REST for one in self._found[mark:]):
            self._demote(mark - 1, text)  # `Kiel to Denmark - no wait, I promised not to`
        if undecided:  # `Maybe sell 300 lira - sorry, marks, 300 marks`
            self._found[mark:] = [
                asked_after_all(one, ASKED[Modality.CORRECTION]) if one.kind is Kind.ORDER else one
                for one in self._found[mark:]
            ]
        if self._found[-1].kind is Kind.DOUBTFUL:
            self._demote(mark - 1, text)

    def _taken_back(self, text: Text, spoken: Text, what: Text) -> None:
        """A sentence with a word of correction, and `what` it says behind that, which may be nothing."""
        told = bool(what and (any(map(str.isdecimal, what.text)) or self._read_one(kept(what).text)))
        held = None if told else answered(self._tools, self._place, self._voice, text, spoken)
        if held is not None:  # `Wait, I'm not done yet` corrects nothing
            self._found.append(held)
            return
        if what and self._answers_himself(kept(what)):
            return self._uncorrected(text, kept(what))
        above = self._asked_above() if what else None
        if above and above[1] and not self._tools.marks.named(what.text) and not told:
            return self._talk(text)  # `NTH - DEN? No, too greedy.`
        if self._corrects(text, what):
            return
        tailed = without_tail(text, self._stance_alone, self._tools, corrects=True)
        if tailed is not None and rest(self._in_english(tailed[0]), self._tools.cues):
            self._sentence(tailed[0])
            return self._talk(tailed[1])
        mark = len(self._found)
        self._uncorrected(text, kept(what))
        left = self._found[-1] if len(self._found) > mark else None
        if what and mark and left is not None and left.kind is Kind.REST and self._tools.marks.beside(what.text):
            self._found[-1] = asked(text, ASKED[Modality.CORRECTION])
        if what and mark and self._found[-1].kind is Kind.DOUBTFUL:
            self._demote(mark - 1, text)
        if not displace(self._found, mark):
            self._added(mark, text)
        else:
            self._in_place(mark, text)

    def _counts(self, text: Text) -> bool:
        """Whether a sentence only says how many of what the one before names, which could not be read: `I want to buy
        marks. 400 of them.` They are read as one."""
        last = self._found[-1] if self._found else None
        if last is None or last.kind is not Kind.DOUBTFUL or self._tools.sense is None or text.text.count(" ") > _SHORT:
            return False
        core = figures(text)
        whole = self._tools.sense.counted(core.text, last.text) if any(map(str.isdecimal, core.text)) else ""
        told = self._tools.courtesy.strip(Text.of(Line(last.first, whole)), self._voice) if whole else None
        if not told or self._tools.stances.of(told, self._voice) is not Modality.PLAIN:
            return False
        found = self._whole(told)
        if found is None or found.kind is not Kind.ORDER:
            return False
        lines = tuple(dict.fromkeys((*last.lines, *text.lines)))
        orders = "; ".join(one.canonical() for one in found.commands)
        both = f"{last.text} {text.text}"
        self._found[-1] = replace(found, text=both, lines=lines, notes=(f"{both!r} was read as {orders}.",))
        return True

    def _asked_above(self) -> tuple[Clause, Sequence[Command]] | None:
        """What stands right above and ends with a question mark, and the orders in it; None for anything else."""
        last = self._found[-1] if self._found else None
        if last is None or last.kind is not Kind.DOUBTFUL or not last.text.rstrip(" !").endswith("?"):
            return None
        return last, self._read_one(last.text.strip(" ?!"))

    def _dismissed(self) -> None:
        """What was asked and then answered with `no`, or denied, is no doubt where the same unit is ordered otherwise
        behind it: `Do not move Munich to Burgundy. Munich holds.`"""
        for n, one in enumerate(self._found[:-1]):
            left = self._let_go(one, self._found[n + 1]) if one.kind is Kind.DOUBTFUL else ""
            if not left:
                continue
            old = self._read_one(left)
            later = [order for clause in self._found[n + 1 :] for order in clause.orders]
            told = all(order.key() and order.key() in {new.key() for new in later} for order in old)
            if old and told and not {order.canonical() for order in old} & {new.canonical() for new in later}:
                self._found[n] = replace(one, kind=Kind.HEADING, doubt=None, offer=())

    def _let_go(self, one: Clause, behind: Clause) -> str:
        """The order that a clause asks about, denies or took back; "" for none."""
        if one.doubt is not None and one.doubt.reason == _MISREAD:
            return one.text
        if one.text.rstrip(" !").endswith("?"):
            said = behind.kind is Kind.REST and _NO.match(behind.text) is not None
            return one.text.strip(" ?!") if said else ""
        denied = _DENIED.match(one.text)
        return denied["order"] if denied is not None else ""

    def _answers_himself(self, what: Text) -> bool:
        """`A MAR - BUR? No: A MAR S A PAR - BUR.`: a question that its writer answers with an order for the same unit.
        The orders in front of it in its sentence were none of it."""
        asked_for = self._asked_above()
        if asked_for is None:
            return False
        (last, old), new = asked_for, self._read_one(what.text)
        if not old or not new or not old[-1].key() or {one.key() for one in new} != {old[-1].key()}:
            return False
        left = tuple(replace(one, line=last.first) for one in old[:-1])
        self._found[-1] = replace(last, kind=Kind.ORDER if left else Kind.REST, commands=left, doubt=None)
        return True

    def _swaps(self, text: Text, spoken: Text, core: Text) -> bool:
        """Whether a sentence takes something back and names what shall stand instead, so that just one order above can
        be meant; that is done in its place. Where several can, it is asked about."""
        cued, self._cued = self._cued == text.first, 0
        orders = self._tools.orders
        if orders is None or len(spoken.text.split()) > _LONGEST:
            return False
        above = [(n, one) for n, clause in enumerate(self._found) for one in clause.orders]
        if not above and not self._unread_above():
            return False
        said = words(spoken.text, orders.lexicon, self._tools.known.sections)
        self._cued = text.last if said.cue and not said.things and said.strange <= 1 else 0
        if said.strange > 1 or not said.things or not (cued or said.cue) or self._read_one(core.text.strip(" .!")):
            return False
        stance = self._tools.stances.of(self._tools.courtesy.strip(core, self._voice), self._voice)
        if cued and above and stance is Modality.ADVICE:  # `Or wait... Holland?`
            self._found.append(asked(text, ASKED[Modality.MAYBE]))
            self._demote(len(self._found) - 2, text)
            return True
        if stance in _OPEN or (stance in _DENIES and (said.which or self._has_verb(core.text))):
            return False  # `Should I sell 50 crowns?` and `I would rather not buy 400` put nothing in another's place
        if self._respells(text, said):
            return True
        try:
            done = swapped(said, above, orders.lexicon, self._read_one)
        except Several:
            self._found.append(asked(text, ASKED[Modality.CORRECTION]))
            return True
        if done and self._unread_above() is not None:
            self._found.append(asked(text, ASKED[Modality.CORRECTION]))  # what could not be read may be meant
            return True
        for at, old, new in done:
            came = tuple(
                replace(new, line=text.first or old.line) if one is old else one for one in self._found[at].commands
            )
            self._found[at] = replace(self._found[at], commands=came)
        notes = tuple(
            f"Read as a correction: {new.canonical()} instead of {old.canonical()}."
            for _, old, new in done
            if old != new
        )
        if done:
            self._found.append(Clause(Kind.HEADING, text.text, text.lines, notes=notes))
        return bool(done)

    def _unread_above(self) -> Clause | None:
        """What could not be read, right above."""
        last = next((one for one in reversed(self._found) if one.kind is not Kind.REST), None)
        return last if last is not None and last.kind is Kind.DOUBTFUL else None

    def _respells(self, text: Text, said: Words) -> bool:
        """Whether a name is how a word is spelt that could not be read right above: `buy 300 Marx`, `Marks!!`."""
        last, orders = self._unread_above(), self._tools.orders
        if last is None or orders is None or len(said.things) != 1 or said.things[0].sort == "amount":
            return False
        name, written = said.things[0], self._lines[last.first]
        for word in _WORD.finditer(last.text):
            near = orders.lexicon.near(name.sort, word[0]) if len(word[0]) > 2 else []
            if name.value not in near or orders.lexicon.knows(word[0]) or written.text.count(word[0]) != 1:
                continue
            before = list(self._found)
            self._found[:] = [one for one in self._found if one.lines != last.lines]
            mark = len(self._found)
            line = Text.of(Line(written.number, written.text.replace(word[0], name.value)))
            self._uncorrected(line, line)
            if all(one.kind in (Kind.ORDER, Kind.REST) for one in self._found[mark:]):
                note = (f"Read as a correction: {name.value} instead of {word[0]}.",)
                self._found.append(Clause(Kind.HEADING, text.text, text.lines, notes=note))
                return True
            self._found[:] = before
        return False

    def _corrects(self, text: Text, what: Text) -> bool:
        """Whether a sentence takes back something above it, for `what`. Done where that is unmistakable."""
        core = figures(self._tools.courtesy.strip(what, self._voice))
        if not core:
            return False
        behind = core.cut(core.text.rfind(": ") + 2)
        if len(behind) < len(core) and not self._read_one(core.text) and self._read_one(behind.text):
            core = behind  # `I'd rather be in Germany: TS Swi-Mun`
        verb = next((self._verb_of(one.text) for one in reversed(self._found) if one.kind is Kind.ORDER), "")
        try:
            if dropped(self._found, text, core, self._names_of) or taken_out(
                self._found, text, core, self._read_one, self._tools.marks.has
            ):
                return True
            done = correct(self._found, text, core, self._names_of, self._read_one, verb)
            return done or self._corrects_filed(text, core)
        except Unclear:
            self._found.append(asked(text, ASKED[Modality.CORRECTION]))
            return True

    def _in_place(self, mark: int, text: Text) -> None:
        """Behind a word that takes something back, an order for another unit: `Paris to Burgundy. Scrap that, Brest to
        Picardy`. What the word says is gone, is gone; where both go to one place, it is asked which is meant."""
        last = next((n for n in reversed(range(mark)) if self._found[n].orders), None)
        new = [one for clause in self._found[mark:] for one in clause.orders]
        if last is None or not new or self._found[last].last < text.first - 1:
            return
        old = self._found[last].orders[-1]
        if _SCRAPPED.match(text.text):
            note = f"Read as a correction: without {old.canonical()}."
            came = self._found[last].commands[:-1]
            self._found[last] = replace(self._found[last], commands=came, notes=(*self._found[last].notes, note))
        elif _goal(old) and _goal(old) in map(_goal, new):
            self._found[mark:] = [asked(text, ASKED[Modality.CORRECTION])]
            self._found[last] = asked_after_all(self._found[last], _MISREAD)

    def _added(self, mark: int, text: Text) -> None:
        """A correction that can be read and takes no other order's place: of which it is meant, nobody knows."""
        kinds = {type(command) for one in self._found[mark:] for command in one.orders}
        above = [n for n in range(mark) if self._found[n].kind is Kind.ORDER]
        like = [n for n in above if kinds & {type(command) for command in self._found[n].commands}]
        if like:
            self._found[mark:] = [asked(text, ASKED[Modality.CORRECTION])]
            self._found[like[-1]] = asked_after_all(self._found[like[-1]], _MISREAD)

    def _demote(self, at: int, text: Text) -> None:
        """An order that something in its own line corrects, nobody knows how."""
        while at >= 0 and self._found[at].kind is Kind.REST:
            at -= 1
        if at >= 0 and self._found[at].kind is Kind.ORDER and self._found[at].last >= text.first - 1:
            self._found[at] = asked_after_all(self._found[at], _MISREAD)


def _goal(order: Command) -> str:
    """Where an order to a unit goes; "" for one that goes nowhere."""
    return order.canonical().removesuffix(" VIA").partition(" - ")[2] if " S " not in order.canonical() else ""
