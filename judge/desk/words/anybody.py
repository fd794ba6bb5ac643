"""Words anybody may say: HELP, LIST, RULES, PING, and those that need a registered address: SUBSCRIBE, JOIN ..."""

import re
from dataclasses import replace
from functools import partial

from judge import __version__
from judge.core import words
from judge.core.addressing import canonical
from judge.core.errors import InputError
from judge.desk.cabinet import limits, schedule
from judge.desk.cabinet.files import ZINE
from judge.desk.cabinet.records import Game, Status
from judge.desk.news import publish
from judge.desk.services import Services
from judge.desk.sheets.letter_context import LetterContext, Level
from judge.desk.words import addresses, admissions, creating, enrol, explaining, names
from judge.desk.words.binding import handles, lacking
from judge.render.text import wrap

GAMES = limits.Limit(1000, limits.DAY)
"""Made by letters under one address, which anybody may write; a keeper may move a club here."""

READERS = limits.Limit(100, limits.DAY)  # of one list, of one domain


@handles(words.ListGames)
def list_(context: LetterContext, word: words.ListGames) -> None:
    """LIST: all open games; LIST game: one in full."""
    services = context.services
    if word.game:
        game = names.known_game(context, word.game, "LIST {}".format)
        return context.enclose(
            "session/listing.txt",
            **services.letters.context(game, game.zone(), context.at),
            credits=services.variant(game).info.credits,
            seats=explaining.seats_told(services, game),
            options=sorted(game.options.items()),
            house=sorted(game.house.items()),
            anchor=game.anchor,
            list_address=game.list,
            played=[p.phase for p in game.played],
            ended=game.ended,
        )
    told, files = services.letters.told_of, services.files
    rows = [
        {**told(game), "seats": len(files.seats(game.key)), "comment": game.house["comment"]}
        for game in files.games()
        if game.house["open"] == "yes"
    ]
    address = "" if context.unverified else context.message.sender
    seat, asks = ("", False) if context.game else explaining.a_seat(services, address)
    kind = next((str(row["variant"]) for row in rows), min(services.variants))
    zone = services.config.judge.zone
    context.enclose("session/list.txt", rows=rows, zone=zone, seat=seat, asks=asks, kind=kind)


@handles(words.Rules)
def rules(context: LetterContext, word: words.Rules) -> None:
    """RULES, a game or a kind of game by its name or the first word of its title: the judge's own words."""
    services = context.services
    slug, game = word.game.lower(), context.game if not word.game else None
    slug = {kind.info.title.lower().split()[0]: name for name, kind in services.variants.items()}.get(slug, slug)
    if word.game and slug not in services.variants:
        game = names.known_game(context, word.game, "RULES {}".format)
    slug = game.variant if game else slug
    if not slug:
        return context.say("rules_of_which", line=word.line, variants=sorted(services.variants))
    text = services.renderer.part((f"{slug}/rules.txt",), {"info": services.variants[slug].info}) or ""
    if game:
        text += f"\nSETTINGS of {game.key}\n{wrap(', '.join(publish.settings(game)), 2)}\n"
    context.enclosures.append(text)


@handles(words.Ping)
def ping(context: LetterContext, word: words.Ping) -> None:
    services = context.services
    games = services.files.games()
    context.say(
        "pong",
        line=word.line,
        version=__version__,
        games=len(games),
        at=services.clock.now().isoformat(),
        active=sum(game.status is Status.ACTIVE for game in games),
        zone=services.config.judge.zone,
    )


@handles(words.Record, words.Place.OUTSIDE | words.Place.PLAYER)
def record(context: LetterContext, word: words.Record) -> None:
    """One's own; somebody without a sign-on is asked first, so that nobody reads another's."""
    if word.whose:
        raise InputError("A record is told to its person alone, and to masters.", hint="RECORD alone tells yours.")
    if not context.own_address:
        return context.wait("RECORD")
    context.put(enrol.recorded(context.services, context.own_address, ""), line=word.line)


# ---- people -----------------------------------------------------------------------------------------------------


