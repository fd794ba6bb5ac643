"""The weekly digest: all games in one letter to the judge's list."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from judge.desk import timers
from judge.desk.office import Office
from judge.desk.records import Game, Status, instant, iso
from judge.desk.schedule import Grid
from judge.desk.timers import DIGEST, Timer

LATE = timedelta(hours=12)


def send(office: Office, due: datetime, now: datetime) -> None:
    """Write the digest and set the next one. An overdue one is not made up for; without games there is none."""
    grid = Grid.parse(f"{office.config.judge.digest} {office.config.judge.zone}")
    timers.put(office, Timer("", DIGEST, grid.after(max(due, now - timedelta(days=1)))))
    games = [game for game in office.files.games() if game.house["open"] == "yes"]
    if now - due > LATE or not games:
        return
    office.letters.to_address(
        office.config.judge.list, cause=f"digest:{iso(due)}", kind="digest", template="session/digest.txt",
        data=contents(office, games, due), now=due, to_list=True,
    )  # fmt: skip


def contents(office: Office, games: list[Game], now: datetime) -> dict[str, Any]:
    """Running games with their standings, games that want players, games that ended within two weeks."""
    running, wanted, over = [], [], []
    for game in games:
        card = office.variant(game).card
        row = {"name": game.key, "title": card.title, "phase": game.phase, "deadline": game.deadline,
               "zone": game.zone(), "seats": len(office.files.seats(game.key)), "comment": game.house["comment"],
               "status": str(game.status), "locked": game.locked}  # fmt: skip
        if game.status in (Status.ACTIVE, Status.PAUSED, Status.HELD):
            variant = office.variant(game)
            public = variant.standing(office.journal.state(variant, game), None)
            running.append(
                {**row, "standing": office.pen.part((f"{game.variant}/digest.txt",), {"public": public}) or ""}
            )
            if card.late_joining or any(s.vacant for s in office.files.seats(game.key).values()):
                wanted.append(row)
        elif game.status is Status.FORMING:
            wanted.append(row)
        elif game.settled and instant(game.settled) > now - timedelta(days=14):
            over.append({**row, "ended": game.ended})
    return {"running": running, "wanted": wanted, "over": over, "judge_zone": office.config.judge.zone}
