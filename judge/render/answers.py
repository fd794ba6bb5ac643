"""What a confirmation still has to say beside the sheets it prints."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

Answer = Mapping[str, Any]


def unsaid(answers: Iterable[Answer], views: Iterable[Mapping[str, Any]]) -> list[Answer]:
    """The answers whose words do not stand in one of the sheets already, in the order of the letter.

    An accepted order is there as a numbered line, and why it is cut as the note below it. Errors are always told.
    """
    texts: set[str] = set()
    notes: list[tuple[str, str]] = []
    for view in views:
        for line in view["lines"]:
            texts.add(line["text"])
            if line["note"]:
                notes.append((line["text"], line["note"]))
        if view["later"]:
            texts |= {f"{line['text']} - kept for {view['phase_words']}" for line in view["lines"]}
    return [answer for answer in answers if not _said(answer, texts, notes)]


def _said(answer: Answer, texts: set[str], notes: Sequence[tuple[str, str]]) -> bool:
    text = answer["text"]
    if answer["level"] == "error":
        return False
    return text in texts or any(_noted(text, line, note) for line, note in notes)


def _noted(text: str, line: str, note: str) -> bool:
    """Whether a remark, alone or behind its order and a dash, stands in the note of that order."""
    return text.removeprefix(f"{line} - ") in note


def problems(answers: Iterable[Answer]) -> list[dict[str, Any]]:
    """The errors by line, then those of no line: {"line", "echo", "texts"}; several about one piece stand together."""
    found: list[dict[str, Any]] = []
    errors = [answer for answer in answers if answer["level"] == "error"]
    for answer in sorted(errors, key=lambda one: (not one["line"], one["line"])):
        same = found and answer["line"] and found[-1]["line"] == answer["line"]
        if same and found[-1]["echo"] == answer["echo"]:
            found[-1]["texts"].append(answer["text"])
        else:
            found.append({"line": answer["line"], "echo": answer["echo"], "texts": [answer["text"]]})
    for problem in found:
        shown = any(_plain(problem["echo"]) in _plain(text) for text in problem["texts"])
        problem["echo"] = "" if shown else problem["echo"].strip()
    return found


def _plain(text: str) -> str:
    return " ".join(text.split()).casefold()
