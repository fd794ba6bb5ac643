"""The journal of a game: events chained by digest, a snapshot for every phase, and what can be rebuilt from them.

Nothing is ever deleted: a rollback is an event that masks others. The state of a game is its last snapshot with the
immediate acts since; what was published is in the `phase_resolved` events.
"""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from judge.core.abilities import Adjustable, Peopled, Tunable
from judge.core.codec import digest, pack, unpack, unpack_sheet
from judge.core.errors import InputError, StoreFault
from judge.core.variant import Seat, Variant
from judge.desk.cabinet.files import Files
from judge.desk.cabinet.records import Cause, Game, iso

# rare kinds, found without a look through the journal
INDEXED = frozenset({"rolled_back", "phase_resolved", "looked_at", "adjusted"})


class Journal:
    """Appends events and loads states. Every write is part of the caller's batch."""

    def __init__(self, files: Files) -> None:
        self._files = files
        self._events = files.store.table("events")
        self._snapshots = files.store.table("snapshots")

    # ---- events -----------------------------------------------------------------------------------------------

    def append(self, game: Game, kind: str, cause: Cause, actor: str, data: Mapping[str, Any]) -> int:
        """Write one event; returns its number in the game, from 1."""
        head = self._events.fetch(f"{game.key}#head") or {"seq": 0, "digest": ""}
        event = {
            "seq": head["seq"] + 1,
            "at": iso(cause.at),
            "kind": kind,
            "actor": actor,
            "phase": game.phase,
            "cause": cause.key,
            "data": pack(data),
            "prev": head["digest"],
        }
        seal = digest(event)
        self._events.put(f"{game.key}#{event['seq']}", {"game": game.key, **event, "digest": seal}, packed=True)
        index = dict(head.get("index", {}))
        if kind in INDEXED:
            index[kind] = [*index.get(kind, ()), event["seq"]]
        self._events.put(f"{game.key}#head", {"game": game.key, "seq": event["seq"], "digest": seal, "index": index})
        return int(event["seq"])

    def length(self, game: str) -> int:
        head = self._events.fetch(f"{game}#head")
        return int(head["seq"]) if head else 0

    def event(self, game: str, seq: int) -> dict[str, Any]:
        """One event; StoreFault when it is not there."""
        found = self._events.fetch(f"{game}#{seq}")
        if found is None:
            raise StoreFault(f"event {seq} of {game} is missing")
        return found

    def newest_first(self, game: str) -> Iterator[dict[str, Any]]:
        """The events of a game, back from the last."""
        return (self.event(game, seq) for seq in range(self.length(game), 0, -1))

    def undone(self, game: str, phase: str) -> list[int]:
        """Numbers of the masked resolutions of a phase, oldest first."""
        found: list[int] = []
        for event in self.of_kind(game, "rolled_back"):
            found += [int(seq) for name, seq in event["data"]["masked"] if name == phase]
        return sorted(set(found))

    def of_kind(self, game: str, kind: str) -> list[dict[str, Any]]:
        """All events of one of the INDEXED kinds, oldest first."""
        marks = self._events.fetch(f"{game}#head") or {}
        return [self.event(game, seq) for seq in marks.get("index", {}).get(kind, ())]

    # ---- states -----------------------------------------------------------------------------------------------

    def snapshot(self, game: Game, state: object, phase: str, at: datetime) -> int:
        """Keep a state as the start of `phase`; returns the snapshot's number."""
        head = self._snapshots.fetch(f"{game.key}@head") or {"seq": 0}
        number = int(head["seq"]) + 1
        self._snapshots.put(
            f"{game.key}@{number}",
            {"game": game.key, "seq": number, "phase": phase, "at": iso(at), "state": pack(state)},
            packed=True,
        )
        self._snapshots.put(f"{game.key}@head", {"game": game.key, "seq": number})
        self._files.states.keep(game.key, ((number, ()), state))
        return number

    def at_snapshot(self, variant: Variant, game: str, number: int) -> Any:
        """The state as it was kept."""
        if not number:
            raise InputError(f"{game} has not started yet.")
        found = self._snapshots.fetch(f"{game}@{number}")
        if found is None:
            raise StoreFault(f"snapshot {number} of {game} is missing")
        return unpack(variant.state_type, found["state"])

    def state(self, variant: Variant, game: Game) -> Any:
        """The state now: the open phase's snapshot and the acts since."""
        self._files.refresh()
        mark = (game.snapshot, game.acts)
        kept = self._files.states.get(game.key)
        if kept is not None and kept[0] == mark:
            return kept[1]
        state = self.replayed(variant, game.key, game.snapshot, game.acts)
        self._files.states.keep(game.key, (mark, state))
        return state

    def replayed(self, variant: Variant, game: str, snapshot: int, acts: tuple[int, ...]) -> Any:
        """A snapshot with acts carried out again."""
        state = self.at_snapshot(variant, game, snapshot)
        for seq in acts:
            event = self.event(game, seq)
            if event["kind"] == "admitted":
                state = variant.admit(state, unpack(Seat, event["data"]["seat"])).state
            elif event["kind"] == "retuned":
                assert isinstance(variant, Tunable)
                state = variant.retune(state, event["data"]["options"]).state
            elif event["kind"] == "adjusted":
                assert isinstance(variant, Adjustable)
                ruled = {name: event["data"][name] for name in ("account", "unit", "amount", "reason")}
                state = variant.adjust(state, **ruled).state
            elif event["kind"] == "seated":
                assert isinstance(variant, Peopled)
                state = variant.seated(state, event["data"]["seat"], event["data"]["taken"]).state
            else:
                (command,) = unpack_sheet(variant.vocabulary, [event["data"]["command"]])
                state = variant.act(state, event["actor"], command).state
        return state

    def acted(self, game: Game, seq: int, state: object) -> Game:
        """The game after an act, put on file: its event is now part of the state."""
        changed = replace(game, acts=(*game.acts, seq))
        self._files.states.keep(game.key, ((changed.snapshot, changed.acts), state))
        return self._files.save_game(changed)
