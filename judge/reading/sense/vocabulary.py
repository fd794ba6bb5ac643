"""Words by what they mean: `grammar/sense/<name>.txt`. Lists of words, and no phrases: order and grammar play no part.

    // uses: common, units        files that it stands on
    // tongue: Dutch              the first line of a file with the words of a language; it counts in every game
    // turns: nicht not           words that have been turned into English when a clause comes here (grammar/speech)
    // reads: units               the readers that serve this game (sense/readers.py), in this order
    [small]                       words that say little: one that an order leaves over is shown, but for those of
                                  [plain] in grammar/expressions/things.txt, which say nothing at all
    the a please very
    [verb: sell] sell dump        words that mean one thing; its value stands behind the colon, words here or below
    unload part-with              a hyphen stands for a space: `part with`; verbs are known in all forms of the present
    get-(rid|shot)-of             a choice: it is two words
    verkaufen~ ab|geben~          of another language those with a `~`; `|` stands where it is parted: `gebe ... ab`
    [place: Rome] roman           further words for a name of the game; of many names:
    [place]
    Rome=rom,roma North_Sea=nordsee
    Black_Sea=schwarz~-meer       in names `~` is any ending of a German adjective: `schwarzes Meer`, `schwarzen Meer`
    [code: Vienna] wie            what a language writes for a place in an order and nowhere else
    [prose] war nap den           names that are common words too: they count as names with a capital alone

One word may stand in several sections: it has all their meanings, the first one first.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from pathlib import Path

from judge.core.regex import regex
from judge.core.values import Value
from judge.reading.files import TONGUE, rows, sections, tongues

_COMMON = 5  # letters of words that prose is full of
_TELLING = ("verb", "weak", "whole", "proceeds")
_IDLE = ("small", "link", "guard", "theirs", "never", "which")
Meaning = tuple[str, str]
"""Sort and value: ("verb", "sell"), ("small", "")."""

_INFLECTED = ("verb", "weak")
_DEEDS = ("verb", "weak", "wish")  # what another language has for them counts where the game knows the deed
_VOWELS = ("a", "e", "i", "o", "u")
_DOUBLED = regex(r"[^aeiou]*[aeiou][bdgklmnprtvz]")  # `putting`, `swapping`
_ENDINGS = ("e", "en", "er", "es", "em")
_FRENCH = (
    ("er", ("e", "es", "ons", "ez", "ent", "era", "eront", "ant")),
    ("dre", ("ds", "d", "dons", "dez", "dent", "de", "dra", "dant")),
    ("ttre", ("ts", "t", "ttons", "ttez", "ttent", "tte", "ttra", "ttront")),
    ("ir", ("is", "it", "issons", "issez", "issent", "isse", "ira", "iront")),
)
_DIRECTIVE = regex(r"//\s*(uses:|turns:|reads:|marks:|frame)\s*(.*)")


class Vocabulary(Value):
    """The words of a file and of those it uses: as written, with a space for a hyphen -> its meanings; those of other
    languages among them, which stand in `foreign` with what they mean there."""

    words: Mapping[str, tuple[Meaning, ...]]
    reads: tuple[str, ...] = ()
    frames: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    foreign: Mapping[str, tuple[Meaning, ...]] = field(default_factory=dict)

    @property
    def verbs(self) -> frozenset[str]:
        """The words that tell what is done: of each phrase its longest word, where prose is not full of it."""
        small = {words for words, means in self.words.items() if any(sort in _IDLE for sort, _ in means)}
        told = (words for words, means in self.words.items() if any(sort in _TELLING for sort, _ in means))
        long = (max(words.split(), key=len) for words in told)
        return frozenset(word for word in long if word in self.words or len(word) > _COMMON) - small - {"what"}

    def of(self, sort: str) -> frozenset[str]:
        """The single words that have a meaning of this sort."""
        return frozenset(word for word, means in self.words.items() if " " not in word and sort in dict(means))


def load(folder: Path, name: str) -> Vocabulary:
    """Read the file of a game; an empty vocabulary where it has none. Raises SetupError where a file is wrong."""
    words: dict[str, tuple[Meaning, ...]] = {}
    foreign: dict[str, tuple[Meaning, ...]] = {}
    told: dict[str, list[str]] = {"reads:": [], "frame": [], "marks:": []}
    if (folder / f"{name}.txt").exists():
        _gather(folder, name, words, told, [])
        for tongue in tongues(folder) if told["reads:"] else ():
            _gather(folder, tongue, foreign, told, [])
    deeds = {meaning for means in words.values() for meaning in means if meaning[0] in _DEEDS}
    foreign = {
        word: tuple(one for one in means if one[0] not in _DEEDS or one in deeds) for word, means in foreign.items()
    }
    for word, means in foreign.items():
        words[word] = (*words.get(word, ()), *means)
    words = {word: left for word, means in words.items() if (left := tuple(one for one in means if one[0] != "code"))}
    reads, frames, marks = (tuple(dict.fromkeys(found)) for found in told.values())
    return Vocabulary(words, reads, frames, marks, foreign)


def abroad(folder: Path) -> Mapping[str, list[str]]:
    """What the languages of a folder call the names of games, as `named_abroad` gives it."""
    words: dict[str, tuple[Meaning, ...]] = {}
    for tongue in tongues(folder):
        _gather(folder, tongue, words, {}, [])
    return named_abroad(words)


def named_abroad(words: Mapping[str, tuple[Meaning, ...]]) -> Mapping[str, list[str]]:
    """What words of other languages call places, powers and currencies: their names in the games -> as written there, a
    code of orders with a "=" in front."""
    found: dict[str, list[str]] = {}
    for word, means in words.items():
        for name in {value for sort, value in means if sort == "code"}:
            found.setdefault(name, []).append(f"={word}")
        if len(set(means)) == 1 and means[0][0] in ("place", "power", "currency"):
            found.setdefault(means[0][1], []).append(word)
    return found


def _english(word: str) -> list[str]:
    """A verb and its other forms of the present: `sell off`, `sells off`, `selling off`."""
    first, gap, rest = word.partition(" ")
    if not first.isascii() or not first.isalpha() or first.endswith(("s", "ing", "ed")):
        return [word]
    return [word, *(f"{form}{gap}{rest}" for form in (_third(first), _participle(first)))]


def _german(word: str) -> list[str]:
    """An infinitive and its forms of the present: `verkaufen`, `verkaufe`; `ab|geben` (one word, two in most forms) is
    `abgeben`, `abgebe`, `abzugeben`, `gebe ab`, too."""
    before, bar, verb = word.removesuffix("~").rpartition("|")
    stem = verb.removesuffix("n").removesuffix("e")
    if not word.endswith("~"):
        return [word]
    e = "e" if stem.endswith(("t", "d")) else ""
    forms = [verb, f"{stem}e", f"{stem}{e}t", f"{stem}{e}st", *([] if e else [stem])]
    if not bar:
        return forms
    joined = (f"{before}{form}" for form in forms)  # as a clause with `wenn` or `dass` ends
    return [*joined, f"{before}zu{verb}", *(f"{form} {before}" for form in forms)]


def _french(word: str) -> list[str]:
    """An infinitive and its forms of the present: `acheter~` is `achetez`, too, but not `achète`; `vendre~`."""
    verb = word.removesuffix("~")
    stem, ends = next(((verb.removesuffix(last), ends) for last, ends in _FRENCH if verb.endswith(last)), (verb, ()))
    return [verb, *(f"{stem}{end}" for end in ends)] if verb != word else [word]


def _declined(name: str) -> list[str]:
    """A name with every ending that an adjective in it may have: `schwarz~ meer`."""
    return [name.replace("~", end, 1) for end in _ENDINGS] if "~" in name[1:] else [name]


def _third(verb: str) -> str:
    if verb.endswith("y") and verb[-2:-1] not in _VOWELS:
        return f"{verb[:-1]}ies"
    return f"{verb}es" if verb.endswith(("x", "z", "ch", "sh", "o")) else f"{verb}s"


def _participle(verb: str) -> str:
    if verb.endswith("e") and not verb.endswith(("ee", "oe", "ye")):
        return f"{verb[:-1]}ing"
    return f"{verb}{verb[-1] if _DOUBLED.fullmatch(verb) else ''}ing"


_FORMS = {"": _english, "German": _german, "French": _french}


def _gather(
    folder: Path, name: str, words: dict[str, tuple[Meaning, ...]], told: dict[str, list[str]], seen: list[str]
) -> None:
    if name in seen:
        return
    seen.append(name)
    lines = rows(folder / f"{name}.txt")
    tongue = lines[0].removeprefix(TONGUE).strip() if lines and lines[0].startswith(TONGUE) else ""
    forms = _FORMS.get(tongue, lambda verb: [verb])  # those of any other language are known as written
    turned = dict[str, str]()
    for directive in filter(None, map(_DIRECTIVE.match, lines)):
        if directive[1] == "uses:":
            for used in directive[2].split(","):
                _gather(folder, used.strip(), words, told, seen)
        elif directive[1] == "turns:":
            turned = dict(pair.split() for pair in directive[2].split(","))
        else:
            parts = [directive[2]] if directive[1] == "frame" else directive[2].split(",")
            told[directive[1]] += map(str.strip, parts)
    for section, row in sections(folder / f"{name}.txt"):
        for means, word in _told(section, row):
            spoken = word.replace("-", " ").strip() or word
            english = " ".join(turned.get(part, part) for part in spoken.split(" "))
            ways = (*forms(spoken), english) if means[0] in _INFLECTED else (*_declined(spoken), english)
            for form in ways if english != "not" else (spoken,):
                had = words.get(form, ())
                words[form] = had if means in had else (*had, means)


def _told(section: str, row: Iterable[str]) -> list[tuple[Meaning, str]]:
    """The words of a row, each with what it means: `Rome=rom,roma` has the name of the game with it."""
    sort, _, value = section.partition(":")
    found = [word.rpartition("=") for word in row]
    return [
        ((sort, name.replace("_", " ") if name else value.strip()), way)
        for name, _, ways in found
        for way in (ways.split(",") if name else [ways])
    ]
