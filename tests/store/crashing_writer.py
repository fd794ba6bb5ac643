"""Writes batches to a store until it is killed, printing the number of each once it is committed.

Batch n puts row "n" into three tables, counts a counter up, rewrites one row of a game and removes an older one;
one of its letters is undone by a savepoint every time.
"""

import random
import sys

from judge.store import Store, open_store

TABLES = {"inbox": (), "events": ("game+seq",), "outbox": ("status+due",), "games": ("status",)}


def write(store: Store, number: int, chance: random.Random) -> None:
    with store.batch():
        for table in ("inbox", "events", "outbox"):
            doc = {
                "game": "lira7",
                "seq": number,
                "status": "queued",
                "due": "2026",
                "pad": "p" * chance.randrange(4000),
            }
            store.table(table).put(str(number), doc)
        try:
            with store.savepoint():
                store.table("inbox").put(f"undone {number}", {})
                store.table("games").put("lira7", {"status": "wrong"})
                raise ZeroDivisionError
        except ZeroDivisionError:
            pass
        assert store.next_number("letters") == number
        store.table("games").put("lira7", {"status": "active", "n": number, "pad": "p" * chance.randrange(30000)})
        store.table("outbox").drop(str(number - 5))
        store.table("events").append({"counted": number})


def main() -> None:
    store = open_store(sys.argv[1], TABLES)
    game = store.table("games").fetch("lira7")
    number, chance = (game["n"] if game else 0), random.Random(int(sys.argv[2]))
    print("open", flush=True)
    while True:
        number += 1
        write(store, number, chance)
        print(number, flush=True)


if __name__ == "__main__":
    main()
