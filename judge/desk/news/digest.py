"""Many things in one letter: the weekly digest of all games to the judge's list, and answers beyond the hour's number.

Such answers are kept and mailed together when the hour is over; the letters themselves were handled as they came.
"""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from judge.desk import timers
from judge.desk.cabinet.limits import HOUR, ONCE_A_DAY
from judge.desk.cabinet.records import Game, SeatRecord, Status, instant, iso
from judge.desk.services import Services
from judge.desk.writing.letterform import Brief, Look
from judge.render.template_renderer import TemplateRenderer


def send(services: Services, due: datetime, now: datetime) -> None:
    """Write the digest and set the next one; without games there is none."""
    in_time = timers.in_time(services, timers.DIGEST, services.config.judge.digest, due, now)
    games = [game for game in services.files.games() if game.shown] if in_time else []
    if not games:
        return
    look = Look(marked=contents(services, games, due, services.renderer.marking))
    data = contents(services, games, due, services.renderer)
    services.letters.to_address(
        services.config.judge.list, Brief(f"digest:{iso(due)}", "digest", data, due, to_list=True, look=look)
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


KEPT = 500  # answers of one bundle that are listed
IN_FULL = 12  # of them, those shown whole: the newest, and before it what was not simply right


def into_bundle(
    services: Services, seat: SeatRecord | None, address: str, letter: tuple[str, str], at: datetime, *, good: bool
) -> None:
    """Put an answer, its subject and text, into the bundle of the seat, or else of the address. A stranger gets one
    bundle a day and then none: it is the last that keeps a robot and us talking."""
    table = services.store.table("bundles")
    game, name = (seat.game, f"{seat.game}/{seat.name}") if seat is not None else ("", f"@{address}")
    row: dict[str, Any] | None = table.fetch(name)
    if row is None:
        if seat is None and not services.limits.take(f"bundle:{name}", at, ONCE_A_DAY):
            return
        row = {"game": game, "seat": seat.name if seat else "", "address": address, "entries": [], "more": 0}
        timers.put(services, timers.Timer(name, timers.BUNDLE, at + HOUR))
    entries = [*row["entries"], {"at": at.isoformat(), "subject": letter[0], "text": letter[1], "good": good}]
    shown = [entry for entry in entries[:-1] if entry["text"] and not entry["good"]][-IN_FULL:]
    entries = [{**e, "text": e["text"] if e in shown or e is entries[-1] else ""} for e in entries][-KEPT:]
    more = row["more"] + (len(row["entries"]) + 1 - len(entries))
    table.put(name, {**{k: row[k] for k in ("game", "seat", "address")}, "entries": entries, "more": more})


def send_bundle(services: Services, name: str, at: datetime) -> None:
    """The bundle's letter. A seat that changed hands meanwhile gets none."""
    table = services.store.table("bundles")
    row = table.fetch(name)
    if row is None:
        return
    table.drop(name)
    data = {"entries": row["entries"], "more": row["more"], "full": [e for e in row["entries"] if e["text"]]}
    game = services.files.game(row["game"]) if row["game"] else None
    seat = services.files.seat(row["game"], row["seat"]) if game else None
    cause = f"bundle:{name}:{at.isoformat()}"
    if game is not None and seat is not None and seat.address == row["address"]:
        services.letters.to_seat(game, seat, Brief(cause, f"bundle.{seat.number}", data, at, asked=True))
    elif game is None:
        services.letters.to_address(row["address"], Brief(cause, "bundle", data, at, asked=True))
