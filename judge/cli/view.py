"""Games as documents (`judge show --json`) and as lines for people."""

from __future__ import annotations

from typing import Any

from judge import games
from judge.core.errors import InputError
from judge.core.phase import Phase
from judge.desk.office import Office
from judge.desk.records import Game, Status


def brief(office: Office, game: Game) -> dict[str, Any]:
    """One game in a line."""
    return {
        "game": game.key, "variant": game.variant, "status": str(game.status), "phase": game.phase,
        "deadline": game.deadline or None, "seats": len(office.files.seats(game.key)),
    }  # fmt: skip


def brief_lines(rows: list[dict[str, Any]]) -> str:
    if not rows:
        return "No games yet. `judge new --help` shows how to make one."
    return "\n".join(
        f"{row['game']:<20} {row['variant']:<16} {row['status']:<9} {row['phase'] or '-':<7} "
        f"{row['seats']:>3} seats  {row['deadline'] or ''}".rstrip()
        for row in rows
    )


def variants() -> list[dict[str, Any]]:
    """The games this judge knows."""
    return [
        {"variant": slug, "title": found.card.title, "credits": found.card.credits, "stage": found.card.stage,
         "players": list(found.card.players),
         "options": {o.name: {"default": o.default, "help": o.help, "choices": list(o.choices)}
                     for o in found.card.options}}
        for slug, found in games.variants().items()
    ]  # fmt: skip


def variant_lines(rows: list[dict[str, Any]]) -> str:
    return "\n".join(f"{row['variant']:<16} {row['title']} - {row['credits']}" for row in rows)


def show(office: Office, game: Game, seat: str = "", phase: str = "") -> dict[str, Any]:
    """The document of INTERFACES: public blocks of the variant, and with `seat` that seat's under `private`."""
    document: dict[str, Any] = {
        "game": game.key, "variant": game.variant, "status": str(game.status), "phase": game.phase,
        "deadline": game.deadline or None, "version": office.journal.length(game.key),
        "options": {**game.options, "schedule": game.schedule, **{k: v for k, v in game.house.items() if v}},
        "anchor": game.anchor, "revision": game.revision, "waiting_for_report": game.locked,
        "seats": _seats(office, game),
        "ended": game.ended if game.status is Status.FINISHED else None,
    }  # fmt: skip
    variant = office.known_variant(game)
    if game.snapshot and variant is not None:
        state = office.journal.state(variant, game)
        if phase:
            played = _played(game, phase)
            if played is not None:
                data = office.journal.event(game.key, played.event)["data"]
                state = office.journal.replayed(variant, game.key, data["before"], tuple(data["acts"]))
                document.update(phase=played.phase, deadline=played.deadline, revision=played.revision, ended=None)
        document.update(variant.standing(state, None))
        document.setdefault("ended", None)
        if game.status is Status.FINISHED and not phase:
            document["ended"] = game.ended
    if seat:
        document["private"] = _private(office, game, seat, phase)
    return document


def _seats(office: Office, game: Game) -> list[dict[str, Any]]:
    filed = (
        {record.seat for record in office.files.sheets(game.key, game.phase) if record.filed} if game.phase else set()
    )
    return [
        {"name": seat.name, "role": str(seat.role), "filed": seat.name in filed, "vacant": seat.vacant,
         **({"power": seat.power} if seat.power else {})}
        for seat in office.files.seats(game.key).values()
    ]  # fmt: skip


def _played(game: Game, phase: str) -> Any:
    wanted = str(Phase.parse(phase))
    if wanted == game.phase:
        return None
    for played in reversed(game.played):
        if played.phase == wanted:
            return played
    done = ", ".join(p.phase for p in game.played) or "none"
    raise InputError(f"{wanted} is not a phase of {game.key} yet.", hint=f"Resolved: {done}.")


def _private(office: Office, game: Game, seat: str, phase: str) -> dict[str, Any]:
    record = office.files.seat(game.key, seat)
    if record is None:
        names = ", ".join(s.name for s in office.files.seats(game.key).values())
        raise InputError(f"{game.key} has no seat {seat!r}.", hint=f"Seats: {names}.")
    variant = office.variant(game)
    document: dict[str, Any] = {}
    if game.snapshot:
        document.update(variant.standing(office.journal.state(variant, game), record.name))
    if game.phase and not phase:
        on_file = office.files.sheet(game.key, game.phase, record.name)
        document["sheet"] = {
            "version": on_file.version, "filed": on_file.filed, "ready": on_file.ready,
            "lines": [command.canonical() for command in office.sheet(game, on_file)],
        }  # fmt: skip
    return document


def show_lines(office: Office, document: dict[str, Any], seat: str = "") -> str:
    """The document for people: the variant's own status part, else plain keys. `seat` as in `show`."""
    head = f"{document['game']} ({document['variant']}), {document['status']}"
    if document["phase"]:
        head += f", {document['phase']}"
    if document["deadline"]:
        head += f", deadline {document['deadline']}"
    seats = ", ".join(seat["name"] + ("*" if seat["filed"] else "") for seat in document["seats"])
    lines = [head, f"Seats (* has orders on file): {seats or 'none yet'}"]
    if document["ended"]:
        scores = ", ".join(f"{name} {score}" for name, score in sorted(document["ended"]["scores"].items()))
        lines.append(f"Ended: {document['ended']['reason']}. {scores}")
    found = office.files.seat(document["game"], seat) if seat else None
    name = found.name if found else ""
    kind = "status" if "private" in document else "digest"
    text = office.pen.part(
        (f"{document['variant']}/{kind}.txt", f"session/{kind}.txt"),
        {"public": document, "private": document.get("private", {}), "seat": name, "game": document["game"],
         "phase": document["phase"],
         "over": document["status"] == "finished"},
    )  # fmt: skip
    if document["phase"] and text:
        lines.append(text.rstrip())
    return "\n".join(lines)
