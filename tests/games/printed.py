"""Orders of a game as tables have them."""

from typing import Any

from judge.core.command import Command
from judge.games import variant
from tests.tables import rows


def printed(test: str, name: str, slug: str) -> list[Command]:
    """The orders of a game in the table of that name: each row is [class, its fields]."""
    kinds = {kind.__name__: kind for kind in variant(slug).vocabulary.values()}
    return [
        kinds[kind](**{field: _frozen(value) for field, value in given.items()}) for kind, given in rows(test, name)
    ]


def _frozen(value: Any) -> Any:
    return tuple(map(_frozen, value)) if isinstance(value, list) else value
