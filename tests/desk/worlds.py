"""Small worlds for the desk's tests: games on a shared folder, random scenarios, and what was written where."""

import email
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from hypothesis import HealthCheck
from hypothesis import strategies as st

from judge.desk.cabinet.records import Game
from judge.games import variant
from judge.store.schema import INDEXES
from tests.counts import drawn
from tests.harness import MASTER, MASTER_PASSWORD, START, Judge, Out, address_of, password_of

GAME = "lira7"
SEATS = ("Lupus", "Grey Wolf", "Ursa")
LUPUS = address_of("Lupus")
ORDERS = "SELL 100 LIRA\nBUY 100 MARKS"
REPORT = "RESULT F1901 CENTRES A 5 E 4 F 5 G 5 I 4 R 6 T 5"
MONEY = ("LIRA", "MARKS", "CROWNS", "POUNDS", "ROUBLES")

FEW = drawn(6, suppress_health_check=[HealthCheck.function_scoped_fixture])
"""Few and always the same examples: these tests play whole games."""


def small_game(folder: Path, *seats: str, seed: str = "desk", start: bool = True, **options: str) -> Judge:
    """A judge with one running Bourse. Settings of the judge may be among the options."""
    app = {name: options.pop(name) for name in ("settle", "received_by", "archive", "archive_url") if name in options}
    judge = Judge(folder, seed=seed, **app)
    judge.services.variants = {"bourse": variant("bourse")}  # the desk's tests stand on one game alone
    if start:
        return judge.with_game(GAME, "bourse", *(seats or SEATS), **options)
    judge.new(GAME, "bourse", **options)
    judge.join(GAME, *(seats or SEATS))
    return judge


def seat_letter(seat: str, text: str) -> str:
    return f'SIGNON "{seat}"@{GAME} {password_of(seat)}\n{text}\nSIGNOFF'


def events(judge: Judge, game: str = GAME) -> list[dict[str, Any]]:
    journal = judge.services.journal
    return [journal.event(game, seq) for seq in range(1, journal.length(game) + 1)]


def filed(judge: Judge, seat: str, phase: str = "") -> tuple[Any, ...]:
    """The packed sheet on file."""
    game = judge.game(GAME)
    return judge.services.files.sheet(GAME, phase or game.phase, seat).sheet


def everything_stored(judge: Judge) -> Iterator[tuple[str, dict[str, Any]]]:
    """Every document of every table."""
    for name in INDEXES:
        for doc in judge.app.store.table(name).all():
            yield name, dict(doc)


def everything_in(out: Out) -> str:
    """All that a letter says: head, words and further parts, decoded."""
    message = email.message_from_bytes(out.raw)
    parts = [f"{name}: {value}" for name, value in message.items()]
    for part in message.walk():
        payload = part.get_payload(decode=True)
        if isinstance(payload, bytes):
            parts.append(payload.decode("utf-8", "replace"))
    return "\n".join(parts)


def tokens_in(text: str) -> set[tuple[str, int]]:
    """(game, seat number) of every reply token."""
    return {(m[1], int(m[2])) for m in re.finditer(r"\+([a-z0-9]+)\.(\d+)-\d+-[a-z2-7]{16}@", text)}


# ---- scenarios --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Act:
    """A letter: from whom, how long after the start, and its lines."""

    seat: str
    minute: int
    text: str

    @property
    def at(self) -> datetime:
        return START + timedelta(minutes=self.minute)


def sheets() -> st.SearchStrategy[str]:
    """Trading sheets, good and not so good."""
    line = st.tuples(st.sampled_from(("SELL", "BUY")), st.integers(1, 900), st.sampled_from(MONEY))
    return st.lists(line, min_size=1, max_size=4).map(lambda ls: "\n".join(f"{v} {n} {c}" for v, n, c in ls))


def letters(first: int = 1, last: int = 60 * 24 * 17) -> st.SearchStrategy[list[Act]]:
    """Letters of several seats over some weeks, by stamp."""
    other = st.sampled_from(("STATUS", "UNDO", "CLEAR", "NO TRADE", "FOR EVERY PHASE:\nSELL 10 LIRA\nBUY 5 MARKS"))
    act = st.builds(Act, st.sampled_from(SEATS), st.integers(first, last), sheets() | other)
    return st.lists(act, min_size=2, max_size=9, unique_by=lambda a: a.minute).map(
        lambda acts: sorted(acts, key=lambda a: a.minute)
    )


def post_all(judge: Judge, acts: Sequence[Act]) -> None:
    for act in acts:
        judge.post(address_of(act.seat), seat_letter(act.seat, act.text), at=act.at)


def post_report(judge: Judge, at: datetime) -> None:
    judge.post(MASTER, f"MASTER {GAME} {MASTER_PASSWORD}\n{REPORT}\nSIGNOFF", at=at)


def public_face(judge: Judge) -> dict[str, Any]:
    """What anybody can see of the game, without clocks."""
    from judge.cli.view import show

    shown = show(judge.services, judge.game(GAME))
    return {key: shown[key] for key in ("phase", "status", "market", "board", "ended")}


def resolutions(judge: Judge) -> list[dict[str, Any]]:
    """The facts of every resolution: sheets, report, state digest, dice."""
    keep = ("orders", "notices", "state", "link", "draws", "revision")
    return [{key: event["data"][key] for key in keep} for event in events(judge) if event["kind"] == "phase_resolved"]


def current(judge: Judge) -> Game:
    return judge.game(GAME)
