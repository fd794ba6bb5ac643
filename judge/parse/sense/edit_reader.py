"""Reads what clauses change, in the words of one game: `grammar/sense/changes.txt` and the names of the game."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path

from judge.core.regex import regex
from judge.core.variant import Names
from judge.parse.sense import edited
from judge.parse.sense.edits import Edit, is_cut, nth, stays
from judge.parse.sense.result import Sense
from judge.parse.sense.tokens import EDGE, NAMES, Tagger, Token, behind, sorts
from judge.parse.sense.vocabulary import Meaning, Vocabulary, load

_ALTERS = ("amiss", "drop", "crossed", "swapped", "turned")
_ALTERING = ("times", "drop", "put", "crossed", "alike", "nth", "old", "swapped", "turned", "there", "out")
_NUMBERED = ("small", "sign", "nth", "line", "one", "what", "set", "joins", "corrects", "beside")
_LOOK = 32  # characters at either end of a sentence that say that it adds something
_ENDS = regex(r"[,;.!?]")
_IDLE = ("small", "sign", "joins", "corrects", "beside")


class EditReader:
    """What clauses change. Made when it is first needed; without a game there is nothing to change."""

    def __init__(
        self, folder: Path | None, names: Names, seats: tuple[str, ...], words: Mapping[str, Sequence[Meaning]]
    ):
        self._folder, self._names, self._seats, self._words = folder, names, tuple(seats), words

    @cached_property
    def _tagger(self) -> Tagger:
        """Knows words that change a line, and the game's names in all their spellings."""
        words = dict(load(self._folder, "changes").words) if self._folder is not None else {}
        for word, means in self._words.items():
            named = tuple(one for one in means if one[0] in NAMES)
            if named and word not in words:
                words[word] = named
            elif ("country", "") in means:
                words[word] = (*words.get(word, ()), ("country", ""))
        return Tagger(self._names, self._seats, Vocabulary(words))

    def _tag(self, text: str) -> tuple[Token, ...]:
        return self._tagger.tag(text) if self._folder is not None else ()

    def _may(self, text: str, *wanted: str) -> bool:
        """Whether a text has a thing of one of these sorts."""
        return not sorts(self._tag(text)).isdisjoint(wanted)

    # ---- lines that change ----------------------------------------------------------------------------------------

    def changes(self, text: str, lines: Sequence[str], written: int, numbered: bool) -> Sense | None:
        """These lines as a clause changes them; None where it is no change of theirs. The first ones are `written` in
        the letter itself; `numbered`: a line may be told by its number, for there are no others."""
        things = self._tag(text) if lines else ()
        return edited.crossed(things, lines) or edited.changed(things, lines, written, numbered)

    def renames(self, text: str, lines: Sequence[str], cued: bool) -> Sense | None:
        """These lines with one thing for another; None where a clause says anything else. `cued`: it takes something
        back."""
        return edited.put(self._tag(text), lines, self._is_name, cued) if lines else None

    def _is_name(self, sort: str, word: str) -> bool:
        return word in self._names.get(sort, ())

    def may_alter(self, text: str) -> bool:
        """Whether a clause may change lines, by its words alone: a figure, or a word that needs none."""
        turns = " from " in text and self._may(text, "turns")  # `change my purchase from marks to francs`
        return any(map(str.isdecimal, text)) or turns or self._may(text, *_ALTERING)

    def alters(self, text: str) -> bool:
        """Whether a text has a word for a change: what is amiss, dropped or swapped."""
        return self._may(text, *_ALTERS)

    # ---- lines that stand, and what comes to them -----------------------------------------------------------------

    def base(self, text: str) -> tuple[int, int] | None:
        """Where a text says that what is on file is what it goes by, from and to: `than I wrote this morning`."""
        return edited.base(self._tag(text))

    def may_keep(self, text: str) -> bool:
        """Whether `keeps` may find anything in a text or in a part of it, by its words alone."""
        return self._may(text, "keep", "same")

    def keeps(self, text: str) -> Edit | None:
        """What a text says stays as it is; None where it says anything else."""
        return stays(self._tag(text))

    def adds(self, text: str) -> bool:
        """Whether a sentence says that it comes to what stands before it: `I'd also like to ...`, `... too`."""
        return self._may(text, "also", "too") and (
            self._begins(text[:_LOOK], "also") is not None or self.too(text) is not None
        )

    def too(self, text: str) -> int | None:
        """Where the words behind a sentence begin that say that it comes to others; None where there are none."""
        at = max(0, len(text) - _LOOK)
        things = self._tag(text[at:])
        last = next((one for one in reversed(things) if one.is_("too") or not one.is_("sign")), EDGE)
        return at + last.start if last.is_("too") else None

    def added(self, text: str) -> int:
        """Where a figure stands behind nothing but words that add it; 0 for any other text."""
        things = self._tag(text)
        first = next((one for one in things if not any(map(one.is_, ("also", "joins", "sign")))), EDGE)
        return first.start if first.is_("amount") else 0

    def more(self, text: str) -> Iterator[tuple[int, int]]:
        """Where an `and` may lead to an order more, from and to."""
        things = self._tag(text) if " and " in text else ()
        for n, one in enumerate(things):
            after = behind(things, n)
            if one.is_("joins") and after is not EDGE:
                yield one.start, after.end if after.is_("also") else one.end

    # ---- what a sentence says of others -----------------------------------------------------------------------------

    def turns(self, text: str) -> Iterator[tuple[int, int, int | None, bool]]:
        """Where an order may begin that takes the place of what is named in front of it, from and to; the number of the
        line that stands there and nothing else (0 for the last); and whether a word of change does."""
        things = self._tag(text)
        alone, back = True, False
        for n, one in enumerate(things):
            if one.is_("rest") or not (alone or back):
                return  # `Forget the others: ...`
            if is_cut(one) or one.is_("set") or one.is_("link", "to", "into", "with", "by"):
                yield one.start, one.end, nth([*things[:n], EDGE])[0] if alone else None, back
            alone = alone and any(map(one.is_, _NUMBERED))
            back = back or one.is_("anew")

    def takes_back(self, text: str) -> bool:
        """Whether a text has a word that takes something back."""
        return self._may(text, "corrects")

    def scraps(self, text: str) -> bool:
        """Whether a text begins with a word that says no to what stands before it."""
        return self._begins(text, "no") is not None

    def _begins(self, text: str, sort: str) -> Token | None:
        """The words of a sort that a text begins with, behind none but those that say nothing; None for others."""
        things = self._tag(text)
        first = next((one for one in things if one.is_(sort) or not any(map(one.is_, _IDLE))), EDGE)
        return first if first.is_(sort) else None

    def denies_only(self, text: str) -> bool:
        """`Hmm, no.`"""
        things = [one for one in self._tag(text) if one.sort != "sign"]
        return (
            len(things) > 1 and things[-1].is_("no") and all(one.is_("beside") or one.is_("corrects") for one in things)
        )

    def leaves_open(self, text: str) -> bool:
        """Whether a text begins with an `or`."""
        first = self._begins(text, "link")
        return first is not None and first.is_("link", "or")

    def instead(self, text: str) -> int:
        """Where a text ends that goes on to say what it shall stand instead of, or that it shall; 0 for any other."""
        things = self._tag(text)
        left = [n for n, one in enumerate(things) if n and one.is_("old") and not any(map(is_cut, things[n + 1 : -1]))]
        if left:
            return things[left[0]].start
        said = [one for one in things if one.sort != "sign"]
        many = len(said)
        while many > 1 and said[many - 1].is_("meant"):
            many -= 1
        return said[many - 1].end if many < len(said) else 0

    def dropped(self, text: str) -> str:
        """What stands behind a word that takes it out again; "" where none begins the text."""
        first = self._begins(text, "goes")
        return text[first.end :].strip() if first is not None else ""

    def denied(self, text: str) -> str:
        """What a text says is not to be done; "" for any other."""
        first = self._begins(text, "denies")
        return _ENDS.split(text[first.end :])[0].strip() if first is not None else ""
