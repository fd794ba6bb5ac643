"""The filing cabinet: records by key, kept in memory while they are hot, written through to the store.

Where one daemon owns the store, what was read or written stays true until something is undone. Where several share
it, records are believed for one batch, which sees one moment; states are known by the numbers of their snapshot and
acts, which never mean anything else, and are kept."""

from dataclasses import replace
from typing import Any, TypeVar

from judge.core.addressing import former_form
from judge.core.codec import pack, unpack
from judge.core.errors import InputError
from judge.core.ids import fold, game_name
from judge.desk.cabinet.records import Game, Person, SeatRecord, SheetRecord, Status, game_of, person_of, seat_of
from judge.store import Store

K = TypeVar("K")
V = TypeVar("V")
Mark = tuple[int, tuple[int, ...]]
"""What names a state of a game for good: the number of a snapshot and the numbers of the acts since."""

HOT_ROWS = 4096
HOT_SHEETS = 256  # games
HOT_STATES = 512
STANDING = "*"
ZINE = "zine"  # the name of its list of readers, which no game has


class Recent(dict[K, V]):
    """What was kept last, by key: so many values, of which the oldest goes."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self._most = most

    def keep(self, key: K, value: V) -> V:
        self.pop(key, None)
        self[key] = value
        if len(self) > self._most:
            del self[next(iter(self))]
        return value


class Files:
    """Typed access to the store's tables."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self._games: Recent[str, Game] = Recent(HOT_ROWS)
        self._seats: Recent[str, dict[str, SeatRecord]] = Recent(HOT_ROWS)
        self._people: Recent[str, Person | None] = Recent(HOT_ROWS)
        self._sheets: Recent[str, dict[str, SheetRecord]] = Recent(HOT_SHEETS)  # of a game, by their keys
        self._masters: dict[str, tuple[str, ...]] | None = None  # game -> its masters' addresses, of every game
        self._fed: bool | None = None  # whether any game's board is reported by an address
        self.states: Recent[str, tuple[Mark, Any]] = Recent(HOT_STATES)
        self._rows = store.storage
        self._moment = store.moment

    def forget(self) -> None:
        """Drop what is held in memory, because it was written behind our back."""
        self._let_go()
        self.states.clear()

    def _let_go(self) -> None:
        self._games.clear()
        self._seats.clear()
        self._people.clear()
        self._sheets.clear()
        self._masters = None
        self._fed = None

    def refresh(self) -> None:
        """Drop what may no longer be so: everything after an undoing, records when a shared store may have moved."""
        rows = self._rows  # asked for each record: not by way of the store
        if not rows.engine.shared and rows.generation == self._moment[0]:
            return
        moment = (rows.generation, rows.moment)
        if moment == self._moment:
            return
        if moment[0] != self._moment[0]:
            self.states.clear()
        self._moment = moment
        self._let_go()

    # ---- games ------------------------------------------------------------------------------------------------

    def game(self, name: str) -> Game | None:
        self.refresh()
        key = name.lower()
        if key in self._games:
            return self._games[key]
        doc = self.store.table("games").fetch(key)
        if doc is None:
            return None
        return self._games.keep(key, game_of(doc))

    def named(self, text: str) -> Game | None:
        """The game that somebody names so; None where there is none, or none can be called so."""
        try:
            return self.game(game_name(text))
        except InputError:
            return None

    def games(self) -> tuple[Game, ...]:
        """Every game, by name."""
        return tuple(sorted((game_of(doc) for doc in self.store.table("games").all()), key=lambda game: game.key))

    def mastered_by(self, address: str) -> tuple[Game, ...]:
        """The games of which a master has this address, the first or one beside him, by name. Who is master of what is
        read once: most letters of strangers ask for it."""
        self.refresh()
        if self._masters is None:
            self._masters = {game.key: game.masters for game in self.games()}
        names = sorted(name for name, masters in self._masters.items() if address in masters)
        found = (self.game(name) for name in names)
        return tuple(game for game in found if game is not None and address in game.masters)

    def fed_by(self, address: str) -> tuple[Game, ...]:
        """The games whose board this address reports, by name. An address that somebody has registered reports none."""
        self.refresh()
        if self._fed is False or not address:
            return ()
        games = self.store.table("games")
        if self._fed is None:
            self._fed = bool(games.range("board_from", " ", None, limit=1))
        rows = games.find("board_from", address) if self._fed else ()
        if not rows or self.person(address) is not None:
            return ()
        return tuple(sorted((game_of(row) for row in rows), key=lambda game: game.key))

    def save_game(self, game: Game) -> Game:
        if self._masters is not None:
            self._masters[game.key] = game.masters
        self._fed = True if game.board_from else self._fed
        doc = pack(game)
        for name in ("board_from", "elsewhere"):  # few games have them
            if not doc[name]:
                del doc[name]
        self.store.table("games").put(game.key, doc, packed=True)
        return self._games.keep(game.key, game)

    # ---- seats ------------------------------------------------------------------------------------------------

    def seats(self, game: str) -> dict[str, SeatRecord]:
        """The seats of a game by folded name, in order of joining."""
        self.refresh()
        if game in self._seats:
            return self._seats[game]
        found = map(seat_of, self.store.table("seats").find("game", game))
        records = sorted(found, key=lambda seat: seat.number)
        return self._seats.keep(game, {fold(seat.name): seat for seat in records})

    def seat(self, game: str, name: str) -> SeatRecord | None:
        return self.seats(game).get(fold(name))

    def seats_of(self, address: str) -> tuple[SeatRecord, ...]:
        """Every seat somebody holds, by game."""
        forms = filter(None, (address, former_form(address)))
        found = [seat_of(doc) for form in forms for doc in self.store.table("seats").find("address", form)]
        return tuple(sorted(found, key=lambda seat: (seat.game, seat.number)))

    def playing(self, address: str) -> list[tuple[Game, SeatRecord]]:
        """The same in games that are not over, each with its game."""
        found = ((self.game(seat.game), seat) for seat in self.seats_of(address)) if address else ()
        return [(game, seat) for game, seat in found if game is not None and game.status is not Status.FINISHED]

    def left_by(self, game: str, mark: str) -> tuple[SeatRecord, ...]:
        """The seats of a game that somebody left, by the mark they left there."""
        return tuple(seat for seat in self.seats(game).values() if mark in seat.former)

    def save_seat(self, seat: SeatRecord) -> SeatRecord:
        self.store.table("seats").put_record(f"{seat.game}/{fold(seat.name)}", seat)
        seats = dict(self.seats(seat.game))
        seats[fold(seat.name)] = seat
        self._seats.keep(seat.game, seats)
        return seat

    def rename_seat(self, seat: SeatRecord, name: str) -> SeatRecord:
        """The same seat under another name: only before anything is filed under the old one."""
        self.store.table("seats").drop(f"{seat.game}/{fold(seat.name)}")
        self._seats.pop(seat.game, None)
        return self.save_seat(replace(seat, name=name))

    # ---- people -----------------------------------------------------------------------------------------------

    def person(self, address: str) -> Person | None:
        self.refresh()
        if address in self._people:
            return self._people[address]
        table, former = self.store.table("players"), former_form(address)
        doc = table.fetch(address) or (table.fetch(former) if former else None)
        return self._people.keep(address, person_of(doc) if doc else None)

    def proved(self, address: str) -> bool:
        """Whether somebody has shown that this address is theirs."""
        person = self.person(address)
        return person is not None and person.confirmed

    def save_person(self, person: Person) -> Person:
        self.store.table("players").put_record(person.address, person)
        self._people.keep(person.address, person)
        return person

    def drop_person(self, address: str) -> None:
        for form in filter(None, (address, former_form(address))):
            self.store.table("players").discard(form)
        self._people.pop(address, None)

    # ---- sheets -----------------------------------------------------------------------------------------------

    def sheet(self, game: str, phase: str, seat: str) -> SheetRecord:
        """What is on file; an empty record when nothing is."""
        return self._filed(game).get(_sheet_key(game, phase, seat)) or SheetRecord(game, seat, phase)

    def save_sheet(self, record: SheetRecord) -> None:
        key, filed = _sheet_key(record.game, record.phase, record.seat), self._filed(record.game)
        self.store.table("orders").put_record(key, record)
        filed[key] = record

    def drop_sheet(self, record: SheetRecord) -> None:
        key = _sheet_key(record.game, record.phase, record.seat)
        if self._filed(record.game).pop(key, None) is not None:
            self.store.table("orders").discard(key)

    def sheets(self, game: str, phase: str | None = None) -> tuple[SheetRecord, ...]:
        """All sheets of a game (of one phase), by seat and phase."""
        found = [record for record in self._filed(game).values() if phase is None or record.phase == phase]
        return tuple(sorted(found, key=lambda record: (fold(record.seat), record.phase)))

    def _filed(self, game: str) -> dict[str, SheetRecord]:
        self.refresh()
        if game not in self._sheets:
            found = (unpack(SheetRecord, doc) for doc in self.store.table("orders").find("game", game))
            self._sheets.keep(game, {_sheet_key(one.game, one.phase, one.seat): one for one in found})
        return self._sheets[game]

    # ---- subscribers ------------------------------------------------------------------------------------------

    def subscribers(self, game: str) -> tuple[str, ...]:
        return tuple(sorted(doc["address"] for doc in self.store.table("lists").find("game", game)))

    def subscribe(self, game: str, address: str) -> None:
        key = f"{game}/{address}"
        if not self.store.table("lists").fetch(key):
            self.store.table("lists").put(key, {"game": game, "address": address})

    def unsubscribe(self, game: str, address: str) -> bool:
        return self.store.table("lists").drop(f"{game}/{address}")


def _sheet_key(game: str, phase: str, seat: str) -> str:
    return f"{game}/{phase}/{fold(seat)}"
