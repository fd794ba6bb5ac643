"""Forgetting a person: what is known of an address, and its erasure.

What goes: the person's record, subscriptions, open confirmations, letters held or set aside, queued and sent letters to
them, their letters in the embedded mailbox and the answers lying there, the address at every seat, and the mark at
every seat they left.
What stays: letters that went to others (the master's, when a seat was taken), and the seat under its public name with
everything it did. Events never hold an address, and a game that lost its moves could not be checked by anybody.
`keeper/remains` looks, when all is done, where the address still stands.
"""

import email
import json
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from email.utils import getaddresses
from pathlib import Path

from judge.core.addressing import canonical
from judge.core.errors import InputError
from judge.desk.cabinet.records import SeatRecord, Status
from judge.desk.news import publish
from judge.desk.office import Office
from judge.desk.phases import between
from judge.durable import write
from judge.house.extras import issues_in
from judge.store import unkeyed

WORDS = {
    "house": "commands that you gave",
    "limits": "counts of letters and guesses",
    "players": "entries of who somebody is",
    "lists": "subscriptions",
    "records": "records of sheets in time",
    "standby": "offers to take over a seat",
    "waiting": "wishes for a seat that wait for a master",
    "aliases": "further addresses",
    "doors": "addresses let in or kept out",
    "calendars": "calendars",
    "column": "letters to the zine",
    "inbox": "marks of letters that came",
    "outbox": "letters to this address",
    "octets": "letters to this address that have not gone out",
    "held": "letters that wait for an answer",
    "bundles": "answers that wait to be sent together",
    "proposals": "things that the judge proposed",
    "set_aside": "letters that were set aside",
}
_HEAD = 64 * 1024  # octets of a letter in which its head lies


OF_PEOPLE = ("players", "lists", "records", "standby", "waiting", "aliases", "doors", "calendars", "column")
"""Tables with rows of one person each."""


@dataclass(frozen=True)
class Known:
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


def look_up(office: Office, address: str) -> Known:
    address = canonical(address.strip())
    games = [game for game in office.files.games() if game.master == address]
    return Known(
        address,
        tuple(_rows(office, address)),
        tuple(_letters(office, address)),
        tuple((seat.game, seat.name) for seat in office.files.seats_of(address)),
        tuple(
            (seat.game, seat.name)
            for game in office.files.games()
            for seat in office.files.left_by(game.key, office.mark(game.key, address))
        ),
        tuple(game.key for game in games),
        tuple(_shelved(office, address)),
        tuple(str(doc["key"]) for doc in office.store.table("outbox").all() if doc.get("of") == address),
        tuple(game.key for game in office.files.games() if address in game.deputies),
    )


def _shelved(office: Office, address: str) -> Iterator[Path]:
    for path in sorted(office.shelf.glob("*.jsonl")):
        text = path.read_text("utf-8")
        if any(f'"{trace}"' in text for trace in (address, office.mark(path.stem, address))):
            yield path


def _shelved_seats(office: Office, known: Known) -> Iterator[tuple[str, str]]:
    """The seats of shelved games that the person has, or left."""
    for path in known.shelved:
        mark = office.mark(path.stem, known.address)
        for line in path.read_text("utf-8").splitlines():
            row = json.loads(line)
            doc = row["doc"]
            whose = (doc.get("address"), *doc.get("former", ()), *doc.get("lapsed", ()))
            if row["table"] == "seats" and {known.address, mark} & set(whose):
                yield str(doc["game"]), str(doc["name"])


def _rows(office: Office, address: str) -> Iterator[tuple[str, str]]:
    """Rows that speak of nobody else: of people and tokens, subscriptions, letters to or from the address, what was
    counted of it, and what the keeper's commands were told of it."""
    named = naming(address)
    for doc in office.store.table("limits").all():
        if named.search(str(doc["key"])):
            yield "limits", str(doc["key"])
    for doc in office.store.table("house").all():
        if str(doc["key"]).startswith("request:") and named.search(" ".join([*doc["said"], *doc["warned"]])):
            yield "house", str(doc["key"])
    for table in (*OF_PEOPLE, "inbox", "outbox", "held", "bundles", "proposals", "set_aside"):
        for doc in office.store.table(table).all():
            key = str(doc.get("key", ""))
            said = (doc.get("address"), doc.get("to"), doc.get("sender"), doc.get("who"), key)
            if address in said or key.endswith((f":{address}", f"/{address}")) or _from(doc.get("message"), address):
                yield table, key
                if table == "outbox":
                    yield "octets", key
                if "token" in doc:
                    yield table, f"token:{doc['token']}"


