"""Games as documents (`judge show --json`) and as lines for people."""

import textwrap
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from judge import games
from judge.core.codec import facts, unpack_sheet
from judge.core.command import Sheet
from judge.core.errors import InputError
from judge.core.variant import Option, Variant
from judge.desk.cabinet.limits import OWED, an_hour
from judge.desk.cabinet.options import HOUSE
from judge.desk.cabinet.records import Game, Status
from judge.desk.news import publish
from judge.desk.services import Services
from judge.keeper.figures import COLUMNS, Audit, audit

WIDE = 100  # columns


def brief(services: Services, game: Game) -> dict[str, Any]:
    """One game in a line."""
    return {**_head(game), "seats": len(services.files.seats(game.key))}


def _head(game: Game) -> dict[str, Any]:
    return {
        "game": game.key,
        "variant": game.variant,
        "status": str(game.status),
        "phase": game.phase,
        "deadline": game.deadline or None,
    }


def brief_lines(rows: list[dict[str, Any]]) -> str:
    if not rows:
        return "No games yet. `judge new --help` shows how to make one."
    return "\n".join(
        f"{row['game']:<20} {row['variant']:<16} {row['status']:<9} {row['phase'] or '-':<7} "
        f"{row['seats']:>3} {'seat' if row['seats'] == 1 else 'seats':<5}  {row['deadline'] or ''}".rstrip()
        for row in rows
    )


def variants(only: str = "") -> list[dict[str, Any]]:
    """The games this judge knows, each with all its settings; `only`: one of them."""
    if only and only not in games.variants():
        raise InputError(f"There is no game called {only!r}.", hint=f"Games: {', '.join(games.variants())}.")
    return [
        {
            "variant": slug,
            "title": found.info.title,
            "credits": found.info.credits,
            "stage": found.info.stage,
            "players": list(found.info.players),
            "options": _settings(found.info.options),
            "house": _settings(HOUSE),
        }
        for slug, found in games.variants().items()
        if only in ("", slug)
    ]


def _settings(options: Sequence[Option]) -> dict[str, dict[str, Any]]:
    return {o.name: {"default": o.default, "help": o.help, "choices": list(o.choices)} for o in options}


def _setting_lines(options: dict[str, dict[str, Any]]) -> Iterator[str]:
    for name, option in options.items():
        choices = f" ({' | '.join(option['choices'])})" if option["choices"] else ""
        text = f"{name}={option['default']}{choices}  {option['help']}"
        yield from textwrap.wrap(text, WIDE, initial_indent="  ", subsequent_indent="      ", break_on_hyphens=False)


def variant_lines(rows: list[dict[str, Any]]) -> str:
    """Each game with its players and the settings that `judge new --option` takes, and once those of every game."""
    told = []
    for row in rows:
        low, high = row["players"]
        players = f"{low} or more" if high is None else f"{low} to {high}" if high > low else str(low)
        told += textwrap.wrap(f"{row['variant']}: {row['title']} - {row['credits']} ({players} players)", WIDE)
        told += [*_setting_lines(row["options"]), ""]
    told += ["Every game:", *_setting_lines(rows[0]["house"])] if rows else []
    return "\n".join(told).rstrip()


def show(services: Services, game: Game, seat: str = "", phase: str = "") -> dict[str, Any]:
    """The document of INTERFACES: public blocks of the variant, and with `seat` that seat's under `private`. With a
    `phase` that is resolved all of it, sheets included, as it stood when that was open."""
    then = _resolved(services, game, phase) if phase else None
    document: dict[str, Any] = {
        **_head(game),
        "version": services.journal.length(game.key),
        "options": {**game.options, "schedule": game.schedule, **{k: v for k, v in game.house.items() if v}},
        "anchor": game.anchor,
        "revision": game.revision,
        "waiting_for_report": game.locked,
        "seats": _seats(services, game, then),
        "ended": game.ended if game.status is Status.FINISHED and then is None else None,
    }
    if then is not None:
        data = then["data"]
        document.update(
            phase=then["phase"], deadline=data["deadline"], revision=data["revision"], waiting_for_report=False
        )
    variant = services.known_variant(game)
    if game.snapshot and variant is not None:
        document.update(facts(variant.standing(_state(services, variant, game, then), None)))
    if seat:
        document["private"] = _private(services, game, seat, then)
    return document


def _resolved(services: Services, game: Game, phase: str) -> Mapping[str, Any] | None:
    """The event that resolved the phase; None for the phase that is open. InputError for any other."""
    wanted = str(services.calendar(game).parse(phase))
    for played in reversed(game.played):
        if played.phase == wanted and (wanted != game.phase or game.status is Status.FINISHED):
            return services.journal.event(game.key, played.event)
    if wanted == game.phase:
        return None
    done = ", ".join(p.phase for p in game.played) or "none"
    raise InputError(f"{wanted} is not a phase of {game.key} yet.", hint=f"Resolved: {done}.")


