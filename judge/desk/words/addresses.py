"""Addresses: asked to prove themselves, registered, subscribed, moved; and passwords made new."""

import contextlib
from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import Any

from judge.core import words
from judge.core.addressing import canonical
from judge.core.errors import InputError
from judge.core.regex import regex
from judge.desk.cabinet.keys import check_password
from judge.desk.cabinet.limits import PROOFS
from judge.desk.cabinet.records import Cause, Game, Person, SeatRecord, Status, instant, iso
from judge.desk.cabinet.schedule import zone
from judge.desk.services import Services
from judge.desk.sheets.letter_context import LetterContext, Level
from judge.desk.words import names
from judge.desk.words.binding import handles
from judge.mail.headers import deliverable
from judge.store import unkeyed


def new_seat_password(context: LetterContext, game: Game, seat: SeatRecord, password: str) -> SeatRecord:
    """The seat with it; journalled, never told."""
    services = context.services
    hashed = services.keys.hash(check_password(password))
    context.log(game, "password_changed", seat.name)
    return services.files.save_seat(replace(seat, hash=hashed, nonce=services.new_nonce()))


def new_master_password(context: LetterContext, game: Game, password: str) -> Game:
    """The game with it."""
    services = context.services
    hashed = services.keys.hash(check_password(password))
    return services.files.save_game(replace(game, master_hash=hashed, nonce=services.new_nonce()))


PURPOSES = ("also", "also_own", "address", "address_own", "password")
TOKEN_LIFE = timedelta(days=14)
SILENT = timedelta(hours=72)  # of the address on record, before the master may decide
LONGEST_NAME = 60
_NAME = regex(r"[^\W\d_][\w .,'\u2019&-]*")


def ask_to_confirm(context: LetterContext, address: str, purpose: str, data: Mapping[str, Any], by: str = "") -> bool:
    """Mail a token to an address: once an hour for the same request, and a few times a day whatever is asked, so that
    nobody is pestered in our name, of however many addresses one who asks (`by`) thinks. A later request takes the
    place of one like it (for the same game, if for any). False if no letter went or lies there."""
    services = context.services
    table = services.store.table("players")
    what = f"{purpose}.{data['game']}" if "game" in data else purpose
    key = f"token:{what}:{address}"
    old = table.fetch(key)
    if old and old["data"] == dict(data) and instant(old["at"]) > context.at - timedelta(hours=1):
        return True
    if not services.limits.take(f"proof:{address}", context.at, PROOFS):
        return False
    if by and not services.limits.take(f"asks:{by}", context.at, PROOFS):
        return False
    token = services.keys.secret_word(60)
    told = {"token": token, "purpose": purpose, "what": dict(data), "days": TOKEN_LIFE.days}
    brief = context.brief(f"confirm.{what}", told, template="session/confirm_address.txt", reply_key=f"confirm.{token}")
    if not services.letters.to_address(address, brief):
        return False
    table.put(key, {"token": token, "purpose": purpose, "address": address, "data": dict(data), "at": iso(context.at)})
    table.put(f"token:{token}", {"ref": key})
    return True


def ask_both(context: LetterContext, what: str, own: str, new: str, line: int) -> None:
    """Ask the address on record and the new one about a move (`address`) or a further address (`also`): the key of one
    seat does not show who may speak for all of a person's seats. InputError if no letter went to the new one."""
    table, key = context.services.store.table("players"), f"both:{what}:{own}"
    row = table.fetch(key)
    if row is None or row["new"] != new or instant(row["at"]) + TOKEN_LIFE < context.at:
        row = {"new": new, "proved": [], "at": iso(context.at)}
    proved = {*row["proved"], *([own] if context.proved == own else [])}
    if new not in proved:
        asked = ask_to_confirm(context, new, what, {"old": own}, by=own)
        tell_asked(context, "also_asked" if what == "also" else "address_asked", asked, new, line)
    if own not in proved:
        ask_to_confirm(context, own, f"{what}_own", {"new": new})
        context.say("own_address_asked", line=line, address=own)
    table.put(key, {**row, "proved": sorted(proved)})
    if what == "address" and new in proved and instant(row["at"]) + SILENT <= context.at:
        game, seat = context.the_game(), context.the_seat()
        data = {"seat": names.quoted(seat.name), "old": own, "new": new, "since": row["at"]}
        context.services.letters.to_master(game, context.brief("move", data, template="session/move_master.txt"))
        context.say("master_asked", line=line)