def _from(message: object, address: str) -> bool:
    return isinstance(message, dict) and message.get("sender") == address


def _letters(office: Office, address: str) -> Iterator[Path]:
    """Letters from or to the address: in the embedded mailbox's folders, and among those set aside."""
    mail = office.config.mail
    folders = [
        office.config.home / url.removeprefix("maildir:")
        for url in (mail.inbox, mail.outbox)
        if url.startswith("maildir:")
    ]
    for folder in (*folders, office.config.var / "shunt"):
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


def _unlink(path: Path) -> None:
    path.unlink(missing_ok=True)


def forget(office: Office, known: Known, *, take_away: Callable[[Path], None] = _unlink) -> None:
    """Erase it; `take_away` removes a file when the store's part is durable. InputError while the person is the
    master of a game that is not over: somebody must run it."""
    running = [name for name in known.mastered if not _over(office, name)]
    if running:
        raise InputError(
            f"{known.address} is the master of {', '.join(running)}.",
            hint="End these games first, or export them to a judge with another master.",
        )
    now = office.clock.now()
    with office.store.batch():
        for table, key in known.rows:  # first, so that nothing of what follows is written to them
            office.store.table(table).drop(key)
        outbox = office.store.table("outbox")
        for key in known.caused:
            if (row := outbox.fetch(key)) is not None:
                outbox.put(key, {**unkeyed(row), "of": ""})
        office.files.forget()
        for name, seat_name in known.seats:
            seat, game = office.files.seat(name, seat_name), office.files.game(name)
            if seat is None or game is None:
                continue
            office.vacate(seat)
            if game.status is not Status.FINISHED:
                office.log_event(game, "resigned", now, actor=seat.name, data={"seat": seat.name})
                publish.bulletin(office, game, "resigned", now, f"{name}:forget:{seat.number}", seat=seat.name)
                between.seated(office, game, seat.name, False, now)
        for game in office.files.games():  # the seats just vacated have a mark now too
            mark = office.mark(game.key, known.address)
            for seat in office.files.left_by(game.key, mark):
                office.files.save_seat(
                    replace(seat, former=_other(seat.former, mark), lapsed=_lapsed(seat, known.address))
                )
        for game in office.files.games():
            if known.address in game.deputies:
                rest = tuple(one for one in game.deputies if one != known.address)
                office.files.save_game(replace(game, deputies=rest, nonce=office.new_nonce()))
        for name in known.mastered:
            game = office.files.game(name)
            if game is not None:
                office.files.save_game(replace(game, master="", master_hash=""))
        if (issues := issues_in(office.store)) is not None:
            issues.forget_people(office, {*known.seats, *known.left, *_shelved_seats(office, known)})
    office.files.forget()
    for path in known.files:
        take_away(path)
    for path in known.shelved:
        mark = office.mark(path.stem, known.address)
        write(path, "".join(f"{line}\n" for line in _without(path, known.address, mark)))


def _over(office: Office, name: str) -> bool:
    game = office.files.game(name)
    return game is None or game.status is Status.FINISHED


def _other(former: Sequence[str], mark: str) -> tuple[str, ...]:
    return tuple(one for one in former if one != mark)


def _lapsed(seat: SeatRecord, address: str) -> tuple[str, str, str]:
    """What a seat opened for silence keeps of its player, unless it is he who is forgotten."""
    return ("", "", "") if seat.lapsed[0] == address else seat.lapsed


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
            doc.update(former=_other(doc["former"], mark))
        if table == "seats" and (doc.get("lapsed") or ("",))[0] == address:
            doc.update(lapsed=["", "", ""])
        if table == "games" and doc.get("master") == address:
            doc.update(master="", master_hash="")
        if table == "games" and address in doc.get("deputies", ()):
            doc.update(deputies=[one for one in doc["deputies"] if one != address])
        yield json.dumps(row, ensure_ascii=False, sort_keys=True)
