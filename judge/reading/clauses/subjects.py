"""What a clause is about, where no phrase fits it: the meanings of its words, in any order, and the kind of thing that
is done by saying it.

`grammar/subjects/words.txt` has words by meaning, `acts.txt` tells a question from a request, `player.txt`,
`master.txt` and `stranger.txt` say what is answered where several meanings come together. So a wording that nobody has
thought of is answered if its words are known."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from sys import intern

from judge.core.errors import SetupError
from judge.core.regex import regex
from judge.core.values import Value
from judge.expressions import expressions, read, words
from judge.reading.clauses.patterns import BUILT_IN
from judge.reading.clauses.speech import Said, Speech
from judge.reading.files import bare, sections
from judge.reading.lexicon import first_word
from judge.reading.memo import Memo
from judge.reading.text import Text

_RE = expressions("asks")

INFORMS = frozenset(
    (
        *("STATUS", "HISTORY", "STATEMENT", "LIST", "RULES", "HELP", "WHO", "RESEND", "PREVIEW", "LOST", "ASK"),
        *("MAP", "PRICES", "HOLDINGS", "SUMMARY", "RECORD"),
    )
)
"""What may be answered although half of a clause is not understood: it changes nothing."""
ASK = "ASK "  # with this a right side begins that is a question back
HOW, ASKS, DO, WISH, NAME = "how", "ask", "do", "wish", "name"
_HEADS = frozenset(["pass", "told", "to"])  # kinds of rules for what is to be passed on (clauses/relays.py)
_NEVER = (HOW, "past", "no")  # kinds of saying that have nothing passed on
_COUNTS_AS = {WISH: (ASKS, DO), NAME: (ASKS, DO, NAME)}
"""`I'd like my sheet back` and `my statement again` may ask for something or tell us to do it."""
SMALL = "small"
STRANGER, COMPANY = "stranger", "company"
OURS, OFFERING, PRIVATE = "ours", "offering", "private"
_WORD = regex(r"[^\W_]+(?:'[^\W_]+)*")
_AROUND = regex(r"^(?:[cdjlmnst]|qu)'|'s$")  # what is no part of a word: `d'annuler`, `game's`
_RULE = regex(r"([a-z ]+):\s+(\S.*?)\s+=>([?!]?)\s+(\S.*)")
_PUBLIC = " AS {called}"
_MEANING = "{meaning}"  # stands for the first thing that a rule calls for, as a text says it
_SLOT = regex(r"\{([a-z]+?)(\d?)\}")
_STRANGE = 2  # words that nobody knows, in a clause that something is done for
_EMPTIES = ("CLEAR", "UNDO")  # nor may there be one where a sheet goes: it may name what goes, or whose
_WHICH = "HELP JOIN"  # what is answered who names no game
_PLAIN = ("READY",)  # nor where the phase may end with it: that tells a story
_ACTIVE = words("asks", "active")
"""Meanings of a first word that tells us to do something, and names nothing."""
_BARE = 6  # words of what is but the name of something
_LINKS = words("asks", "links")
_STORY = 4  # words that nobody knows, in what is no question: it tells a story
_NONE = ""  # what a rule calls for that needs no meaning
_NAMES, _STRANGERS = ("holder", "handle", "called"), ("ofseven", "person", "newgame", "kind")
"""Kinds of things with an expression of their own, those that only a stranger names apart."""
_NAMING = ("address", "when", "zone", "newgame", "person", "handle", "called", "kind", "game", "seat")
_REMEMBERED = 64  # answers: a clause is asked about more than once
_LONGEST = 28  # words of a clause that does not end with a question mark
_POINTING = 12  # words of one that may point at what stands above it
_IN_ORDER = tuple(
    "address when zone day season newgame person handle called topic game kind ofseven holder seat currency n".split()
)
"""Kinds of things in the order in which they are looked for, each in what those before it left."""


class Vocabulary:
    """Words by their meanings, found in one pass at their longest."""

    def __init__(self, file: Path) -> None:
        self._ways: dict[str, dict[tuple[str, ...], frozenset[str]]] = {}
        shared = dict[frozenset[str], frozenset[str]]()  # thousands of words have a few hundred sets of meanings
        self.meanings = set[str]()
        for meaning, words_ in sections(file):
            self.meanings.add(meaning)
            for word in words_:
                for form in _forms(word):
                    way = tuple(map(intern, _words(form)))
                    ways = self._ways.setdefault(way[0], {})
                    meant = ways.get(way, frozenset()) | {meaning}
                    ways[way] = shared.setdefault(meant, meant)
        self._most = {first: max(map(len, ways)) for first, ways in self._ways.items()}

    def of(self, text: str) -> tuple[frozenset[str], int]:
        """The meanings of a text's words, and how many words have none. `cancel!` is the meaning of the first word that
        is not small."""
        words = [one if one in self._ways else _AROUND.sub("", one) for one in _words(text)]
        found, strange, n = set[str](), 0, 0
        first = True
        while n < len(words):
            ways = self._ways.get(words[n], {})
            for size in range(min(self._most.get(words[n], 0), len(words) - n), 0, -1):
                if (meant := ways.get(tuple(words[n : n + size]))) is not None:
                    found |= meant
                    if first and meant != {SMALL}:
                        found.update(f"{one}!" for one in meant)
                        first = False
                    n += size
                    break
            else:
                strange += not any(map(str.isdecimal, words[n]))
                first = False
                n += 1
        return frozenset(found), strange


class Rule(Value):
    """What is answered where these meanings and slots come together; of `needs` each is a choice."""

    acts: frozenset[str]
    needs: tuple[frozenset[str], ...]
    bars: frozenset[str]
    slots: tuple[str, ...]
    without: tuple[str, ...]
    says: str
    sure: str

    def fits(self, meant: frozenset[str]) -> bool:
        return self.bars.isdisjoint(meant) and not any(map(meant.isdisjoint, self.needs))


_Fitting = tuple[list[Rule], frozenset[str], int]


class Subjects:
    """The rules for one kind of writer in one game."""

    def __init__(
        self, folder: Path, who: str, tongues: Sequence[Vocabulary], acts: Speech, slots: Mapping[str, str]
    ) -> None:
        """`tongues`: the words by their meanings, English first."""
        self._tongues = tongues
        self._acts = acts
        named = _NAMES + (_STRANGERS if who == STRANGER else ())
        asks = read("asks")
        known = {**BUILT_IN, **slots, **{kind: asks[kind] for kind in named}}
        self._slots = {kind: known[kind] for kind in _IN_ORDER if known.get(kind)}
        self._company = Vocabulary(folder / f"{COMPANY}.txt") if who == STRANGER else None
        self._forms: dict[str, re.Pattern[str]] = {}
        rules = tuple(_rules(folder / f"{who}.txt", tongues[0].meanings, self._slots))
        self._heads = tuple(rule for rule in rules if not rule.acts.isdisjoint(_HEADS))
        self._rules = tuple(rule for rule in rules if rule.acts.isdisjoint(_HEADS))
        self._by_meaning = _by_meaning(self._rules)
        self._fits: Memo[_Fitting] = Memo(_REMEMBERED)
        self._answers: Memo[tuple[tuple[str, str] | None]] = Memo(_REMEMBERED)

    def private(self, text: str, vague: bool) -> bool:
        """Whether a stranger's text is meant for somebody else: it speaks of a life that has nothing to do with us.
        `vague`: of what it seems to ask for, anybody may speak, so it needs a mark that it is about games to be had."""
        if self._company is None:
            return False
        meant, _ = self._company.of(text.replace("’", "'"))
        if OURS in meant or self._names_ours(text):
            return False
        return PRIVATE in meant or (vague and OFFERING not in meant)

    def _names_ours(self, text: str) -> bool:
        forms = (_RE.game_name, self._form("game"), self._form("kind"))
        return any(form is not None and form.search(text) for form in forms)

    def of(self, clause: Text, written: str, above: str = "", done: str = "") -> Said | None:
        """The word that answers the clause, if what it speaks of and asks for has one; `written`: in its own words;
        `above`: what it may point at (`Could you send them again?`), `done`: what was done right above."""
        found = self.answer(clause.text) or self.answer(written)
        points = clause.text.count(" ") < _POINTING and _RE.points.search(clause.text) is not None
        empties = found is not None and found[0] in _EMPTIES  # `I said I was ready. Please take that back.`
        vague = found is None or found[0] == _WHICH  # `lira7 needs players. I'd like to join it.`
        if points and ((above and (vague or empties)) or (done and empties)):
            found = self._answer(clause.text, above or done) or found
        return None if found is None else Said(clause.put(0, len(clause), found[0]), found[1], changed=True)

    def meanings(self, text: str) -> frozenset[str]:
        """What the words of a text may mean; `cancel!` is a meaning of the first that is not small."""
        return self._meant(text.replace("’", "'"))[0]

    def _meant(self, text: str) -> tuple[frozenset[str], int]:
        """The meanings of its words in the language that leaves the fewest of them unknown, and how many those are."""
        return min((tongue.of(text) for tongue in self._tongues), key=lambda found: found[1])

    def passes(self, head: str, act: str) -> str:
        """The word that passes on what stands behind a head, "" for none. Each word of a head is known."""
        text = head.replace("’", "'")
        meant, strange = self._meant(self._bare(text))
        if strange or self.act(text, meant) in _NEVER:
            return ""
        rules = [rule for rule in self._heads if act in rule.acts and rule.fits(meant)]
        things = _Things(self._form, text)
        return next((says for rule in rules if (says := self._says(rule, things, text))), "")

    def answer(self, text: str) -> tuple[str, str] | None:
        """The words that answer a text, and how sure that is."""
        known = self._answers.get(text)
        return (known or self._answers.put(text, (self._answer(text),)))[0]

    def asks(self, text: str) -> bool:
        """Whether a text asks to know or to have something."""
        return self.act(text, *self._fitting(text)[1:]) == ASKS

    def topic(self, text: str) -> str:
        """The word that shows what a part of a request speaks of, "" for none."""
        said, _ = self._answer(text, act=ASKS) or ("", "")
        shows = first_word(said) in INFORMS and not said.startswith(("HELP", ASK))
        return said if shows and self._fitting(text)[2] <= _STRANGE else ""

    def knows(self, text: str) -> bool:
        """Whether each word of a text is known, and rules speak of what they mean."""
        rules, _, strange = self._fitting(text)
        return bool(rules) and not strange

    def name_in(self, text: str) -> str:
        """The one word that nobody knows in a sentence that speaks of a name: `Mein Deckname soll Falke sein.`"""
        names = [name for name in _RE.capitals.findall(text) if self._meant(name)[1]]
        if len(names) != 1 or " " in names[0] or _RE.own_name.search(text):
            return ""  # one's own name must not become public
        meant, strange = self._meant(text.replace(names[0], " 0 "))
        return names[0] if NAME in meant and not strange else ""

    def speaks(self, text: str) -> bool:
        """Whether a text has the meanings of what may be answered, by its words alone."""
        return bool(self._fitting(text)[0])

    def _fitting(self, text: str) -> _Fitting:
        """The rules whose meanings come together in a text, all its meanings, and how many of its words have none."""
        return self._fits.get(text) or self._fits.put(text, self._together(text.replace("’", "'")))

    def _together(self, text: str, above: str = "") -> _Fitting:
        """The same; what is spoken of may stand `above`."""
        if text.count(" ") > _LONGEST and not text.rstrip().endswith("?"):
            return [], frozenset(), 0
        meant, strange = self._meant(self._bare(text))
        if strange > _STORY and not text.rstrip().endswith("?"):
            return [], meant, strange
        if above:
            meant |= {one for one in self._meant(self._bare(above))[0] if not one.endswith("!")}
        numbers = {number for one in (_NONE, *meant) for number in self._by_meaning.get(one, ())}
        rules = [self._rules[number] for number in sorted(numbers) if self._rules[number].fits(meant)]
        return rules, meant, strange

    def _answer(self, text: str, above: str = "", act: str = "") -> tuple[str, str] | None:
        rules, meant, strange = self._together(text, above) if above else self._fitting(text)
        if not rules:
            return None
        text, above = text.replace("’", "'"), above.replace("’", "'")
        act, things = act or self.act(text, meant, strange), _Things(self._form, f"{above} {text}")
        for rule in rules:
            says = "" if rule.acts.isdisjoint(_COUNTS_AS.get(act, (act,))) else self._says(rule, things, text)
            says = says.replace(_MEANING, min(meant.intersection(*rule.needs[:1]), default="").upper())
            if not says or (strange and first_word(says) in _PLAIN):
                continue
            anew = "old" in meant and text.rstrip().endswith(":")  # what stands below takes its place
            most = 0 if says in _EMPTIES and not anew else _STRANGE
            doubtful = strange > most and not rule.sure and first_word(says) not in INFORMS
            return says, "?" if doubtful else rule.sure.strip("!")
        return None

    @staticmethod
    def _says(rule: Rule, things: _Things, text: str) -> str:
        """What a rule says of the things that a text names; "" where they do not fit it."""
        values = things.values(rule.slots) if not any(things.all(kind) for kind in rule.without) else None
        if values is None or (_PUBLIC in rule.says and " " in values["called"] and _RE.own_name.search(text)):
            return ""  # one's own name must not become public
        return _SLOT.sub(lambda slot: values.get(slot[1] + slot[2], slot[0]), rule.says)

    @cached_property
    def _naming(self) -> tuple[re.Pattern[str], ...]:
        """What names a thing by itself, in this order; a stranger may name anybody, and nobody is a seat to him."""
        kinds = _NAMING[: -1 if self._company is not None else None]
        return tuple(form for kind in kinds if (form := self._form(kind)) is not None)

    def _bare(self, text: str) -> str:
        """A text without what names a thing by itself: no word of an address or of a seat is strange."""
        for form in self._naming:
            text = form.sub(" 0 ", text)  # a number is no strange word
        return text

    def act(self, text: str, meant: frozenset[str] = frozenset(), strange: int = 0) -> str:
        """What is done by saying it."""
        found = self._acts.first(text) or DO
        if found != HOW and text.rstrip(" .!").endswith("?"):
            return ASKS
        short = text.count(" ") < _BARE and first_word(text).casefold() not in _LINKS
        bare = found == DO and short and not strange and not _RE.verb.search(text)
        return NAME if bare and meant.isdisjoint(_ACTIVE) else found

    def _form(self, kind: str) -> re.Pattern[str] | None:
        if kind not in self._forms and kind in self._slots:
            self._forms[kind] = re.compile(rf"(?<![\w'])(?:{self._slots[kind]})(?![\w])", re.IGNORECASE)
        return self._forms.get(kind)


class _Things:
    """The days, seats, addresses ... that a text names, each found in what the ones before have left."""

    def __init__(self, form: object, text: str) -> None:
        self._form = form
        self._text = text
        self._found: dict[str, list[str]] = {}

    def all(self, kind: str) -> list[str]:
        """Those of one kind in the order written, each once."""
        for one in _IN_ORDER[: _IN_ORDER.index(kind) + 1]:
            if one not in self._found:
                form = self._form(one)  # type: ignore[operator]
                named = list(dict.fromkeys(map(_value, form.finditer(self._text)))) if form else []
                self._found[one] = [name.replace(" ", "") for name in named] if one == "game" else named  # `lira 7`
                self._text = form.sub(" ", self._text) if form else self._text
        return self._found[kind]

    def values(self, slots: tuple[str, ...]) -> dict[str, str] | None:
        """What these slots stand for; None where there is less, or more, of a kind."""
        kinds = [_SLOT.fullmatch(f"{{{one}}}")[1] for one in slots]  # type: ignore[index]
        found: dict[str, str] = {}
        for kind in dict.fromkeys(kinds):
            names = [one for one, own in zip(slots, kinds, strict=True) if own == kind]
            things = self.all(kind)
            if kind == "called" and len(things) > len(names):
                things = [one for one in things if " " not in one]  # `My name is Ann Archer, let me in as Gannet`
            if len(things) != len(names):
                return None
            found.update(zip(names, things, strict=True))
        return found


def _value(match: re.Match[str]) -> str:
    return match["value"] if "value" in match.re.groupindex else match[0]


def _by_meaning(rules: Sequence[Rule]) -> Mapping[str, list[int]]:
    """The numbers of the rules that a meaning may call for: each by those of its needs that are fewest."""
    found: dict[str, list[int]] = {}
    for number, rule in enumerate(rules):
        for meaning in min(rule.needs, key=len, default=frozenset([_NONE])):
            found.setdefault(meaning, []).append(number)
    return found


def _rules(file: Path, meanings: set[str], slots: Mapping[str, str]) -> Iterator[Rule]:
    for number, row in enumerate(bare(file), 1):
        if not row:
            continue
        parts = _RULE.fullmatch(row)
        if parts is None:
            raise SetupError(f"{file.name} line {number}: a rule is acts, a colon, meanings, =>, and canonical words.")
        items = parts[2].split()
        needs = tuple(frozenset(one.split("|")) for one in items if one[0] not in "-{")
        bars = frozenset(one[1:] for one in items if one[0] == "-" and "{" not in one)
        strange = {one.rstrip("!") for one in frozenset().union(*needs) | bars} - meanings
        given = tuple(one.strip("{}") for one in items if one[0] == "{")
        without = tuple(one.strip("-{}") for one in items if one.startswith("-{"))
        if strange or not set(re.findall(r"\{(\w+)\}", parts[4].replace(_MEANING, ""))) <= set(given):
            raise SetupError(f"{file.name} line {number}: nobody says what {', '.join(sorted(strange))} means.")
        if all(one.rstrip("23") in slots for one in given):  # a rule about things that this game has
            yield Rule(frozenset(parts[1].split()), needs, bars, given, without, parts[4].strip(), parts[3])


def _words(text: str) -> list[str]:
    return [match[0].casefold() for match in _WORD.finditer(text)]


def _forms(word: str) -> Iterator[str]:
    """A word of the vocabulary, and for one with `~` its forms."""
    root = word.removesuffix("~")
    yield root
    if root == word:
        return
    last = root[-1]
    if root.endswith("e"):
        yield from (f"{root}s", f"{root}d", f"{root[:-1]}ing")
    elif last == "y" and root[-2] not in "aeou":
        yield from (f"{root[:-1]}ies", f"{root[:-1]}ied", f"{root}ing")
    else:
        for stem in (root, root + last):
            yield from (f"{stem}ing", f"{stem}ed")
        yield from (f"{root}s", f"{root}es")
