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
    """The packages pyproject.toml names -> "" or the extra they belong to."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    found = {name_of(text): "" for text in project["dependencies"]}
    for extra, texts in project["optional-dependencies"].items():
        for text in texts if extra != "dev" else ():
            found[name_of(text)] = extra
            found |= {f"{name_of(text)}-{part}": extra for part in re.findall(r"\[(\w+)\]", text)}  # psycopg[binary]
    return found


def closure() -> dict[str, str]:
    """The same with what they need in turn, on this platform."""
    found: dict[str, str] = {}
    waiting = sorted(direct().items(), key=lambda item: not item[1])  # what everybody needs is looked at first
    while waiting:
        waiting.sort(key=lambda one: bool(one[1]))  # what every judge needs first
        name, extra = waiting.pop(0)
        if name in found:
            continue
        found[name] = extra
        try:
            needs = requires(name) or []
        except PackageNotFoundError:
            continue
        waiting += [(name_of(text), extra) for text in needs if "extra ==" not in text and "win32" not in text]
    return dict(sorted(found.items()))


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
