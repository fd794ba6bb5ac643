"""The hall of fame and the players' pages, out of what `statistics` counts. No mark of an address gets here."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from judge.extras.site import statistics

Html = Callable[..., bytes]
BEST = 5


def pages(html: Html, notes: Sequence[statistics.Note]) -> dict[str, bytes]:
    """Path -> page; nothing while no finished game tells who was who."""
    if not notes:
        return {}
    found = statistics.hall(notes)
    ranked = sorted(found.players.values(), key=lambda one: (-one.rated.shown, one.name, one.mark))
    shown = {one.mark: _player(one) for one in ranked}
    records = [{**row, **_named(shown, row["who"])} for row in found.records]
    kinds = [{**kind, "best": _best(shown, slug)} for slug, kind in sorted(found.variants.items())]
    files = {"hall.html": html("hall", "", players=list(shown.values()), records=records, kinds=kinds)}
    for one in ranked:
        told = {**shown[one.mark], "met": _met(shown, one)}
        files[f"players/{one.page}.html"] = html("player", "../", one=told)
    return files


def _player(one: statistics.Player) -> dict[str, Any]:
    return {"name": one.name, "page": one.page, "rating": one.rated.shown, "games": one.games, "wins": one.wins}


def _met(shown: Mapping[str, Any], one: statistics.Player) -> list[dict[str, Any]]:
    """Head to head, whom he met most often first."""
    met = sorted(one.met.items(), key=lambda item: (-sum(item[1]), shown[item[0]]["page"]))
    return [{**_named(shown, mark, "name"), "ahead": row[0], "level": row[1], "behind": row[2]} for mark, row in met]


def _named(shown: Mapping[str, Any], mark: str, field: str = "who") -> dict[str, str]:
    """A player's name and page in place of his mark."""
    return {field: shown[mark]["name"], "page": shown[mark]["page"]} if mark in shown else {field: "", "page": ""}


def _best(shown: Mapping[str, Any], slug: str) -> list[dict[str, Any]]:
    """Who won most games of a kind."""
    rows = []
    for one in shown.values():
        games = [game for game in one["games"] if game["variant"] == slug]
        if games:
            rows.append({**one, "wins": sum(game["won"] for game in games), "played": len(games)})
    return sorted(rows, key=lambda row: (-row["wins"], row["played"], row["page"]))[:BEST]
