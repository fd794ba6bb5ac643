"""Players across games, and their pages: made of finished games that tell who was who, and of nothing else.

A game whose settings keep its pseudonyms (reveal=no) adds no line, no count and no rating to anybody: its notes hold no
people. Robots and practice games stand in no table. People are told apart by a mark of their address, which no page
shows; their names are those they chose.

The rating is made of the order in which players ended: for games of many, after Weng and Lin (2011), Plackett-Luce.
Everybody begins at 25 with an uncertainty of 25/3. A game moves each player towards the place they took, the more the
less is known of them, and makes what is known of them surer. Shown is a cautious figure: the rating less three
uncertainties, times forty, so that a newcomer begins at 0. The figures are made anew from the games every time.
"""

import re
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from math import exp, sqrt
from typing import Any

from judge.core.values import Value
from judge.desk.cabinet.records import Game, Status
from judge.desk.news import results
from judge.desk.services import Services
from judge.render import charts
from judge.render.palette import style

MEAN, SPREAD = 25.0, 25.0 / 3
BETA = SPREAD / 2
LEAST = 0.0001


class Rated(Value):
    """What is known of a player."""

    mean: float = MEAN
    spread: float = SPREAD

    @property
    def shown(self) -> int:
        return round(40 * (self.mean - 3 * self.spread))


def rate(known: Mapping[str, Rated], places: Sequence[Sequence[str]]) -> dict[str, Rated]:
    """The players of one game after it. `places`: who shared the first place, who the second ..."""
    players = [name for place in places for name in place]
    if len(players) < 2 or len(places) < 2:
        return dict(known)
    before = {name: known.get(name, Rated()) for name in players}
    scale = sqrt(sum(rated.spread**2 + BETA**2 for rated in before.values()))
    weight = {name: exp(rated.mean / scale) for name, rated in before.items()}
    rank = {name: number for number, place in enumerate(places) for name in place}
    below = {name: sum(weight[other] for other in players if rank[other] >= rank[name]) for name in players}
    alike = {name: sum(rank[other] == rank[name] for other in players) for name in players}
    after = dict(known)
    for name, rated in before.items():
        gain = change = 0.0
        for other in players:
            if rank[other] > rank[name]:
                continue
            share = weight[name] / below[other]
            gain += 1.0 - share if other == name else -share / alike[other]
            change += share * (1 - share) / alike[other]
        step = rated.spread**2 / scale
        damp = rated.spread / scale
        spread = rated.spread * sqrt(max(1 - damp * rated.spread**2 / scale**2 * change, LEAST))
        after[name] = Rated(rated.mean + step * gain, spread)
    return after


Note = Mapping[str, Any]
UNNAMED = frozenset({"gave no name", "nobody at the end", "a robot"})


