"""Export and import as JSON lines."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from judge.core.errors import InputError
from judge.store import Store, export_game, export_rows, import_rows, open_store


@pytest.fixture
def full(new_store: Callable[..., Store]) -> Store:
    store = new_store()
    with store.batch():
        for game in ("lira7", "mark2"):
            store.table("games").put(game, {"status": "active", "phase": "F1903M"})
            for seq in (2, 1, 3):
                store.table("events").put(f"{game}/{seq}", {"game": game, "seq": seq, "words": "12 × lire"})
            store.table("outbox").append({"status": "queued", "due": "2026", "game": game})
            store.next_number(f"{game}/letters", game=game)
        store.table("b").append({"no": "game"})
        store.next_number("letters")
    return store


def contents(store: Store) -> dict[str, list[tuple[int, dict[str, object]]]]:
    return {
        name: [(doc.doc_id, dict(doc)) for doc in store.table(name)] for name in (*sorted(store.tables()), "counters")
    }


def test_a_store_moves_to_another_and_back_unchanged(
    full: Store, new_store: Callable[..., Store], tmp_path: Path
) -> None:
    lines = list(export_rows(full))
    other = open_store(
        tmp_path / "other.db" if full.storage.engine.__class__.__name__ == "MemoryEngine" else "memory:",
        {"a": ("k",), "b": (), "events": ("game+seq",), "outbox": ("status",), "games": ()},
    )
    assert import_rows(other, lines) == len(lines) == 14
    assert contents(other) == contents(full)
    back = new_store()
    import_rows(back, export_rows(other))
    assert contents(back) == contents(full)
    assert list(export_rows(back)) == lines
    other.close()


def test_a_line_is_one_object_with_table_key_and_document(full: Store) -> None:
    lines = [json.loads(line) for line in export_rows(full, ["events", "b"])]
    assert lines[0] == {"table": "b", "key": None, "id": 1, "doc": {"no": "game"}}
    assert lines[1] == {"table": "events", "key": "lira7/2", "doc": {"game": "lira7", "seq": 2, "words": "12 × lire"}}
    assert all("\n" not in line[:-1] and line.endswith("\n") for line in export_rows(full))


def test_an_export_can_be_chosen_by_table_and_document(full: Store) -> None:
    chosen = list(export_rows(full, where=lambda table, doc: table == "events" and doc["seq"] == 1))
    assert [json.loads(line)["key"] for line in chosen] == ["lira7/1", "mark2/1"]
    with pytest.raises(KeyError):
        list(export_rows(full, ["evnets"]))


def test_a_game_is_exported_with_everything_that_is_its_own(full: Store, new_store: Callable[..., Store]) -> None:
    file = io.StringIO()
    assert export_game(full, "lira7", file) == 6
    other = new_store()
    other.table("outbox").append({"status": "sent", "game": "old"})
    assert import_rows(other, file.getvalue().splitlines()) == 6
    assert other.table("games").fetch("lira7") == {"key": "lira7", "status": "active", "phase": "F1903M"}
    assert [doc["seq"] for doc in other.table("events").find("game", "lira7")] == [2, 1, 3]
    assert other.table("events").find("game", "mark2") == []
    assert [doc.doc_id for doc in other.table("outbox").find("game", "lira7")] == [2]
    assert other.next_number("lira7/letters") == 2
    again = io.StringIO()
    assert export_game(other, "none", again) == 0


def test_importing_twice_changes_nothing(full: Store, new_store: Callable[..., Store]) -> None:
    lines, other = list(export_rows(full)), new_store()
    import_rows(other, lines)
    before = contents(other)
    assert import_rows(other, lines) == 0
    assert contents(other) == before


def test_a_row_that_is_there_with_another_document_is_refused_unless_asked(
    full: Store, new_store: Callable[..., Store]
) -> None:
    lines, other = list(export_rows(full, ["games"])), new_store()
    other.table("games").put("mark2", {"status": "ended"})
    with pytest.raises(InputError, match="line 2: games has another row of key 'mark2'"):
        import_rows(other, lines)
    assert other.table("games").fetch("lira7") is None, "an import is all or none"
    assert import_rows(other, lines, replace=True) == 2
    assert other.table("games").fetch("mark2")["status"] == "active"  # type: ignore[index]


def test_an_imported_counter_never_goes_back(full: Store, new_store: Callable[..., Store]) -> None:
    other = new_store()
    for _ in range(5):
        other.next_number("letters")
    import_rows(other, export_rows(full, ["counters"]))
    assert other.next_number("letters") == 6


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        '{"table": "games"}',
        '{"table": "games", "key": 5, "doc": {}}',
        '{"table": "evnets", "key": "x", "doc": {}}',
        '{"table": "games", "key": "x", "doc": {"key": "y"}}',
        '{"table": "games", "key": "", "doc": {}}',
        '{"table": "games", "key": "x", "doc": [1]}',
    ],
)
def test_a_line_that_is_no_row_is_named_and_nothing_is_imported(store: Store, line: str) -> None:
    good = '{"table": "games", "key": "g", "doc": {}}'
    with pytest.raises(InputError, match=r"^line 3: "):
        import_rows(store, [good, "", line])
    assert len(store.table("games")) == 0


def test_an_export_beside_a_writer_shows_one_moment(tmp_path: Path) -> None:
    tables = {"a": (), "b": ()}
    daemon = open_store(tmp_path / "judge.db", tables)
    daemon.table("a").put("x", {"n": 1})
    daemon.table("b").put("x", {"n": 1})
    reader = open_store(tmp_path / "judge.db", tables, lock=False)
    lines = export_rows(reader)
    first = next(lines)
    with daemon.batch():
        daemon.table("a").put("x", {"n": 2})
        daemon.table("b").put("x", {"n": 2})
    assert [json.loads(line)["doc"]["n"] for line in (first, *lines)] == [1, 1]
    reader.close()
    daemon.close()
