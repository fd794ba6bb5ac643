"""What changes the sheet on file without writing it again: `Add to my sheet: ...`, `Same as before, but Francs instead
of Marks`, `Drop the bribe for Naples`. The lines on file then count as if this letter had them, too.

The words are data: `grammar/speech/amend.txt`."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from judge.core.command import Command
from judge.core.regex import regex
from judge.parse.clauses.changes import Base, Changes, has_sum, told, written
from judge.parse.clauses.clause import Clause, Kind, filed_words
from judge.parse.clauses.correct import LINE, NTH, ORDINALS, Unclear, correct
from judge.parse.clauses.doubts import asked, proposed
from judge.parse.clauses.offers import offered, sound
from judge.parse.clauses.split import spans
from judge.parse.clauses.text import Text
from judge.parse.sense.changes import WHICH
from judge.post import Line

_NOTHING = "Nothing is on file that this could change. Write the lines as they shall stand."
_EARLIER = "Orders of an earlier phase are not taken over. Write the lines again."

_STANDS = regex(
    r"(?:and\s+|but\s+)?(?:the\s+|my\s+)?(?P<what>\S+(?:\s+\S+){0,5}?)\s*(?:,|:)?\s+(?:(?:bribe|"
    r"offer|bid|order|line|one|sale|purchase)s?\s+)?"
    r"(?:(?:is|are|stays?|remains?|stands?|(?:can|may|shall|should|will|is to|are to)\s+(?:stay|"
    r"stand|remain|be left))\s+)?"
    r"(?:unchanged|untouched|unaltered|(?:as|like)\s+(?:it|they)\s+(?:is|are|stands?|was|were)|"
    r"(?:fine\s+)?as\s+(?:before|is|on\s+file|you\s+have\s+(?:it|them)|"
    r"(?:i\s+)?(?:already\s+)?(?:ordered|sent|filed|written|wrote|said|planned)(?:\s+(?:it|them))?)|"
    r"the\s+same(?:\s+as\s+before)?|right|fine|correct|"
    r"no\s+changes?)[\s.!]*$",
    re.IGNORECASE,
)  # `Kiel unchanged`

_KIND = regex(
    r"(?:all\s+)?(?:the\s+|my\s+)?(?:(?P<trades>trades?|trading)|(?P<moves>moves?|units?)|(?P<way>journey|route)|(?P<bids>bids?)|"
    r"(?P<all>orders?|sheet))",
    re.IGNORECASE,
)
"""Lines that are called by their kind."""
_WRITTEN = {
    "trades": regex("SELL |BUY "),
    "moves": regex("[AF] "),
    "way": regex("TS"),
    "bids": regex("BID "),
    "all": regex(""),
}
"""How each kind of line begins."""
_STAYS = regex(
    r"(?:and\s+|but\s+)?(?P<what>\S+(?:\s+\S+){0,3}?)\s+(?:stands?|stays?|remains?|is\s+fine)(?:\s+as\s+it\s+is)?[\s.!]*",
    re.IGNORECASE,
)
_STAYS_AT = regex(
    r"(?:and\s+|but\s+)?\S+(?:\s+\S+){0,4}?\s+(?:stands?|stays?|remains?)\s+(?:at|on)\s+(?P<many>\d+)[\s.!]*",
    re.IGNORECASE,
)
_REST = regex(
    r"(?:^|(?<![\s,;:.(-])[\s,;:.(-]+)"  # a row of blanks is tried once, not from each of them
    r"(?:and\s+|but\s+|with\s+|leave\s+|keep\s+)*(?:all\s+)?(?:the\s+|my\s+)?(?:rest|others?|"
    r"everything\s+else|all\s+else|(?:other|remaining)\s+(?:ones?|orders?|lines?|moves?|two|three|four|five|\d))"
    r"(?:\s+of\s+(?:it|them|the\s+\w+|my\s+\w+))?\s*:?\s+(?:(?:is|are|stays?|remains?|goes|go|can\s+stay|may\s+stay|should\s+be)\s+)?"
    r"(?:(?:just\s+|exactly\s+)?as\s+(?:above|sent|before|is|it\s+is|they\s+are|it\s+was|they\s+were|ordered|filed|on\s+file|"
    r"already\s+sent|i\s+sent\s+(?:it|them)|planned|written|in\s+my\s+(?:last|first)\s+(?:mail|letter|e-?mail))|unchanged|"
    r"untouched|unaltered|alone|the\s+same|fine|ok|okay|good|like\s+before)[\s.!)]*$",
    re.IGNORECASE,
)  # `..., the other two as above`

_ALSO = regex(
    r"\W*(?:(?:and|oh|ah|hi|hello|ps|p\.s\.|please|one\s+more\s+thing)[\s,:.!-]+)*(?:(?:also|additionally|in\s+addition|"
    r"furthermore|moreover|besides|on\s+top\s+of\s+(?:that|this|it|those|them)|plus)(?!\w)|"
    r"(?:i'd|i\s+would|we'd|we\s+would|i|we|i'm|i\s+am|could\s+you|can\s+you|i\s+should)\s+also\s|"
    r"(?:and|one\s+more)(?!\w)\s*:?\s+\S|add\s+(?:an?\s|another|\d))",
    re.IGNORECASE,
)  # `I'd also like to sell 100 roubles`
_TOO = regex(
    r"(?<!\w)(?:too|as\s+well|in\s+addition|on\s+top(?:\s+of\s+(?:that|it))?)(?:,?\s+please)?[\s,.!]*$", re.IGNORECASE
)
_NTH_LINE = regex(rf"{NTH}{LINE}\s*(?::|is\s+now|should\s+be|becomes)\s+", re.IGNORECASE)
_CHANGED_TO = regex(
    r"(?:change|alter|amend|correct|switch|replace)\s+(?P<old>(?:[^\W\d][\w'-]*\s+){0,4}?)(?:to|into|with|by):?\s+(?=\S)",
    re.IGNORECASE,
)
_FOR_IT = regex(
    r"(?:forget|scrap|scratch|drop|cancel|ignore|not)\s+(?P<old>[^,;]+?)\s*[,;]\s*(?P<new>[^,;]+?)(?:\s+instead)?[\s.!]*",
    re.IGNORECASE,
)
_ADD = regex(r"^\W*(?:and\s+)?(?:and|add|plus)\s+(?=\d)", re.IGNORECASE)


def adds(text: str) -> bool:
    """Whether a sentence says that it comes to what stands before it."""
    return _ALSO.match(text) is not None or _TOO.search(text) is not None


def without_too(text: Text) -> Text:
    """A sentence without the words behind it that say that it comes to others: `as well`."""
    return text.sub(_TOO, "")


def rest_stands(text: Text) -> tuple[Text, Text] | None:
    """A sentence without what only says that all else stays as it is, and that."""
    found = _REST.search(text.text)
    return (text.head(found.start()), text.cut(found.start()).strip(" ,;:-")) if found else None


def _bare(text: Text, filed: Sequence[Command]) -> bool:
    """Whether a text is nothing but a figure, and several lines are on file: it may be meant for any of them."""
    return len(filed) > 1 and text.text.strip(" ,.:;!").isdecimal()


class Amendments(Changes):
    """The part of a reader of passages that changes sheets on file."""

    def _sentence(self, text: Text) -> None:
        raise NotImplementedError

    def _corrects(self, text: Text, what: Text) -> bool:
        raise NotImplementedError

    def _uncorrected(self, text: Text, spoken: Text) -> None:
        raise NotImplementedError

    def _kept_anyway(self) -> bool:
        """Whether what this letter does not name stays as it is: orders above it, and on file, unless a section is
        written anew."""
        above = any(one.kind is Kind.ORDER for one in self._found)
        return self._amended or ((above or self._voice.on_file()) and not self._voice.filed())

    def _amends(self, text: Text, core: Text) -> bool:
        """Whether a sentence says that what is on file stands, with something more or something else."""
        if self._stands(text, core) or self._comes_to_it(text, core) or self._rewritten(text, core):
            return True
        if self._amended and (more := core.sub(_ADD, "")) is not core:
            self._uncorrected(text, more)  # `And add 2 for Moscow`: it comes to the lines that were changed
            return True
        said = self._tools.amend.rewrite(core)
        how, _, _ = said.text.text.partition(" ")
        rest = said.text.cut(len(how)).strip(" ,:;.-")
        if not said.changed or how not in ("ADD", "SAME", "LAST", "ALTER"):
            return False
        if how == "LAST":
            return self._of_before(text, rest)
        filed = self._filed()
        if how == "ALTER":
            return not _bare(rest, filed) and self._corrects_filed(text, rest)
        if not filed:
            if how == "SAME" and not (rest and self._voice.keyed()):
                self._found.append(asked(text, _NOTHING))
            elif rest:
                self._sentence(text.around(rest))
            return how == "SAME" or bool(rest)
        if how == "SAME" and self._but(text, rest, self._base()):
            return True
        mark = len(self._found)
        self._found.append(Clause(Kind.ORDER, text.text, text.lines, written(filed, text)))
        if how == "ADD":
            if rest:
                self._sentence(text.around(rest))
            return True
        rest = self._tools.amend.rewrite(rest).text
        rest = rest.cut(len("ALTER ")) if rest.text.startswith("ALTER ") else rest
        if _bare(rest, filed) or not (self._corrects(text, rest) or self._beside_those(text, rest, mark)):
            self._found[mark:] = [asked(text, WHICH)]
        return True

    def _beside_those(self, text: Text, rest: Text, mark: int) -> bool:
        """Whether what stands behind `the same, but` is the one order of its section, so that it takes nothing's place
        but that: `keep my trades, but my man stays where he is`."""
        del self._found[mark + 1 :]
        self._sentence(text.around(rest))
        new = [one for clause in self._found[mark + 1 :] for one in clause.orders]
        sections = {one.section for one in new}
        old = [one for one in self._found[mark].orders if one.section in sections]
        if not new or any(map(has_sum, (*old, *new))) or len(old) != 1:
            return False
        left = tuple(one for one in self._found[mark].orders if one not in old)
        self._found[mark] = replace(self._found[mark], commands=left)
        return True

    def _rewritten(self, text: Text, core: Text) -> bool:
        """`The second one: sell 100 marks`: a line on file by its number, and how it shall be. A second such sentence
        speaks of the same lines. `Change my Munich order to A MUN - BUR`, `Forget Smy - Con, Smy - Arm instead`: an
        order takes the place of its unit's."""
        if (to := _CHANGED_TO.match(core.text)) is not None and (new := self._read_one(core.text[to.end() :])):
            names = {name for word in to["old"].split() for name in self._names_of(word)}
            if all(one.key() for one in new) and all(names <= filed_words(one) for one in new):
                return self._changed_to(text, new)
        if (both := _FOR_IT.fullmatch(core.text)) is not None and (old := self._read_one(both["old"])):
            new = self._read_one(both["new"])
            if new and all(one.key() for one in new) and {one.key() for one in new} == {one.key() for one in old}:
                return self._changed_to(text, new)
        said = _NTH_LINE.match(core.text)
        changed = bool(self._amended and self._found and self._found[-1].orders)
        lines = self._found[-1].orders if changed else self._filed() if said is not None else ()
        new = self._read_one(core.text[said.end() :]) if said is not None and lines else ()
        if said is None or len(new) != 1 or not all(has_sum(one) for one in (*lines, *new)):
            return False
        at = ORDINALS[said["which"].casefold()[:3]]
        if at >= len(lines):
            self._found.append(asked(text, WHICH))
            return True
        stand = written([*lines[:at], new[0], *(lines[at + 1 :] if at >= 0 else ())], text)
        last = self._found.pop() if changed else Clause(Kind.ORDER, text.text, text.lines)
        self._found.append(replace(last, commands=stand, notes=(*last.notes, told(lines[at], new))))
        self._amended = True
        return True

    def _changed_to(self, text: Text, new: Sequence[Command]) -> bool:
        """Orders that take the place of those of their units; always true."""
        note = f"Read as a change: {'; '.join(one.canonical() for one in new)}."
        self._found.append(Clause(Kind.ORDER, text.text, text.lines, written(new, text), notes=(note,)))
        return True

    def _but(self, text: Text, rest: Text, base: Base) -> bool:
        """Whether what stands behind `the same, but` changes lines by what they say: `9 for Venice`."""
        if not rest or not any(map(str.isdecimal, rest.text)) or _bare(rest, base.filed):
            return False
        return self._changes(text, rest, base) or self._changes(text, rest.put(0, 0, "make "), base)

    def _of_before(self, text: Text, rest: Text) -> bool:
        """`Same as last turn, but 200 of each`: the orders of the phase before, where nothing else is on file."""
        lines = self._voice.again()[1] if rest and not self._voice.on_file() else ()
        old = tuple(one for line in lines for one in self._orders(line, text.first))
        if not old or any(one.key() for one in old) or not self._but(text, rest, Base((), old, (), True)):
            self._found.append(asked(text, _EARLIER))
        return True

    def _comes_to_it(self, text: Text, core: Text) -> bool:
        """Whether a sentence adds orders to what is on file, where no other stands above it in the letter."""
        above = any(one.kind is Kind.ORDER for one in self._found)
        filed = () if above or not adds(text.text) else self._filed()
        if not filed:
            return False
        mark, note = len(self._found), "Read as an addition to your sheet."
        self._found.append(Clause(Kind.ORDER, text.text, text.lines, written(filed, text), notes=(note,)))
        self._uncorrected(text, without_too(core).sub(_ADD, ""))
        sections = {one.section for one in filed}
        if not any(one.section in sections for clause in self._found[mark + 1 :] for one in clause.commands):
            del self._found[mark]  # nothing came to it
        return True

    def _stands(self, text: Text, core: Text) -> bool:
        """Whether a sentence beside orders says that a line on file stands: `Kiel unchanged.` It counts as written
        here; where no line can be told from its names, it is asked about."""
        if self._amended and (at := _STAYS_AT.fullmatch(core.text)) is not None:
            same = any(at["many"] in one.canonical().split() for clause in self._found for one in clause.orders)
            self._talk(text) if same else self._found.append(asked(text, WHICH))
            return True
        match = _STANDS.match(core.text) or (_STAYS.fullmatch(core.text) if self._amended else None)
        filed = self._voice.filed() if match else ()
        if match is None or not filed:
            return False
        names = {name for word in match["what"].split() for name in self._names_of(word.strip(".,;:!"))}
        above = [one for clause in self._found for one in clause.orders]
        told = any(names & filed_words(one) for one in above)
        if told and self._amended:
            self._talk(text)  # it stands among the lines that were changed
            return True
        kind = _KIND.fullmatch(match["what"]) if not names else None
        if kind is not None and kind.lastgroup is not None:  # `Trades as before`
            anew = any(_WRITTEN[kind.lastgroup].match(one.canonical().rpartition(": ")[2]) for one in above)
            self._found.append(asked(text, WHICH)) if anew else self._talk(text)
            return True
        if not names or told:
            return False
        hit = tuple(one for one in filed if names & filed_words(one)) if above else ()
        if len(hit) != 1:
            self._found.append(asked(text, WHICH))
        else:
            self._found.append(Clause(Kind.ORDER, text.text, text.lines, written(hit, text)))
        return True

    def _without_standing(self, text: Text) -> Text:
        """A sentence without the pieces that say of orders on file that they stand, where orders that are not named
        stay anyway: `Paris as before, Brest to the Channel`. An order that is said in full is read."""
        keys = {one.key() for one in self._voice.keyed()}
        left = text
        for start, end in reversed(list(spans(text))) if keys else ():
            match = _STANDS.match(text.text[start:end].strip())
            if match is not None and keys & {name for word in match["what"].split() for name in self._names_of(word)}:
                whole = len(self._read_one(match["what"])) == 1
                if not whole:
                    self._talk(text.cut(start, end).strip())
                left = left.put(start, end, match["what"] if whole else "")
        return left.strip(" ,;") if left is not text else text

    def _corrects_filed(self, text: Text, core: Text) -> bool:
        """A correction in a letter that has no order above it: of what is on file."""
        filed = self._filed() if not any(one.kind is Kind.ORDER for one in self._found) else ()
        found = [Clause(Kind.ORDER, text.text, text.lines, filed, notes=("Read as a correction of your sheet.",))]
        if _bare(core, filed):
            raise Unclear
        if not filed or not correct(found, text, core, self._names_of, self._read_one, ""):
            return False
        self._found += found
        return True

    def _drops(self, text: Text, core: Text) -> bool:
        """Whether a sentence takes one line off the sheet on file."""
        said = self._tools.amend.rewrite(core)
        if not said.changed or not said.text.text.startswith("DROP "):
            return False
        filed = self._filed()
        names = {name for word in said.text.text.split()[1:] for name in self._names_of(word.strip(".,;:!"))}
        hit = [one for one in filed if names & filed_words(one)]
        if len(hit) != 1:
            self._found.append(asked(text, WHICH if filed else _NOTHING))
        elif len(filed) == 1:
            self._found.append(proposed(text, ("CLEAR",)))
        else:
            left = tuple(one for one in filed if one is not hit[0])
            self._found.append(Clause(Kind.ORDER, text.text, text.lines, written(left, text)))
        return True

    def _names_of(self, word: str) -> set[str]:
        """What a word may be the name of."""
        orders = self._tools.orders
        return orders.lexicon.meanings(word) if orders is not None else set()

    def _read_one(self, text: str) -> Sequence[Command]:
        found = self._orders(text, 0)
        if found and (sound(found) or not offered(found)):
            return found
        said = Text.of(Line(0, text))
        sensed = self._sensed(said, said)
        return sensed.commands if sensed is not None and not sensed.notes else ()
