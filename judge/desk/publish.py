"""What is mailed when something happens in a game: results, statements, reminders, bulletins."""

from __future__ import annotations

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from judge.core.codec import pack
from judge.core.dice import Dice
from judge.core.notice import MASTER, PUBLIC
from judge.core.variant import Agenda, Step
from judge.desk import calendar, press, sheets
from judge.desk.letterform import Look
from judge.desk.letters import phase_words
from judge.desk.office import Office
from judge.desk.records import Game, SeatRecord, SheetRecord, Status, iso
from judge.render import marks
from judge.render.page import Picture

if TYPE_CHECKING:
    from judge.desk.pictures import Album

log = logging.getLogger(__name__)

Notices = Sequence[Mapping[str, Any]]

DEADLINES = frozenset({"deadline_moved", "grace", "outage", "resumed", "rolled_back_public"})
"""Bulletins that tell a new deadline: they carry it as a calendar entry too."""


# ---- results ----------------------------------------------------------------------------------------------------


def resolved(office: Office, game: Game, phase: str, seq: int, at: datetime) -> None:
    """Results to list and subscribers, a private statement to each player. `game` is already in its next phase."""
    event = office.journal.event(game.key, seq)
    album = album_of(office, game, event)
    results(office, game, event, at, cause=f"{game.key}#{seq}", album=album)
    for seat in office.files.seats(game.key).values():
        statement(office, game, seat, event, at, cause=f"{game.key}#{seq}", album=album)
    master_view(office, game, event, at, cause=f"{game.key}#{seq}")
    not_drawn(office, game, album, at)


def album_of(office: Office, game: Game, event: Mapping[str, Any]) -> Album:
    from judge.desk.pictures import Album  # draws: a judge without a deadline to resolve starts faster

    return Album(office, game, event)


def results(
    office: Office, game: Game, event: Mapping[str, Any], at: datetime, *, cause: str, album: Album | None = None
) -> None:
    """The public results of a resolved phase."""
    phase = str(event["phase"])
    notices = public(event["data"]["notices"])
    office.letters.to_everybody(
        game, cause=cause, kind="results", template=names(game, "results"),
        data={**result_data(office, game, event), "press": press.bundled(office, game, phase)}, now=at, phase=phase,
        machine=machine_result(office, game, event),
        look=look(office, game, notices, at, (album or album_of(office, game, event)).results),
    )  # fmt: skip


def look(
    office: Office,
    game: Game,
    notices: Notices,
    at: datetime,
    draw: Callable[[], list[Picture]] = list,
    page: bool = True,
) -> Look:
    """The page of a letter made of `notices`, with what `draw` gives, and the deadline for calendars."""
    if not page or not office.config.judge.html:
        return Look(page=False, calendar=deadline_entry(office, game, at))
    pictures = draw()
    marked = parts(office, game, notices, pictures)
    return Look(marked={"parts": marked}, pictures=pictures, calendar=deadline_entry(office, game, at))


def deadline_entry(office: Office, game: Game, at: datetime) -> bytes:
    """The game's deadline as a calendar entry. A fault in it costs the entry, never the letter."""
    try:
        return calendar.deadline(office.config, game, office.variant(game).card.title, at)
    except Exception:
        log.exception("no calendar entry could be made for %s", game.key)
        return b""


def not_drawn(office: Office, game: Game, album: Album, at: datetime) -> None:
    """To the master: letters went out without a picture."""
    if album.faults:
        office.letters.to_master(
            game, cause=f"{game.key}#{album.event['seq']}", kind="not_drawn", template="session/not_drawn.txt",
            data={"faults": list(dict.fromkeys(album.faults)), "result_phase": album.event["phase"]}, now=at,
        )  # fmt: skip


def result_data(office: Office, game: Game, event: Mapping[str, Any]) -> dict[str, Any]:
    """What the results template gets: parts rendered from public notices, settings, dice."""
    data = event["data"]
    corrected = office.journal.undone(game.key, event["phase"])
    return {
        "title": office.variant(game).card.title,
        "result_phase": event["phase"],
        "result_words": phase_words(event["phase"]),
        "revision": data["revision"],
        "correction": _correction(office, game, event, corrected) if data["revision"] > 1 else [],
        "parts": parts(office, game, public(data["notices"])),
        "draws": data["draws"],
        "link": data["link"],
        "secret": data["secret"],
        "anchor": game.anchor,
        "previous_link": _previous_link(game, event),
        "archive": office.config.page_of(game.key, str(event["phase"])),
        "settings": settings(game),
        "ended": data["ended"],
        "next_phase": "" if data["ended"] else game.phase,
        "next_words": "" if data["ended"] else phase_words(game.phase),
    }


