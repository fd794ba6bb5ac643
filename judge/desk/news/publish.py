"""What is mailed while a game goes on, from its start: forecasts, reminders, bulletins, answers in bundles;
`results` has the rest."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import TYPE_CHECKING, Any

from judge.core.codec import pack, read_news
from judge.core.dice import Dice
from judge.core.notice import MASTER, PUBLIC
from judge.core.shown import Shown
from judge.core.variant import Agenda, Step
from judge.desk import timers
from judge.desk.cabinet.limits import HOUR, ONCE_A_DAY
from judge.desk.cabinet.options import HOUSE
from judge.desk.cabinet.records import Cause, Game, SeatRecord, Status, instant, iso
from judge.desk.services import Services
from judge.desk.sheets import filing, shown
from judge.desk.writing.letterform import Brief, Head, Look
from judge.desk.writing.machine import DiceTold, StartPart
from judge.optional import extra
from judge.render import marks

if TYPE_CHECKING:  # what draws is loaded when something is drawn
    from judge.desk.news.pictures import Album
    from judge.render.page import Picture

log = logging.getLogger(__name__)

Notices = Sequence[Mapping[str, Any]]

DEADLINES = frozenset({"deadline_moved", "grace", "outage", "resumed", "rolled_back_public"})
"""Bulletins that tell a new deadline: they carry it as a calendar entry too."""


# ---- what letters of a game are made of -------------------------------------------------------------------------


def look(
    services: Services, game: Game, notices: Notices, entry: bytes, draw: Callable[[], list[Picture]], rest: str = ""
) -> Look:
    """The page of a letter made of `notices`, with what `draw` gives, and the `entry` of the deadline for calendars."""
    if not services.config.judge.html:
        return Look(page=False, calendar=entry)
    pictures = draw()
    marked = parts(services, game, notices, pictures, rest)
    return Look(marked={"parts": marked}, pictures=pictures, calendar=entry)


def deadline_entry(services: Services, game: Game, at: datetime) -> bytes:
    """The game's deadline as a calendar entry. A fault in it costs the entry, never the letter."""
    try:
        info, entries = services.variant(game).info, extra("calendar")
        return entries.deadline(services.config, services.renderer, game, info, at) if entries is not None else b""
    except Exception:
        log.exception("no calendar entry could be made for %s", game.key)
        return b""


def parts(
    services: Services, game: Game, notices: Notices, pictures: Sequence[Picture] | None = None, rest: str = ""
) -> list[str]:
    """Each notice in words, by its own partial; a notice without one is not for reading.

    With `pictures` the parts are marked for a page, each picture below the notice it belongs to. `rest`: the word that
    brings what is too long for a letter; "" has it all.
    """
    renderer = services.renderer if pictures is None else services.renderer.marking
    variant = services.known_variant(game)
    kinds = variant.info.news if variant else ()
    out = []
    for notice in notices:
        name = f"{notice['kind']}.txt"
        news = read_news(kinds, str(notice["kind"]), notice["data"])
        text = renderer.part((f"{game.variant}/{name}", f"lib/{name}"), {"data": news, "game": game.key, "rest": rest})
        if text is not None and text.strip():
            out.append(text.rstrip("\n"))
            out += [marks.figure(picture.cid) for picture in pictures or () if picture.beside == notice["kind"]]
    return out


def public(notices: Notices) -> Notices:
    return [notice for notice in notices if notice["audience"] == PUBLIC]


def private(notices: Notices, seat: str) -> Notices:
    return [notice for notice in notices if notice["audience"] == seat]


def status(
    services: Services, game: Game, seat: str, *, marked: bool = False, then: tuple[Any, str] | None = None
) -> str:
    """Where a seat stands now, in words; or `then`, in the state before a phase that is over."""
    renderer, variant = services.renderer.marking if marked else services.renderer, services.variant(game)
    state, phase = then or (services.state(game), game.phase)
    text = renderer.part(
        names(game, "status"),
        {
            "public": variant.standing(state, None),
            "private": variant.standing(state, seat),
            "seat": seat,
            "game": game.key,
            "phase": phase,
            "over": then is None and game.status is Status.FINISHED,
        },
    )
    return (text or "").rstrip("\n")


