"""The weekly digest: all games in one letter to the judge's list."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Any

from judge.desk import timers
from judge.desk.cabinet.records import Game, Status, instant, iso
from judge.desk.services import Services
from judge.desk.writing.letterform import Brief, Look
from judge.render.template_renderer import TemplateRenderer

LATE = timedelta(hours=12)


def send(services: Services, due: datetime, now: datetime) -> None:
    """Write the digest and set the next one. An overdue one is not made up for; without games there is none."""
    if not services.config.judge.digest:
        return  # switched off since
    timers.put_next(services, timers.DIGEST, services.config.judge.digest, max(due, now - timedelta(days=1)))
    games = [game for game in services.files.games() if game.shown]
    if now - due > LATE or not games:
        return
    found = _gathered(services, games, due)
    look = Look(marked=_written(found, services.renderer.marking))
    brief = Brief(f"digest:{iso(due)}", "digest", _written(found, services.renderer), due, to_list=True, look=look)
    services.letters.to_address(services.config.judge.list, brief)


def contents(services: Services, games: list[Game], now: datetime, renderer: TemplateRenderer) -> dict[str, Any]:
    """Running games with their standings, games that want players, games that ended within two weeks."""
    return _written(_gathered(services, games, now), renderer)


def _written(found: Mapping[str, Any], renderer: TemplateRenderer) -> dict[str, Any]:
    """With each running game's standing as this renderer writes it."""
    running = [
        {
            **row,
            "standing": (renderer.part((f"{slug}/digest.txt",), {"public": public}) or "")
            if public is not None
            else "",
        }
        for row, slug, public in found["running"]
    ]
    return {**found, "running": running}


def _gathered(services: Services, games: list[Game], now: datetime) -> dict[str, Any]:
    """The contents, with each running game's row, variant and public standing, None where the variant is not here."""
    running, wanted, over = [], [], []
    for game in games:
        variant = services.known_variant(game)
        row = {
            **services.letters.told_of(game),
            "words": variant.info.calendar.words(game.phase) if variant else game.phase,
            "seats": len(services.files.seats(game.key)),
            "comment": game.house["comment"],
        }
        if game.status in (Status.ACTIVE, Status.PAUSED, Status.HELD):
            public = variant.standing(services.journal.state(variant, game), None) if variant is not None else None
            running.append((row, game.variant, public))
            free = [seat.name for seat in services.files.seats(game.key).values() if seat.vacant]
            joins = variant is not None and services.takes_newcomers(game)
            if joins or free:
                wanted.append({**row, "free": free})
        elif game.status is Status.FORMING:
            wanted.append(row)
        elif game.settled and instant(game.settled) > now - timedelta(days=14):
            over.append({**row, "ended": game.ended})
    return {"running": running, "wanted": wanted, "over": over, "judge_zone": services.config.judge.zone}
