"""Addresses: asked to prove themselves, registered, subscribed, moved; and passwords made new."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

from judge.core import words
from judge.core.addressing import canonical
from judge.core.errors import InputError
from judge.core.regex import regex
from judge.desk.cabinet import reliability
from judge.desk.cabinet.keys import check_password
from judge.desk.cabinet.limits import PROOFS
from judge.desk.cabinet.records import Game, Person, SeatRecord, Status, instant, iso
from judge.desk.cabinet.schedule import zone
from judge.desk.office import Office
from judge.desk.sheets.sitting import Level, Sitting
from judge.desk.words import later
from judge.desk.words.binding import handles
from judge.mail.headers import deliverable
from judge.store import unkeyed


def new_seat_password(sitting: Sitting, game: Game, seat: SeatRecord, password: str) -> SeatRecord:
    """The seat with it; journalled, never told."""
    office = sitting.office
    hashed = office.keys.hash(check_password(password))
    sitting.log(game, "password_changed", seat.name)
    return office.files.save_seat(replace(seat, hash=hashed, nonce=office.new_nonce()))


def new_master_password(sitting: Sitting, game: Game, password: str) -> Game:
    """The game with it."""
    office = sitting.office
    hashed = office.keys.hash(check_password(password))
    return office.files.save_game(replace(game, master_hash=hashed, nonce=office.new_nonce()))


TOKEN_LIFE = timedelta(days=14)
SILENT = timedelta(hours=72)  # of the address on record, before the master may decide
LONGEST_NAME = 60
_NAME = regex(r"[^\W\d_][\w .,'\u2019&-]*")


def ask_to_confirm(sitting: Sitting, address: str, purpose: str, data: Mapping[str, Any], asker: str = "") -> bool:
    """Mail a token to an address: once an hour for the same request, and a few times a day whatever is asked, so that
    nobody is pestered in our name, of however many addresses the same `asker` thinks. A later request takes the place
    of one like it (for the same game, if for any). False if no letter went or lies there."""
    office = sitting.office
    table = office.store.table("players")
    what = f"{purpose}.{data['game']}" if "game" in data else purpose
    key = f"token:{what}:{address}"
    old = table.fetch(key)
    if old and old["data"] == dict(data) and instant(old["at"]) > sitting.at - timedelta(hours=1):
        return True
    if not office.limits.take(f"proof:{address}", sitting.at, PROOFS):
        return False
    if asker and not office.limits.take(f"asks:{asker}", sitting.at, PROOFS):
        return False
    token = office.keys.secret_word(60)
    told = {"token": token, "purpose": purpose, "what": dict(data), "days": TOKEN_LIFE.days}
    brief = sitting.brief(f"confirm.{what}", told, template="session/confirm_address.txt", reply_key=f"confirm.{token}")
    if not office.letters.to_address(address, brief):
        return False
    table.put(key, {"token": token, "purpose": purpose, "address": address, "data": dict(data), "at": iso(sitting.at)})
    table.put(f"token:{token}", {"ref": key})
    return True


def ask_both(sitting: Sitting, what: str, own: str, new: str, line: int) -> None:
    """Ask the address on record and the new one about a move (`address`) or a further address (`also`): the key of one
    seat does not show who may speak for all of a person's seats. InputError if no letter went to the new one."""
    table, key = sitting.office.store.table("players"), f"both:{what}:{own}"
    row = table.fetch(key)
    if row is None or row["new"] != new or instant(row["at"]) + TOKEN_LIFE < sitting.at:
        row = {"new": new, "proved": [], "at": iso(sitting.at)}
    proved = {*row["proved"], *([own] if sitting.proved == own else [])}
    if new not in proved:
        asked = ask_to_confirm(sitting, new, what, {"old": own}, asker=own)
        tell_asked(sitting, "also_asked" if what == "also" else "address_asked", asked, new, line)
    if own not in proved:
        ask_to_confirm(sitting, own, f"{what}_own", {"new": new})
        sitting.say("own_address_asked", line=line, address=own)
    table.put(key, {**unkeyed(row), "proved": sorted(proved)})
    if what == "address" and new in proved and instant(row["at"]) + SILENT <= sitting.at:
        game, seat = sitting.the_game(), sitting.the_seat()
        data = {"seat": later.quoted(seat.name), "old": own, "new": new, "since": row["at"]}
        sitting.office.letters.to_master(game, sitting.brief("move", data, template="session/move_master.txt"))
        sitting.say("master_asked", line=line)


