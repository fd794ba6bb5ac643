"""Forgetting a person: what is known of an address, and its erasure.

What goes: the person's record, subscriptions, open confirmations, letters held or set aside, queued and sent letters to
them, their letters in the embedded mailbox and the answers lying there, the address at every seat, and the mark at
every seat they left.
What stays: letters that went to others (the master's, when a seat was taken), and the seat under its public name with
everything it did. Events never hold an address, and a game that lost its moves could not be checked by anybody.
`remains` looks, when all is done, where the address still stands.
"""

import email
import email.message
import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import replace
from email.utils import getaddresses
from pathlib import Path
from typing import Any

from judge.core.addressing import canonical
from judge.core.errors import InputError
from judge.core.tables import called, tables
from judge.core.values import Value
from judge.desk.cabinet.records import Cause, Status
from judge.desk.news import publish
from judge.desk.phases import between
from judge.desk.services import Services
from judge.durable import write
from judge.optional import extra, wanted
from judge.store import Store, unkeyed

_TABLES = tables(__package__, "forget")
WORDS = called(_TABLES["own"])
_HEAD = 64 * 1024  # octets of a letter in which its head lies


OF_PEOPLE = ("players", "lists", "records", "standby", "waiting", "aliases", "doors", "calendars", "column")
"""Tables with rows of one person each."""


class Known(Value):
    """What is known of an address: rows by table, files, seats it has and seats it left, and games it is master of."""

    address: str
    rows: tuple[tuple[str, str], ...]
    files: tuple[Path, ...]
    seats: tuple[tuple[str, str], ...]
    left: tuple[tuple[str, str], ...]
    mastered: tuple[str, ...]
    shelved: tuple[Path, ...]
    caused: tuple[str, ...] = ()  # letters to others that theirs brought about
    beside: tuple[str, ...] = ()  # games of which it is a master beside the first

    @property
    def nothing(self) -> bool:
        known = (self.rows, self.caused, self.files, self.seats, self.left, self.mastered, self.shelved, self.beside)
        return not any(known)

    def lines(self) -> list[str]:
        """In words, for the keeper to look at before he says yes."""
        tables = [table for table, _ in self.rows]
        told = [f"{tables.count(table)} {WORDS.get(table, table)}" for table in sorted(set(tables))]
        told += [f"the address at {seat} of {game}" for game, seat in self.seats]
        told += [f"having sat at {seat} of {game}" for game, seat in self.left]
        told += [f"the master's address of {game}" for game in self.mastered]
        told += [f"a master's address beside the first of {game}" for game in self.beside]
        told += [f"who caused {len(self.caused)} letters to others"] if self.caused else []
        told += [f"{len(self.files)} letters in folders"] if self.files else []
        told += [f"people's rows in {path.name}" for path in self.shelved]
        return told


def look_up(services: Services, address: str) -> Known:
    address = canonical(address.strip())
    games = [game for game in services.files.games() if game.master == address]
    return Known(
        address,
        tuple(_rows(services, address)),
        tuple(_letters(services, address)),
        tuple((seat.game, seat.name) for seat in services.files.seats_of(address)),
        tuple(
            (seat.game, seat.name)
            for game in services.files.games()
            for seat in services.files.left_by(game.key, services.mark(game.key, address))
        ),
        tuple(game.key for game in games),
        tuple(_shelved(services, address)),
        tuple(str(doc["key"]) for doc in services.store.table("outbox").all() if doc.get("of") == address),
        tuple(game.key for game in services.files.games() if address in game.deputies),
    )


def _shelved(services: Services, address: str) -> Iterator[Path]:
    for path in sorted(services.shelf.glob("*.jsonl")):
        text = path.read_text("utf-8")
        if any(f'"{trace}"' in text for trace in (address, services.mark(path.stem, address))):
            yield path


def _shelved_seats(services: Services, known: Known) -> Iterator[tuple[str, str]]:
    """The seats of shelved games that the person has, or left."""
    for path in known.shelved:
        mark = services.mark(path.stem, known.address)
        for line in path.read_text("utf-8").splitlines():
            row = json.loads(line)
            doc = row["doc"]
            whose = (doc.get("address"), *doc.get("former", ()), *doc.get("lapsed", ()))
            if row["table"] == "seats" and {known.address, mark} & set(whose):
                yield str(doc["game"]), str(doc["name"])


