"""Letters between players, relayed under pseudonyms. Journalled, but no rules event: rollback does not unsay them."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from judge.core.errors import InputError
from judge.core.ids import fold
from judge.core.notice import MASTER
from judge.core.regex import regex
from judge.desk.cabinet.limits import PRESS
from judge.desk.cabinet.records import Cause, Game, SeatRecord, instant, iso
from judge.desk.services import Services
from judge.desk.writing.letterform import Brief
from judge.mail.headers import deliverable
from judge.signon import hide_keys

MAX_CHARS = 20_000
_SIGNED = regex(r".+\s(?:as|from|signed(?:\s+(?:as|by))?)\s+\S.*", re.IGNORECASE)


def check(game: Game, seats: Mapping[str, SeatRecord], to: Sequence[str], grey: bool, text: str) -> tuple[str, ...]:
    """The addressees under their own spelling (() for a broadcast). InputError refuses the press whole."""
    if not text.strip():
        raise InputError("The press is empty.", hint="Text goes between PRESS and ENDPRESS.", asks=True)
    if len(text) > MAX_CHARS:
        raise InputError(f"The press has {len(text)} characters; {MAX_CHARS} are allowed.")
    allowed = game.house["press"]
    if allowed == "none":
        raise InputError("This game has no press.")
    if to and allowed == "public" and {fold(name) for name in to} != {"master"}:
        raise InputError("This game allows public press only.", hint="Send it with BROADCAST.")
    if grey and game.house["grey"] != "yes":
        raise InputError("This game allows no grey press: everything is signed.")
    names = []
    for name in to:
        if fold(name) in ("master", "gm"):
            names.append(MASTER)
            continue
        seat = seats.get(fold(name))
        if seat is None and _SIGNED.fullmatch(name):
            raise signed_as_another()
        if seat is None:
            listing = ", ".join(sorted(s.name for s in seats.values()))
            raise InputError(f"Nobody here is called {name}; nothing was sent.", hint=f"Here are {listing} and MASTER.")
        if seat.robot:
            raise InputError(f"{seat.name} is a robot and reads no press; nothing was sent.")
        names.append(seat.name)
    return tuple(dict.fromkeys(names))


def signed_as_another() -> InputError:
    return InputError(
        "Press is signed with the name of who sends it, and with no other (C-9); nothing was sent.",
        hint="A text stands behind a colon, or below the line.",
    )


def at_once(game: Game, to: Sequence[str]) -> bool:
    """Whether press goes out now, and not with the results."""
    return bool(to) or game.house["press_delivery"] == "now" or not game.phase


def spend(services: Services, game: Game, seat: SeatRecord | None, to: Sequence[str], at: datetime) -> None:
    """Take one more piece of press out of the budget. InputError when a player has had his number of the phase, or the
    whole judge its number of the day."""
    letters = len(_readers(services, game, seat, to)) if at_once(game, to) else 0
    quota = int(game.house.get("press_limit", "100")) if seat is not None else 1_000_000
    name = f"{game.key}/{seat.number if seat is not None else MASTER}/{game.round}"
    budget = services.letters.budget
    if budget.pressed(name) >= quota:
        raise InputError(
            f"You have sent {quota} pieces of press in {game.phase or 'this game'}, as many as it allows a player in a "
            "phase (press_limit); this one was not sent.",
            hint="Several texts to the same readers in one letter count as one.",
        )
    if seat is not None and letters and budget.too_much_of_one(name, at, letters):
        budget.withheld(PRESS, at, letters)
        raise InputError(
            "You have sent as much press today as one player of this judge may; this was not sent.",
            hint="Send it another day, or to fewer readers.",
        )
    ends = max(at, instant(game.deadline)) if game.deadline else at
    if not budget.press(name, ends, quota, at, letters):
        budget.withheld(PRESS, at, letters)
        raise InputError("The judge has sent as much press today as its keeper allows.", hint="Send it another day.")


def _readers(services: Services, game: Game, writer: SeatRecord | None, to: Sequence[str]) -> list[str]:
    """Where each letter of a piece of press goes to."""
    if to:
        seats = {seat.name: seat.address for seat in services.files.seats(game.key).values()}
        found = [game.master if name == MASTER else seats.get(name, "") for name in to]
    else:
        own = writer.address if writer is not None else game.master
        found = [game.list, *(one for one in services.letters.everybody(game) if one != own)]
    return [address for address in found if deliverable(address)]


def send(services: Services, game: Game, sender: str, to: Sequence[str], grey: bool, text: str, cause: Cause) -> None:
    """Journal the press and mail it, or keep it for the results."""
    out, text = at_once(game, to), hide_keys(text)
    data = {"to": list(to), "grey": grey, "text": text, "bundled": not out}
    seq = services.log_event(game, "press", cause, actor=sender, data=data)
    if not to:
        row = {"game": game.key, "phase": game.phase, "seq": seq, "at": iso(cause.at)}
        row |= {"from": "" if grey else sender, "text": text, "out": out}
        services.store.table("press").put(f"{game.key}#{seq}", row)
    if not out:
        return
    writer = services.files.seat(game.key, sender) if sender != MASTER else None
    author = "x" if grey or (writer is None and sender != MASTER) else "m" if writer is None else str(writer.number)
    public = game.house["press"] == "public"
    told = {"text": text, "sender": "" if grey else sender, "to": list(to), "public_only": public}
    brief = Brief(cause.key, "press", told, cause.at, author=author)
    if not to:
        services.letters.to_everybody(game, brief, leave_out=writer.address if writer is not None else game.master)
    for name in to:
        seat = services.files.seat(game.key, name) if name != MASTER else None
        if name == MASTER:
            # The master is told who wrote even grey press: he must be able to keep order.
            signed = replace(brief, data={**told, "sender": sender}, author="", reply_key=game.key)
            services.letters.to_master(game, signed)
        elif seat is not None:
            services.letters.to_seat(game, seat, replace(brief, kind=f"{brief.kind}.{seat.number}"))


def bundled(services: Services, game: Game, phase: str) -> list[dict[str, Any]]:
    """Press kept for the results of a phase, in order of arrival."""
    found = [doc for doc in _public(services, game) if doc["phase"] == phase and not doc.get("out")]
    return [{"from": doc["from"], "text": doc["text"]} for doc in found]


def published(services: Services, game: Game) -> list[dict[str, Any]]:
    """All public press that has been read by everybody: {seq, at, phase, from, text, out}, in order of arrival; `out`:
    it did not wait for the results."""
    resolved = {played.phase for played in game.played}
    return [
        {**{name: doc[name] for name in ("seq", "at", "phase", "from", "text")}, "out": bool(doc.get("out"))}
        for doc in _public(services, game)
        if doc.get("out") or doc["phase"] in resolved
    ]


def _public(services: Services, game: Game) -> list[Mapping[str, Any]]:
    return sorted(services.store.table("press").find("game", game.key), key=lambda doc: int(doc["seq"]))
