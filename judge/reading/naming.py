"""Who somebody says he is: the text behind REGISTER, and the name in JOIN."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from judge.core.errors import InputError
from judge.core.regex import regex
from judge.expressions import expressions, words
from judge.signon import seems_a_name

_RE = expressions("words")

Fields = Mapping[str, Any]

LONGEST = 60  # characters of a name
_ADDRESS = regex(r"[<(]?\s*[^\s<>@,]+@[^\s<>@,]+\s*[>)]?")
_ZONE = regex(r"(?:[A-Za-z_]+(?:/[A-Za-z0-9_+-]+)+|(?:UTC|GMT)(?:[+-]\d{1,2})?)$")
_BRACKETS = regex(r"\s*\((?P<zone>[^()]+)\)$")
_NAME = regex(r"[^\W_][\w .,'\u2019&-]*")
_WORDS = words("things", "naming_words")


def registering(fields: Fields) -> Fields:
    """Name and zone out of what stands behind REGISTER, in the ways people write it. Neither is needed."""
    text = " ".join(str(fields.get("whoever", "")).split())
    if _RE.other_words.search(text):
        raise InputError(
            "Each word stands in a line of its own.", hint="Put what comes after the name on the next line."
        )
    label = _RE.label.match(text)
    text = text[label.end() :] if label else text
    name, zone = _parted(_ADDRESS.sub("", text).strip(" ,;"))
    name, zone = _bare(name), _bare(zone)
    if len(name) > LONGEST or (name and not _NAME.fullmatch(name)):
        raise InputError("That is no name I can note.", hint=f"A name has up to {LONGEST} letters.")
    if any(word.lower() in _WORDS for word in name.split()):
        raise InputError("I am not sure what your name is.", hint="Write REGISTER and your name, and nothing else.")
    return {"name": name, "zone": zone}


def _parted(text: str) -> tuple[str, str]:
    """The name, and what stands behind a comma, in brackets, behind the word ZONE, or is a zone's own name."""
    for pattern in (_RE.zone_word, _BRACKETS):
        found = pattern.search(text)
        if found:
            return text[: found.start()].strip(" ,;"), found["zone"]
    first, _, last = text.rpartition(" ")
    if _ZONE.fullmatch(last):
        return first.strip(" ,;"), last
    name, comma, rest = text.rpartition(",")
    if comma and not _RE.title.fullmatch(rest.strip()):
        return name.strip(" ,;"), rest.strip()
    return text, ""


def _bare(text: str) -> str:
    """Without the marks a manual or a sentence puts around it. The stop of `Jr.` or `J.` belongs to the name."""
    text = text.strip().strip('<>[]{}"\u201c\u201d!?;:,').strip()
    text = text[1:-1] if len(text) > 2 and text.startswith("'") and text.endswith("'") else text
    last = text.rpartition(" ")[2]
    return text[:-1] if text.endswith(".") and len(last) > 2 and not _RE.title.fullmatch(last) else text


def joining(fields: Fields) -> Fields:
    """The parts of JOIN stand in any order, each once. A word that may have been meant as a password never becomes a
    name that everybody sees."""
    loose = fields.get("long_seat")
    seat = fields.get("seat", loose)
    both = "seat" in fields and loose is not None
    if both or not all(isinstance(one, str | None) for one in (seat, fields.get("password"))):
        raise InputError("JOIN takes one pseudonym and one password.", hint="Leave the others out.")
    if loose is not None and not fields.get("password") and not seems_a_name(str(loose)):
        raise InputError(
            "Is the last word part of the pseudonym, or a password? A pseudonym of several words stands in quotation "
            "marks, and a password behind the word PASSWORD: so no password becomes a name that everybody sees."
        )
    rest = {name: value for name, value in fields.items() if name != "long_seat"}
    bare = _bare(_RE.courtesy.sub("", str(seat))) if seat is not None else ""
    return {**rest, "loose": loose is not None and " " in bare, **({"seat": bare} if bare else {})}
