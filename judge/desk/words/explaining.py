"""HELP, and how somebody takes part: which seats are to be had, and the line that takes one."""

from __future__ import annotations

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
from judge.desk.news.publish import samples, spoken
from judge.desk.office import Office
from judge.desk.sheets.sitting import Level, Sitting
from judge.desk.words import admissions, enrol, later
from judge.desk.words.binding import handles

HELP_PAGES = {
    "words": "session/help_words.txt",
    "password": "session/help_password.txt",
    "dice": "session/help_dice.txt",
    "keeper": "session/help_keeper.txt",
}
HELP_PAGES |= {"passwords": HELP_PAGES["password"], **dict.fromkeys(("human", "contact"), HELP_PAGES["keeper"])}
"""What HELP explains that is no word of the correspondence -> its template."""
_LIKE = {"schedule": "TUE 18:00 Europe/London", "dates": "2026-12-25", "address": "list@example.org"}
"""Kind of a setting that is empty -> a value of it, for an example."""
_COURTESY = regex(r"(?:^|\s+)(?:please|pls|thanks|me|thank you)[\s.!]*$", re.IGNORECASE)


@handles(words.HelpWord)
def help_(sitting: Sitting, word: words.HelpWord) -> None:
    """HELP: the card; HELP verb: one word; HELP variant: its orders."""
    office = sitting.office
    topic = _COURTESY.sub("", word.topic).strip(" .?!\"'").lower()
    variant = office.variants.get(topic) or (office.variant(sitting.game) if sitting.game else None)
    person = office.files.person(sitting.message.sender)
    stranger = sitting.game is None and (person is None or not person.confirmed) and not sitting.own_address
    if not topic and stranger:  # a letter to a stranger is short
        sitting.enclosures.append(taking_part(office, "", new=True))
        return
    if not topic or topic in ("help", "index", "contents"):
        variants = [(slug, office.variants[slug].card.title) for slug in sorted(office.variants)]
        own = {"game": sitting.game, "master": MASTERS if sitting.master else (), **_now(sitting)}
        sitting.enclose("session/help.txt", address=office.config.judge.address, variants=variants, **own)
        return
    if topic in HELP_PAGES:
        sitting.enclose(HELP_PAGES[topic], keeper=office.config.judge.keeper, players=PLAYERS, masters=MASTERS)
        return
    if topic == "join" and sitting.game is None:
        address = "" if later.unverified(sitting) else sitting.message.sender
        sitting.enclosures.append(taking_part(office, address))
        person = office.files.person(address)
        if person is None or not person.confirmed:
            return  # a letter to a stranger is short
    if topic in office.variants and variant is not None:
        sitting.enclose(f"{variant.card.slug}/help.txt", "session/help_variant.txt", card=variant.card)
        return
    found = find_help(sitting, topic)
    found = [*found, *setting_help(sitting, topic, anywhere=not found)]
    found = found or [MANUAL[rule] for rule in LEADS.get(topic, ())]
    if not found and topic.count(" ") > 1:
        help_(sitting, replace(word, topic=""))
        return
    if not found:
        sitting.say("no_help", Level.WARNING, word.line, topic=word.topic)
        return
    for entry in found:
        sitting.enclose("session/help_entry.txt", entry=entry, address=office.config.judge.address)


def _now(sitting: Sitting) -> dict[str, Any]:
    """What the writer could send now, and until when."""
    office, game, seat = sitting.office, sitting.game, sitting.seat
    if game is None or seat is None:
        return {"samples": (), "spoken": ""}
    return {
        "seat": seat.name,
        "samples": samples(office, game, seat.name),
        "spoken": spoken(office, game, seat.name),
        "phase_words": office.calendar(game).words(game.phase),
        "zone": office.letters.zone_of(seat.address, game),
    }


