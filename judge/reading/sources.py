"""Grammar files and what is said in them.

A grammar is composed flat: the texts of the files it uses, each once and before its user, and then its own; that of
the words of the correspondence ends with what their declarations say (`core/words`). (Imports
of Lark rename terminals, and renamed ones vanish from its error reports.) Comment lines at the start of a word carry
what a grammar cannot say:

    // uses: words, trade            files of grammar/lib it stands on
    // verbs: SELL, BUY              first words, for near misses
    // starts: ARMY, FLEET           first words that are no verbs
    // words: WITH, REST             other keywords, for near misses
    // heads: MOVE, HOLD            what else a heading may say, in front of the items below it
    // example: SELL 300 LIRA        a correct line, for hints; the first is the general one
    // say NUMBER: an amount         how a terminal is called in messages
    // refuse priced: sentence       a rule that is read only to be refused, and why
    // wrong: SELL LIRA => sentence  a sample mistake, and what to answer
    // lists: OFFERLIST              verbs whose line is one order: whole or not at all
"""

from __future__ import annotations

from dataclasses import field
from pathlib import Path

from judge.core import words
from judge.core.errors import SetupError
from judge.core.regex import regex
from judge.core.values import Value

_DIRECTIVE = regex(r"//\s*(?:(uses|verbs|starts|words|example|wrong|lists|heads):|(say|refuse)\s)\s*(.*)")


class Source(Value):
    """A composed grammar: its text for Lark, and what its comments say."""

    slug: str
    text: str
    files: tuple[str, ...]
    verbs: tuple[str, ...] = ()
    starts: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    examples: tuple[str, ...] = ()
    lists: tuple[str, ...] = ()
    heads: tuple[str, ...] = ()
    say: dict[str, str] = field(default_factory=dict)
    refuse: dict[str, str] = field(default_factory=dict)
    wrong: tuple[tuple[str, str], ...] = ()


SESSION = "session"  # the grammar whose words are declared in core/words


def compose(folder: Path, slug: str) -> Source:
    """Read `<slug>.lark` of a folder and what it uses. Raises SetupError if a file is missing or a comment is wrong."""
    texts: dict[str, str] = {}
    _gather(folder, f"{slug}.lark", texts, ())
    if slug == SESSION:
        texts["judge/core/words"] = words.grammar()
    parts: dict[str, list[tuple[str, str]]] = {}
    for name, text in texts.items():
        for word, rest in _directives(text):
            parts.setdefault(word, []).append((name, rest))
    return Source(
        slug=slug,
        text="\n".join(texts.values()),
        files=tuple(texts),
        verbs=_list(parts.get("verbs", [])),
        starts=_list(parts.get("starts", [])),
        words=_list(parts.get("words", [])),
        heads=_list(parts.get("heads", [])),
        lists=_list(parts.get("lists", [])),
        examples=tuple(rest for _, rest in parts.get("example", [])),
        say=dict(_pair(name, rest, ":") for name, rest in parts.get("say", [])),
        refuse=dict(_pair(name, rest, ":") for name, rest in parts.get("refuse", [])),
        wrong=tuple(_pair(name, rest, "=>") for name, rest in parts.get("wrong", [])),
    )


def _gather(folder: Path, name: str, texts: dict[str, str], users: tuple[str, ...]) -> None:
    """Add a file's text after those it uses."""
    if name in texts:
        return
    if name in users:
        raise SetupError(f"Grammar files use one another in a ring: {' > '.join((*users, name))}.")
    try:
        text = (folder / name).read_text(encoding="utf-8")
    except OSError as error:
        raise SetupError(f"The grammar file {folder / name} cannot be read: {error.strerror}.") from error
    for word, rest in _directives(text):
        if word == "uses":
            for used in rest.split(","):
                _gather(folder, f"lib/{used.strip()}.lark", texts, (*users, name))
    texts[name] = text


def _directives(text: str) -> list[tuple[str, str]]:
    found = (_DIRECTIVE.match(line) for line in text.splitlines())
    return [(match[1] or match[2], match[3].strip()) for match in found if match]


def _list(lines: list[tuple[str, str]]) -> tuple[str, ...]:
    words = [word.strip() for _, rest in lines for word in rest.split(",")]
    return tuple(dict.fromkeys(words))


def _pair(name: str, text: str, sign: str) -> tuple[str, str]:
    left, found, right = text.partition(sign)
    if not found or not left.strip() or not right.strip():
        raise SetupError(f"{name}: the comment {text!r} lacks its {sign!r} or one of its sides.")
    return left.strip(), right.strip()