@handles(words.Register)
def register(context: LetterContext, word: words.Register) -> None:
    """REGISTER name, zone: waits for an answer from the address itself, so that nobody can sign up another."""
    services, address = context.services, context.message.sender
    name, zone, note = _who(context, word)
    if context.must_wait:
        told = services.renderer.answer("register_asked", {"name": name, "zone": zone, "note": note})
        return context.wait(f"REGISTER {', '.join(filter(None, (name, zone)))}".rstrip(), note=told, asks=not name)
    known = services.files.proved(address)
    person = addresses.make_person(services, address, name, zone)
    code = "registered_again" if known else "registered"
    context.registered = "" if known else context.message.sender
    context.done(code, line=word.line, name=person.name, address=address, zone=person.zone)
    if note:
        context.put(note, Level.WARNING, word.line)


def _who(context: LetterContext, word: words.Register) -> tuple[str, str, str]:
    """Name, zone and what there is to say of them. A name that is not given is that of the From field; a town that
    names no zone stays with the name."""
    name = word.name or addresses.name_of(context.message.sender_name)
    meant = re.sub(r"^(?:for|in|to)\s+", "", word.name, flags=re.IGNORECASE)
    if meant and context.services.files.game(meant.lower()) is not None:
        raise InputError(
            f"{meant} is a game, and REGISTER takes your own name.",
            hint=f"Write JOIN {meant} AS and a pseudonym to play in it.",
        )
    if not word.zone:
        note = "" if name else context.services.renderer.answer("no_name", {})
        return name, "", note
    try:
        return name, schedule.zone(word.zone).key, ""
    except InputError as fault:
        if "/" in word.zone or word.zone.isupper():
            return name, "", context.services.renderer.answer("no_zone", {"why": str(fault)})
        whole = ", ".join(part for part in (word.name, word.zone) if part)
        return whole, "", context.services.renderer.answer("no_town", {"town": word.zone, "name": whole})


@handles(words.Subscribe)
def subscribe(context: LetterContext, word: words.Subscribe) -> None:
    """Results, or the zine, by mail. A stranger's address is proved first, so that nobody can be subscribed by
    another."""
    services, address, line = context.services, context.own_address or context.message.sender, "SUBSCRIBE {}".format
    zine = _zine_meant(services, word.game)
    if zine and not services.config.judge.zine:
        raise lacking("zine")
    name = ZINE.upper() if zine else word.game
    if not context.own_address and context.must_wait:
        asked = "zine_subscribe_asked" if zine else "subscribe_asked"
        note = services.renderer.answer(asked, {"game": name, "address": address})
        return context.wait(f"SUBSCRIBE {name}", lambda: zine or names.known_game(context, name, line), note)
    name = ZINE if zine else _of_its_key(context, names.known_game(context, name, line)).key
    site, new = address.rpartition("@")[2], address not in services.files.subscribers(name)
    if new and not services.limits.take(f"subscribe:{name}/{site}", context.at, READERS):
        told = f"{READERS.count} addresses of {site} subscribed to {'the zine' if zine else name} today; no more can."
        raise InputError(told, hint="Write again tomorrow.")
    services.files.subscribe(name, address)
    done, already = ("zine_subscribed", "zine_subscribed_already") if zine else ("subscribed", "subscribed_already")
    context.say(done if new else already, line=word.line, game=name, address=address)
    context.did = context.did or new


@handles(words.Unsubscribe)
def unsubscribe(context: LetterContext, word: words.Unsubscribe) -> None:
    """No more of either. Who has not signed on is asked, so that nobody can end what another reads."""
    services, address = context.services, context.own_address or context.message.sender
    name = word.game or _subscription(context, address)
    if not name:
        return context.say("nothing_subscribed", line=word.line, address=address)
    zine = _zine_meant(services, name)
    name = ZINE if zine else _of_its_key(context, names.known_game(context, name, "UNSUBSCRIBE {}".format)).key
    if address not in services.files.subscribers(name):
        context.say("zine_not_subscribed" if zine else "not_subscribed", line=word.line, game=name, address=address)
    elif not context.own_address:
        asked = "zine_unsubscribe_asked" if zine else "unsubscribe_asked"
        note = services.renderer.answer(asked, {"game": name, "address": address})
        context.wait(f"UNSUBSCRIBE {ZINE.upper() if zine else name}", note=note)
    else:
        services.files.unsubscribe(name, address)
        context.done("zine_unsubscribed" if zine else "unsubscribed", line=word.line, game=name, address=address)


def _zine_meant(services: Services, name: str) -> bool:
    """Whether somebody who names this speaks of the zine, and of no game."""
    return name.lower() == ZINE and services.files.game(ZINE) is None