def _previous_link(game: Game, event: Mapping[str, Any]) -> int:
    """The link published before this one (1 belongs to the start)."""
    numbers = [played.link for played in game.played if played.link < event["data"]["link"]]
    return max(numbers, default=1)


def _correction(office: Office, game: Game, event: Mapping[str, Any], undone: Sequence[int]) -> list[str]:
    """What changed against the last masked results, line by line, and whether the dice were kept."""
    if not undone:
        return []
    old = office.journal.event(game.key, undone[-1])
    before = "\n".join(parts(office, game, public(old["data"]["notices"]))).split("\n")
    after = "\n".join(parts(office, game, public(event["data"]["notices"]))).split("\n")
    lines = [f"- {line.strip()}" for line in before if line.strip() and line not in after]
    lines += [f"+ {line.strip()}" for line in after if line.strip() and line not in before]
    kept = old["data"]["link"] == event["data"]["link"]
    dice = "The dice are those of the first time." if kept else "Orders were changed, so new dice were used."
    return [*(lines or ["Nothing changed."]), dice]


def parts(office: Office, game: Game, notices: Notices, pictures: Sequence[Picture] | None = None) -> list[str]:
    """Each notice in words, by its own partial; a notice without one is not for reading.

    With `pictures` the parts are marked for a page, each picture below the notice it belongs to.
    """
    pen = office.pen if pictures is None else office.pen.marking
    out = []
    for notice in notices:
        name = f"{notice['kind']}.txt"
        text = pen.part((f"{game.variant}/{name}", f"lib/{name}"), {"data": notice["data"], "game": game.key})
        if text is not None and text.strip():
            out.append(text.rstrip("\n"))
            out += [marks.figure(picture.cid) for picture in pictures or () if picture.beside == notice["kind"]]
    return out


def public(notices: Notices) -> Notices:
    return [notice for notice in notices if notice["audience"] == PUBLIC]


def private(notices: Notices, seat: str) -> Notices:
    return [notice for notice in notices if notice["audience"] == seat]


def machine_result(office: Office, game: Game, event: Mapping[str, Any]) -> dict[str, Any]:
    """The JSON part of a result: exactly the public notices."""
    return {
        "game": game.key, "phase": event["phase"], "revision": event["data"]["revision"],
        "dice": {"link": event["data"]["link"], "secret": event["data"]["secret"], "anchor": game.anchor,
                 "draws": event["data"]["draws"]},
        "notices": [{"kind": n["kind"], "data": n["data"]} for n in public(event["data"]["notices"])],
    }  # fmt: skip


def statement(
    office: Office, game: Game, seat: SeatRecord, event: Mapping[str, Any], at: datetime, *, cause: str,
    album: Album | None = None,
) -> None:  # fmt: skip
    """The private statement of one seat: only notices born for it."""
    if not seat.address:
        return
    drawn = album or album_of(office, game, event)
    own = private(event["data"]["notices"], seat.name)
    last = bool(game.played) and game.played[-1].event == event["seq"]
    told = parts(office, game, own)
    if not told and event["data"]["ended"] and album is not None:
        return  # there is nothing to say, and the final standings follow
    view = look(office, game, own, at, lambda: drawn.statement(seat.name), page=not drawn.words_alone)
    if not told and last and not event["data"]["ended"]:
        # nothing came of the phase for this seat alone: it gets what it would ask for next
        told = [status(office, game, seat.name)]
        view = replace(view, marked={"parts": [status(office, game, seat.name, marked=True)]})
    office.letters.to_seat(
        game, seat, cause=cause, kind="statement", template=names(game, "statement"),
        data={"title": office.variant(game).card.title, "result_phase": event["phase"],
              "result_words": phase_words(event["phase"]), "revision": event["data"]["revision"],
              "parts": told, "ended": event["data"]["ended"],
              "misses": seat.misses if last else 0},
        now=at, phase=event["phase"],
        machine={"game": game.key, "phase": event["phase"], "seat": seat.name,
                 "revision": event["data"]["revision"],
                 "notices": [{"kind": n["kind"], "data": n["data"]} for n in own]},
        look=view,
    )  # fmt: skip


