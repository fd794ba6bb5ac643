"""docs/schema out of the types of the machine parts (judge/desk/writing/machine.py).

python -m tools.schemas        writes the files anew
"""

from __future__ import annotations

import json
import types
from collections.abc import Mapping
from dataclasses import MISSING, Field, fields, is_dataclass
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints

from judge.desk.writing.machine import PARTS, SCHEMA, Machine

FOLDER = Path(__file__).resolve().parents[1] / "docs" / "schema"
_PLAIN = {str: "string", int: "integer", bool: "boolean"}


def schema(part: type[Machine]) -> dict[str, Any]:
    """The schema of a machine part."""
    described = _object(part)
    fixed = {"schema": {"const": f"{SCHEMA}/{part.name}"}, "version": {"const": 1}}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{SCHEMA}/{part.name}",
        "description": " ".join((part.__doc__ or "").split()),
        "type": "object",
        "required": [*fixed, *described["required"]],
        "properties": {**fixed, **described["properties"]},
    }


def text(part: type[Machine]) -> str:
    """As it lies in docs/schema."""
    return json.dumps(schema(part), indent=1, ensure_ascii=False) + "\n"


def _object(kind: type[Any]) -> dict[str, Any]:
    hints = get_type_hints(kind, include_extras=True)
    found: tuple[Field[Any], ...] = fields(kind)
    names = [one.name for one in found]
    assert all(one.default_factory is MISSING for one in found)  # everything is always written
    return {"type": "object", "required": names, "properties": {name: _of(hints[name]) for name in names}}


def _of(kind: Any) -> dict[str, Any]:
    origin = get_origin(kind)
    if origin is Annotated:
        inner, described = get_args(kind)
        return {**_of(inner), "description": described}
    if origin is Literal:
        return {"type": "string", "enum": list(get_args(kind))}
    if origin is tuple:
        return {"type": "array", "items": _of(get_args(kind)[0])}
    if origin is Mapping or (isinstance(origin, type) and issubclass(origin, Mapping)):
        return {"type": "object"}
    assert not isinstance(kind, types.UnionType)
    return _object(kind) if is_dataclass(kind) else {"type": _PLAIN[kind]}


def main() -> None:
    for part in PARTS:
        (FOLDER / f"{part.name}.json").write_text(text(part), "utf-8")


if __name__ == "__main__":
    main()
