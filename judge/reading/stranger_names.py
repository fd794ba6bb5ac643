"""Who a stranger says they are, in a sentence: their name, and the name they want to play under."""

from __future__ import annotations

from judge.expressions import expressions, words
from judge.reading.lexicon import first_word

_RE = expressions("strangers")

_NODS = words("strangers", "nods")


def zone_behind(text: str) -> str:
    """`Ann Archer, my time zone is Europe/London`, as REGISTER has it."""
    return _RE.time_zone.sub(", ", text)


def pseudonym_in(text: str, bare: bool = False) -> str:
    """The pseudonym that a line names; `bare`: one was asked for, so that the name alone is enough."""
    for part in (*_sentences(text), *_RE.part.split(text)):
        match = _RE.called.match(part) or _RE.pseudonym_in_front.match(part)
        if match is None and bare and part == text and first_word(text).strip(",.!").casefold() not in _NODS:
            match = _RE.pseudonym.match(text)
        if match is not None and not (" " in match["name"] and _RE.own.match(part)):
            return match["name"].strip()
    return ""


def introduced(text: str) -> str:
    """The name, and maybe the zone, of somebody who says who he is; "" for any other text."""
    for part in _sentences(zone_behind(text)):
        match = _RE.named.match(part) or _RE.after.match(part)
        if match is not None and _RE.person.match(match["name"]):
            return match["name"].strip()
    return ""


def bare_name(text: str) -> str:
    """A text that is a name and no more, maybe with the zone; "" for any other."""
    match = _RE.bare.match(zone_behind(text)) if first_word(text).strip(",.!").casefold() not in _NODS else None
    return match["name"].strip() if match is not None else ""


def name_in(text: str) -> str:
    """The name, and maybe the zone, by which somebody makes himself known."""
    return introduced(text) or bare_name(text)


def _sentences(text: str) -> list[str]:
    """A line, and where it has several sentences, each of them."""
    parts = [part for part in _RE.new_sentence.split(text) if part.strip()]
    return [text] if len(parts) < 2 else [text, *parts]