def _side(what: str, own_side: bool) -> Callable[[Sitting, str, Mapping[str, Any], int], None]:
    """What is done when one of the two addresses has answered."""

    def answered(sitting: Sitting, address: str, data: Mapping[str, Any], line: int) -> None:
        own, new = (address, data["new"]) if own_side else (data["old"], address)
        table, key = sitting.office.store.table("players"), f"both:{what}:{own}"
        row = table.fetch(key)
        if row is None or row["new"] != new:
            sitting.say("token_unknown", Level.ERROR, line)
            return
        proved = {*row["proved"], address}
        if proved >= {own, new}:
            table.drop(key)
            _BOTH[what](sitting, own, new, line)
            return
        table.put(key, {**unkeyed(row), "proved": sorted(proved)})
        sitting.say("other_address_awaited", line=line, move=what == "address", new=not own_side)

    return answered


def tell_asked(sitting: Sitting, code: str, asked: bool, address: str, line: int) -> None:
    """That a letter went to the address. InputError if none did."""
    if not asked:
        raise InputError(sitting.office.pen.answer("asked_too_often", {"address": address}))
    sitting.say(code, line=line, address=address)


def confirm(sitting: Sitting, token: str, line: int) -> None:
    """A token came back: do what it was asked for, once."""
    office = sitting.office
    table = office.store.table("players")
    pointer = table.fetch(f"token:{token.lower()}")
    asked = table.fetch(pointer["ref"]) if pointer else None
    late = asked is not None and instant(asked["at"]) + TOKEN_LIFE < sitting.at
    if asked is None or late or asked["token"] != token.lower() or asked["purpose"] not in _PURPOSES:
        sitting.say("token_unknown", Level.ERROR, line)
        return
    table.drop(pointer["ref"] if pointer else "")
    table.drop(f"token:{token.lower()}")
    _PURPOSES[asked["purpose"]](sitting, asked["address"], asked["data"], line)
    sitting.did = True


@handles(words.Lost)
def lost(sitting: Sitting, word: words.Lost) -> None:
    """LOST PASSWORD: asked of the address that the letter says it is from; nothing changes before that has answered."""
    office, address = sitting.office, sitting.message.sender
    if any(_held_by(office, address)):
        tell_asked(sitting, "password_asked", ask_to_confirm(sitting, address, "password", {}), address, word.line)
    else:
        sitting.enclose("session/help_password.txt")
    sitting.did = True


def _held_by(office: Office, address: str) -> tuple[list[tuple[Game, SeatRecord]], list[Game]]:
    """The seats of an address and the games of which it is master, of games that are not over."""
    games = {game.key: game for game in office.files.games() if game.status is not Status.FINISHED}
    seats = [(games[seat.game], seat) for seat in office.files.seats_of(address) if seat.game in games]
    return seats, [game for _, game in sorted(games.items()) if game.master == address]


def _new_passwords(sitting: Sitting, address: str, data: Mapping[str, Any], line: int) -> None:
    """The address has proved itself: fresh passwords, told in a letter to it alone, wherever the answer came from."""
    office, made = sitting.office, []
    seats, games = _held_by(office, address)
    for game, seat in seats:
        password = office.keys.secret_word(50)
        new_seat_password(sitting, game, seat, password)
        made.append((f"{seat.name}@{game.key}", password))
    for game in games:
        password = office.keys.secret_word(60)
        new_master_password(sitting, office.files.game(game.key) or game, password)
        made.append((f"MASTER {game.key}", password))
    office.letters.to_address(address, sitting.brief("password", {"made": made}, template="session/new_password.txt"))
    sitting.say("passwords_made", line=line, address=address)


def mail_address(text: str) -> str:
    """An address as it is kept, in small letters. InputError if no letter could be addressed so."""
    address = canonical(text.strip())
    if not deliverable(address):
        raise InputError(f"{text!r} is no mail address.", hint="Write one like ann@example.org, without a name.")
    return address


def of_a_person(office: Office, text: str) -> str:
    """An address at which somebody may read. InputError for one of the judge's own, and for a list."""
    address, own = mail_address(text), canonical(office.config.judge.address)
    local, _, domain = address.rpartition("@")
    if f"{local.partition('+')[0]}@{domain}" == own or office.letters.is_list(address):
        raise InputError(f"{address} is the judge's own address, or that of a list: nobody plays from there.")
    return address


def name_of(display: str) -> str:
    """The name in a From field, if it is one that can be noted."""
    name = " ".join(display.replace('"', "").split())
    return name if len(name) <= LONGEST_NAME and _NAME.fullmatch(name) else ""


def make_person(office: Office, address: str, name: str, zone_name: str, password: str = "") -> Person:
    """A person whose address is proved (or vouched for by the keeper). InputError for what is no address, zone or
    password."""
    address = mail_address(address)
    if zone_name:
        zone(zone_name)
    if password:
        check_password(password)
    old = office.files.person(address) or Person(address)
    return office.files.save_person(
        replace(
            old,
            name=name or old.name,
            zone=zone_name or old.zone,
            confirmed=True,
            hash=office.keys.hash(password) if password else old.hash,
        )
    )