def _of_its_key(context: LetterContext, game: Game) -> Game:
    """The game named. InputError where the letter speaks by the key of another: that opens nothing of this one."""
    if context.game is not None and context.game.key != game.key:
        raise InputError(
            f"Here you speak as a player or master of {context.game.key}, and that opens nothing of {game.key}.",
            hint=f"Write it in a letter of its own to {context.services.config.judge.address}.",
        )
    return game


def _subscription(context: LetterContext, address: str) -> str:
    """The one game whose results go to an address, or the zine; "" if there is none. InputError if there are more."""
    files = context.services.files
    found = [game.key for game in files.games() if address in files.subscribers(game.key)]
    found += [ZINE] if ZINE not in found and address in files.subscribers(ZINE) else []
    if len(found) > 1:
        raise InputError(
            f"Results of {', '.join(found)} go to your address: which of them should end?",
            hint="Write UNSUBSCRIBE and the game, one to a line.",
        )
    return found[0] if found else ""


@handles(words.Join)
def join(context: LetterContext, word: words.Join) -> None:
    """A seat. Who names no pseudonym is offered one, and has it by an answer; so has a stranger the one he named."""
    services = context.services
    if context.unverified and services.files.game(word.game.lower()) is None:
        return context.wait(names.join_line(word))  # told once somebody has shown that he asked
    game = names.known_game(
        context, word.game, lambda near: "" if word.password else names.join_line(replace(word, game=near))
    )
    note, asks = "", False
    word = replace(word, game=game.key)
    offered = "" if word.seat or word.preferences else admissions.offer(services, game, context.message.sender)
    if offered:
        word = replace(word, seat=offered)
        note, asks = services.renderer.answer("offered", {"game": game.key, "seat": offered}), True
    elif not context.must_wait:
        return admissions.let_in(context, game, addresses.the_person(context), word)
    elif word.password and not context.unverified:
        note = services.renderer.answer("password_kept", {"game": game.key})
    check = partial(admissions.check, services, game, context.message.sender, word)
    context.wait(names.join_line(word), check, note, word.password, asks)


@handles(words.Takeover)
def takeover(context: LetterContext, word: words.Takeover) -> None:
    """A vacant seat; a stranger's answer comes first."""
    services = context.services
    near = f"TAKEOVER {names.quoted(word.seat)}@{{}}".format if not word.password else None
    if not context.must_wait:
        admissions.let_over(context, names.known_game(context, word.game, near), addresses.the_person(context), word)
        return

    def check() -> None:
        admissions.check_over(services, names.known_game(context, word.game, near), context.message.sender, word)

    note = services.renderer.answer("password_kept", {"game": word.game}) if word.password else ""
    note = "" if context.unverified else note
    context.wait(f"TAKEOVER {names.quoted(word.seat)}@{word.game}", check, note, word.password)


@handles(words.Create)
def create(context: LetterContext, word: words.Create) -> None:
    """CREATE game variant option=value ...: who may is a setting of the judge."""
    services, sender = context.services, context.message.sender
    keeper = bool(services.config.judge.keeper) and sender == canonical(services.config.judge.keeper)
    if context.unverified or (not keeper and context.must_wait):
        chosen = "".join(f' {key}="{value}"' for key, value in word.settings)
        return context.wait(f"CREATE {word.game} {word.variant}{chosen}", partial(_may_create, context, word, keeper))
    _may_create(context, word, keeper)
    if not keeper:
        addresses.the_person(context)
    if not services.limits.take(f"create:{sender}", context.at, GAMES):
        raise InputError(f"{GAMES.count} games a day are made by letters of one address; this one was not.")
    game, password = creating.create(services, word.game, word.variant, dict(word.settings), sender, "", context.letter)
    settings = {name: value for name, value in {**game.options, **game.house}.items() if value}
    services.letters.to_master(game, creating.letter(services, game, password, settings, context.cause))
    context.done("created", line=word.line, game=game.key, variant=game.variant)


def _may_create(context: LetterContext, word: words.Create, keeper: bool) -> None:
    """InputError if the sender may make no games, or none can be made so."""
    services = context.services
    if not keeper and services.config.judge.create != "registered":
        raise InputError("Only the keeper of this judge makes new games.", hint="Write to the keeper.")
    creating.check(services, word.game, word.variant, dict(word.settings))
