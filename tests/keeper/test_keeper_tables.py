"""A store of the first version, in which two tables held several things each, is brought on and goes on as it was."""

import re
from pathlib import Path

import pytest

from judge.app.versions import CURRENT, migrate
from judge.config import load
from judge.store import INDEXES, Store, open_store
from tests.keeper.homes import DEADLINE, bourse_home, good, letter, run, setting
from tests.store.test_store_sqlite import of_schema_1
from tests.stores import copy_home, home_store, put_on, rows_of, sqlite_only

MOVED = {"signatures": "signed", "held": "held", "bundles": "bundle", "proposals": "proposal", "set_aside": "shunt"}
FIRST = {name: specs for name, specs in INDEXES.items() if name not in (*MOVED, "bodies", "octets")}
SESSION = re.compile(r"\b\d+\.\d{9,}\.\d+\b")  # the server's name for who had a row in hand
NOON = "2026-11-22T12:00:00+00:00"
LATER = "2026-11-22T13:00:00+00:00"


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with something of everything that is kept of letters. Copied, never used."""
    home = bourse_home(tmp_path_factory.mktemp("told") / "home")
    setting(home, "# letters_per_hour = 1000 ", "letters_per_hour = 2 ")
    for number in range(4):
        letter(home, f"s{number}", f"SIGNON Lupus@lira7 ann-pass\nSELL {number + 1} LIRA", NOON)
    letter(home, "p1", "MASTER lira7 gm-secret\nplease extend the deadline by 24 hours", NOON, sender="gm@example.test")
    letter(home, "h1", "REGISTER Cay Carter\nSUBSCRIBE lira7", NOON, sender="cay@example.test")
    letter(home, "h2", "SUBSCRIBE lira7", NOON, sender="bob@example.test")
    letter(home, "m1", "MASTER lira7 gm-secret\nANNOUNCE: To many.", NOON, sender="gm@example.test")
    good(home, "once", now=NOON)
    with_more(home)
    return home


def with_more(home: Path) -> None:
    """What a letter by the command line does not bring about: a signature, letters set aside in another order than that
    of their references, and a letter that waits."""
    store = open_store(load(home).store_url)
    store.table("signatures").put("f" * 64, {"at": NOON, "letter": "e" * 64})
    for reference in ("ffff00000000", "aaaa00000000"):
        row = {"at": NOON, "for": "lira7", "sender": "bob@example.test", "subject": "x", "reason": "y"}
        store.table("set_aside").put(reference, row)
    waits = {"to": "cay@example.test", "status": "stopped", "due": "2027-01-01T00:00:00+00:00", "tries": 0, "game": ""}
    store.table("outbox").put("d" * 40, {**waits, "kind": "press", "at": NOON, "body": "", "raw": "", "of": ""})
    store.table("octets").put("d" * 40, {"raw": "To: cay@example.test\r\n\r\nHello.\r\n"})
    store.close()


def as_it_was(home: Path) -> None:
    """Lay the home's store out as the first version did, on a store made with that version's tables."""
    store = open_store(load(home).store_url)
    rows = {name: [dict(doc) for doc in store.table(name).all()] for name in sorted(INDEXES)}
    counters = [dict(doc) for doc in store.table("counters").all()]
    store.close()
    url = home_store() if "://" in load(home).store_url else "var/old.db"
    put_on(home, url)
    old = open_store(load(home).store_url, FIRST)
    with old.batch():
        for name in FIRST:
            for row in rows[name]:
                put(old, name, row.get("key"), row)
        for name, prefix in MOVED.items():
            for row in rows[name]:
                put(old, "inbox", f"{prefix}:{row['key']}", row)
        order = {"references": [row["key"] for row in rows["set_aside"]]}
        old.table("inbox").put("shunt:index", order)
        for row in rows["bodies"]:
            put(old, "outbox", f"body:{row['key']}", {**row, "status": "body"})
        consists_of = {row["key"]: row for row in rows["octets"]}
        for row in rows["outbox"]:
            body = {"body": f"body:{row['body']}"} if row.get("body") else {}
            put(old, "outbox", row["key"], {**row, **body, **consists_of.get(row["key"], {})})
        for row in counters:
            if row["key"] != "data_version":
                put(old, "counters", row["key"], row)
    old.close()


def put(store: Store, table: str, key: str | None, row: dict[str, object]) -> None:
    fields = {name: value for name, value in row.items() if name != "key"}
    if key is None:
        store.table(table).append(fields)
    else:
        store.table(table).put(key, fields)


def documents(home: Path) -> dict[str, list[str]]:
    store = open_store(load(home).store_url, lock=False)
    found: dict[str, list[str]] = {}
    for table, _, body in rows_of(store):
        found.setdefault(table, []).append(SESSION.sub("a session", body))
    store.close()
    return {table: bodies if table == "set_aside" else sorted(bodies) for table, bodies in found.items()}


@pytest.fixture
def homes(told: Path, tmp_path: Path) -> tuple[Path, Path]:
    """A home, and one like it whose store is of the first version."""
    copy_home(told, tmp_path / "home")
    copy_home(told, tmp_path / "older")
    as_it_was(tmp_path / "older")
    return tmp_path / "home", tmp_path / "older"


def test_every_kind_of_row_moves_to_its_own_table_and_nothing_else_changes(homes: tuple[Path, Path]) -> None:
    home, older = homes
    before = documents(home)
    assert all(before.get(name) for name in (*MOVED, "bodies", "octets"))
    assert not any(name in documents(older) for name in MOVED)
    good(older, "migrate")
    assert documents(older) == before
    assert f"version {CURRENT}" in good(older, "migrate")


def test_a_letter_that_waits_in_a_store_of_the_second_version_goes_out_whole(tmp_path: Path) -> None:
    store = open_store("memory:")
    outbox, octets = store.table("outbox"), store.table("octets")
    outbox.put("waits", {"status": "queued", "body": "b", "raw": "To: x\r\n", "own": ["mine"]})
    outbox.put("new", {"status": "queued", "body": "", "raw": ""})
    octets.put("new", {"raw": "To: y\r\n"})
    outbox.put("sent", {"status": "sent", "body": "b", "raw": "", "own": []})
    store.table("counters").put("data_version", {"n": 2})
    (done,) = migrate(store)
    assert "data 3" in done and "outbox" in done
    assert dict(octets.fetch("waits") or {}) == {"key": "waits", "raw": "To: x\r\n", "own": ["mine"]}
    assert dict(octets.fetch("new") or {}) == {"key": "new", "raw": "To: y\r\n"} and octets.fetch("sent") is None
    assert (outbox.fetch("waits") or {})["raw"] == "" and (outbox.fetch("sent") or {})["status"] == "sent"


def test_what_waited_goes_on_as_it_would_have(homes: tuple[Path, Path]) -> None:
    home, older = homes
    good(older, "migrate")
    for place in homes:
        letter(place, "y1", "MASTER lira7 gm-secret\nQUARANTINE", LATER, sender="gm@example.test")
        good(place, "once", now=LATER)
        good(place, "once", now=DEADLINE)
    assert documents(home) == documents(older)
    outs = [sorted(path.read_bytes() for path in (place / "var/mail/out/new").iterdir()) for place in homes]
    assert outs[0] == outs[1] and len(outs[0]) > 10


@sqlite_only("the form of the rows in a file")
def test_a_store_that_keeps_its_keys_twice_is_refused_with_the_way_on_rehearsed_and_migrated(
    told: Path, tmp_path: Path
) -> None:
    home = tmp_path / "home"
    copy_home(told, home)
    before = documents(home)
    of_schema_1(home / "var" / "judge.db")
    for words in (("list",), ("once",)):
        result = run(home, *words)
        assert result.exit_code == 1 and "judge migrate" in result.output, result.output
    rehearsed = good(home, "migrate", "--rehearse")
    assert "key once" in rehearsed and "all equal" in rehearsed
    assert run(home, "list").exit_code == 1  # the rehearsal has changed nothing
    assert "key once" in good(home, "migrate")
    assert documents(home) == before
    good(home, "once", now=LATER)