def noted(services: Services, game: Game) -> dict[str, Any] | None:
    """What a finished game adds; None where it tells nobody who was who."""
    if game.status is not Status.FINISHED or not game.ended or not game.ended["scores"] or game.practice:
        return None
    told = dict(results.who_was_who(services, game))
    people = {}
    for seat in services.files.seats(game.key).values():
        name = told.get(seat.name, "")
        if name and name not in UNNAMED and not seat.robot and seat.address:
            mark = services.keys.mac("player", seat.address)[:24]
            people[seat.name] = {"mark": mark, "name": name}
    if not people:
        return None
    return {
        "game": game.key,
        "variant": game.variant,
        "title": services.variant(game).info.title,
        "unit": services.variant(game).info.score_unit,
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
    way: list[int] = field(default_factory=list)  # the rating after each game

    @property
    def wins(self) -> int:
        return sum(game["won"] for game in self.games)


@dataclass
class Hall:
    """All that is told across games."""

    players: dict[str, Player] = field(default_factory=dict)
    variants: dict[str, dict[str, Any]] = field(default_factory=dict)
    records: list[dict[str, Any]] = field(default_factory=list)
    ratings: list[tuple[str, dict[str, int]]] = field(default_factory=list)  # the day of each game, all ratings then


def hall(notes: Sequence[Note]) -> Hall:
    """Out of the notes of all finished games, in the order in which they ended."""
    found, rated = Hall(), dict[str, Rated]()
    for note in sorted(notes, key=lambda ended: (ended["over"], ended["game"])):
        ranks = _ranks(note)
        _count(found, note, ranks)
        rated = rate(rated, _places(note, ranks))
        found.ratings.append((note["over"][:10], {mark: person.shown for mark, person in rated.items()}))
        for mark in (person["mark"] for seat, person in note["people"].items() if seat in ranks):
            found.players[mark].way.append(rated.get(mark, Rated()).shown)
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
    taken = Counter[str]()
    for player in sorted(found.players.values(), key=lambda player: (player.games[0]["over"], player.mark)):
        stem = re.sub(r"[^a-z0-9]+", "-", player.name.lower()).strip("-") or "player"
        taken[stem] += 1
        player.page = stem if taken[stem] == 1 else f"{stem}-{taken[stem]}"


def _records(notes: Sequence[Note]) -> list[dict[str, Any]]:
    """The highest score of each kind of game, and the longest game of all."""
    best: dict[str, dict[str, Any]] = {}
    for note in sorted(notes, key=lambda ended: (ended["over"], ended["game"])):
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
    longest = max(notes, key=lambda note: (note["phases"], note["over"]), default=None)
    if longest is not None:
        told = {"what": "Longest game", "score": str(longest["phases"]), "unit": "phases", "who": ""}
        rows.append({**told, "game": longest["game"]})
    return rows


Html = Callable[..., bytes]
BEST = 5
DRAWN = 8  # players whose ratings are charted


def pages(html: Html, notes: Sequence[Note]) -> dict[str, bytes]:
    """Path -> page; nothing while no finished game tells who was who."""
    if not notes:
        return {}
    found = hall(notes)
    ranked = sorted(found.players.values(), key=lambda player: (-player.rated.shown, player.name, player.mark))
    shown = {player.mark: _player(player) for player in ranked}
    records = [{**row, **_named(shown, row["who"])} for row in found.records]
    kinds = [{**kind, "best": _best(shown, slug)} for slug, kind in sorted(found.variants.items())]
    chart = _chart(found, ranked[:DRAWN])
    files = {"hall.html": html("hall", "", players=list(shown.values()), records=records, kinds=kinds, chart=chart)}
    for player in ranked:
        told = {**shown[player.mark], "met": _met(shown, player)}
        files[f"players/{player.page}.html"] = html("player", "../", one=told)
    return files


def _player(one: Player) -> dict[str, Any]:
    way = {"way": one.way, "curve": charts.curve([0, *one.way])}
    return {"name": one.name, "page": one.page, "rating": one.rated.shown, "games": one.games, "wins": one.wins, **way}


def _chart(found: Hall, best: Sequence[Player]) -> str:
    """How the ratings of the best went, game by game; "" before there were two games."""
    if len(found.ratings) < 2:
        return ""
    curves = []
    for number, player in enumerate(sorted(best, key=lambda player: (player.name, player.mark))):
        values = tuple(Decimal(then[player.mark]) if player.mark in then else None for _, then in found.ratings)
        curves.append(charts.Curve(player.name, values, *style(player.name, number)))
    axis = tuple(day for day, _ in found.ratings)
    return charts.draw(charts.Lines("ratings", "Ratings", "after each game that ended", axis, tuple(curves)))


def _met(shown: Mapping[str, Any], player: Player) -> list[dict[str, Any]]:
    """Head to head, whom he met most often first."""
    met = sorted(player.met.items(), key=lambda item: (-sum(item[1]), shown[item[0]]["page"]))
    return [{**_named(shown, mark, "name"), "ahead": row[0], "level": row[1], "behind": row[2]} for mark, row in met]


def _named(shown: Mapping[str, Any], mark: str, field: str = "who") -> dict[str, str]:
    """A player's name and page in place of his mark."""
    return {field: shown[mark]["name"], "page": shown[mark]["page"]} if mark in shown else {field: "", "page": ""}


def _best(shown: Mapping[str, Any], slug: str) -> list[dict[str, Any]]:
    """Who won most games of a kind."""
    rows = []
    for player in shown.values():
        games = [game for game in player["games"] if game["variant"] == slug]
        if games:
            rows.append({**player, "wins": sum(game["won"] for game in games), "played": len(games)})
    return sorted(rows, key=lambda row: (-row["wins"], row["played"], row["page"]))[:BEST]
