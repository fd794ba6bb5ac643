"""Lines of the log: `what key=value ...`, one line each, with names a keeper can search for and nothing secret.

Written are games, seats and letters' keys. Addresses, words of letters, passwords and tokens are never given to
`entry`; the handler's formatter masks what a library may have put into a message of its own.
"""

import json
import logging
import re
from collections.abc import Callable, MutableMapping
from typing import Any

from judge.core.regex import regex

SHORT_KEY = 12
_PLAIN = regex(r"[\w.:/@+#-]+", re.ASCII)
_CONTROL = regex(r"[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def entry(what: str, **facts: object) -> str:
    """`phase_resolved game=lira7 phase=S1901M`; empty values are left out, odd ones are quoted as in JSON."""
    return " ".join([what, *(f"{name}={_value(value)}" for name, value in facts.items() if value not in ("", None))])


class Log(logging.LoggerAdapter[logging.Logger]):
    """Writes such lines under the name of a module: `log.info("phase_resolved", game=game.key)`."""

    def __init__(self, name: str) -> None:
        super().__init__(logging.getLogger(name))

    def process(self, msg: str, kwargs: MutableMapping[str, Any]) -> tuple[str, MutableMapping[str, Any]]:
        exc_info = kwargs.pop("exc_info", None)
        return entry(msg, **kwargs), {"exc_info": exc_info}


def short(key: str) -> str:
    """So much of a letter's key as is needed to find it: the reference under which it would be set aside."""
    return key[:SHORT_KEY]


def _value(value: object) -> str:
    text = str(value)
    return text if _PLAIN.fullmatch(text) else json.dumps(text)


class OneLine(logging.Formatter):
    """A record is one line: control characters are written out, so that nobody can forge a line; `mask` hides secrets.
    A traceback of ours follows below, each of its lines indented."""

    def __init__(self, shape: str, mask: Callable[[str], str] = str) -> None:
        super().__init__(shape)
        self._mask = mask

    def format(self, record: logging.LogRecord) -> str:
        record.message = _CONTROL.sub(lambda found: f"\\x{ord(found[0]):02x}", self._mask(record.getMessage()))
        if self.usesTime():
            record.asctime = self.formatTime(record, self.datefmt)
        text = self.formatMessage(record)
        if record.exc_info:
            trace = self.formatException(record.exc_info).split("\n")
            text += "".join(f"\n    {self._mask(_CONTROL.sub('?', row))}" for row in trace)
        return text
