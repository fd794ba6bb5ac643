"""Words anybody may say: HELP, LIST, RULES, PING, and those that need a registered address: SUBSCRIBE, JOIN ..."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import partial

from judge import __version__
from judge.core import words
from judge.core.addressing import canonical
from judge.core.errors import InputError
from judge.desk.cabinet import schedule
from judge.desk.cabinet.limits import DAY, Limit
from judge.desk.cabinet.reader_letters import ZINE
from judge.desk.cabinet.records import Game, Status
from judge.desk.news import publish
from judge.desk.sheets.sitting import Level, Sitting
from judge.desk.words import addresses, admissions, creating, later, zine
from judge.desk.words.binding import handles
from judge.desk.words.explaining import a_seat
from judge.desk.words.nearby import known_game
from judge.render.text import wrap

GAMES = Limit(1000, DAY)  # made by letters under one address, which anybody may write; a keeper may move a club here


@handles(words.ListGames)
def list_(sitting: Sitting, word: words.ListGames) -> None:
    """LIST: all open games; LIST game: one in full."""
    office = sitting.office
    if word.game:
        game = known_game(sitting, word.game, "LIST {}".format)
        _full_listing(sitting, game)
        return
    rows = [brief_row(sitting, game) for game in office.files.games() if game.house["open"] == "yes"]
    address = "" if later.unverified(sitting) else sitting.message.sender
    seat, asks = ("", False) if sitting.game else a_seat(office, address)
    kind = next((str(row["variant"]) for row in rows), min(office.variants))
    zone = office.config.judge.zone
    sitting.enclose("session/list.txt", rows=rows, zone=zone, seat=seat, asks=asks, kind=kind)


def brief_row(sitting: Sitting, game: Game) -> dict[str, object]:
    files, told = sitting.office.files, sitting.office.letters.told_of(game)
    return {**told, "seats": len(files.seats(game.key)), "comment": game.house["comment"]}


def _full_listing(sitting: Sitting, game: Game) -> None:
    office = sitting.office
    files = office.files
    fields = ("name", "power", "vacant", "robot", "misses")
    seats = [{"role": str(s.role), **{f: getattr(s, f) for f in fields}} for s in files.seats(game.key).values()]
    context = {
        **office.letters.context(game, game.zone(), sitting.at),
        "credits": office.variant(game).card.credits,
        "seats": seats,
        "options": sorted(game.options.items()),
        "house": sorted(game.house.items()),
        "anchor": game.anchor,
        "list_address": game.list,
        "played": [p.phase for p in game.played],
        "ended": game.ended,
        "locked": game.locked,
        "looked": game.held_back,
    }
    sitting.enclose("session/listing.txt", **context)


@handles(words.Rules)
def rules(sitting: Sitting, word: words.Rules) -> None:
    """RULES game-or-variant: our own words."""
    office = sitting.office
    slug, game = word.game.lower(), sitting.game if not word.game else None
    if word.game and slug not in office.variants:
        game = known_game(sitting, word.game, "RULES {}".format)
    slug = game.variant if game else slug
    if not slug:
        sitting.say("rules_of_which", line=word.line, variants=sorted(office.variants))
        return
    text = office.pen.part((f"{slug}/rules.txt",), {"card": office.variants[slug].card}) or ""
    if game:
        text += f"\nSETTINGS of {game.key}\n{wrap(', '.join(publish.settings(game)), 2)}\n"
    sitting.enclosures.append(text)


@handles(words.Ping)
def ping(sitting: Sitting, word: words.Ping) -> None:
    office = sitting.office
    games = office.files.games()
    sitting.say(
        "pong",
        line=word.line,
        version=__version__,
        games=len(games),
        at=office.clock.now().isoformat(),
        active=sum(game.status is Status.ACTIVE for game in games),
        zone=office.config.judge.zone,
    )


# ---- people -----------------------------------------------------------------------------------------------------


@handles(words.Register)
def register(sitting: Sitting, word: words.Register) -> None:
    """REGISTER name, zone: waits for an answer from the address itself, so that nobody can sign up another."""
    office, address = sitting.office, sitting.message.sender
    name, zone, note = _who(sitting, word)
    if later.must_wait(sitting):
        told = office.pen.answer("register_asked", {"name": name, "zone": zone, "note": note})
        later.wait(sitting, later.register_line(name, zone), note=told, asks=not name)
        return
    person = office.files.person(address)
    known = person is not None and person.confirmed
    person = addresses.make_person(office, address, name, zone)
    code = "registered_again" if known else "registered"
    sitting.registered = "" if known else sitting.message.sender
    sitting.say(code, line=word.line, name=person.name, address=address, zone=person.zone)
    if note:
        sitting.put(note, Level.WARNING, word.line)
    sitting.did = True


def _who(sitting: Sitting, word: words.Register) -> tuple[str, str, str]:
    """Name, zone and what there is to say of them. A name that is not given is that of the From field; a town that
    names no zone stays with the name."""
    name = word.name or addresses.name_of(sitting.message.sender_name)
    meant = re.sub(r"^(?:for|in|to)\s+", "", word.name, flags=re.IGNORECASE)
    if meant and sitting.office.files.game(meant.lower()) is not None:
        raise InputError(
            f"{meant} is a game, and REGISTER takes your own name.",
            hint=f"Write JOIN {meant} AS and a pseudonym to play in it.",
        )
    if not word.zone:
        note = "" if name else sitting.office.pen.answer("no_name", {})
        return name, "", note
    try:
        return name, schedule.zone(word.zone).key, ""
    except InputError as fault:
        if "/" in word.zone or word.zone.isupper():
            return name, "", sitting.office.pen.answer("no_zone", {"why": str(fault)})
        whole = ", ".join(part for part in (word.name, word.zone) if part)
        return whole, "", sitting.office.pen.answer("no_town", {"town": word.zone, "name": whole})


@handles(words.Confirm)
def confirm(sitting: Sitting, word: words.Confirm) -> None:
    """CONFIRM token: whoever has the token read the letter sent to the address it proves."""
    addresses.confirm(sitting, word.token.strip(), word.line)


@handles(words.Subscribe)
def subscribe(sitting: Sitting, word: words.Subscribe) -> None:
    """Results by mail. A stranger's address is proved first, so that nobody can be subscribed by another."""
    office, address, line = sitting.office, sitting.own_address or sitting.message.sender, "SUBSCRIBE {}".format
    if zine.meant(office, word.game):
        zine.subscribe(sitting, word.line)
        return
    if not sitting.own_address and later.must_wait(sitting):
        note = office.pen.answer("subscribe_asked", {"game": word.game, "address": address})
        later.wait(sitting, f"SUBSCRIBE {word.game}", lambda: known_game(sitting, word.game, line), note)
        return
    game = _of_its_key(sitting, known_game(sitting, word.game, line))
    new = zine.take_on(sitting, game.key, game.key, address)
    sitting.say("subscribed" if new else "subscribed_already", line=word.line, game=game.key, address=address)
    sitting.did = sitting.did or new


