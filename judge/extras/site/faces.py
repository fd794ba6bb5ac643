"""What the archive's pages say of a game, in plain values."""

from collections.abc import Mapping, Sequence
from datetime import UTC
from decimal import Decimal
from typing import Any

from judge.config import site_path
from judge.core.listing import listing
from judge.core.phase import SEASONS, Phase
from judge.core.variant import GameInfo
from judge.desk.cabinet.options import HOUSE
from judge.desk.cabinet.records import Game, Status, instant
from judge.desk.news import publish
from judge.extras.facts import START, Facts, Place
from judge.render.text import by_score, called

_OF_GAME = "variant phase deadline schedule anchor locked settled created".split()


def face(facts: Facts) -> dict[str, Any]:
    """What every page of a game says of it."""
    game, info = facts.game, facts.info
    return {
        **{name: getattr(game, name) for name in _OF_GAME},
        "name": game.key,
        "title": info.title,
        "status": str(game.status),
        "words": info.calendar.words(game.phase),
        "zone": game.zone(),
        "comment": game.house["comment"],
        "looked": game.held_back,
        "joinable": joinable(facts),
    }


def joinable(facts: Facts) -> bool:
    """Whether somebody new may take a seat: JOIN or TAKEOVER."""
    if facts.game.status is Status.FORMING:
        return True
    running = facts.game.status in (Status.ACTIVE, Status.PAUSED)
    return running and (facts.services.takes_newcomers(facts.game) or any(seat["vacant"] for seat in facts.seats))


def players(facts: Facts) -> dict[str, Any]:
    """The table of seats as it stands: by final score, with who it was, when the game is over."""
    over = facts.game.ended if facts.finished and facts.game.ended else {"scores": {}, "winners": ()}
    return seats(facts, over["scores"], over["winners"], facts.people)


def seats(
    facts: Facts,
    scores: Mapping[str, str] | None = None,
    winners: Sequence[str] = (),
    people: Mapping[str, str] | None = None,
) -> dict[str, Any]:
    """The table of seats, in order of joining unless there are scores. Empty columns are left out."""
    scores, people = dict(scores or {}), people or {}
    ranks = {name: rank for rank, name, _ in by_score(scores, winners)}
    rows = [
        {
            **seat,
            "rank": ranks.get(seat["name"], ""),
            "score": scores.get(seat["name"], ""),
            "won": seat["name"] in winners,
            "person": people.get(seat["name"], ""),
        }
        for seat in facts.seats
    ]
    if scores:
        rows.sort(key=lambda row: (not row["won"], -Decimal(row["score"] or 0), row["name"]))
    return {
        "rows": rows,
        "scores": bool(scores),
        "score_unit": facts.info.score_unit,
        "people": bool(people),
        "powers": any(row["power"] and row["power"] != row["name"] for row in rows),
        "roles": len({row["role"] for row in rows}) > 1,
    }


def settings(info: GameInfo, game: Game) -> list[tuple[str, str, str]]:
    """(name, value, what it is) of the settings that the start letter names."""
    known = {option.name: option.help for option in (*info.options, *HOUSE)}
    told = [line.partition("=") for line in publish.settings(game)]
    return [(name, value, known.get(name, "")) for name, _, value in told]


def years(places: Sequence[Place]) -> list[tuple[str, list[tuple[Place, str]]]]:
    """The story by year: each place with its name within the year, `Spring, movement`."""
    found: dict[str, list[tuple[Place, str]]] = {}
    for place in places:
        if place.phase == START:
            found.setdefault("", []).append((place, place.words))
            continue
        phase = Phase.parse(place.phase)
        words = place.words.replace(phase.season_words, SEASONS[phase.season])
        found.setdefault(str(phase.year), []).append((place, words))
    return list(found.items())


def row(facts: Facts) -> dict[str, Any]:
    """The game's line on the front page."""
    game = facts.game
    last = game.played[-1].phase if game.played else ""
    return {
        **face(facts),
        "players": len(facts.seats),
        "phases": len(game.played),
        "last": last,
        "last_words": facts.info.calendar.words(last),
        "winners": list(game.ended["winners"]) if facts.finished and game.ended else [],
    }


def told_of(facts: Facts, place: Place, image: int) -> dict[str, str]:
    """A resolved phase as the feeds tell it; `image` is the length of its board's picture, 0 for none."""
    game, event = facts.game, facts.event(place.seq)
    over = event["data"]["ended"]
    again = f", revision {event['data']['revision']}" if event["data"]["revision"] > 1 else ""
    summary = f"Results of {place.words} in {facts.info.title} {game.key}{again}."
    if over:
        winners = listing(map(called, over["winners"]))
        summary += f" The game is over{', won by ' + winners if winners else ''}."
    return {
        "id": f"{game.created[:10]}:{game.key}/{place.page}",
        "title": f"{game.key}: {place.words}{again}",
        "path": site_path(game.key, place.phase),
        "updated": stamp(event["at"]),
        "summary": summary,
        **({"image": f"games/{game.key}/{place.page}.jpg", "octets": str(image)} if image else {}),
    }


def stamp(at: str) -> str:
    """An instant as RFC 3339 in UTC, to the second."""
    return instant(at).astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