def _rows(services: Services, address: str) -> Iterator[tuple[str, str]]:
    """Rows that speak of nobody else: of people and tokens, subscriptions, letters to or from the address, what was
    counted of it, and what the keeper's commands were told of it."""
    named = naming(address)
    for doc in services.store.table("limits").all():
        if named.search(str(doc["key"])):
            yield "limits", str(doc["key"])
    for doc in services.store.table("house").all():
        if str(doc["key"]).startswith("request:") and named.search(" ".join([*doc["said"], *doc["warned"]])):
            yield "house", str(doc["key"])
    for table in (*OF_PEOPLE, "inbox", "outbox", "held", "bundles", "proposals", "set_aside"):
        for doc in services.store.table(table).all():
            key = str(doc.get("key", ""))
            message = doc.get("message")
            writer = message.get("sender") if isinstance(message, dict) else None
            said = (doc.get("address"), doc.get("to"), doc.get("sender"), doc.get("who"), writer, key)
            if address in said or key.endswith((f":{address}", f"/{address}")):
                yield table, key
                if table == "outbox":
                    yield "octets", key
                if "token" in doc:
                    yield table, f"token:{doc['token']}"


def _letters(services: Services, address: str) -> Iterator[Path]:
    """Letters from or to the address: in the embedded mailbox's folders, and among those set aside."""
    for folder in (*services.config.mailboxes, services.config.var / "shunt"):
        for path in sorted(folder.rglob("*")):
            if path.is_file() and path.suffix != ".txt" and _speaks_of(path, address):
                yield path
                trace = path.with_suffix(".txt")
                if path.suffix == ".eml" and trace.exists():
                    yield trace


def _speaks_of(path: Path, address: str) -> bool:
    with path.open("rb") as file:
        head = email.message_from_bytes(file.read(_HEAD))
    fields = [str(value) for name in ("From", "Delivered-To", "Reply-To") for value in head.get_all(name, [])]
    return any(canonical(found) == address for _, found in getaddresses(fields))


def naming(address: str) -> re.Pattern[str]:
    """Finds the address in a text, and not those that end or begin like it."""
    return re.compile(rf"(?<![\w.+-]){re.escape(address)}(?![\w-]|\.\w)", re.IGNORECASE)


def unlink(path: Path) -> None:
    path.unlink(missing_ok=True)


def forget(services: Services, known: Known, *, take_away: Callable[[Path], None] = unlink) -> None:
    """Erase it; `take_away` removes a file when the store's part is durable. InputError while the person is the
    master of a game that is not over: somebody must run it."""
    games = [game for game in map(services.files.game, known.mastered) if game is not None]
    running = [game.key for game in games if game.status is not Status.FINISHED]
    if running:
        raise InputError(
            f"{known.address} is the master of {', '.join(running)}.",
            hint="End these games first, or export them to a judge with another master.",
        )
    now = services.clock.now()
    with services.store.batch():
        for table, key in known.rows:  # first, so that nothing of what follows is written to them
            services.store.table(table).drop(key)
        outbox = services.store.table("outbox")
        for key in known.caused:
            if (row := outbox.fetch(key)) is not None:
                outbox.put(key, {**unkeyed(row), "of": ""})
        services.files.forget()
        for name, seat_name in known.seats:
            seat, game = services.files.seat(name, seat_name), services.files.game(name)
            if seat is None or game is None:
                continue
            services.vacate(seat)
            if game.status is not Status.FINISHED:
                services.log_event(game, "resigned", Cause(now), actor=seat.name, data={"seat": seat.name})
                publish.bulletin(services, game, "resigned", Cause(now, f"{name}:forget:{seat.number}"), seat=seat.name)
                between.seated(services, game, seat.name, False, Cause(now))
        for game in services.files.games():  # the seats just vacated have a mark now too
            mark = services.mark(game.key, known.address)
            for seat in services.files.left_by(game.key, mark):
                lapsed = ("", "", "") if seat.lapsed[0] == known.address else seat.lapsed
                services.files.save_seat(replace(seat, former=_but(seat.former, mark), lapsed=lapsed))
        for game in services.files.games():
            if known.address in game.deputies:
                rest = _but(game.deputies, known.address)
                services.files.save_game(replace(game, deputies=rest, nonce=services.new_nonce()))
        for name in known.mastered:
            game = services.files.game(name)
            if game is not None:
                services.files.save_game(replace(game, master="", master_hash=""))
        if (issues := issues_in(services.store)) is not None:
            issues.forget_people(services, {*known.seats, *known.left, *_shelved_seats(services, known)})
    services.files.forget()
    for path in known.files:
        take_away(path)
    for path in known.shelved:
        mark = services.mark(path.stem, known.address)
        write(path, "".join(f"{line}\n" for line in _without(path, known.address, mark)))


