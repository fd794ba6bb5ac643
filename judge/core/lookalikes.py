"""Names that look alike: the skeleton of a name, by the table of confusable characters of Unicode (UTS 39).

lookalikes.txt holds what of that table concerns letters and digits, after case and accents are gone: each letter as the
numbers (hexadecimal) of the characters that are mistaken for it. The Unicode Consortium's licence allows it.
"""

import unicodedata
from functools import cache, lru_cache

from judge.core.tables import tables

_OF_OUR_OWN = {
    "\u00f8": "o",
    "\u0142": "i",
    "\u0111": "d",
    "\u0127": "h",
    "\u0153": "oe",
    "\u00e6": "ae",
    "\u00f0": "d",
}
_PAIRS = (("rn", "m"), ("vv", "w"), ("ci", "d"), ("nn", "m"))  # two letters that are read as one
_TOGETHER = {"HIRAGANA": "CJK", "KATAKANA": "CJK", "HANGUL": "CJK", "IDEOGRAPHIC": "CJK"}  # scripts of one language


@cache
def _table() -> dict[int, str]:
    found = {ord(one): other for one, other in _OF_OUR_OWN.items()}
    known, letter = tables(__package__, "lookalikes"), ""
    for word in known["latin"].split():
        if word.endswith(":"):
            letter = word[0]
        else:
            found[int(word, 16)] = letter
    found = {one: "i" if other in ("1", "l") else other for one, other in found.items()}
    found |= {ord("0"): "o", ord("1"): "i", ord("l"): "i"}
    for group in known["others"].split(";"):
        first, *rest = (int(word, 16) for word in group.split())
        found |= {other: chr(first) for other in rest}
    return found


def fold(text: str) -> str:
    """The form in which names are compared: no case, no accents, no spaces or punctuation (B-3)."""
    decomposed = text if text.isascii() else unicodedata.normalize("NFKD", text)
    return "".join(filter(str.isalnum, decomposed)).casefold()


@lru_cache(maxsize=4096)
def skeleton(text: str) -> str:
    """What names have in common that look the same at a glance: `Lupus`, `Iupus`, and the like in other alphabets."""
    found = fold(fold(text).translate(_table()))
    for pair, one in _PAIRS:
        found = found.replace(pair, one)
    return found


def scripts(text: str) -> tuple[str, ...]:
    """The alphabets that the letters of a name are of; figures are of every alphabet."""
    found: dict[str, None] = {}
    for ch in unicodedata.normalize("NFKD", text):
        if ch.isalnum() and not (ch.isascii() and ch.isdigit()):
            first = unicodedata.name(ch, "UNKNOWN").split()[0].split("-")[0]
            found[_TOGETHER.get(first, first)] = None
    return tuple(found)
