"""Letters that were in hand when a judge died, among judges that share a store (`desk/cabinet/crash_guard` has the same
for one alone)."""

from collections.abc import Collection, Sequence
from typing import Any

from judge.store import Store


class SharedSuspects:
    """Each judge notes in a row of the store what it takes in hand; whoever comes to a letter noted by a judge that
    lives no more knows what that one died over. Nobody takes a note back: a letter that was dealt with is never come to
    again.

    Ask and take under a lock that one judge holds at a time.
    """

    def __init__(self, store: Store, row: str) -> None:
        self._store = store
        self._table = store.table("house")
        self._row = row
        self._note: dict[str, Any] = {}
        store.sign_in()

    def deaths(self, names: Collection[str], waiting: Collection[str] | None = None) -> dict[str, int]:
        """Of these letters, which no living judge has in hand, those that one died over, with the number of judges in
        a row that died while it was alone in hand. What is not `waiting`, where that is known, is forgotten."""
        self._note = self._table.fetch(self._row) or {"hands": {}, "suspects": {}}
        hands, suspects = self._note["hands"], self._note["suspects"]
        for session in [session for session, hand in hands.items() if not set(names).isdisjoint(hand["letters"])]:
            if not self._store.lives(session):
                hand = hands.pop(session)
                alone = len(hand["letters"]) == 1
                suspects.update(dict.fromkeys(hand["letters"], hand["deaths"] + 1 if alone else 0))
        if waiting is not None:
            self._note = {
                "hands": {by: hand for by, hand in hands.items() if not set(waiting).isdisjoint(hand["letters"])},
                "suspects": {name: number for name, number in suspects.items() if name in waiting},
            }
        return {name: suspects[name] for name in names if name in suspects}

    def take(self, names: Sequence[str], deaths: int = 0, *, pausing: bool = False) -> None:
        """After `deaths`: these are in hand, or after the pause of PAUSE seconds shall be. Who dies in the pause has
        died of something else."""
        for name in names:
            self._note["suspects"].pop(name, None)
        self._note["hands"][self._store.engine.session] = {"letters": [] if pausing else list(names), "deaths": deaths}
        with self._store.batch(lasting=False):
            self._table.put(self._row, self._note)
