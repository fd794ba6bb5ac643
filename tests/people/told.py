"""What the answers to the letters say, letter for letter: short enough that a change of it can be read.

`make golden` writes it anew."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

from tests.people.office import Letter
from tests.people.result import Result

HERE = Path(__file__).parent / "told"


def place(part: str) -> Path:
    """Where the answers to a part of the letters stand."""
    return HERE / f"{part}.txt"


def told(result: Result) -> str:
    """Who gets which letter, and what each says about the lines of the one that it answers."""
    lines = [line for letter in (*result.letters, *result.also) for line in _letter(letter)]
    return "\n  ".join((f"{result.case['id']} {lines[0] if lines else 'no letter'}", *lines[1:]))


def _letter(letter: Letter) -> Iterator[str]:
    yield f"{letter.to} {letter.subject}"
    answers = letter.facts.get("answers")
    if answers is None:
        yield _flat(letter.text.split("\n\n")[0])
        return
    for one in answers:
        doubt = "" if one["level"] == "ok" else f"{one['level']}: {one['echo']} | "
        yield f"{one['line']} {_flat(doubt + one['text'])}"


def _flat(text: str) -> str:
    return " ".join(text.split())


def before(part: str) -> dict[str, str]:
    """What was told, by letter, when the file was written."""
    letters = re.split(r"\n(?! )", place(part).read_text("utf-8").rstrip("\n"))
    return {one.split(" ", 1)[0]: one for one in letters}


def differences(old: Mapping[str, str], now: Mapping[str, str]) -> list[str]:
    """Letters whose answers say something else than they did: both, one below the other."""
    names = [name for name in {**old, **now} if old.get(name) != now.get(name)]
    return [f"- {old.get(name, name)}\n+ {now.get(name, name)}" for name in names]
