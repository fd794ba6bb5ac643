"""Plain text out of what people type: one line in, the same line in letters every grammar knows.

Phones and word processors turn `->` into an arrow, `-` into a dash and spaces into half a dozen other
characters; input methods write full-width Latin. None of that is the player's meaning, so it is undone
here. What could change a figure is left as it stands and reported (`odd_digits`), never guessed.

Pure text functions: no game is known here, and every one runs in time linear in the length of the line.
"""

import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import pairwise

from judge.core.regex import regex

DASHES = "\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u23af\u2e3a\u2e3b\ufe31\ufe32\ufe58\ufe63\uff0d"
ARROWS = "→⇒↦⟶⟹➔➜➝➞➟➠➡➤➨➭➮➯➱⇨⮕⭢￫"
SINGLE_QUOTES = "\u2018\u2019\u201a\u201b\u2032\u2039\u203a\u00b4\u02bc\u02b9\uff07"
DOUBLE_QUOTES = "\u201c\u201d\u201e\u201f\u2033\u00ab\u00bb\u301d\u301e\u301f\uff02"
INVISIBLE = "\u034f\u115f\u1160\u17b4\u17b5\u2800\u3164\uffa0\ufffc"

_FOLD: dict[int, str] = {
    **{ord(c): "-" for c in DASHES},
    **{ord(c): "->" for c in ARROWS},
    **{ord(c): "'" for c in SINGLE_QUOTES},
    **{ord(c): '"' for c in DOUBLE_QUOTES},
    **{ord(c): "" for c in INVISIBLE},
    **{c: "" for c in range(0xFE00, 0xFE10)},  # variation selectors
    **{c: "" for c in range(0xE0100, 0xE01F0)},
    0x2026: "...",
    0x2044: "/",
    0x2215: "/",
    0x2022: "*",
}
_KEPT = {"<super>", "<sub>", "<fraction>", "<circle>", "<square>", "<vertical>"}  # NFKC would turn 1² into 12

# Cyrillic and Greek capitals and letters that look like Latin ones to every eye.
LOOK_ALIKES = dict(
    zip(
        map(ord, "АВЕЅІЈКМНОРСТУХѴаеіјорсухѕһԁԛԝѵΑΒΕΖΗΙΚΜΝΟΡΤΥΧοι"),
        "ABESIJKMHOPCTYXVaeijopcyxshdqwvABEZHIKMNOPTYXoi",
        strict=True,
    )
)

_ESCAPES = regex(r"\x1b(?:\[[0-9;?]*[ -/]*[@-~]|\][^\x07\x1b]*\x07?|[@-_])?")
_GLUED = r"(?:[AaFf]|[Aa]rmy|[Ff]leet)[ \t(]+[^\W\d]"  # a unit: `-A Smy-Arm` has a mark in front, `-5` a sign
_BULLET = regex(
    rf"(?:[-*+•‣▪▫○●◦■□∙·✓✔▶►❖]+(?=[ \t])|[-•·]+(?={_GLUED})"
    rf"|\(?(?:\d{{1,2}}|[A-Za-z])\)(?=[ \t]*[^\W\d])|\d{{1,2}}\.(?=[ \t]+[^\W\d]|{_GLUED})"
    r"|[0-9]\ufe0f?\u20e3|[\u2460-\u2473\u2776-\u2793])[ \t]*"
)
_ITEM = regex(r"(?<!\S)(\d{1,2})[.)]\s+")
_LEVELS = regex(r"\d{1,2}(?:\.\d{1,2}){1,3}\.?\s+(?=\S)")
_LETTERED = regex(r"\(?([a-h]|[A-H]|[ivx]{1,4}|[IVX]{1,4})[.)]\s+(?=\S)")
_LETTER = regex(r"\s*(?<!\S)([a-h])[.)]\s+")
_ROMAN = ("I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X", "XI", "XII")
_IDLE = frozenset(
    "😀😃😄😁😆😅😂🤣😊😇🙂😉😌😍🥰😘😋😎🤓🥳🤩😏😜😝😛🤗🫡😬🙄😴🤠😈👋👍👌✌🤞🤝👏🙌🙏💪🫶❤🧡💛💚💙💜🖤💕♥✨⭐🌟💫🔥🎉🎊🎈🎁🎲🎯🍀🌈☀⛅🌧❄⛄🌊🌍🌎🗺"
    "👉👆👇☞🔹🔸🔷🔶🟢🟡🔵📌📍⚔🗡🛡🏹🎖🏅🏆👑🏰🏯⚓⛵🚢🚤🛥🚂🚆🚗🚀🪖🎩💰💵💶💷🪙💎📈📊📜📝📨📩✉📧📬📮🖊✏🍺🍻🍷🥂☕🍵🍕🎄🐱🐶🐈🐕🦊🦁🐻🦅🌹🌷🌻"
    "■□▪▫●○◦◆◇▶►▷➤➜➡➔→⇒★☆✓✔✅☑•·©®°�"
)
"""Signs that stand around an order and say nothing of it."""
_UNIT_BULLET = regex(r"[-*+]+[ \t]+")