def needed(services: Services, game: Game, master: bool) -> list[str]:
    """What is needed of whom and when, before and after the start, as its master or everybody is told it."""
    info, due = services.variant(game).info, ""
    if game.options.get("board") == "reported":
        due = services.renderer.part((f"{game.variant}/report_due.txt",), {"hours": game.options["report_hours"]}) or ""
    told = {
        "name": game.key,
        "forming": game.status is Status.FORMING,
        "master": master,
        "low": info.players[0],
        "high": info.players[1],
        "fills": game.house["start"] == "full",
        "due": due.strip(),
        "robots": bool(game.house["robots"]),
        "beside": len(info.roles) > 1,
    }
    text = services.renderer.part(("session/needed.txt",), told) or ""
    return [" ".join(part.split()) for part in text.split("\n\n") if part.strip()]


def _takes_orders(game: Game) -> bool:
    return game.status is Status.ACTIVE and bool(game.phase) and not game.locked


def samples(services: Services, game: Game, seat: str) -> list[str]:
    """A few lines this seat could send now; none where there is nothing to send, or the game makes none. A fault in
    them costs the examples, never the letter."""
    variant = services.variant(game)
    if not _takes_orders(game):
        return []
    try:
        return list(variant.samples(services.state(game), seat))
    except Exception:
        log.exception("no examples could be made for %s in %s", seat, game.key)
        return []


def own_standing(services: Services, game: Game, seat: str) -> Shown | None:
    """What the seat alone may see, for the order form that its letter opens; None where there is none."""
    return services.standing(game, seat) if services.config.judge.archive_url else None


def spoken(services: Services, game: Game, seat: str) -> str:
    """Such lines in a sentence, where the game has one."""
    return services.variant(game).spoken(services.state(game), seat) if _takes_orders(game) else ""


def settings(game: Game) -> list[str]:
    """The settings in force."""
    house = {name: game.house.get(name) for name in ("early", "grey", "press", "press_delivery")}
    return [f"{name}={value}" for given in (game.options, house) for name, value in sorted(given.items()) if value]


# ---- the beginning ----------------------------------------------------------------------------------------------


def started(
    services: Services, game: Game, step: Step, dice: Dice, at: datetime, handed: Mapping[str, Any] | None, album: Album
) -> None:
    """The start mail with anchor, settings and board to everybody; each player's copy begins with what is their own."""
    notices, entry = pack(step.notices), deadline_entry(services, game, at)
    cause = f"{game.key}:start:{game.round}"
    usual = {f"{one.name}={one.default}" for one in (*services.variant(game).info.options, *HOUSE)}
    seats = services.files.seats(game.key).values()
    data = {
        "seats": [one.called if one.power in ("", one.name) else f"{one.name} ({one.power.title()})" for one in seats],
        "anchor": game.anchor,
        "chosen": [one for one in settings(game) if one not in usual],
        "wins": services.renderer.part((f"{game.variant}/wins.txt",), {"options": game.options}) or "",
        "needed": needed(services, game, False),
        "parts": parts(services, game, public(notices)),
        "draws": pack(dice.drawn),
        "secret": dice.secret,
    }

    def welcome(seat: SeatRecord, further: bool) -> Head:
        """What a player's start letter begins with."""
        own = private(notices, seat.name)
        values = {
            "blurb": services.variant(game).info.blurb,
            "parts": parts(services, game, own),
            "samples": samples(services, game, seat.name),
            "spoken": spoken(services, game, seat.name),
            "own": own_standing(services, game, seat.name),
            "further": further,
            "handed": handed,
        }
        shows = look(services, game, own, entry, lambda: album.own(seat.name))
        own_brief = Brief(cause, f"welcome.{seat.number}", values, at, template=names(game, "welcome"), look=shows)
        return Head(seat=seat, brief=own_brief)

    heads = heads_of(seats, welcome)
    told = DiceTold("START", 1, dice.secret, game.anchor, tuple(dice.drawn))
    places = tuple(sorted(seat.name for seat in seats))
    machine = StartPart(game.key, game.phase, game.anchor, tuple(settings(game)), told, places)
    shows = look(services, game, public(notices), entry, album.results)
    brief = Brief(cause, "start", data, at, template=names(game, "start"), machine=machine, look=shows)
    services.letters.to_everybody(game, brief, heads=heads)


def heads_of(seats: Iterable[SeatRecord], head: Callable[[SeatRecord, bool], Head]) -> list[Head]:
    """What the copies of a letter to everybody begin with. `head` makes it for a seat; True where its reader has
    another seat before it."""
    heads, known = [], set[str]()
    for seat in seats:
        if seat.address:
            heads.append(head(seat, seat.address in known))
            known.add(seat.address)
    return heads


# ---- on the way -------------------------------------------------------------------------------------------------