def _one_has_answered(context: LetterContext, purpose: str, address: str, data: Mapping[str, Any], line: int) -> None:
    """One of the two addresses of a move, or of a further address, has answered: `purpose` tells which."""
    what, is_own, _ = purpose.partition("_own")
    own, new = (address, data["new"]) if is_own else (data["old"], address)
    table, key = context.services.store.table("players"), f"both:{what}:{own}"
    row = table.fetch(key)
    if row is None or row["new"] != new:
        return context.say("token_unknown", Level.ERROR, line)
    proved = {*row["proved"], address}
    if proved >= {own, new}:
        table.drop(key)
        return (_moved if what == "address" else _also)(context, own, new, line)
    table.put(key, {**row, "proved": sorted(proved)})
    context.say("other_address_awaited", line=line, move=what == "address", new=not is_own)


def tell_asked(context: LetterContext, code: str, asked: bool, address: str, line: int) -> None:
    """That a letter went to the address. InputError if none did."""
    if not asked:
        raise InputError(context.services.renderer.answer("asked_too_often", {"address": address}))
    context.say(code, line=line, address=address)


@handles(words.Confirm)
def confirm(context: LetterContext, word: words.Confirm) -> None:
    """CONFIRM token: whoever has it read the letter sent to the address that it proves; what was asked there is done,
    once."""
    table, token = context.services.store.table("players"), word.token.strip().lower()
    pointer = table.fetch(f"token:{token}") or {"ref": ""}
    asked = table.fetch(pointer["ref"])
    late = asked is not None and instant(asked["at"]) + TOKEN_LIFE < context.at
    if asked is None or late or asked["token"] != token or asked["purpose"] not in PURPOSES:
        return context.say("token_unknown", Level.ERROR, word.line)
    table.drop(pointer["ref"])
    table.drop(f"token:{token}")
    if asked["purpose"] == "password":
        _new_passwords(context, asked["address"], word.line)
    else:
        _one_has_answered(context, asked["purpose"], asked["address"], asked["data"], word.line)
    context.did = True


@handles(words.Lost)
def lost(context: LetterContext, word: words.Lost) -> None:
    """LOST PASSWORD: asked of the address that the letter says it is from; nothing changes before that has answered."""
    services, address = context.services, context.message.sender
    if any(_held_by(services, address)):
        tell_asked(context, "password_asked", ask_to_confirm(context, address, "password", {}), address, word.line)
    else:
        context.enclose("session/help_password.txt")
    context.did = True


def _held_by(services: Services, address: str) -> tuple[list[tuple[Game, SeatRecord]], list[Game]]:
    """The seats of an address and the games of which it is master, of games that are not over."""
    games = [game for game in services.files.games() if game.status is not Status.FINISHED and game.master == address]
    return services.files.playing(address), games


def _new_passwords(context: LetterContext, address: str, line: int) -> None:
    """The address has proved itself: fresh passwords, told in a letter to it alone, wherever the answer came from."""
    services, made = context.services, []
    seats, games = _held_by(services, address)
    for game, seat in seats:
        password = services.keys.secret_word(50)
        new_seat_password(context, game, seat, password)
        made.append((f"{seat.name}@{game.key}", password))
    for game in games:
        password = services.keys.secret_word(60)
        new_master_password(context, services.files.game(game.key) or game, password)
        made.append((f"MASTER {game.key}", password))
    services.letters.to_address(address, context.brief("password", {"made": made}, template="session/new_password.txt"))
    context.say("passwords_made", line=line, address=address)


def mail_address(text: str) -> str:
    """An address as it is kept, in small letters. InputError if no letter could be addressed so."""
    address = canonical(text.strip())
    if not deliverable(address):
        raise InputError(f"{text!r} is no mail address.", hint="Write one like ann@example.org, without a name.")
    return address


def of_a_person(services: Services, text: str) -> str:
    """An address at which somebody may read. InputError for one of the judge's own, and for a list."""
    address, own = mail_address(text), canonical(services.config.judge.address)
    local, _, domain = address.rpartition("@")
    if f"{local.partition('+')[0]}@{domain}" == own or services.letters.is_list(address):
        raise InputError(f"{address} is the judge's own address, or that of a list: nobody plays from there.")
    return address


def name_of(display: str) -> str:
    """The name in a From field, if it is one that can be noted."""
    name = " ".join(display.replace('"', "").split())
    return name if len(name) <= LONGEST_NAME and _NAME.fullmatch(name) else ""