def status(office: Office, game: Game, seat: str, *, marked: bool = False) -> str:
    """Where a seat stands now, in words."""
    variant = office.variant(game)
    state = office.journal.state(variant, game)
    pen = office.pen.marking if marked else office.pen
    text = pen.part(
        (f"{game.variant}/status.txt", "session/status.txt"),
        {"public": variant.standing(state, None), "private": variant.standing(state, seat), "seat": seat,
         "game": game.key, "over": game.status is Status.FINISHED},
    )  # fmt: skip
    return (text or "").rstrip("\n")


def master_view(office: Office, game: Game, event: Mapping[str, Any], at: datetime, *, cause: str) -> None:
    """What only the master is told of a resolution, if there is anything."""
    own = parts(office, game, private(event["data"]["notices"], MASTER))
    if own:
        office.letters.to_master(
            game,
            cause=cause,
            kind="notices",
            template="session/master_notices.txt",
            data={"parts": own, "result_phase": event["phase"]},
            now=at,
        )


def settings(game: Game) -> list[str]:
    """The settings in force, for the start mail and the foot of every result."""
    house = [
        f"{name}={value}"
        for name, value in sorted(game.house.items())
        if value and name in ("press", "grey", "press_delivery", "early")
    ]
    return [f"{name}={value}" for name, value in sorted(game.options.items()) if value] + house


# ---- beginnings and ends ----------------------------------------------------------------------------------------


def started(office: Office, game: Game, step: Step, dice: Dice, at: datetime) -> None:
    """The start mail with anchor and settings to everybody, and a private one to each seat."""
    notices = pack(step.notices)
    cause = f"{game.key}:start:{game.round}"
    data = {
        "title": office.variant(game).card.title, "credits": office.variant(game).card.credits,
        "seats": [_seat_line(seat) for seat in office.files.seats(game.key).values()],
        "anchor": game.anchor, "settings": settings(game), "parts": parts(office, game, public(notices)),
        "draws": pack(dice.drawn), "secret": office.dice_link(game, 1).hex(),
    }  # fmt: skip
    office.letters.to_everybody(
        game, cause=cause, kind="start", template=names(game, "start"), data=data, now=at,
        machine={"game": game.key, "phase": game.phase, "anchor": game.anchor, "settings": settings(game),
                 "dice": {"link": 1, "secret": data["secret"], "anchor": game.anchor, "draws": data["draws"]}},
        look=look(office, game, public(notices), at),
    )  # fmt: skip
    for seat in office.files.seats(game.key).values():
        office.letters.to_seat(
            game, seat, cause=cause, kind=f"welcome.{seat.number}", template=names(game, "welcome"),
            data={**data, "parts": parts(office, game, private(notices, seat.name))}, now=at,
            look=look(office, game, private(notices, seat.name), at),
        )  # fmt: skip


def _seat_line(seat: SeatRecord) -> str:
    return f"{seat.name} ({seat.power.title()})" if seat.power and seat.power != seat.name else seat.name


def ended(office: Office, game: Game, phase: str, seq: int, at: datetime) -> None:
    """The last letter: final standings, who was who where the game tells it, the end of the dice chain."""
    over = game.ended or {"scores": {}, "winners": ()}
    scores = over["scores"]
    ranked = sorted(scores, key=lambda name: (name not in over["winners"], -Decimal(scores[name]), name))
    standing = office.variant(game).standing(office.journal.state(office.variant(game), game), None)
    album = album_of(office, game, office.journal.event(game.key, seq))
    office.letters.to_everybody(
        game, cause=f"{game.key}:end:{game.round}", kind="final", template=names(game, "final"),
        data={"title": office.variant(game).card.title, "ended": game.ended, "ranked": ranked,
              "people": who_was_who(office, game), "final_phase": phase, "anchor": game.anchor, "link": game.link,
              "standing": standing, "secret": office.dice_link(game, game.link).hex()},
        now=at, phase=phase,
        machine={"game": game.key, "ended": game.ended, "dice": {"anchor": game.anchor, "link": game.link,
                 "secret": office.dice_link(game, game.link).hex(), "draws": []}},
        look=look(office, game, (), at, album.final),
    )  # fmt: skip
    not_drawn(office, game, album, at)


def who_was_who(office: Office, game: Game) -> list[tuple[str, str]]:
    """(seat, name of who sat there) for a game that is over, where it tells that; else nothing."""
    if game.house["reveal"] != "yes" or game.status is not Status.FINISHED:
        return []
    found = []
    for seat in office.files.seats(game.key).values():
        person = office.files.person(seat.address) if seat.address else None
        found.append((seat.name, person.name if person and person.name else "nobody at the end"))
    return found


