"""Players across games: made of finished games that tell who was who, and of nothing else.

A game whose settings keep its pseudonyms (reveal=no) adds no line, no count and no rating to anybody: its notes hold no
people. Robots and practice games stand in no table. People are told apart by a mark of their address, which no page
shows; their names are those they chose.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from judge.desk.cabinet.records import Game, Status
from judge.desk.news import results
from judge.desk.office import Office
from judge.extras.site.rating import Rated, rate

Note = Mapping[str, Any]
UNNAMED = frozenset({"gave no name", "nobody at the end", "a robot"})


def noted(office: Office, game: Game) -> dict[str, Any] | None:
    """What a finished game adds; None where it tells nobody who was who."""
    if game.status is not Status.FINISHED or not game.ended or not game.ended["scores"] or game.practice:
        return None
    told = dict(results.who_was_who(office, game))
    people = {}
    for seat in office.files.seats(game.key).values():
        name = told.get(seat.name, "")
        if name and name not in UNNAMED and not seat.robot and seat.address:
            mark = office.keys.mac("player", seat.address)[:24]
            people[seat.name] = {"mark": mark, "name": name}
    if not people:
        return None
    return {
        "game": game.key,
        "variant": game.variant,
        "title": office.variant(game).card.title,
        "unit": office.variant(game).card.score_unit,
        "over": game.settled,
        "phases": len(game.played),
        "scores": dict(game.ended["scores"]),
        "winners": list(game.ended["winners"]),
        "people": people,
    }


@dataclass
class Player:
    """Somebody with a page of his own. `games` newest last: game, seat, place, players, score, unit, won."""

    mark: str
    name: str
    page: str = ""
    games: list[dict[str, Any]] = field(default_factory=list)
    met: dict[str, list[int]] = field(default_factory=dict)  # mark -> [ahead, level, behind]
    rated: Rated = field(default_factory=Rated)

    @property
    def wins(self) -> int:
        return sum(one["won"] for one in self.games)


@dataclass
class Hall:
    """All that is told across games."""

    players: dict[str, Player] = field(default_factory=dict)
    variants: dict[str, dict[str, Any]] = field(default_factory=dict)
    records: list[dict[str, Any]] = field(default_factory=list)


def hall(notes: Sequence[Note]) -> Hall:
    """Out of the notes of all finished games, in the order in which they ended."""
    found, rated = Hall(), dict[str, Rated]()
    for note in sorted(notes, key=lambda one: (one["over"], one["game"])):
        ranks = _ranks(note)
        _count(found, note, ranks)
        rated = rate(rated, _places(note, ranks))
    for mark, player in found.players.items():
        player.rated = rated.get(mark, Rated())
    _pages(found)
    found.records = _records(notes)
    return found


def _ranks(note: Note) -> dict[str, int]:
    """Seat -> place: winners first, then by score; equal scores share one."""

    def key(seat: str) -> tuple[bool, Decimal]:
        return seat not in note["winners"], -Decimal(note["scores"][seat])

    keys = sorted(key(seat) for seat in note["scores"])
    return {seat: keys.index(key(seat)) + 1 for seat in note["scores"]}


def _places(note: Note, ranks: Mapping[str, int]) -> list[list[str]]:
    """Marks by place, people alone."""
    places: dict[int, list[str]] = {}
    for seat, person in sorted(note["people"].items()):
        if seat in ranks:
            places.setdefault(ranks[seat], []).append(person["mark"])
    return [sorted(set(marks)) for _, marks in sorted(places.items())]


def _count(found: Hall, note: Note, ranks: Mapping[str, int]) -> None:
    variant = found.variants.setdefault(note["variant"], {"title": note["title"], "games": 0, "best": []})
    variant["games"] += 1
    here = {seat: person for seat, person in sorted(note["people"].items()) if seat in ranks}
    for seat, person in here.items():
        player = found.players.setdefault(person["mark"], Player(person["mark"], person["name"]))
        player.name = person["name"]
        player.games.append(
            {
                "game": note["game"],
                "title": note["title"],
                "variant": note["variant"],
                "seat": seat,
                "place": ranks[seat],
                "of": len(note["scores"]),
                "score": note["scores"][seat],
                "unit": note["unit"],
                "won": seat in note["winners"],
                "over": note["over"],
            }
        )
        for other, rival in here.items():
            if rival["mark"] != person["mark"]:
                row = player.met.setdefault(rival["mark"], [0, 0, 0])
                row[(ranks[seat] > ranks[other]) * 2 or (ranks[seat] == ranks[other]) * 1] += 1


def _pages(found: Hall) -> None:
    """An address for everybody's page: of his name, and a number where several have one."""
    taken: dict[str, int] = {}
    for player in sorted(found.players.values(), key=lambda one: (one.games[0]["over"], one.mark)):
        stem = re.sub(r"[^a-z0-9]+", "-", player.name.lower()).strip("-") or "player"
        taken[stem] = taken.get(stem, 0) + 1
        player.page = stem if taken[stem] == 1 else f"{stem}-{taken[stem]}"


def _records(notes: Sequence[Note]) -> list[dict[str, Any]]:
    """The highest score of each kind of game, and the longest game of all."""
    best: dict[str, dict[str, Any]] = {}
    for note in sorted(notes, key=lambda one: (one["over"], one["game"])):
        for seat, person in sorted(note["people"].items()):
            score = note["scores"].get(seat)
            old = best.get(note["variant"])
            if score is not None and (old is None or Decimal(score) > Decimal(old["score"])):
                best[note["variant"]] = {
                    "what": f"Highest score in {note['title']}",
                    "score": score,
                    "unit": note["unit"],
                    "who": person["mark"],
                    "game": note["game"],
                }
    rows = [row for _, row in sorted(best.items())]
    longest = max(notes, key=lambda one: (one["phases"], one["over"]), default=None)
    if longest is not None:
        told = {"what": "Longest game", "score": str(longest["phases"]), "unit": "phases", "who": ""}
        rows.append({**told, "game": longest["game"]})
    return rows
