"""Lines of letters in any game, and what the judge makes of them."""

from typing import Any

from judge.games import variant
from tests.games.setting import reader
from tests.tables import cases


def frozen(value: Any) -> Any:
    return tuple(map(frozen, value)) if isinstance(value, list) else value


@cases("slug", "kind", "fields")
def test_B_3_M_14_a_printed_order_reads_as_the_same_order(slug: str, kind: str, fields: dict[str, Any]) -> None:
    kinds = {command.__name__: command for command in variant(slug).vocabulary.values()}
    command = kinds[kind](**{name: frozen(value) for name, value in fields.items()})
    assert reader(slug)(command.canonical()) == [command]


@cases("slug", "text", "printed")
def test_B_3_orders_are_read_as_players_write_them(slug: str, text: str, printed: list[str]) -> None:
    assert [command.canonical() for command in reader(slug)(text)] == printed
