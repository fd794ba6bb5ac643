"""ASK: players decide on more time, or on a pause, by the share that the game's setting names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any

from judge.core import words
from judge.core.errors import InputError
from judge.desk import timers
from judge.desk.cabinet.limits import DAY, Limit
from judge.desk.cabinet.options import of_house
from judge.desk.cabinet.records import Game, SeatRecord, Status, instant, iso
from judge.desk.news import publish
from judge.desk.office import Office
from judge.desk.sheets.sitting import Sitting
from judge.desk.words import clock
from judge.desk.words.binding import handles
from judge.render.dates import both
from judge.store import unkeyed

LONGEST = timedelta(days=14)  # that players may put a deadline off
LONGEST_PAUSE = timedelta(days=60)
SHARES: Mapping[str, Callable[[int], int]] = {
    "half": lambda count: count // 2 + 1,
    "two_thirds": lambda count: -(-2 * count // 3),
    "all": lambda count: count,
}
"""How many of so many players must agree. `half` is more than half."""
QUESTIONS = Limit(2, DAY)  # of one player


@handles(words.Ask)
def ask(sitting: Sitting, word: words.Ask) -> None:
    """A question to all, or an answer to the one that is open."""
    game, seat, office = sitting.the_game(), sitting.the_seat(), sitting.office
    if game.status is not Status.ACTIVE or game.locked:
        raise InputError(f"{game.key} is {'closed just now' if game.locked else game.status}: nothing can be asked.")
    if of_house(game, "asks") == "off":
        raise InputError("In this game the master alone moves deadlines.", hint="PRESS TO MASTER: and your reason.")
    row = open_question(office, game)
    if word.vote:
        _answer(sitting, game, seat, word, row)
        return
    if row is not None:
        raise InputError(f"This is asked already: {row['what']}.", hint="ASK YES or ASK NO answers it.")
    new = _question(sitting, game, seat, word)
    if not office.limits.take(f"asks:{game.key}/{seat.number}", sitting.at, QUESTIONS):
        raise InputError("You have asked twice today.", hint="Ask again tomorrow.")
    _keep(office, game, new)
    office.log_event(game, "asked", sitting.at, actor=seat.name, cause=sitting.message.key, data={"what": new["what"]})
    sitting.say("ask_put", line=word.line, what=new["what"])
    sitting.did = True
    if not _decide(sitting, game, new):
        yes, everybody, needed = counted(office, game, new)
        told = {"who": seat.name, "what": new["what"], "yes": yes, "all": everybody, "needed": needed}
        publish.bulletin(office, game, "asked_all", sitting.at, f"{sitting.cause}:asked", **told)


def open_question(office: Office, game: Game) -> dict[str, Any] | None:
    """What is asked in the open phase, if anything is."""
    row = office.store.table("asks").fetch(game.key)
    return dict(row) if row is not None and row["round"] == game.round and row["deadline"] == game.deadline else None


def _keep(office: Office, game: Game, row: Mapping[str, Any]) -> None:
    office.store.table("asks").put(game.key, unkeyed(row))


def _question(sitting: Sitting, game: Game, seat: SeatRecord, word: words.Ask) -> dict[str, Any]:
    """InputError for one that cannot be put."""
    new: dict[str, Any] = {"game": game.key, "round": game.round, "deadline": game.deadline}
    new |= {"yes": [seat.number], "no": [], "hours": word.hours, "until": "", "at": iso(sitting.at)}
    if word.until:
        ends = clock.end_of_pause(game, word.until, sitting.at)
        if ends - sitting.at > LONGEST_PAUSE:
            raise InputError(f"A pause that players decide has at most {LONGEST_PAUSE.days} days.")
        zone = both(iso(ends), game.zone())
        return {**new, "until": iso(ends), "what": f"a pause until {zone}"}
    if not 0 < word.hours <= LONGEST.days * 24:
        raise InputError(f"Players may put a deadline off by at most {LONGEST.days} days.")
    days, hours = divmod(word.hours, 24)
    span = " ".join(f"{n} {name}{'s' if n > 1 else ''}" for n, name in ((days, "day"), (hours, "hour")) if n)
    return {**new, "what": f"{span} more" + (f" ({word.reason})" if word.reason else "")}


def _answer(sitting: Sitting, game: Game, seat: SeatRecord, word: words.Ask, row: dict[str, Any] | None) -> None:
    if row is None:
        raise InputError("Nothing is asked just now.", hint="ASK EXTEND 2d asks for two days more.")
    for name in ("yes", "no"):
        row[name] = [one for one in row[name] if one != seat.number]
    row[word.vote] = [*row[word.vote], seat.number]
    _keep(sitting.office, game, row)
    sitting.did = True
    yes, _, needed = counted(sitting.office, game, row)
    sitting.say("ask_noted", line=word.line, vote=word.vote == "yes", what=row["what"], yes=yes, needed=needed)
    _decide(sitting, game, row)


def counted(office: Office, game: Game, row: Mapping[str, Any]) -> tuple[int, int, int]:
    """(players who agree, players who count, how many must agree). Robots and empty seats have no voice."""
    people = {seat.number for seat in office.files.seats(game.key).values() if seat.address and not seat.vacant}
    needed = SHARES[of_house(game, "asks")](len(people))
    return len(people & set(row["yes"])), len(people), needed


def _decide(sitting: Sitting, game: Game, row: Mapping[str, Any]) -> bool:
    """Carry out what enough have agreed to, or drop what can no longer pass; True if the question is closed."""
    office, at = sitting.office, sitting.at
    yes, everybody, needed = counted(office, game, row)
    told = {"what": row["what"], "yes": yes, "all": everybody}
    if yes >= needed:
        office.store.table("asks").drop(game.key)
        publish.bulletin(office, game, "asked_granted", at, f"{sitting.cause}:granted", **told)
        if row["until"]:
            sitting.game = clock.stop(office, game, instant(row["until"]), "", at, sitting.cause, actor="PLAYERS")
        else:
            sitting.game = _extend(office, game, timedelta(hours=row["hours"]), at, sitting)
        return True
    if everybody - len(row["no"]) < needed:
        office.store.table("asks").drop(game.key)
        publish.bulletin(office, game, "asked_refused", at, f"{sitting.cause}:refused", **told)
        return True
    return False


def _extend(office: Office, game: Game, by: timedelta, at: datetime, sitting: Sitting) -> Game:
    old = game.deadline
    game = office.files.save_game(game.due(iso(instant(old) + by)))
    data = {"old": old, "new": game.deadline, "reason": "the players agreed"}
    office.log_event(game, "deadline_set", at, actor="PLAYERS", cause=sitting.message.key, data=data)
    timers.set_for(office, game, at)
    publish.bulletin(office, game, "deadline_moved", at, f"{sitting.cause}:agreed", old=old, reason="")
    return game