def make_person(services: Services, address: str, name: str, zone_name: str, password: str = "") -> Person:
    """A person whose address is proved (or vouched for by the keeper). InputError for what is no address, zone or
    password."""
    address = mail_address(address)
    if zone_name:
        zone(zone_name)
    if password:
        check_password(password)
    old = services.files.person(address) or Person(address)
    return services.files.save_person(
        replace(
            old,
            name=name or old.name,
            zone=zone_name or old.zone,
            confirmed=True,
            hash=services.keys.hash(password) if password else old.hash,
        )
    )


def the_person(context: LetterContext) -> Person:
    """The registered sender, or whoever sent a token back, which registers him."""
    person = context.services.files.person(context.message.sender)
    if person is None or not person.confirmed:
        return make_person(context.services, context.proved, "", "")
    return person


def check_move(services: Services, old: str, new: str) -> None:
    """InputError if somebody at the new address sits in one of the same games already (B-3)."""
    theirs = {seat.game for seat in services.files.seats_of(new)}
    for seat in services.files.seats_of(old):
        if seat.game in theirs and old != new:
            raise InputError(f"{new} is in {seat.game} already (B-3), so your seat there cannot move to it.")


def _moved(context: LetterContext, old: str, address: str, line: int) -> None:
    """SET ADDRESS, proved by both addresses: seats, subscriptions and the person's own record move."""
    services = context.services
    check_move(services, old, address)
    person = services.files.person(old) or Person(old)
    services.files.save_person(replace(person, address=address, confirmed=True, bounces=0, bounced_on="", suspended=""))
    services.files.drop_person(old)
    for name in ("records", "aliases", "standby", "waiting", "doors", "calendars"):
        _follow(services, name, old, address)
    for seat in services.files.seats_of(old):
        services.files.save_seat(replace(seat, address=address))
        game = services.files.game(seat.game)
        if game is not None:
            services.log_event(game, "address_changed", Cause(context.at), actor=seat.name, data={"seat": seat.name})
    for game in services.files.games():
        if old in game.deputies:
            rest = (address if one == old else one for one in game.deputies)
            game = services.files.save_game(
                replace(game, deputies=tuple(dict.fromkeys(rest)), nonce=services.new_nonce())
            )
        if services.files.unsubscribe(game.key, old):
            services.files.subscribe(game.key, address)
        for seat in services.files.seats(game.key).values():
            if seat.lapsed[0] == old:
                services.files.save_seat(replace(seat, lapsed=(address, *seat.lapsed[1:])))
        before, now = services.mark(game.key, old), services.mark(game.key, address)
        for seat in services.files.left_by(game.key, before):
            services.files.save_seat(replace(seat, former=tuple(now if one == before else one for one in seat.former)))
    with contextlib.suppress(InputError):
        services.letters.to_address(old, context.brief("moved", {"new": address}))
    context.say("address_set", line=line, address=address)


def _follow(services: Services, name: str, old: str, new: str) -> None:
    """The rows of one person in a table, under his new address."""
    table = services.store.table(name)
    for row in [row for row in table.all() if row["address"] == old]:
        key = str(row["key"])
        moved = new if key == old else key.removesuffix(old) + new if key.endswith(f"/{old}") else key
        table.drop(key)
        table.put(moved, {**unkeyed(row), "address": new})


@handles(words.Also)
def also(context: LetterContext, word: words.Also) -> None:
    """ALSO address: the own address answers first, then the other; only then may letters come from there too."""
    services = context.services
    if not context.own_address:
        return context.wait(f"ALSO {word.address or 'NONE'}")
    if not word.address:
        for row in list(services.store.table("aliases").find("address", context.own_address)):
            services.store.table("aliases").drop(row["key"])
        return context.done("also_none", line=word.line)
    new = of_a_person(services, word.address)
    _check_also(services, context.own_address, new)
    ask_both(context, "also", context.own_address, new, word.line)
    context.did = True


def _check_also(services: Services, own: str, new: str) -> None:
    """InputError for an address that is somebody's already."""
    row = services.store.table("aliases").fetch(new)
    if new == own or (row is not None and row["address"] == own):
        raise InputError(f"{new} is yours already.")
    if row is not None or services.files.proved(new) or services.files.seats_of(new):
        raise InputError(f"{new} is known here by itself.", hint="SET ADDRESS moves a seat to another address.")


def _also(context: LetterContext, own: str, address: str, line: int) -> None:
    _check_also(context.services, own, address)
    context.services.store.table("aliases").put(address, {"address": own, "at": iso(context.at)})
    context.say("also_set", line=line, address=address)
