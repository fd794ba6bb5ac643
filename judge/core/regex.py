"""Regular expressions that are compiled when they are first used: most letters need few of the hundreds there are."""

import re
from typing import Any, AnyStr, cast


class _OnUse:
    """Text and flags of a pattern; what is asked of it first makes it, and all that a pattern has is there."""

    def __init__(self, text: str | bytes, flags: int) -> None:
        self.pattern, self.wanted = text, flags

    def __getattr__(self, name: str) -> Any:
        made = re.compile(self.pattern, self.wanted)
        self.__dict__.update({each: getattr(made, each) for each in dir(made) if not each.startswith("__")})
        return getattr(made, name)


def regex(text: AnyStr, flags: int = 0) -> re.Pattern[AnyStr]:
    """A pattern for a module's top level. Raises re.error when it is first used, if it is not in order."""
    return cast("re.Pattern[AnyStr]", _OnUse(text, flags))