# ---- on the way -------------------------------------------------------------------------------------------------


def opened_sheet(office: Office, game: Game, record: SheetRecord, at: datetime) -> None:
    """A sheet sent ahead, or standing orders, now on file for the phase that has opened."""
    seat = office.files.seat(game.key, record.seat)
    if seat is None:
        return
    variant = office.variant(game)
    state = office.journal.state(variant, game)
    view = sheets.sheet_view(office, game, state, seat.name, office.sheet(game, record), record)
    office.letters.to_seat(
        game, seat, cause=f"{game.key}:{game.round}:opened", kind=f"opened.{seat.number}",
        template=names(game, "opened"), now=at,
        data={"view": view, "standing": record.standing, **forecast(office, game, view)},
    )  # fmt: skip


def forecast(office: Office, game: Game, view: Mapping[str, Any]) -> dict[str, Any]:
    """The forecast of a sheet in words."""
    text = (
        office.pen.part((f"{game.variant}/forecast.txt",), {"forecast": view["forecast"]}) if view["forecast"] else ""
    )
    return {"forecast_text": (text or "").rstrip("\n")}


def reminder(office: Office, game: Game, seat: SeatRecord, hours: int, at: datetime) -> None:
    """To a seat without a valid sheet, with what is on file and what happens if nothing comes."""
    variant = office.variant(game)
    record = office.files.sheet(game.key, game.phase, seat.name)
    state = office.journal.state(variant, game)
    view = sheets.sheet_view(office, game, state, seat.name, office.sheet(game, record), record)
    office.letters.to_seat(
        game, seat, cause=f"{game.key}:{game.round}:{game.deadline}:remind", kind=f"remind.{hours}.{seat.number}",
        template=names(game, "reminder"), data={"hours": hours, "view": view, **forecast(office, game, view),
        "title": variant.card.title}, now=at, look=Look(page=False, calendar=deadline_entry(office, game, at)),
    )  # fmt: skip


def report_wanted(office: Office, game: Game, agenda: Agenda, at: datetime, *, again: bool = False) -> None:
    """To the master: the deadline is over and his report is awaited (B-8). `again`: this is a reminder."""
    office.letters.to_master(
        game, cause=f"{game.key}:{game.round}:report:{iso(at)}", kind="report", template=names(game, "report_wanted"),
        data={"hours": agenda.report_hours, "closed": game.deadline, "again": again}, now=at,
    )  # fmt: skip


def acted(office: Office, game: Game, notices: Notices, at: datetime, cause: str) -> None:
    """What an immediate act tells: to everybody what is public, to each seat what is its own."""
    told = parts(office, game, public(notices))
    if told:
        office.letters.to_everybody(
            game, cause=cause, kind="acted", template="session/bulletin.txt", data={"text": "\n\n".join(told)}, now=at
        )
    for seat in office.files.seats(game.key).values():
        own = parts(office, game, private(notices, seat.name))
        if own:
            office.letters.to_seat(
                game,
                seat,
                cause=cause,
                kind=f"acted.{seat.number}",
                template="session/bulletin.txt",
                data={"text": "\n\n".join(own)},
                now=at,
            )


def deadline_moved(office: Office, game: Game, old: str, reason: str, at: datetime, cause: str) -> None:
    bulletin(office, game, "deadline_moved", at, cause, old=old, reason=reason)


def bulletin(office: Office, game: Game, code: str, at: datetime, cause: str, **data: Any) -> None:
    """A short public notice of the judge's own, in words from session/answers.txt."""
    zone = game.zone()
    text = office.pen.answer(
        code, {**data, "game": game.key, "phase": game.phase, "deadline": game.deadline, "zone": zone}
    )
    entry = Look(page=False, calendar=deadline_entry(office, game, at)) if code in DEADLINES else None
    office.letters.to_everybody(
        game, cause=cause, kind=f"bulletin.{code}", template="session/bulletin.txt", data={"text": text}, now=at,
        look=entry,
    )  # fmt: skip


def held(office: Office, game: Game, reason: str, at: datetime) -> None:
    cause = f"{game.key}:{game.round}:held:{iso(at)}"
    office.letters.to_master(
        game, cause=cause, kind="held", template="session/held.txt", data={"reason": reason}, now=at
    )


def names(game: Game, kind: str) -> tuple[str, ...]:
    """The variant's own template of that kind, else the house's."""
    return (f"{game.variant}/{kind}.txt", f"session/{kind}.txt")
