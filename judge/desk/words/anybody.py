"""Words anybody may say: HELP, LIST, RULES, PING, and those that need a registered address: SUBSCRIBE, JOIN ..."""

from __future__ import annotations

from judge import __version__
from judge.core import session as words
from judge.core.errors import InputError
from judge.core.ids import game_name
from judge.core.manual import MANUAL, MASTERS, PLAYERS
from judge.core.variant import Help, Variant
from judge.desk.cabinet import schedule
from judge.desk.cabinet.records import Game, Person, Status
from judge.desk.sheets.sitting import Level, Sitting
from judge.desk.words import addresses, creating, enrol
from judge.desk.writing.letterform import Brief


def help_(sitting: Sitting, word: words.HelpWord) -> None:
    """HELP: the card; HELP verb: one word; HELP variant: its orders."""
    office = sitting.office
    topic = word.topic.strip().lower()
    variant = office.variants.get(topic) or (office.variant(sitting.game) if sitting.game else None)
    if not topic or topic in ("help", "index", "contents"):
        text = office.pen.part(
            ("session/help.txt",),
            {
                "address": office.config.judge.address,
                "players": PLAYERS,
                "masters": MASTERS,
                "game": sitting.game,
                "variants": [(slug, office.variants[slug].card.title) for slug in sorted(office.variants)],
            },
        )
        sitting.enclosures.append(text or "")
        return
    if topic == "dice":
        sitting.enclosures.append(office.pen.part(("session/help_dice.txt",), {}) or "")
        return
    if topic in office.variants and variant is not None:
        sitting.enclosures.append(_variant_help(sitting, variant))
        return
    found = find_help(sitting, topic)
    found = [*found, *setting_help(sitting, topic, anywhere=not found)]
    if not found:
        sitting.say("no_help", Level.WARNING, word.line, topic=word.topic)
        return
    for entry in found:
        sitting.enclosures.append(
            office.pen.part(("session/help_entry.txt",), {"entry": entry, "address": office.config.judge.address}) or ""
        )


def find_help(sitting: Sitting, topic: str) -> list[Help]:
    """Entries for a verb: the session's, then the first game's that has it (the game at hand before others)."""
    found = [entry for rule, entry in MANUAL.items() if topic in _ways(rule, entry)][:1]
    order = [sitting.game.variant] if sitting.game else []
    for slug in [*order, *sorted(set(sitting.office.variants) - set(order))]:
        for entry in sitting.office.variants[slug].card.help:
            if topic in _ways("", entry) and entry not in found:
                return [*found, entry]
    return found


def setting_help(sitting: Sitting, topic: str, anywhere: bool) -> list[Help]:
    """An entry for a setting of the game at hand, or, `anywhere`, of the first game that has it."""
    slugs = [sitting.game.variant] if sitting.game else []
    for slug in [*slugs, *(sorted(sitting.office.variants) if anywhere else ())]:
        for option in sitting.office.variants[slug].card.options:
            if option.name == topic:
                values = " | ".join(option.choices) or {"flag": "yes | no", "int": "number"}.get(option.kind, "value")
                text = f"A setting, {option.default or 'empty'} unless it is chosen otherwise: {option.help}."
                example = f"SET {option.name} {option.default or option.low or 'value'}"
                return [Help(option.name.upper(), f"SET {option.name} {values}", text, (example,), option.rule)]
    return []


def _ways(rule: str, entry: Help) -> set[str]:
    """What a verb may be asked for by: its name, its grammar rule, and how its examples begin."""
    starts = {example.split()[0].strip(":").lower() for example in entry.examples if example[:2].isupper()}
    return {entry.verb.lower(), rule, *starts}


def _variant_help(sitting: Sitting, variant: Variant) -> str:
    card = variant.card
    text = sitting.office.pen.part((f"{card.slug}/help.txt", "session/help_variant.txt"), {"card": card})
    return text or ""


def list_(sitting: Sitting, word: words.ListGames) -> None:
    """LIST: all open games; LIST game: one in full."""
    office = sitting.office
    if word.game:
        game = known_game(sitting, word.game)
        sitting.enclosures.append(full_listing(sitting, game))
        return
    rows = [brief_row(sitting, game) for game in office.files.games() if game.house["open"] == "yes"]
    text = office.pen.part(("session/list.txt",), {"rows": rows, "zone": office.config.judge.zone})
    sitting.enclosures.append(text or "")


def brief_row(sitting: Sitting, game: Game) -> dict[str, object]:
    return {
        "name": game.key,
        "variant": game.variant,
        "status": str(game.status),
        "phase": game.phase,
        "deadline": game.deadline,
        "zone": game.zone(),
        "seats": len(sitting.office.files.seats(game.key)),
        "comment": game.house["comment"],
    }


def full_listing(sitting: Sitting, game: Game) -> str:
    office = sitting.office
    card = office.variant(game).card
    seats = [
        {"name": s.name, "role": str(s.role), "power": s.power, "vacant": s.vacant, "misses": s.misses}
        for s in office.files.seats(game.key).values()
    ]
    context = {
        **office.letters.context(game, game.zone(), sitting.at),
        "title": card.title,
        "credits": card.credits,
        "seats": seats,
        "options": sorted(game.options.items()),
        "house": sorted(game.house.items()),
        "anchor": game.anchor,
        "list_address": game.list,
        "played": [p.phase for p in game.played],
        "ended": game.ended,
        "locked": game.locked,
    }
    return office.pen.part(("session/listing.txt",), context) or ""


