"""THIRD-PARTY.md from the installed packages' own metadata: `python tools/third_party.py > THIRD-PARTY.md`."""

from __future__ import annotations

import re
import tomllib
from importlib.metadata import PackageNotFoundError, metadata, requires
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
HEAD = """\
# Third-party packages

What an installed judge uses at run time, with the licence each package states in its own metadata; versions are in
`requirements.lock`. Packages of the extras are marked. Written by `tools/third_party.py`; a test compares it with
`pyproject.toml`.

| package | licence | for |
| --- | --- | --- |
"""
TAIL = """
The fonts in `judge/render/fonts/` come with their own licence beside them.
"""
READ = {"imapclient": "BSD-3-Clause", "resvg-py": "MIT"}  # from the licence files: their metadata does not say
CLASSIFIER = "License :: OSI Approved :: "


def name_of(requirement: str) -> str:
    return re.split(r"[\s\[<>=!~;(]", requirement, maxsplit=1)[0].lower().replace("_", "-")


def direct() -> dict[str, str]:
    """The requirements pyproject.toml states -> "" or the extra they belong to."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    found = dict.fromkeys(project["dependencies"], "")
    for extra, texts in project["optional-dependencies"].items():
        found |= dict.fromkeys(texts if extra != "dev" else (), extra)
    return found


def closure() -> dict[str, str]:
    """Their packages with what they need in turn, on this platform."""
    found: dict[str, str] = {}
    waiting, seen = list(direct().items()), set()
    while waiting:
        waiting.sort(key=lambda one: bool(one[1]))  # what every judge needs first
        text, extra = waiting.pop(0)
        name, parts = name_of(text), parts_of(text)
        found.setdefault(name, extra)
        if (name, parts) in seen:
            continue
        seen.add((name, parts))
        try:
            needs = requires(name) or []
        except PackageNotFoundError:
            continue
        waiting += [(need, extra) for need in needs if wanted(need, parts)]
    return dict(sorted(found.items()))


def parts_of(requirement: str) -> frozenset[str]:
    """The extras that a requirement asks for: woff of `fonttools[woff] >= 4`."""
    match = re.match(r"[\w.-]+\s*\[([^\]]*)\]", requirement)
    return frozenset(part.strip() for part in match[1].split(",")) if match else frozenset()


def wanted(need: str, parts: frozenset[str]) -> bool:
    """Whether a package that is asked for with these extras brings this requirement of its own."""
    if "win32" in need or re.search("!= *[\"']CPython", need):
        return False
    extras = set(re.findall("extra *== *[\"']([\\w.-]+)", need))
    return not extras or bool(extras & parts)


def licence(name: str) -> str:
    if name in READ:
        return READ[name]
    facts = metadata(name)
    stated = facts.get("License-Expression") or ""
    if not stated:
        kinds = [text.removeprefix(CLASSIFIER) for text in facts.get_all("Classifier") or () if CLASSIFIER in text]
        stated = ", ".join(kinds) or (facts.get("License") or "see the package").split("\n")[0]
    return " ".join(stated.split())[:60]


def table() -> str:
    rows = []
    for name, extra in closure().items():
        summary = " ".join((metadata(name).get("Summary") or "").split()).replace("|", "/")
        rows.append(f"| {name}{f' ({extra})' if extra else ''} | {licence(name)} | {summary[:80]} |")
    return HEAD + "\n".join(rows) + "\n" + TAIL


if __name__ == "__main__":
    print(table(), end="")