def _state(services: Services, variant: Variant, game: Game, then: Mapping[str, Any] | None) -> Any:
    """The state now, or just before the phase of that event was resolved."""
    if then is None:
        return services.journal.state(variant, game)
    return services.journal.replayed(variant, game.key, then["data"]["before"], tuple(then["data"]["acts"]))


def _seats(services: Services, game: Game, then: Mapping[str, Any] | None) -> list[dict[str, Any]]:
    """Every seat there was, and whether it had filed."""
    seats = list(services.files.seats(game.key).values())
    if then is None:
        filed = {record.seat for record in services.files.sheets(game.key, game.phase) if record.filed and game.phase}
    else:
        seats = [seat for seat in seats if seat.name in then["data"]["orders"]]
        filed = {name for name, sheet in then["data"]["orders"].items() if sheet}
    return [
        {
            "name": seat.name,
            "role": str(seat.role),
            "filed": seat.name in filed,
            "vacant": seat.vacant,
            **({"power": seat.power} if seat.power else {}),
        }
        for seat in seats
    ]


def _private(services: Services, game: Game, seat: str, then: Mapping[str, Any] | None) -> dict[str, Any]:
    """What the seat alone may see, and its sheet (of a resolved phase as it was carried out)."""
    record = services.files.seat(game.key, seat)
    names = [row["name"] for row in _seats(services, game, then)]
    if record is None or record.name not in names:
        told = f"had no seat {seat!r} in {then['phase']}" if then else f"has no seat {seat!r}"
        raise InputError(f"{game.key} {told}.", hint=f"Seats: {', '.join(names)}.")
    variant = services.variant(game)
    document: dict[str, Any] = {}
    if game.snapshot:
        document.update(facts(variant.standing(_state(services, variant, game, then), record.name)))
    if then is not None:
        packed = then["data"]["orders"][record.name]
        document["sheet"] = {"filed": bool(packed), "lines": _lines(unpack_sheet(variant.vocabulary, packed))}
    elif game.phase:
        on_file = services.files.sheet(game.key, game.phase, record.name)
        document["sheet"] = {
            "version": on_file.version,
            "filed": on_file.filed,
            "ready": on_file.ready,
            "lines": _lines(services.sheet(game, on_file)),
        }
    return document


def _lines(sheet: Sheet) -> list[str]:
    return [command.canonical() for command in sheet]


def show_lines(services: Services, game: Game, seat: str = "", phase: str = "") -> str:
    """The same for people: below the head the variant's own words on where the seat stands, or else everybody; none
    before the start, and without its rules."""
    document = show(services, game, seat, phase)
    standing, variant = "", services.known_variant(game)
    if game.snapshot and variant is not None:
        then = _resolved(services, game, phase) if phase else None
        state = _state(services, variant, game, then)
        if (found := services.files.seat(game.key, seat) if seat else None) is not None:
            past = (state, str(then["phase"])) if then else None
            standing = publish.status(services, game, found.name, then=past)
        else:
            told = {"public": variant.standing(state, None)}
            standing = services.renderer.part((f"{game.variant}/digest.txt",), told) or ""
    return (services.renderer.part(("cli/show.txt",), {**document, "standing": standing}) or "").rstrip("\n")


def budget(services: Services, now: datetime) -> dict[str, Any]:
    """The post-book: what went out in an hour and a day, by what it was, to whom, for which game, and by whose letter;
    what the budget has spent today, and what was not sent."""
    found, letters = audit(services.store, now), services.letters.budget
    day = found.day.columns["kind"]
    return {
        "hour": found.hour.letters,
        "day": found.day.letters,
        "balanced": found.balanced,
        "by_kind": {
            OWED: {"letters": day.get(OWED, 0), "most": None, "withheld": 0},
            **{
                what: {
                    "letters": day.get(what, 0),
                    "today": letters.spent(what, now)[1],
                    "most": most,
                    "this_hour": letters.spent(what, now)[0],
                    "most_an_hour": an_hour(most),
                    "withheld": found.withheld.get(what, 0),
                }
                for what, most in letters.a_day.items()
            },
        },
        **{f"by_{name}": found.day.most(name) for name in COLUMNS[1:]},
        "in_the_hour": {f"by_{name}": _in_the_hour(found, name) for name in COLUMNS},
    }


def _in_the_hour(found: Audit, name: str) -> dict[str, int]:
    """The largest accounts of the hour, and what those of the day had in it."""
    hour = found.hour.columns[name]
    return {one: hour[one] for one in {**found.day.most(name), **found.hour.most(name)} if one in hour}


def budget_lines(services: Services, spent: dict[str, Any]) -> str:
    """The same for people."""
    return (services.renderer.part(("cli/budget.txt",), spent) or "").rstrip("\n")
