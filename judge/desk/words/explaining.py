"""HELP, and how somebody takes part."""

import contextlib
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import islice
from typing import Any

from judge.core import words
from judge.core.errors import InputError
from judge.core.manual import LEADS, MANUAL, MASTERS, PLAYERS
from judge.core.regex import regex
from judge.core.variant import Help
from judge.desk.cabinet.options import HOUSE, written
from judge.desk.cabinet.records import Game, Status
from judge.desk.news import publish
from judge.desk.services import Services
from judge.desk.sheets.letter_context import LetterContext, Level
from judge.desk.words import admissions, enrol, names
from judge.desk.words.binding import handles

_PAGES = {"words": "words", "password": "password passwords", "dice": "dice", "keeper": "keeper human contact"}
HELP_PAGES = {topic: f"session/help_{page}.txt" for page, topics in _PAGES.items() for topic in topics.split()}
"""What HELP explains that is no word of the correspondence -> its template."""
_LIKE = {"schedule": "TUE 18:00 Europe/London", "dates": "2026-12-25", "address": "list@example.org"}
"""Kind of a setting that is empty -> a value of it, for an example."""
_COURTESY = regex(r"(?:^|\s+)(?:please|pls|thanks|me|thank you)[\s.!]*$", re.IGNORECASE)


@handles(words.HelpWord)
def help_(context: LetterContext, word: words.HelpWord) -> None:
    """HELP: the card; HELP verb: one word; HELP variant: its orders."""
    services = context.services
    topic = _COURTESY.sub("", word.topic).strip(" .?!\"'").lower()
    variant = services.variants.get(topic) or (services.variant(context.game) if context.game else None)
    stranger = context.game is None and not context.own_address and not services.files.proved(context.message.sender)
    if not topic and stranger:  # a letter to a stranger is short
        context.enclosures.append(taking_part(services, "", new=True))
        return
    if not topic or topic in ("help", "index", "contents"):
        variants = [(slug, services.variants[slug].info.title) for slug in sorted(services.variants)]
        own = {"game": context.game, "master": MASTERS if context.master else (), **_now(context)}
        return context.enclose("session/help.txt", address=services.config.judge.address, variants=variants, **own)
    if topic in HELP_PAGES:
        return context.enclose(HELP_PAGES[topic], keeper=services.config.judge.keeper, players=PLAYERS, masters=MASTERS)
    if topic == "join" and context.game is None:
        address = "" if context.unverified else context.message.sender
        context.enclosures.append(taking_part(services, address))
        if not services.files.proved(address):
            return  # a letter to a stranger is short
    if topic in services.variants and variant is not None:
        return context.enclose(f"{variant.info.slug}/help.txt", "session/help_variant.txt", info=variant.info)
    found = find_help(context, topic)
    found = [*found, *setting_help(context, topic, anywhere=not found)]
    found = found or [MANUAL[rule] for rule in LEADS.get(topic, ())]
    if not found and topic.count(" ") > 1:
        return help_(context, replace(word, topic=""))
    if not found:
        return context.say("no_help", Level.WARNING, word.line, topic=word.topic)
    for entry in found:
        context.enclose("session/help_entry.txt", entry=entry, address=services.config.judge.address)


def _now(context: LetterContext) -> dict[str, Any]:
    """What the writer could send now, and until when."""
    services, game, seat = context.services, context.game, context.seat
    if game is None or seat is None:
        return {"seat": ""}
    return {
        "seat": seat.name,
        "samples": publish.samples(services, game, seat.name),
        "usual": [entry.examples[0] for entry in services.variant(game).info.help[:2]],
        "spoken": publish.spoken(services, game, seat.name),
        "phase_words": services.calendar(game).words(game.phase) if game.phase else "",
        "zone": services.letters.zone_of(seat.address, game),
    }


def find_help(context: LetterContext, topic: str) -> list[Help]:
    """Entries for a verb: the session's and those of the game at hand; never another game's. Where no game is at hand
    the first that has it, if the session does not."""
    named = [entry for entry in MANUAL.values() if topic == entry.verb.lower()]
    found = (named or [entry for rule, entry in MANUAL.items() if topic in _ways(rule, entry)])[:1]
    others = () if found else sorted(context.services.variants)
    for slug in [context.game.variant] if context.game else others:
        for entry in context.services.variants[slug].info.help:
            if topic in _ways("", entry) and entry not in found:
                return [*found, entry]
    return found