def plain_line(text: str) -> str:
    """One line as the grammar sees it: ASCII dashes, arrows, quotes and single spaces; no invisible characters.

    Full-width letters become Latin (NFKC); superscripts, fractions and circled figures stay what they are,
    so that `1²` can never be read as 12.
    """
    if text.isascii():
        if not text.isprintable():
            text = _controls(text)
        return " ".join(text.split())
    folded = _controls(text).translate(_FOLD)
    if not folded.isascii():
        folded = "".join(map(_compatible, folded)).translate(_FOLD)
        if not folded.isascii():
            folded = unicodedata.normalize("NFC", folded)
    return " ".join(folded.split())


def _controls(text: str) -> str:
    """Without escape sequences and control characters; tabs and line ends become spaces."""
    if "\x1b" in text:
        text = _ESCAPES.sub("", text)
    return "".join(c if c.isprintable() else _unprintable(c) for c in text)


@lru_cache(maxsize=4096)
def _unprintable(char: str) -> str:
    if char in "\t\n\r\v\f\x85":
        return " "
    return " " if unicodedata.category(char) in ("Zs", "Zl", "Zp") else ""


@lru_cache(maxsize=8192)
def _compatible(char: str) -> str:
    if char.isascii():
        return char
    if unicodedata.decomposition(char).partition(" ")[0] in _KEPT:
        return char
    return unicodedata.normalize("NFKC", char)


def odd_digits(text: str) -> bool:
    """True if the line holds superscript, subscript, circled or fraction figures: nobody can tell their meaning."""
    return not text.isascii() and any(
        not c.isascii()
        and (c.isdigit() or c.isnumeric())
        and _compatible(c) == c
        and not c.isdecimal()
        and not c.isalpha()
        for c in text
    )


def fold_look_alikes(text: str) -> str:
    """Cyrillic and Greek letters that look Latin become Latin, if the line is Latin otherwise.

    A word is changed only if all its foreign letters have a Latin double, and the line only if it holds some
    Latin letter of its own: Russian prose stays Russian.
    """
    if text.isascii() or not any("a" <= c.lower() <= "z" for c in text):
        return text
    return " ".join(_fold_word(word) for word in text.split(" "))


def _fold_word(word: str) -> str:
    if word.isascii():
        return word
    folded = word.translate(LOOK_ALIKES)
    return folded if folded.isascii() else word


def drop_bullet(text: str) -> str:
    """The line without a bullet, a list mark (`1)`, `2.`, `(a)`) or an idle sign in front. `5 : A Mun` keeps its 5."""
    while text:
        found = _BULLET.match(text)
        if found and found.end() < len(text):
            text = text[found.end() :]
        elif not text[0].isascii() and _is_idle(text[0]):
            text = text[1:].lstrip()
        else:
            break
    return text


