"""Frozen dataclasses that are made quickly.

What `@dataclass(frozen=True)` generates sets each field through `object.__setattr__`, which takes five times as long as
writing into the instance's dictionary; of the records of a letter some two hundred are made, so that it counts. Whoever
holds such a value can change it no more than before."""

from __future__ import annotations

from dataclasses import MISSING, Field, fields
from typing import Any, TypeVar

T = TypeVar("T")


def quick(kind: type[T]) -> type[T]:
    """The frozen dataclass with an `__init__` of the same signature and effect.

        @quick
        @dataclass(frozen=True)
        class Point: ...

    Not for those with slots, which have no dictionary, and not with `InitVar`.
    """
    shown = fields(kind)  # type: ignore[arg-type]
    names: dict[str, Any] = {}
    places = [_given(field, names) for field in shown if field.init and not field.kw_only]
    keywords = [_given(field, names) for field in shown if field.init and field.kw_only]
    head = ", ".join(["self", *places, *(["*", *keywords] if keywords else [])])
    rows = [row for field in shown if (row := _written(field, names))]
    if hasattr(kind, "__post_init__"):
        rows.append("self.__post_init__()")
    scope: dict[str, Any] = {}
    body = "\n    ".join(["_of = self.__dict__", *rows])
    exec(f"def __init__({head}):\n    {body}", names, scope)  # as dataclasses do it: of names in our own source alone
    made, before = scope["__init__"], kind.__init__
    made.__qualname__, made.__doc__, made.__annotations__ = before.__qualname__, before.__doc__, before.__annotations__
    kind.__init__ = made  # type: ignore[method-assign]
    return kind


def _given(field: Field[Any], names: dict[str, Any]) -> str:
    """The field as a parameter."""
    if field.default is not MISSING:
        names[f"_default_{field.name}"] = field.default
        return f"{field.name}=_default_{field.name}"
    if field.default_factory is not MISSING:
        names["_MISSING"] = MISSING
        return f"{field.name}=_MISSING"
    return field.name


def _written(field: Field[Any], names: dict[str, Any]) -> str:
    """The line that sets the field; "" for one that is a default of the class and nothing else."""
    if field.default_factory is MISSING:
        return f"_of[{field.name!r}] = {field.name}" if field.init else ""
    names[f"_make_{field.name}"] = field.default_factory
    made = f"_make_{field.name}()"
    value = f"{made} if {field.name} is _MISSING else {field.name}" if field.init else made
    return f"_of[{field.name!r}] = {value}"
