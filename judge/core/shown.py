"""What a game lets be looked at: standings and forecasts."""

from typing import Protocol, runtime_checkable

from judge.core.values import Record


class Shown(Record):
    """A standing or a forecast: one record a kind, beside the rules that make it.

    Its docstring tells the meaning and the unit of each field. Templates, pictures and robots get it as it is; its
    document (`core.codec.facts`) is made where JSON is written. A game lists its kinds in `GameInfo.views`, and the
    conformance tests check every field that a template reaches against them. This one shows nothing.
    """


@runtime_checkable
class Awaiting(Protocol):
    """The forecast of a MASTER's sheet: whether the phase still lacks his report."""

    @property
    def waiting(self) -> bool: ...