def rules(sitting: Sitting, word: words.Rules) -> None:
    """RULES game-or-variant: our own words."""
    office = sitting.office
    slug = word.game.lower()
    if slug not in office.variants:
        slug = known_game(sitting, word.game).variant if word.game else (sitting.game.variant if sitting.game else "")
    if not slug:
        raise InputError("RULES of which game?", hint="Write RULES bourse.")
    text = office.pen.part((f"{slug}/rules.txt",), {"card": office.variants[slug].card})
    sitting.enclosures.append(text or "")


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


def register(sitting: Sitting, word: words.Register) -> None:
    """REGISTER name, zone: a token goes to the address itself, so that nobody can sign up another."""
    if word.zone:
        schedule.zone(word.zone)
    office, address = sitting.office, sitting.message.sender
    person = office.files.person(address)
    if sitting.proved or (person is not None and person.confirmed):
        person = addresses.make_person(office, address, word.name, word.zone)
        sitting.say("registered_again", line=word.line, name=person.name, address=address)
        sitting.did = True
        return
    addresses.ask_to_confirm(sitting, address, "register", {"name": word.name, "zone": word.zone})
    sitting.say("register_asked", line=word.line, address=address)
    sitting.did = True


def confirm(sitting: Sitting, word: words.Confirm) -> None:
    """CONFIRM token: whoever has the token read the letter sent to the address it proves."""
    addresses.confirm(sitting, word.token.strip(), word.line)


def person_or_fault(sitting: Sitting) -> Person:
    """The registered sender: a token that came back registers him. InputError tells a stranger how to register."""
    person = sitting.office.files.person(sitting.message.sender)
    if sitting.proved and (person is None or not person.confirmed):
        return addresses.make_person(sitting.office, sitting.proved, "", "")
    if person is None or not person.confirmed:
        raise InputError(
            f"{sitting.message.sender} is not registered here.",
            hint="Send REGISTER your name, your time zone (such as REGISTER Ann Archer, Europe/London) first.",
        )
    return person


def subscribe(sitting: Sitting, word: words.Subscribe) -> None:
    """Results by mail. A stranger's address is proved first, so that nobody can be subscribed by another."""
    office, address = sitting.office, sitting.message.sender
    game = known_game(sitting, word.game)
    person = office.files.person(address)
    if not sitting.proved and (person is None or not person.confirmed):
        addresses.ask_to_confirm(sitting, address, "subscribe", {"game": game.key})
        sitting.say("subscribe_asked", line=word.line, address=address, game=game.key)
    else:
        new = office.files.subscribe(game.key, address)
        sitting.say("subscribed" if new else "subscribed_already", line=word.line, game=game.key, address=address)
    sitting.did = True


def unsubscribe(sitting: Sitting, word: words.Unsubscribe) -> None:
    """No more results. Who has not signed on is asked, so that nobody can end what another reads."""
    game = known_game(sitting, word.game)
    address = sitting.own_address or sitting.message.sender
    if address not in sitting.office.files.subscribers(game.key):
        sitting.say("not_subscribed", line=word.line, game=game.key, address=address)
        return
    if sitting.own_address:
        sitting.office.files.unsubscribe(game.key, address)
        sitting.say("unsubscribed", line=word.line, game=game.key, address=address)
    else:
        addresses.ask_to_confirm(sitting, address, "unsubscribe", {"game": game.key})
        sitting.say("unsubscribe_asked", line=word.line, game=game.key, address=address)
    sitting.did = True


def join(sitting: Sitting, word: words.Join) -> None:
    person = person_or_fault(sitting)
    game = known_game(sitting, word.game)
    enrol.join(sitting, game, person, word)


def takeover(sitting: Sitting, word: words.Takeover) -> None:
    person = person_or_fault(sitting)
    enrol.takeover(sitting, known_game(sitting, word.game), person, word)


def create(sitting: Sitting, word: words.Create) -> None:
    """CREATE game variant option=value ...: who may is a setting of the judge."""
    office, sender = sitting.office, sitting.message.sender
    keeper = bool(office.config.judge.keeper) and sender == office.config.judge.keeper.lower()
    if not keeper:
        if office.config.judge.create != "registered":
            raise InputError("Only the keeper of this judge makes new games.", hint="Write to the keeper.")
        person_or_fault(sitting)
    game, password = creating.create(
        office, word.game, word.variant, dict(word.settings), sender, "", sitting.at, sitting.message.key
    )
    office.letters.to_master(
        game,
        Brief(
            cause=sitting.cause,
            kind="created",
            template="session/created.txt",
            data={"password": password, "settings": _settings(game), "anchor": game.anchor},
            now=sitting.at,
        ),
    )
    sitting.say("created", line=word.line, game=game.key, variant=game.variant)
    sitting.did = True


def _settings(game: Game) -> list[tuple[str, str]]:
    """Every setting that has a value, the game's and the house's."""
    return sorted((name, value) for name, value in {**game.options, **game.house}.items() if value)


def known_game(sitting: Sitting, name: str) -> Game:
    """The game of that name. InputError lists near names."""
    try:
        game = sitting.office.files.game(game_name(name))
    except InputError:
        game = None
    if game is None:
        raise InputError(f"There is no game called {name!r} here.", hint="LIST shows the games.")
    return game
