"""docs/schema out of the types of the machine parts (judge/desk/writing/machine.py), and docs/schema/games out of the
types of what games let be looked at (`GameInfo.views`).

python -m tools.schemas        writes the files anew
"""

from __future__ import annotations

import inspect
import json
import re
import types
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from judge.core.codec import Unset
from judge.core.shown import Shown
from judge.core.variant import GameInfo
from judge.desk.writing.machine import PARTS, SCHEMA, Machine
from judge.games import variants

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "schema"
_PLAIN = {str: "string", int: "integer", bool: "boolean", type(None): "null"}


def schema(part: type[Machine]) -> dict[str, Any]:
    """The schema of a machine part."""
    described = _object(part)
    fixed = {"schema": {"const": f"{SCHEMA}/{part.name}"}, "version": {"const": 1}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{SCHEMA}/{part.name}",
        "description": described["description"],
        "type": "object",
        "required": [*fixed, *described["required"]],
        "properties": {**fixed, **described["properties"]},
    }


def views(info: GameInfo) -> dict[str, Any]:
    """The schema of what a game lets be looked at."""
    shown = info.views
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{SCHEMA}/games/{info.slug}",
        "description": "What may be looked at: what everybody sees, what a seat and the master see beside it, and the "
        "forecast of a sheet, as confirmations have it.",
        "type": "object",
        "properties": {
            "public": _titled(shown.public),
            "private": {"anyOf": [_titled(kind) for kind in shown.private]},
            "master": _titled(shown.master),
            "forecast": {"anyOf": [_titled(kind) for kind in shown.forecasts]},
        },
    }


def text(found: dict[str, Any]) -> str:
    """As it lies in docs/schema."""
    return json.dumps(found, indent=1, ensure_ascii=False) + "\n"


def _titled(kind: type[Any]) -> dict[str, Any]:
    return {"title": kind.__name__, **_object(kind)}


def said(kind: type[Any]) -> tuple[str, dict[str, str]]:
    """What the docstrings of a type and of its bases say: of it, and of its fields (`name, other  meaning`)."""
    head, rows = "", {}
    for one in reversed([base for base in kind.__mro__ if is_dataclass(base)]):
        head, *paragraphs = inspect.cleandoc(one.__doc__ or "").split("\n\n")
        for paragraph in paragraphs:
            for row in re.findall(r"(?m)^\w.*(?:\n .*)*", paragraph):
                names, gap, meaning = row.partition("  ")
                if gap:
                    rows |= dict.fromkeys(names.split(", "), " ".join(meaning.split()))
    return " ".join(head.split()), rows


def _object(kind: type[Any]) -> dict[str, Any]:
    hints = get_type_hints(kind, include_extras=True)
    found: tuple[Field[Any], ...] = fields(kind)
    names = [one.name for one in found]
    assert all(one.default_factory is MISSING for one in found)  # everything is always written, but what is UNSET
    needed = [name for name in names if Unset not in get_args(hints[name])]
    head, rows = said(kind)
    told = {name: {"description": rows[name]} if name in rows else {} for name in names}
    properties = {name: {**_of(hints[name]), **told[name]} for name in names}
    return {"type": "object", "description": head, "required": needed, "properties": properties}


def _of(kind: Any) -> dict[str, Any]:
    origin = get_origin(kind)
    if kind is Shown:
        return {"type": "object"}  # any game's
    if origin is Annotated:
        inner, described = get_args(kind)
        return {**_of(inner), "description": described}
    if origin is Literal:
        return {"type": "string", "enum": list(get_args(kind))}
    if origin is tuple:
        return {"type": "array", "items": _of(get_args(kind)[0])}
    if origin is Mapping or (isinstance(origin, type) and issubclass(origin, Mapping)):
        held = get_args(kind)[1]
        return {"type": "object"} if held is Any else {"type": "object", "additionalProperties": _of(held)}
    if isinstance(kind, types.UnionType):
        parts = [one for one in get_args(kind) if one is not Unset]
        return {"anyOf": [_of(one) for one in parts]} if len(parts) > 1 else _of(parts[0])
    return _object(kind) if is_dataclass(kind) else {"type": _PLAIN[kind]}


def main() -> None:
    for part in PARTS:
        (FOLDER / f"{part.name}.json").write_text(text(schema(part)), "utf-8")
    for slug, game in variants().items():
        (FOLDER / "games" / f"{slug}.json").write_text(text(views(game.info)), "utf-8")


if __name__ == "__main__":
    main()
