"""The weekly digest of all games to the judge's list, where `[judge] digest` wants one."""

from datetime import datetime, timedelta
from typing import Any

from judge.desk import timers
from judge.desk.cabinet.records import Game, Status, instant, iso
from judge.desk.services import Services
from judge.desk.writing.letterform import Brief, Look
from judge.render.template_renderer import TemplateRenderer


def due(services: Services, at: datetime, now: datetime) -> None:
    """Write the digest and set the next one; without games there is none."""
    in_time = timers.in_time(services, timers.DIGEST, services.config.judge.digest, at, now)
    games = [game for game in services.files.games() if game.shown] if in_time else []
    if not games:
        return
    look = Look(marked=contents(services, games, at, services.renderer.marking))
    data = contents(services, games, at, services.renderer)
    services.letters.to_address(
        services.config.judge.list, Brief(f"digest:{iso(at)}", "digest", data, at, to_list=True, look=look)
    )


def contents(services: Services, games: list[Game], now: datetime, renderer: TemplateRenderer) -> dict[str, Any]:
    """Running games with their standings as this renderer writes them, games that want players, games that ended
    within two weeks."""
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
            public = services.standing(game, None) if variant is not None else None  # its rules may not be here
            told = renderer.part((f"{game.variant}/digest.txt",), {"public": public}) if public is not None else ""
            running.append({**row, "standing": told or ""})
            free = [seat.name for seat in services.files.seats(game.key).values() if seat.vacant]
            if free or (variant is not None and services.takes_newcomers(game)):
                wanted.append({**row, "free": free})
        elif game.status is Status.FORMING:
            wanted.append(row)
        elif game.settled and instant(game.settled) > now - timedelta(days=14):
            over.append({**row, "ended": game.ended})
    return {"running": running, "wanted": wanted, "over": over, "judge_zone": services.config.judge.zone}