def the_person(sitting: Sitting) -> Person:
    """The registered sender, or whoever sent a token back, which registers him."""
    person = sitting.office.files.person(sitting.message.sender)
    if person is None or not person.confirmed:
        return make_person(sitting.office, sitting.proved, "", "")
    return person


def check_move(office: Office, old: str, new: str) -> None:
    """InputError if somebody at the new address sits in one of the same games already (B-3)."""
    theirs = {seat.game for seat in office.files.seats_of(new)}
    for seat in office.files.seats_of(old):
        if seat.game in theirs and old != new:
            raise InputError(f"{new} is in {seat.game} already (B-3), so your seat there cannot move to it.")


def _moved(sitting: Sitting, old: str, address: str, line: int) -> None:
    """SET ADDRESS, proved by both addresses: seats, subscriptions and the person's own record move."""
    office = sitting.office
    check_move(office, old, address)
    person = office.files.person(old) or Person(old)
    office.files.save_person(replace(person, address=address, confirmed=True, bounces=0, bounced_on="", suspended=""))
    office.files.drop_person(old)
    reliability.move(office.store, old, address)
    for row in list(office.store.table("aliases").find("address", old)):
        office.store.table("aliases").put(row["key"], {"address": address, "at": row["at"]})
    for name in ("standby", "waiting", "doors", "calendars"):
        _follow(office, name, old, address)
    for seat in office.files.seats_of(old):
        office.files.save_seat(replace(seat, address=address))
        game = office.files.game(seat.game)
        if game is not None:
            office.log_event(game, "address_changed", sitting.at, actor=seat.name, data={"seat": seat.name})
    for game in office.files.games():
        if old in game.deputies:
            rest = (address if one == old else one for one in game.deputies)
            game = office.files.save_game(replace(game, deputies=tuple(dict.fromkeys(rest)), nonce=office.new_nonce()))
        if office.files.unsubscribe(game.key, old):
            office.files.subscribe(game.key, address)
        for seat in office.files.seats(game.key).values():
            if seat.lapsed[0] == old:
                office.files.save_seat(replace(seat, lapsed=(address, *seat.lapsed[1:])))
        before, now = office.mark(game.key, old), office.mark(game.key, address)
        for seat in office.files.left_by(game.key, before):
            office.files.save_seat(replace(seat, former=tuple(now if one == before else one for one in seat.former)))
    with contextlib.suppress(InputError):
        office.letters.to_address(old, sitting.brief("moved", {"new": address}))
    sitting.say("address_set", line=line, address=address)


def _follow(office: Office, name: str, old: str, new: str) -> None:
    """The rows of one person in a table, under his new address."""
    table = office.store.table(name)
    for row in [row for row in table.all() if row["address"] == old]:
        key = str(row["key"])
        moved = new if key == old else key.removesuffix(old) + new if key.endswith(f"/{old}") else key
        table.drop(key)
        table.put(moved, {**unkeyed(row), "address": new})


@handles(words.Also)
def also(sitting: Sitting, word: words.Also) -> None:
    """ALSO address: the own address answers first, then the other; only then may letters come from there too."""
    office = sitting.office
    if not sitting.own_address:
        later.wait(sitting, f"ALSO {word.address or 'NONE'}")
        return
    if not word.address:
        for row in list(office.store.table("aliases").find("address", sitting.own_address)):
            office.store.table("aliases").drop(row["key"])
        sitting.done("also_none", line=word.line)
        return
    new = of_a_person(office, word.address)
    _check_also(office, sitting.own_address, new)
    ask_both(sitting, "also", sitting.own_address, new, word.line)
    sitting.did = True


def _check_also(office: Office, own: str, new: str) -> None:
    """InputError for an address that is somebody's already."""
    row = office.store.table("aliases").fetch(new)
    person = office.files.person(new)
    if new == own or (row is not None and row["address"] == own):
        raise InputError(f"{new} is yours already.")
    if row is not None or (person is not None and person.confirmed) or office.files.seats_of(new):
        raise InputError(f"{new} is known here by itself.", hint="SET ADDRESS moves a seat to another address.")


def _also(sitting: Sitting, own: str, address: str, line: int) -> None:
    _check_also(sitting.office, own, address)
    sitting.office.store.table("aliases").put(address, {"address": own, "at": iso(sitting.at)})
    sitting.say("also_set", line=line, address=address)


_BOTH = {"address": _moved, "also": _also}
_PURPOSES = {
    "also": _side("also", own_side=False),
    "also_own": _side("also", own_side=True),
    "address": _side("address", own_side=False),
    "address_own": _side("address", own_side=True),
    "password": _new_passwords,
}