def items(text: str) -> list[str]:
    """What a list in one line holds, as in `1. F Nap-Ion 2. A Rom-Ven`; any other line as it is."""
    found = list(_ITEM.finditer(text))
    if len(found) < 2 or found[0].start() or [int(one[1]) for one in found] != [*range(1, len(found) + 1)]:
        return [text]
    ends = [*(one.start() for one in found[1:]), len(text)]
    return [text[one.end() : end].rstrip() for one, end in zip(found, ends, strict=True)]


def item_behind(text: str, number: int) -> str:
    """What stands behind the number of a list's next item, a figure too: `2. 5 x Germany`; "" where it is none."""
    found = _ITEM.match(text)
    return text[found.end() :] if found and int(found[1]) == number else ""


def unlettered(lines: Sequence[str]) -> list[str]:
    """Lines without the letters or Roman numbers that count them from the first on, `a.` below `II.` again: no `b.` of
    a list is short for BUY. A mark that does not count on is none: `A. Par - Bur` stands above `A. Mar - Spa`."""
    levels = [(n, found.end()) for n, text in enumerate(lines) if (found := _LEVELS.match(text)) is not None]
    bare = list(lines)
    for n, end in levels if len(levels) > 1 else ():
        bare[n] = bare[n][end:]  # `1.1 Disposals` above `1.2 Acquisitions`
    marked: dict[tuple[bool, bool], list[tuple[int, int, int]]] = {}  # by kind: line, number, where the mark ends, or 0
    for n, text in enumerate(bare):
        if " b. " in text or " b) " in text:
            bare[n] = _unlettered(text)
        found = _LETTERED.match(text)
        if found is not None:
            mark = found[1].upper()
            roman = mark in _ROMAN
            number = _ROMAN.index(mark) if roman else ord(mark) - ord("A")
            end = found.end() if bare[n] == text else 0
            marked.setdefault((roman, found[1].isupper()), []).append((n, number, end))
    for marks in marked.values():
        numbers = [number for _, number, _ in marks]
        if max(numbers) and all(two in (0, one + 1) for one, two in pairwise([-1, *numbers])):
            for n, _, end in marks:
                bare[n] = bare[n][end:]
    return bare


def _unlettered(text: str) -> str:
    """A line in which such a list stands: `Sales: a. 200 crowns b. 120 piastres` with a comma for each letter."""
    found = list(_LETTER.finditer(text))
    if [one[1] for one in found] != list("abcdefgh"[: len(found)]):
        return text
    return _LETTER.sub(lambda mark: ", " if text[: mark.start()][-1:].isalnum() else " ", text).strip()


def drop_hyphen(text: str) -> str:
    """The line without a leading `- ` or `* ` and nothing else changed."""
    found = _UNIT_BULLET.match(text)
    return text[found.end() :] if found else text


def drop_emphasis(text: str) -> str:
    """The line without the `*...*` or `_..._` that mail programs put around bold and italic text."""
    mark = text[:1]
    if mark in ("*", "_") and len(text) > 2 and text[-1] == mark and text.count(mark) == 2:
        return text[1:-1].strip()
    return text


def drop_trailing_emoji(text: str) -> str:
    """The line without idle signs, emoji mostly, at its end: `F Lon - ENG` and a thumb up is an order."""
    end = len(text)
    while end and (text[end - 1] == " " or (not text[end - 1].isascii() and _is_idle(text[end - 1]))):
        end -= 1
    return text[:end]


def _is_idle(char: str) -> bool:
    """Whether a sign says nothing: a smile, a thing, a flag. A thumb down or an hourglass says something."""
    return char in _IDLE or "\U0001f1e6" <= char <= "\U0001f1ff" or "\U0001f3fb" <= char <= "\U0001f3ff"
