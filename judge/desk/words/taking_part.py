"""How to take part: what is open to the one who asks, with the very lines to write."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from itertools import islice
from typing import Any

from judge.core import words
from judge.core.errors import InputError
from judge.desk.cabinet.records import Game, Status
from judge.desk.office import Office
from judge.desk.words import admissions, enrol, later

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