def opened_sheet(services: Services, game: Game, opened: filing.Opened, at: datetime) -> None:
    """A sheet sent ahead, or standing orders, now on file for the phase that has opened. The master, who hears of his
    report when it is due, is told only if it no longer stands."""
    (record, lost), cause = opened, f"{game.key}:{game.round}:opened"
    data = {"view": shown.view_on_file(services, game, record), "standing": record.standing, "lost": lost}
    brief = Brief(cause, "opened", data, at, template=names(game, "opened"))
    seat = services.files.seat(game.key, record.seat)
    if seat is not None:
        services.letters.to_seat(game, seat, replace(brief, kind=f"opened.{seat.number}"))
    elif lost:
        services.letters.to_master(game, brief)


def reminder(services: Services, game: Game, seat: SeatRecord, hours: int, at: datetime) -> None:
    """To a seat without an order on file, with what happens if nothing comes."""
    data = {
        "hours": hours,
        "wrote": services.files.sheet(game.key, game.phase, seat.name).wrote,
        "samples": samples(services, game, seat.name),
        "own": own_standing(services, game, seat.name),
    }
    cause, look = f"{game.key}:{game.round}:{game.deadline}:remind", Look(calendar=deadline_entry(services, game, at))
    brief = Brief(cause, f"remind.{hours}.{seat.number}", data, at, template=names(game, "reminder"), look=look)
    services.letters.to_seat(game, seat, brief)


def report_wanted(services: Services, game: Game, agenda: Agenda, at: datetime, late: int | None = None) -> None:
    """To the master: the deadline is over and the report is awaited (B-8). A reminder says how many
    days `late` it is."""
    due = iso(instant(game.deadline) + timedelta(hours=agenda.report_hours))
    data = {"closed": game.deadline, "due": due, "again": late is not None, "late": late or 0}
    cause = f"{game.key}:{game.round}:report:{iso(at)}"
    services.letters.to_master(game, Brief(cause, "report", data, at, template=names(game, "report_wanted")))


def to_look_at(services: Services, game: Game, notices: Notices, cause: Cause) -> None:
    """To the master: what the results will say when he releases them, but for statements, which are the players' alone.
    Everybody hears that they wait."""
    told = parts(services, game, [*public(notices), *private(notices, MASTER)])
    services.letters.to_master(game, Brief(cause.key, "look", {"parts": told}, cause.at))
    bulletin(services, game, "results_held", cause)


def still_held(services: Services, game: Game, at: datetime) -> None:
    """To the master, a day after the last letter of the kind: everybody still waits for his RELEASE."""
    cause, data = f"{game.key}:{game.round}:held:{iso(at)}", {"since": game.cutoff}
    services.letters.to_master(game, Brief(cause, "look.again", data, at, template="session/look_again.txt"))


def acted(services: Services, game: Game, notices: Notices, cause: Cause) -> None:
    """What an immediate act tells: to everybody what is public, to each seat what is its own."""
    if told := parts(services, game, public(notices)):
        services.letters.to_everybody(game, _short(cause.key, "acted", "\n\n".join(told), cause.at))
    for seat in services.files.seats(game.key).values():
        if own := parts(services, game, private(notices, seat.name)):
            services.letters.to_seat(game, seat, _short(cause.key, f"acted.{seat.number}", "\n\n".join(own), cause.at))


def _short(cause: str, kind: str, text: str, at: datetime, look: Look | None = None) -> Brief:
    """A letter of one text."""
    return Brief(cause, kind, {"text": text}, at, template="session/bulletin.txt", look=look)


def bulletin(services: Services, game: Game, code: str, cause: Cause, **data: Any) -> None:
    """A short public notice of the judge's own, in words from session/answers.txt."""
    told = {**data, "game": game.key, "phase": game.phase, "deadline": game.deadline, "zone": game.zone()}
    entry = Look(page=False, calendar=deadline_entry(services, game, cause.at)) if code in DEADLINES else None
    brief = _short(cause.key, f"bulletin.{code}", services.renderer.answer(code, told), cause.at, entry)
    services.letters.to_everybody(game, brief)


def held(services: Services, game: Game, reason: str, at: datetime) -> None:
    services.letters.to_master(game, Brief(f"{game.key}:{game.round}:held:{iso(at)}", "held", {"reason": reason}, at))


def names(game: Game, kind: str) -> tuple[str, ...]:
    """The variant's own template of that kind, else the house's."""
    return (f"{game.variant}/{kind}.txt", f"session/{kind}.txt")


# ---- answers beyond the hour's number, mailed together when it is over; what they answer was handled as it came ----

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
