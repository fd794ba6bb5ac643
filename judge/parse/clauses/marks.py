"""The marks of an instruction. A clause that has them and was not read is doubtful; one without them is talk.

A name alone is no mark: people talk about the game. Marks are a verb where an order has its verb and something for it
to act on; a sum of something; a unit; an arrow between places."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from difflib import get_close_matches
from itertools import pairwise

from judge.core.variant import Names
from judge.parse.clauses.patterns import COMMON
from judge.parse.clauses.stance import Stance
from judge.parse.lexicon import fold

_WORDS = re.compile(r"[^\W_]+(?:'[^\W_]+)?")
_LEAD = re.compile(
    r"(?:(?:i|we|you|to|and|also|then|now|just|instead|rather|the|my|our|me|not|do|don't|never|no|please|would|will|shall|"
    r"should|could|can|might|may|must|let|let's|am|are|be|been|going|thinking|of|about|whether|if|unless|when|i'm|i'll|"
    r"i'd|think|perhaps|maybe|it|that|he|one|all|some|more|again)\s+)*",
    re.IGNORECASE,
)
_UNIT = re.compile(
    r"(?<![\w'])(?:(?-i:[AF])\s+(?-i:[A-Z])[^\W\d_]{2,}|(?:army|fleet|armies|fleets)(?!\w))", re.IGNORECASE
)
_PIECE = re.compile(r"\W*(?:[AF]|[Aa]rmy|[Ff]leet)\s+[A-Z][^\W\d_]{2,}\W*$")  # `F Toulon`: a unit, wherever that may be
_NEW = re.compile(  # `one army and one fleet`: builds without their places
    r"(?:(?:build|make|raise)\s+)?(?:an?|one|two|three|1|2|3|another)\s+(?:(?:new|more)\s+)?(?:arm(?:y|ies)|fleets?)(?!\w)\s*(?:$|[,;&+.!]|and\s|please)",
    re.IGNORECASE,
)
_DO = frozenset(
    ["move", "give", "send", "put", "pay", "transfer", "take", "make", "let", "add", "change", "hand", "lend"]
)
_NAME = re.compile(r"[^\W\d_a-z][^\W\d_]+")
_BEHIND = re.compile(r"\s*\([^()]*\)[\s.!]*$")
_LIKE = 0.78  # what two words share at the least that may be slips for one another
_OWN = re.compile(r"(?:i|we)\s+(?:could|may|might|would)(?!\w)", re.IGNORECASE)
_RANGE = re.compile(r"between \d+ and \d+|\d\s+(?:or|to)\s+\d", re.IGNORECASE)
_ARROW = re.compile(r"[^\W\d_]{3,}\s*(?:->|-|=>)\s*[^\W\d_]{3,}")
_VAGUE = frozenset(
    word
    for row in ("few some several couple third half quarter lot bit most many any little all rest everything whatever",)
    for word in row.split()
)
_ASIDE = re.compile(r"\((?:[^()\s]+\s+){2,}[^()]*\)")  # a remark in brackets
_SAYS = frozenset(["is", "has", "was", "are", "had", "looks", "seems", "will", "can", "must", "needs", "who", "which"])
_DATED = re.compile(
    r"\d{1,2}/(?:19|20)?\d\d(?!\d)|(?<!\d)(?:1[89]|20)\d\d(?!\d)|\d{1,2}[:.]\d\d(?!\d)|\d[\d -]{5,}|"
    r"\d(?:st|nd|rd|th)(?!\w)"
)  # days, years, hours, telephone numbers
_HOUR = re.compile(
    r"(?:the|at|by|from|until|till|before|after)\s+\d{1,2}[:.]\d\d(?!\d)", re.IGNORECASE
)  # `for the 7.42`
_TONGUE = re.compile(  # `my teacher of English`
    r"(?<!\w)(?:of|my|our|your|in|bad|poor|broken|learn|speak|study)\s+english(?!\s+(?:army|fleet|armies|fleets|units?|channel))",
    re.IGNORECASE,
)
_DOES = frozenset(
    word
    for row in (
        "go goes move moves attack attacks support supports hold holds stay stays take takes enter enters",
        "sail sails march marches head heads convoy convoys retreat retreats build builds defend defends",
        "cover covers help helps follow follows mind decided decide travel travels",
    )
    for word in row.split()
)
_TAKES_BACK = re.compile(
    r"(?:(?<!not )(?:forget|ignore|disregard|scratch|cancel|withdraw|strike|drop|undo)|"
    r"(?:don't|do not) (?:do|send|file|take))\s+"
    r"(?:(?:about|my|the|our|all|of)\s+)*(?:(?:that|this|it|those|these)(?=\W*$)|"
    r"(?:\w+\s+)?(?:one|order|line|move|offer|bid|trade)s?(?!\w))",
    re.IGNORECASE,
)
_ARTICLES = frozenset(["the", "my", "our", "your", "his", "her", "their", "a", "an", "no", "any", "each", "every"])
_HIM = (["him"], ["her"], ["it"], ["them"])
_NOUNS = frozenset(["move", "offer", "order", "price", "trade", "attack", "support", "help", "hold", "build"])
_OBJECTS = frozenset(
    word
    for row in ("all everything everybody it that this them him her both rest others same one ones these those there",)
    for word in row.split()
)
_COUNTED = _VAGUE | frozenset(
    word
    for row in (
        "something anything nothing more less fewer extra instead each apiece altogether total max maximum minimum",
        "tops only please pls rather than either otherwise too also then again spare percent k thanks after and",
    )
    for word in row.split()
)  # what stands behind a figure that is a sum
_ALIKE = frozenset(["and", "or", "than", "nor"])
_ADDRESSED = frozenset(["sorry", "dear", "old", "poor", "hi", "hello", "dearest", "poor", "in", "against", "go"])
_MOVES = {"move", "attack", "support", "hold", "convoy", "march", "sail", "retreat"}  # what units do, signs apart
_GOES = frozenset(["go", "travel", "head", "proceed"])
_ABOUT = frozenset(["he", "she", "they", "who", "people", "everybody", "everyone", "somebody", "nobody", "it"])
_UNITS = {"army", "fleet", "armies", "fleets", "units"}
_SHORT = 3  # words: a figure in a piece of no more may be a sum of anything
_MORE = frozenset(["and", "also", "plus", "another", "then", "or", "but"])
_LONG = 12  # words: a figure in a longer piece without a verb or a name is no sum
_SMALL = frozenset(["my", "our", "units", "and", "or", "to", "of", "the", "with", "for", "in", "a", "f", "s", "h", "c"])


class Marks:
    """The marks of one game and of the correspondence."""

    def __init__(
        self, names: Names, verbs: Sequence[str], own: Iterable[str], words: Iterable[str], said: Iterable[str] = ()
    ) -> None:
        """`verbs` act on something; `own` are words of the correspondence and may stand alone; `words` are others that
        orders are made of; `said` are words of phrase files that are a mark wherever they stand."""
        self._said = frozenset(word.casefold() for word in said)
        spellings = {w for table in names.values() for name, ways in table.items() for w in (name, *ways)}
        self._names = {fold(part) for one in spellings for part in one.split() if len(part) > 2}
        self._places = {
            fold(part)
            for name, ways in names.get("place", {}).items()
            for one in (name, *ways)
            for part in one.split()
            if len(part) > 2
        }
        self._money = {fold(one) for name, ways in names.get("currency", {}).items() for one in (name, *ways)}
        self._whole = {fold(one) for one in spellings}
        self._verbs = {verb.casefold() for verb in verbs if " " not in verb} | (_MOVES if "place" in names else set())
        self._kinds = frozenset(names)
        self._own = {word.casefold() for word in own}
        self.own = frozenset(self._own) - COMMON  # words of the correspondence that prose has not
        self._known = self._names | self._verbs | {fold(one) for one in (*spellings, *words)} | _SMALL
        doing = {f"{verb.split()[-1].casefold().removesuffix('e')}ing" for verb in verbs if " " in verb}
        self._acting = _forms(self._verbs) | doing | self._said | (_UNITS if "place" in names else set())

    def none(self, words: frozenset[str], first: str, most: int) -> bool:
        """Whether a long text of these words cannot be an order: it has no verb of one and at most so many names, and
        does not begin with a word of the correspondence."""
        if first in self._own or not words.isdisjoint(self._acting):
            return False
        return len((words & self._known) - _SMALL - COMMON) <= most

    def has(self, text: str, others: bool = False) -> bool:
        """Whether the text looks like an instruction; `others`: it speaks of somebody else."""
        text = _ASIDE.sub(" ", text)
        if not others and any(word.casefold() in self._said for word in _WORDS.findall(text)):
            return True
        found = [word.casefold() for word in _WORDS.findall(text)]
        if not found:
            return False
        named = [word in self._names for word in _folded(found)]
        figure = [word[0].isdecimal() for word in found]
        if _UNIT.search(text) and any(named):
            return True
        if any(named) and (_arrowed(text, self._names) or self._labelled(text)):
            return True
        if any(named) and _RANGE.search(text):
            return True
        if self._stay(found) or self._from_to(found):
            return True
        if "place" in self._kinds and (_NEW.match(text) or _PIECE.match(text)):
            return True
        if self._sum(found, named, figure):
            return True
        if any(
            word in self._verbs
            and (any(named[n + 1 : n + 3]) or any(figure[n + 1 : n + 2]) or _for_me(found, figure, n))
            for n, word in enumerate(found[:8])
        ):
            return found[0] not in _ABOUT and not found[0].endswith("'s")
        if self._ordered(found, named) or (any(named) and _sends(found)):
            return True
        lead = _LEAD.match(text)
        rest = [word.casefold() for word in _WORDS.findall(text[lead.end() if lead else 0 :])]
        thing = bool(rest) and _thing(found, len(found) - len(rest))
        if rest and _stem(rest[0], self._verbs) and (any(named) or any(figure) or (len(rest) <= 4 and not thing)):
            return True
        return bool(rest) and rest[0] in self._own and len(rest) <= 8

    def _from_to(self, words: list[str]) -> bool:
        """Two places apart from one another, and something done between them: `Marseilles enters Spain`."""
        at = [n for n, word in enumerate(_folded(words)) if word in self._places]
        apart = any(two - one > 1 for one, two in pairwise(at))
        said = () if words[0] in ("i", "we") else _SAYS.intersection(words)
        return apart and not said and not _ALIKE.intersection(words[at[0] : at[-1]])

    def _stay(self, words: list[str]) -> bool:
        """`Vienna and Trieste all hold`: places, and at the end that they stay."""
        return words[-1] in ("hold", "holds") and not self._places.isdisjoint(_folded(words[:-1]))

    def _labelled(self, text: str) -> bool:
        """`France: to myself`: a name, a colon, and something for it."""
        label, colon, rest = text.partition(":")
        return bool(colon and rest.strip()) and fold(label.strip()) in self._whole

    def _ordered(self, words: list[str], named: list[bool], within: int = 3) -> bool:
        """`Marseilles ... goes to Burgundy`, `my units all hold`: a name near the front and another behind `to`; or all
        units and what they do."""
        if words[0] in _GOES and any(named[:5]):
            return True
        front = next((n for n in range(min(within, len(words))) if named[n]), None)
        if front is not None:
            later = words[front + 1 : front + 6]
            if any(
                word in ("to", "into", "via") and any(named[front + n + 2 : front + n + 4])
                for n, word in enumerate(later)
            ):
                return True
        units = any(word in _UNITS and words[n - 1] in ("my", "our", "all", "the") for n, word in enumerate(words) if n)
        return units and "place" in self._kinds and any(_stem(word, _MOVES) for word in words)

    def commanded(self, text: str) -> bool:
        """Whether a text begins with a verb that tells us to do something, with a sum or a name behind it."""
        words = [word.casefold() for word in _WORDS.findall(text)]
        while words and words[0] in ("also", "please", "then", "now", "and", "just"):
            del words[0]
        return bool(words) and (words[0] in _DO or words[0] in self._verbs) and self.has(text)

    def signs(self, text: str) -> bool:
        """Whether a text is two or three words with capitals, none of them like anything orders are made of; with a
        remark in brackets behind it, one will do: `Otto (71 and still going)`."""
        bare = _BEHIND.sub("", text)
        words = bare.strip(" .").split()
        if not (1 if bare != text else 2) <= len(words) <= 3 or not all(_NAME.fullmatch(one) for one in words):
            return False
        return all(
            fold(one) not in self._known and not get_close_matches(fold(one), self._known, 1, _LIKE) for one in words
        )

    def named(self, text: str) -> frozenset[str]:
        """The words of names in a text."""
        words = [word.casefold().removesuffix("'s") for word in _WORDS.findall(text)]
        return frozenset(_folded(words)) & self._names

    def names(self, text: str) -> bool:
        """Whether a text is nothing but a name of the game."""
        return fold(text.strip()) in self._whole

    def told(self, text: str, stance: Stance) -> bool:
        """Whether a clause that is doubtful by its stance looks like an instruction: fewer marks will do."""
        if stance in (Stance.CONDITION, Stance.NEGATION):
            return self.beside(text)
        own = stance is Stance.MAYBE and _OWN.match(text)
        if own and any(fold(word) in self._names for word in _WORDS.findall(text)):
            return True  # `I could make Russia a present`
        return self.acts(text) if stance in (Stance.MAYBE, Stance.ADVICE) else self.has(text, others=True)

    def only(self, text: str) -> bool:
        """Whether a text holds nothing but figures, names, words of orders and small words between them."""
        found = _WORDS.findall(text)
        return bool(found) and all(word[0].isdecimal() or fold(word) in self._known for word in found)

    def acts(self, text: str) -> bool:
        """Whether a text that is doubtful by its stance looks like an instruction: a verb anywhere will do."""
        found = [word.casefold() for word in _WORDS.findall(text)]
        if self.has(text) or any(_stem(word, self._verbs) for word in found):
            return True
        named = [word in self._names for word in _folded(found)]
        if any(word in _GOES and any(named[n + 1 : n + 5]) for n, word in enumerate(found)):
            return True
        sums = any(named) and any(word[0].isdecimal() for word in found) and not _SAYS.intersection(found)
        return sums or self._ordered(found, named, within=len(found))

    def beside(self, text: str) -> bool:
        """Whether a piece of a sentence that also holds an order, or one with a condition in it, looks like part of an
        instruction: anything will do but a remark about somebody."""
        if self.has(text):
            return True
        text = _HOUR.sub(" ", _TONGUE.sub(" ", _ASIDE.sub(" ", text)))
        found = [word.casefold() for word in _WORDS.findall(text)]
        if any(_stem(word, self._verbs) for word in found):
            return True
        if any(word[0].isdecimal() for word in found) and (len(found) <= _LONG or not self._acting.isdisjoint(found)):
            return True
        for n, word in enumerate(found):
            after = found[n + 1] if n + 1 < len(found) else ""
            before = found[n - 1] if n else ""
            if fold(word) in self._names and after not in _SAYS and before not in _ADDRESSED:
                return True
        return False

    def takes_back(self, text: str) -> bool:
        """Whether talk may take back an order that stands beside it: `forget the last one`, `don't do that`."""
        return _TAKES_BACK.search(text) is not None

    def left_over(self, text: str) -> bool:
        """Whether talk in a letter with orders may belong to them: a verb of orders, a figure in a short sentence, or
        a name and something done."""
        text = _TONGUE.sub(" ", _DATED.sub(" ", text))
        found = [word.casefold() for word in _WORDS.findall(text)]
        if not any(word[0].isalpha() for word in found) or _SAYS.intersection(found) or text.rstrip().endswith(":"):
            return False
        if any(self._acts_on(found, n) for n in range(min(_LONG, len(found)))) or self._labels(text):
            return True
        if (len(found) <= _SHORT or found[0] in _MORE) and any(word[0].isdecimal() for word in found):
            return len(found) <= _LONG  # `Also another 40 florins please`
        if any(word[0].isdecimal() and self._counts(found[n + 1 : n + 2]) for n, word in enumerate(found)):
            return len(found) <= _LONG
        if not _DOES.isdisjoint(found) and not self._names.isdisjoint(_folded(found)):
            return True
        return any(
            word in ("my", "our", "all") and not self._names.isdisjoint(_folded(found[n + 1 : n + 4]))
            for n, word in enumerate(found[:_LONG])
        )  # `flurb my whole lira position`

    def _acts_on(self, words: list[str], n: int) -> bool:
        """Whether a verb of orders stands there, and something that it may act on behind it, or nothing in front of it:
        not `hope the move went well`."""
        if not _stem(words[n], self._verbs):
            return False
        front, behind = " ".join((*words[:n], "")), words[n + 1 : n + 5]
        if not self._names.isdisjoint(_folded(words)) or any(word[0].isdecimal() for word in behind):
            return True
        return not _thing(words, n) and (_LEAD.fullmatch(front) is not None or not _OBJECTS.isdisjoint(behind))

    def _counts(self, behind: list[str]) -> bool:
        """Whether a figure with these words behind it may count what orders are made of: not `30 degrees`."""
        return not behind or behind[0] in _COUNTED or behind[0] in COMMON or fold(behind[0]) in self._known

    def _labels(self, text: str) -> bool:
        """`With the money: Marks`: a colon, and nothing behind it but names of money."""
        behind = _WORDS.findall(text.partition(":")[2])
        return bool(behind) and all(fold(one) in self._money for one in behind)

    def _sum(self, words: list[str], named: list[bool], figure: list[bool]) -> bool:
        """A figure or a vague amount, and a name right behind it or one word further."""
        for n, word in enumerate(words):
            if figure[n] and any(named[n + 1 : n + 3]):
                return True
            if word in _VAGUE:  # `some more Lira`, and not `some other English town`
                small = words[n + 1 : n + 2] and (words[n + 1] in _SMALL or words[n + 1] in ("more", "extra", "new"))
                if any(named[n + 1 : n + (3 if small else 2)]):
                    return True
            if figure[n] and any(named[n + 3 : n + 4]) and _SMALL.issuperset(words[n + 1 : n + 3]):
                return True
            if named[n] and len(words) <= _LONG and any(figure[n + 1 : n + 2]):
                return True
        return False


def _sends(words: list[str]) -> bool:
    """`send him to Munich`"""
    first = 1 if words[0] in ("please", "and", "then", "so") else 0
    return words[first : first + 1] != [] and words[first] in _DO and words[first + 1 : first + 2] in _HIM


def _thing(words: list[str], n: int) -> bool:
    """Whether a word that may be a verb of orders is a thing that is spoken of: `all the moves are fine`."""
    return n > 0 and words[n - 1] in _ARTICLES and words[n].removesuffix("s") in _NOUNS


def _for_me(words: list[str], figure: list[bool], n: int) -> bool:
    """`buy me 250 of those`"""
    return words[n + 1 : n + 2] in (["me"], ["us"]) and any(figure[n + 2 : n + 3])


def _forms(verbs: set[str]) -> set[str]:
    """Verbs as they stand in sentences: sells, selling, moving."""
    ings = {f"{verb[:-1] if verb.endswith('e') else verb}ing" for verb in verbs}
    return verbs | ings | {f"{verb}{end}" for verb in verbs for end in ("s", "es", "ing")}


def _folded(words: Sequence[str]) -> list[str]:
    """Words as names are compared."""
    return [word if word.isascii() else fold(word) for word in words]


def _stem(word: str, verbs: set[str]) -> bool:
    """Whether a word is a verb, be it with -s, -ing or -ed."""
    if word in verbs:
        return True
    return word[-1:] in ("s", "g") and any(
        word.endswith(end) and (word[: -len(end)] in verbs or word[: -len(end)] + "e" in verbs)
        for end in ("s", "ing", "es")
    )


def _arrowed(text: str, names: set[str]) -> bool:
    return any(
        all(fold(side) in names for side in re.split(r"\s*(?:->|-|=>)\s*", match[0])) for match in _ARROW.finditer(text)
    )
