"""Values that are frozen dataclasses because of their base, so that none need say so again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, dataclass_transform


@dataclass_transform(frozen_default=True)
class Value:
    """Each class below it is a frozen dataclass. What `@dataclass` takes stands behind the bases:

    class Sell(Command, kw_only=True): ...
    """

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__()
        dataclass(frozen=True, **options)(cls)


@dataclass_transform(frozen_default=True, kw_only_default=True)
class Record:
    """Each class below it is a frozen dataclass whose fields are given by name."""

    def __init_subclass__(cls, *, kw_only: bool = True, **options: Any) -> None:
        super().__init_subclass__()
        dataclass(frozen=True, kw_only=kw_only, **options)(cls)
