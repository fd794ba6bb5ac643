"""What a judge can run without: the one place from which `judge.extras` is loaded."""

from importlib import import_module
from typing import Any

from judge.core.errors import SetupError

EXTRAS = "judge.extras"


def extra(name: str) -> Any:
    """A module of `judge.extras`; None where that folder is not installed."""
    try:
        return import_module(f"{EXTRAS}.{name}")
    except ModuleNotFoundError as missing:
        if missing.name != EXTRAS:
            raise
        return None


def wanted(name: str) -> Any:
    """A module of `judge.extras` that the settings or the keeper ask for. SetupError where it is not installed."""
    module = extra(name)
    if module is None:
        part = name.partition(".")[0]
        raise SetupError(f"This installation of the judge has no {part}.", remedy="Install the package judge.extras.")
    return module
