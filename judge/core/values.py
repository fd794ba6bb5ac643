"""Values that are frozen dataclasses because of their base, so that none need say so again.

Making a dataclass takes half a millisecond; a process that reads one letter loads three hundred of them and uses a few.
So a class becomes one when its first value is made, or when somebody asks for its fields.

That is done without a lock: a class whose first value may be made in two threads at once is a plain `@dataclass`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from typing import Any, dataclass_transform

_FIELDS = "__dataclass_fields__"


class _Later:
    """Stands for the fields of a class that is not a dataclass yet.

    options  what its `@dataclass` takes
    """

    def __init__(self, options: Mapping[str, Any]) -> None:
        self.options = options

    def __get__(self, value: object, kind: type) -> Any:
        _make(kind)
        return kind.__dict__[_FIELDS]


def _make(kind: type) -> None:
    """Make a class a dataclass, those it is made of before it."""
    for cls in reversed(kind.__mro__):
        later = cls.__dict__.get(_FIELDS)
        if isinstance(later, _Later):
            if cls.__dict__["__init__"] is Value.__init__:
                delattr(cls, "__init__")
            dataclasses.dataclass(frozen=True, **later.options)(cls)


@dataclass_transform(frozen_default=True)
class Value:
    """Each class below it is a frozen dataclass. What `@dataclass` takes stands behind the bases:

    class Sell(Command, kw_only=True): ...
    """

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__()
        setattr(cls, _FIELDS, _Later(options))
        if "__init__" not in cls.__dict__:
            cls.__init__ = Value.__init__  # type: ignore[method-assign]

    def __init__(self, *given: Any, **named: Any) -> None:
        """Of the first value of a class: the dataclass brings its own."""
        _make(type(self))
        type(self).__init__(self, *given, **named)

    def __setstate__(self, state: Mapping[str, Any]) -> None:
        """The first value of a class may come from another process."""
        _make(type(self))
        self.__dict__.update(state)


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Record(Value):
    """Each class below it is a frozen dataclass whose fields are given by name."""

    def __init_subclass__(cls, *, kw_only: bool = True, **options: Any) -> None:
        super().__init_subclass__(kw_only=kw_only, **options)
