"""Values that are frozen dataclasses because of their base, so that none need say so again.

A process that reads one letter loads three hundred of these classes and makes values of few. So a class becomes a
dataclass when its first value is made, or when somebody asks for its fields; and what all of them share (they are
frozen, compared and shown by their fields) is written here once, not made anew for each, which takes most of the time.

That is done without a lock: a class whose first value may be made in two threads at once is a plain `@dataclass`.
"""

from collections.abc import Mapping
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, fields
from operator import attrgetter
from typing import Any, ClassVar, dataclass_transform

_FIELDS = "__dataclass_fields__"


class _Later:
    """Stands for the fields of a class that is not a dataclass yet. `kw_only`: they are given by name."""

    def __init__(self, kw_only: bool) -> None:
        self.kw_only = kw_only

    def __get__(self, value: object, kind: type) -> Any:
        _make(kind)
        return kind.__dict__[_FIELDS]


def _make(kind: Any) -> None:
    """Make a class a dataclass, those it is made of before it."""
    for cls in reversed(kind.__mro__):
        later = cls.__dict__.get(_FIELDS)
        if isinstance(later, _Later):
            cls.__doc__ = cls.__doc__ or f"{cls.__name__}(...)"  # else a dataclass works out its signature for it
            dataclass(init=False, repr=False, eq=False, kw_only=later.kw_only)(cls)
            compared = [field.name for field in fields(cls) if field.compare]
            cls._compared = attrgetter(*compared) if compared else staticmethod(lambda value: ())
            if cls.__dict__["__init__"] is Value.__init__:
                cls.__init__ = _setter(fields(cls))


def _setter(of: tuple[Field[Any], ...]) -> Any:
    """The `__init__` of these fields, which sets all of them at once: one by one takes a frozen value twice as long,
    and a letter makes a hundred."""
    known: dict[str, Any] = {"__set": Value.__dict__["__dict__"].__set__, "__unset": MISSING}  # no field is called so
    by_place, by_name = ["self"], list[str]()
    values = []
    for field in of:
        name, value = field.name, field.name
        if field.default_factory is not MISSING:
            known[f"__new_{name}"] = field.default_factory
            value = f"__new_{name}() if {name} is __unset else {name}" if field.init else f"__new_{name}()"
            default = "=__unset"
        else:
            known[f"__is_{name}"] = field.default
            default = f"=__is_{name}" if field.default is not MISSING else ""
        if field.init:
            (by_name if field.kw_only else by_place).append(name + default)
        values.append(f"{name!r}: {value}")
    asked = ", ".join([*by_place, "*", *by_name] if by_name else by_place)
    body = f"__set(self, {{{', '.join(values)}}})"
    exec(f"def __init__({asked}):\n {body}", known)
    return known["__init__"]


@dataclass_transform(frozen_default=True)
class Value:
    """Each class below it is a frozen dataclass. `kw_only` stands behind the bases:

    class Sell(Command, kw_only=True): ...
    """

    _compared: ClassVar[Any]  # gives the fields by which a value is compared

    def __init_subclass__(cls, kw_only: bool = False, **options: Any) -> None:
        super().__init_subclass__(**options)
        setattr(cls, _FIELDS, _Later(kw_only))
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

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def __eq__(self, other: object) -> bool:
        return self._compared(self) == self._compared(other) if type(other) is type(self) else NotImplemented

    def __hash__(self) -> int:
        return hash(self._compared(self))

    def __repr__(self) -> str:
        own = [field.name for field in fields(self) if field.repr]  # type: ignore[arg-type]
        shown = ", ".join(f"{name}={getattr(self, name)!r}" for name in own)
        return f"{type(self).__qualname__}({shown})"


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Record(Value):
    """Each class below it is a frozen dataclass whose fields are given by name."""

    def __init_subclass__(cls, *, kw_only: bool = True, **options: Any) -> None:
        super().__init_subclass__(kw_only=kw_only, **options)