def setting_help(context: LetterContext, topic: str, anywhere: bool) -> list[Help]:
    """An entry for a setting of the game at hand, or, `anywhere`, of every game."""
    slugs = [context.game.variant] if context.game else sorted(context.services.variants) if anywhere else []
    infos = [*((HOUSE,) if anywhere else ()), *(context.services.variants[slug].info.options for slug in slugs)]
    for option in (option for info in infos for option in info):
        if option.name == written(topic):
            values = " | ".join(option.choices) or {"flag": "yes | no", "int": "number"}.get(option.kind, "value")
            text = f"A setting, {option.default or 'empty'} unless it is chosen otherwise: {option.help}."
            example = f"SET {option.name} {option.default or option.low or _LIKE.get(option.kind, 'value')}"
            return [Help(option.name.upper(), f"SET {option.name} {values}", text, (example,), option.rule)]
    return []


def _ways(rule: str, entry: Help) -> set[str]:
    """What a verb may be asked for by: its name, its grammar rule, and how its examples begin."""
    starts = {example.split()[0].strip(":").lower() for example in entry.examples if example[:2].isupper()}
    return {entry.verb.lower(), rule, *starts}


MOST = 4  # games that are named: a letter to a stranger is short


def taking_part(services: Services, address: str, new: bool = False) -> str:
    """What somebody can do now: the games in which this address would get a seat, each with the line that asks for it,
    and the ways beside. `new`: they may not know what a judge is. All hints to strangers are made here."""
    games, places = _public(services), list(islice(_places(services, address), MOST))
    data: dict[str, Any] = {
        "places": [
            {
                "line": line,
                "title": services.variant(game).info.title,
                "asks": enrol.asks_its_master(services, game, address),
                "stands": game.phase if game.status is not Status.FORMING else "forming",
            }
            for game, line in places
        ],
        "new": new,
        "judge": services.config.judge.name,
        "address": services.config.judge.address,
        "free": [] if not places else _further(services, *places[0], address),
        "creates": services.config.judge.create == "registered" or address == services.config.judge.keeper,
        "name": "Ann Archer",
        "kind": next((game.variant for game, _ in places), min(services.variants)),
        "watched": next((game.key for game in games), ""),
        "keeper": services.config.judge.keeper,
    }
    return services.renderer.part(("session/taking_part.txt",), data) or ""


def _further(services: Services, game: Game, line: str, address: str) -> list[str]:
    """Two more names that are free there, beside the one of the line."""
    info, found = services.variant(game).info, [line.partition(" AS ")[2]]
    if not info.pseudonyms or not line.startswith("JOIN"):
        return []
    for number in range(2):
        taken = (*services.files.seats(game.key), *found)
        found.append(enrol.free(services, game, taken, f"{game.key} {address} {number}"))
    return found[1:]


def a_seat(services: Services, address: str) -> tuple[str, bool]:
    """The line with which this address would get a seat in the first game that has one, and whether the game's master
    is asked first; "" if none has."""
    found = next(_places(services, address), None)
    return (found[1], enrol.asks_its_master(services, found[0], address)) if found else ("", False)


def _public(services: Services) -> list[Game]:
    return [game for game in services.files.games() if game.shown and game.status is not Status.FINISHED]


def _places(services: Services, address: str) -> Iterator[tuple[Game, str]]:
    """First those that ask nobody."""
    games = sorted(_public(services), key=lambda game: enrol.asks_its_master(services, game, address))
    return ((game, line) for game in games if (line := _line(services, game, address)))


def _line(services: Services, game: Game, address: str) -> str:
    """What this address would write for a seat; "" if it would be refused."""
    for seat in services.files.seats(game.key).values():
        if seat.vacant:
            with contextlib.suppress(InputError):
                admissions.check_over(services, game, address, words.Takeover(game=game.key, seat=seat.name))
                return f"TAKEOVER {seat.name}@{game.key}"
    with contextlib.suppress(InputError):
        join = words.Join(game.key, enrol.offer(services, game, address))
        return names.join_line(join) if admissions.check(services, game, address, join) else ""
    return ""


def seats_told(services: Services, game: Game) -> list[dict[str, Any]]:
    """The seats of a game as everybody may see them."""
    fields = ("name", "power", "vacant", "robot", "misses")
    seats = services.files.seats(game.key).values()
    return [{"role": str(seat.role), **{name: getattr(seat, name) for name in fields}} for seat in seats]