def find_help(sitting: Sitting, topic: str) -> list[Help]:
    """Entries for a verb: the session's and those of the game at hand; never another game's. Where no game is at hand
    the first that has it, if the session does not."""
    named = [entry for entry in MANUAL.values() if topic == entry.verb.lower()]
    found = (named or [entry for rule, entry in MANUAL.items() if topic in _ways(rule, entry)])[:1]
    others = () if found else sorted(sitting.office.variants)
    for slug in [sitting.game.variant] if sitting.game else others:
        for entry in sitting.office.variants[slug].card.help:
            if topic in _ways("", entry) and entry not in found:
                return [*found, entry]
    return found


def setting_help(sitting: Sitting, topic: str, anywhere: bool) -> list[Help]:
    """An entry for a setting of the game at hand, or, `anywhere`, of every game."""
    slugs = [sitting.game.variant] if sitting.game else []
    cards = [sitting.office.variants[slug].card.options for slug in slugs]
    if anywhere:
        others = () if sitting.game else sorted(sitting.office.variants)
        cards += [HOUSE, *(sitting.office.variants[slug].card.options for slug in others)]
    for option in (option for card in cards for option in card):
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


def taking_part(office: Office, address: str, new: bool = False) -> str:
    """What somebody can do now: the games in which this address would get a seat, each with the line that asks for it,
    and the ways beside. `new`: they may not know what a judge is. All hints to strangers are made here."""
    games, places = _public(office), list(islice(_places(office, address), MOST + 1))
    data: dict[str, Any] = {
        "places": [
            {
                "line": line,
                "title": office.variant(game).card.title,
                "asks": admissions.asks_its_master(office, game, address),
                "stands": game.phase if game.status is not Status.FORMING else "forming",
            }
            for game, line in places[:MOST]
        ],
        "new": new,
        "judge": office.config.judge.name,
        "address": office.config.judge.address,
        "free": [] if not places else _further(office, *places[0], address),
        "creates": office.config.judge.create == "registered" or address == office.config.judge.keeper,
        "name": "Ann Archer",
        "more": len(places) > MOST,
        "kind": next((game.variant for game, _ in places), min(office.variants)),
        "watched": next((game.key for game in games), ""),
        "keeper": office.config.judge.keeper,
    }
    return office.pen.part(("session/taking_part.txt",), data) or ""


def _further(office: Office, game: Game, line: str, address: str) -> list[str]:
    """Two more names that are free there, beside the one of the line."""
    card, found = office.variant(game).card, [line.partition(" AS ")[2]]
    if not card.pseudonyms or not line.startswith("JOIN"):
        return []
    for number in range(2):
        taken = frozenset((*office.files.seats(game.key), *found))
        found.append(enrol.free(office, game, taken, f"{game.key} {address} {number}"))
    return found[1:]


def a_seat(office: Office, address: str) -> tuple[str, bool]:
    """The line with which this address would get a seat in the first game that has one, and whether the game's master
    is asked first; "" if none has."""
    found = next(_places(office, address), None)
    return (found[1], admissions.asks_its_master(office, found[0], address)) if found else ("", False)


def _public(office: Office) -> list[Game]:
    return [game for game in office.files.games() if game.shown and game.status is not Status.FINISHED]


def _places(office: Office, address: str) -> Iterator[tuple[Game, str]]:
    """First those that ask nobody."""
    games = sorted(_public(office), key=lambda game: admissions.asks_its_master(office, game, address))
    return ((game, line) for game in games if (line := _line(office, game, address)))


def _line(office: Office, game: Game, address: str) -> str:
    """What this address would write for a seat; "" if it would be refused."""
    for seat in office.files.seats(game.key).values():
        if seat.vacant:
            with contextlib.suppress(InputError):
                admissions.check_over(office, game, address, words.Takeover(game=game.key, seat=seat.name))
                return f"TAKEOVER {seat.name}@{game.key}"
    with contextlib.suppress(InputError):
        return _joining(office, game, address, enrol.offer(office, game, address))
    return ""


def _joining(office: Office, game: Game, address: str, name: str) -> str:
    """JOIN, if it is let in; InputError if not."""
    word = words.Join(game.key, name)
    admissions.check(office, game, address, word)
    enrol.check_join(office, game, address, word)
    return later.join_line(word)
