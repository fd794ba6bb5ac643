"""Records are stored as the documents that say the same."""

from __future__ import annotations

import pytest

from judge.core.variant import Role
from judge.desk.cabinet.records import Person, SeatRecord, SheetRecord, document
from judge.store import open_store
from judge.store.layout import rowid

PACKED = ({"do": "sell", "currency": "LIRA", "amount": 300}, {"do": "buy", "currency": "FRANC", "budget": "REST"})
RECORDS = (
    Person("anna@example.org", "Anna Größe", letters="plain", bounces=3),
    Person("ann@example.org"),
    SeatRecord("lira7", "Lupus", Role.TRADER, 3, "a@example.org", former=("x", "y"), vacant=True),
    SheetRecord("lira7", "Lupus", "S1901M", 2, PACKED, "2026-01-05", True, True, earlier=(PACKED, ())),
    SheetRecord("lira7", 'A "quoted" name\\', "*"),
)


TABLES = {Person: "players", SeatRecord: "seats", SheetRecord: "orders"}


@pytest.mark.parametrize("record", RECORDS)
def test_a_record_is_stored_as_its_document(record: object) -> None:
    table = TABLES[type(record)]  # type: ignore[index]
    store = open_store("memory:")
    kept, number = store.table(table), rowid("a/b")
    kept.put_record("a/b", record)
    as_record = store.storage.load(table, number)
    kept.put("a/b", document(record))
    assert as_record is not None and as_record == store.storage.load(table, number)
    store.close()