def _but(names: Iterable[str], gone: str) -> tuple[str, ...]:
    return tuple(name for name in names if name != gone)


def _without(path: Path, address: str, mark: str) -> Iterator[str]:
    """The lines of a shelved game without the person: their own rows go, seats and the master's place are emptied."""
    for line in path.read_text("utf-8").splitlines():
        row = json.loads(line)
        table, doc = row["table"], row["doc"]
        if table in ("players", "lists") and address in (doc.get("address"), doc["key"]):
            continue
        if table == "seats" and doc.get("address") == address:
            doc.update(address="", hash="", vacant=True)
        if table == "seats" and mark in doc.get("former", ()):
            doc.update(former=_but(doc["former"], mark))
        if table == "seats" and (doc.get("lapsed") or ("",))[0] == address:
            doc.update(lapsed=["", "", ""])
        if table == "games" and doc.get("master") == address:
            doc.update(master="", master_hash="")
        if table == "games" and address in doc.get("deputies", ()):
            doc.update(deputies=_but(doc["deputies"], address))
        yield json.dumps(row, ensure_ascii=False, sort_keys=True)


# ---- where the address still stands ------------------------------------------------------------------------------


LEFT = called(_TABLES["left"])


def remains(services: Services, address: str, gone: Collection[Path] = ()) -> list[str]:
    """A line for each place that still names the address; `gone` are files that are about to go."""
    named = naming(address)
    told = []
    for table in sorted(services.store.tables()):
        rows = [body for _, body in services.store.storage.scan(table) if address in body.lower()]
        count = sum(any(map(named.search, _texts(json.loads(body)))) for body in rows)
        if count:
            told.append(f"{count} of {LEFT.get(table, table)}")
    paths = [path for folder in services.config.mailboxes for path in sorted(folder.rglob("*")) if path.is_file()]
    letters = [
        path for path in paths if path not in gone and named.search(_words(email.message_from_bytes(path.read_bytes())))
    ]
    if letters:
        told.append(f"{len(letters)} letters to or from others in {_place(services, letters)}")
    others = [services.config.home / "judge.toml"]  # and other files in words: the shelf, traces of what was set aside
    for folder in (services.shelf, services.config.var / "shunt"):
        others += [path for path in sorted(folder.rglob("*")) if path.suffix != ".eml"]
    others = [path for path in others if path.is_file() and path not in gone]
    told += [f"{path}" for path in others if named.search(path.read_text("utf-8"))]
    head = "Nothing here names the address any more." if not told else "What still names the address here:"
    return [head, *(f"  {line}" for line in told), *ELSEWHERE]


ELSEWHERE = ("Back-ups made before, letters on mail servers, and what others were sent are not the judge's to erase.",)


def _texts(value: object) -> Iterator[str]:
    if isinstance(value, str):
        yield value
        if "\nContent-Type:" in value or value.startswith("From:"):
            yield _words(email.message_from_string(value))
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield str(key)
            yield from _texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _texts(inner)


def _words(message: email.message.Message) -> str:
    parts = [part.get_payload(decode=True) for part in message.walk() if not part.is_multipart()]
    words = "\n".join(part.decode("utf-8", "replace") for part in parts if isinstance(part, bytes))
    return "\n".join([*(str(value) for value in message.values()), words])


def _place(services: Services, letters: list[Path]) -> str:
    home, folders = services.config.home, {path.parent for path in letters}
    return ", ".join(sorted(str(path.relative_to(home) if path.is_relative_to(home) else path) for path in folders))


def issues_in(store: Store) -> Any:
    """The module of the zine's issues; None where there is none and the store holds none. SetupError where it holds
    some and the zine is not installed: what is to be forgotten in them would stay."""
    return wanted("zine.issues") if store.table("issues").fetch("last") is not None else extra("zine.issues")
