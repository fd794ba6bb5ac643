"""Words before pictures: letters of a deadline are committed in words, and what they show is drawn afterwards.

They wait for it a set time, in the outbox like any others. A row of `drawings` says which letters these are and where
their pictures belong. Whoever draws puts the pictures in and lets the letters go; when the time is over they go as they
are. Nothing but that row hangs on the drawing: if it is cut off, it is done again from the journal.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from judge.core.errors import Conflict, StoreFault
from judge.desk.cabinet.limits import STOPPED
from judge.desk.cabinet.records import Cause, Game, instant, iso
from judge.desk.news.pictures import Album, kept
from judge.desk.services import Services
from judge.desk.writing.letterform import attached
from judge.loglines import Log
from judge.mail.outbound import illustrated, own_illustrated
from judge.render.drawing import Drawn, Task, draw
from judge.render.page import Picture, place_of

log = Log(__name__)

Row = dict[str, Any]

RESULTS, FINAL = "results", "final"


@contextmanager
def awaited(services: Services, game: Game, seqs: Sequence[int], at: datetime, kind: str, name: str) -> Iterator[Album]:
    """What is queued inside waits for the pictures of these events, or until the time for that is over. They are kept
    under the name of the first event, or under another."""
    first, *later = (services.journal.event(game.key, seq) for seq in seqs)
    album = Album(services, game, first, later)
    pictures = planned(album, kind)
    if not pictures:
        yield album
        return
    until = max(services.clock.now(), at) + services.config.pictures
    with services.letters.waiting(until) as waits:
        yield album
    name, state = name or f"{game.key}#{first['seq']}", str(first["data"].get("state", ""))
    key = f"{name}:{kind}"
    services.sketches.keep(key, (state, pictures))
    row = {"game": game.key, "seq": first["seq"], "kind": kind, "state": state, "at": iso(at), "due": iso(until)}
    row |= {field: held for field, held in vars(waits).items() if field != "until"}
    services.store.table("drawings").put(key, row)


def planned(album: Album, kind: str) -> list[Picture]:
    found = album.final() if kind == FINAL else [*album.results(), *album.owns()]
    return [one for one in found if one.drawing is not None]


def wanted(services: Services, key: str) -> bool:
    """Whether letters still wait for these pictures."""
    row = services.store.table("drawings").fetch(key)
    return row is not None and instant(row["due"]) > services.clock.now()


def tasks(services: Services, limit: int = 1_000) -> Iterator[Task]:
    """What is to be drawn, the oldest first. What has no time left is let go: its letters go in words."""
    table, now = services.store.table("drawings"), services.clock.now()
    for row in table.range("due", None, None, limit):
        key, pictures = str(row["key"]), _planned(services, row) if instant(row["due"]) > now else None
        if pictures is not None:
            services.sketches.keep(key, (row.get("state", ""), pictures))
            yield Task(key, {one.cid: one.drawing for one in pictures if one.drawing is not None})
        else:
            finish(services, Drawn(key))


def _planned(services: Services, row: Mapping[str, Any]) -> list[Picture] | None:
    """The pictures of a row, planned anew from the journal where this process has not done so itself; None for a fault.
    A sketch of another state belongs to a batch that was undone: another judge has resolved the phase, and its letters
    have the same keys."""
    state, pictures = services.sketches.get(str(row["key"]), ("", []))
    if pictures and state == row.get("state", ""):
        return pictures
    try:
        game = services.files.game(row["game"])
        if game is None:
            return []
        return planned(Album(services, game, services.journal.event(game.key, row["seq"])), row["kind"])
    except StoreFault:
        raise
    except Exception:
        log.exception("not_planned", game=row["game"])
        return None


def draw_all(services: Services, stopping: Callable[[], bool] = lambda: False) -> int:
    """Draw everything in this process; the number of letters let go. For whoever has nobody beside him to do it."""
    done = 0
    for task in list(tasks(services)):
        if stopping():
            break
        done += finish(services, draw(task))
    return done


def finish(services: Services, drawn: Drawn) -> int:
    """Put the pictures in and let the letters go, in one commit; returns how many were let go."""
    try:
        with services.store.batch():
            row = services.store.table("drawings").fetch(drawn.key)
            if row is None:
                return 0  # another judge was first
            services.store.table("drawings").drop(drawn.key)
            now = services.clock.now()
            if not drawn.pictures and not drawn.faults and instant(row["due"]) <= now:
                return 0  # the letters are on their way
            # Where nothing was drawn, nothing need be planned: that may be just what went wrong.
            return _finished(services, row, drawn, (_planned(services, row) or []) if drawn.pictures else [], now)
    except Conflict:
        return 0
    finally:
        services.sketches.pop(drawn.key, None)


def _finished(services: Services, row: Row, drawn: Drawn, pictures: list[Picture], now: datetime) -> int:
    outbox = services.store.table("outbox")
    letters = {key: letter for key in row["rows"] if (letter := outbox.fetch(key)) is not None}
    untouched = all(one["status"] in ("queued", STOPPED) and not one["tries"] for one in letters.values())
    if untouched and instant(row["due"]) > now:  # nobody has seen any of them, and nobody is about to
        _put_in(services, row, letters, drawn, pictures)
    ready = 0
    for key, letter in letters.items():
        if letter["status"] == "queued" and not letter["tries"] and letter["due"] >= row["due"]:
            stamp = instant(letter["at"]) - timedelta(seconds=1) + (instant(letter["due"]) - instant(row["due"]))
            outbox.put(key, {**letter, "due": iso(stamp)})
            ready += 1
    game = services.files.game(row["game"])
    if drawn.faults and game is not None:
        try:
            event = services.journal.event(game.key, row["seq"])
            Album(services, game, event).not_drawn(drawn.faults, Cause(instant(row["at"]), f"{drawn.key}:drawn"))
        except StoreFault:
            raise
        except Exception:  # the letters go, whatever is the matter with their phase
            log.exception("not_told", game=row["game"])
    return ready


def _put_in(services: Services, row: Row, letters: Mapping[str, Row], drawn: Drawn, pictures: list[Picture]) -> None:
    """The pictures into every letter of the row that has a page for them."""
    made = [replace(one, content=drawn.pictures[one.cid]) for one in pictures if one.cid in drawn.pictures]
    shown = [*kept(one for one in made if not one.own), *(one for one in made if one.own)]
    parts = {place_of(one.cid): attached(one) for one in shown if one.cid in row["figures"]}
    places = {place_of(cid): figure if place_of(cid) in parts else "" for cid, figure in row["figures"].items()}
    bodies, octets = services.store.table("bodies"), services.store.table("octets")
    for ref in row["bodies"]:
        body = bodies.fetch(ref)
        if body is not None:
            cut = [body["raw"], *body.get("more", ())]
            first, *more = _as_text(illustrated(_as_bytes(cut), ref, places, parts))
            bodies.put(ref, {**body, "raw": first, **({"more": more} if "more" in body else {})})
    for key in row["letters"]:
        if key in letters:
            whole = octets.fetch(key) or {"raw": ""}
            (raw,) = _as_text(illustrated(_as_bytes([whole["raw"]]), key, places, parts))
            octets.put(key, {"raw": raw})
    for key in row.get("heads", ()):
        head = octets.fetch(key) if key in letters else None
        if head is not None:
            own = _as_text(own_illustrated(_as_bytes(head["own"]), letters[key]["body"], places, parts))
            octets.put(key, {**head, "own": own})


def _as_bytes(cut: Sequence[str]) -> list[bytes]:
    return [one.encode("ascii") for one in cut]


def _as_text(cut: Sequence[bytes]) -> list[str]:
    return [one.decode("ascii") for one in cut]