@handles(words.Unsubscribe)
def unsubscribe(sitting: Sitting, word: words.Unsubscribe) -> None:
    """No more results. Who has not signed on is asked, so that nobody can end what another reads."""
    address = sitting.own_address or sitting.message.sender
    name = word.game or _subscription(sitting, address)
    if not name:
        sitting.say("nothing_subscribed", line=word.line, address=address)
        return
    if zine.meant(sitting.office, name):
        zine.unsubscribe(sitting, address, word.line)
        return
    game = _of_its_key(sitting, known_game(sitting, name, "UNSUBSCRIBE {}".format))
    if address not in sitting.office.files.subscribers(game.key):
        sitting.say("not_subscribed", line=word.line, game=game.key, address=address)
        return
    if not sitting.own_address:
        note = sitting.office.pen.answer("unsubscribe_asked", {"game": game.key, "address": address})
        later.wait(sitting, f"UNSUBSCRIBE {game.key}", note=note)
        return
    sitting.office.files.unsubscribe(game.key, address)
    sitting.done("unsubscribed", line=word.line, game=game.key, address=address)


def _of_its_key(sitting: Sitting, game: Game) -> Game:
    """The game named. InputError where the letter speaks by the key of another: that opens nothing of this one."""
    if sitting.game is not None and sitting.game.key != game.key:
        raise InputError(
            f"Here you speak as a player or master of {sitting.game.key}, and that opens nothing of {game.key}.",
            hint=f"Write it in a letter of its own to {sitting.office.config.judge.address}.",
        )
    return game


def _subscription(sitting: Sitting, address: str) -> str:
    """The one game whose results go to an address, or the zine; "" if there is none. InputError if there are more."""
    files = sitting.office.files
    found = [game.key for game in files.games() if address in files.subscribers(game.key)]
    found += [ZINE] if ZINE not in found and address in files.subscribers(ZINE) else []
    if len(found) > 1:
        raise InputError(
            f"Results of {', '.join(found)} go to your address: which of them should end?",
            hint="Write UNSUBSCRIBE and the game, one to a line.",
        )
    return found[0] if found else ""


@handles(words.Join)
def join(sitting: Sitting, word: words.Join) -> None:
    """A seat. Who names no pseudonym is offered one, and has it by an answer; so has a stranger the one he named."""
    office = sitting.office
    if later.unverified(sitting) and office.files.game(word.game.lower()) is None:
        later.wait(sitting, later.join_line(word))  # told once somebody has shown that he asked
        return
    game = known_game(
        sitting, word.game, lambda near: "" if word.password else later.join_line(replace(word, game=near))
    )
    note, asks = "", False
    word = replace(word, game=game.key)
    offered = "" if word.seat or word.preferences else admissions.offer(office, game, sitting.message.sender)
    if offered:
        word = replace(word, seat=offered)
        note, asks = office.pen.answer("offered", {"game": game.key, "seat": offered}), True
    elif not later.must_wait(sitting):
        admissions.let_in(sitting, game, addresses.the_person(sitting), word)
        return
    elif word.password and not later.unverified(sitting):
        note = office.pen.answer("password_kept", {"game": game.key})
    check = partial(admissions.check, office, game, sitting.message.sender, word)
    later.wait(sitting, later.join_line(word), check, note, word.password, asks)


@handles(words.Takeover)
def takeover(sitting: Sitting, word: words.Takeover) -> None:
    """A vacant seat; a stranger's answer comes first."""
    office = sitting.office
    near = f"TAKEOVER {later.quoted(word.seat)}@{{}}".format if not word.password else None
    if not later.must_wait(sitting):
        admissions.let_over(sitting, known_game(sitting, word.game, near), addresses.the_person(sitting), word)
        return

    def check() -> None:
        admissions.check_over(office, known_game(sitting, word.game, near), sitting.message.sender, word)

    note = office.pen.answer("password_kept", {"game": word.game}) if word.password else ""
    note = "" if later.unverified(sitting) else note
    later.wait(sitting, f"TAKEOVER {later.quoted(word.seat)}@{word.game}", check, note, word.password)


@handles(words.Create)
def create(sitting: Sitting, word: words.Create) -> None:
    """CREATE game variant option=value ...: who may is a setting of the judge."""
    office, sender = sitting.office, sitting.message.sender
    keeper = bool(office.config.judge.keeper) and sender == canonical(office.config.judge.keeper)
    if later.unverified(sitting) or (not keeper and later.must_wait(sitting)):
        check = partial(_may_create, sitting, word, keeper)
        later.wait(sitting, later.create_line(word), check)
        return
    _may_create(sitting, word, keeper)
    if not keeper:
        addresses.the_person(sitting)
    if not office.limits.take(f"create:{sender}", sitting.at, GAMES):
        raise InputError(f"{GAMES.count} games a day are made by letters of one address; this one was not.")
    game, password = creating.create(
        office, word.game, word.variant, dict(word.settings), sender, "", sitting.at, sitting.message.key
    )
    settings = {name: value for name, value in {**game.options, **game.house}.items() if value}
    office.letters.to_master(game, creating.letter(office, game, password, settings, sitting.at, sitting.cause))
    sitting.done("created", line=word.line, game=game.key, variant=game.variant)


def _may_create(sitting: Sitting, word: words.Create, keeper: bool) -> None:
    """InputError if the sender may make no games, or none can be made so."""
    office = sitting.office
    if not keeper and office.config.judge.create != "registered":
        raise InputError("Only the keeper of this judge makes new games.", hint="Write to the keeper.")
    creating.check(office, word.game, word.variant, dict(word.settings))
