"""ASK: players decide on more time, or on a pause, by the share that the game's setting `asks` names."""

from collections.abc import Callable, Mapping
from datetime import timedelta
from typing import Any

from judge.core import words
from judge.core.errors import InputError
from judge.desk.cabinet import limits, options
from judge.desk.cabinet.records import Game, SeatRecord, Status, instant, iso
from judge.desk.news import publish
from judge.desk.phases import waiting
from judge.desk.services import Services
from judge.desk.sheets.letter_context import LetterContext
from judge.desk.words import clock
from judge.desk.words.binding import handles
from judge.render.dates import both

LONGEST = timedelta(days=14)  # that players may put a deadline off
LONGEST_PAUSE = timedelta(days=60)
SHARES: Mapping[str, Callable[[int], int]] = {
    "half": lambda count: count // 2 + 1,
    "two_thirds": lambda count: -(-2 * count // 3),
    "all": lambda count: count,
}
"""How many of so many players must agree. `half` is more than half."""
QUESTIONS = limits.Limit(2, limits.DAY)  # of one player


@handles(words.Ask)
def ask(context: LetterContext, word: words.Ask) -> None:
    """A question to all, or an answer to the one that is open."""
    game, seat, services = context.the_game(), context.the_seat(), context.services
    if game.status is not Status.ACTIVE or game.locked:
        raise InputError(f"{game.key} is {'closed just now' if game.locked else game.status}: nothing can be asked.")
    if options.of_house(game, "asks") == "off":
        raise InputError("In this game the master alone moves deadlines.", hint="PRESS TO MASTER: and your reason.")
    row = open_question(services, game)
    if word.vote:
        return _answer(context, game, seat, word, row)
    if row is not None:
        raise InputError(f"This is asked already: {row['what']}.", hint="ASK YES or ASK NO answers it.")
    new = _question(context, game, seat, word)
    if not services.limits.take(f"asks:{game.key}/{seat.number}", context.at, QUESTIONS):
        raise InputError("You have asked twice today.", hint="Ask again tomorrow.")
    services.store.table("asks").put(game.key, new)
    context.log(game, "asked", seat.name, {"what": new["what"]})
    context.done("ask_put", line=word.line, what=new["what"])
    if not _decide(context, game, new):
        yes, everybody, needed = counted(services, game, new)
        told = {"who": seat.name, "what": new["what"], "yes": yes, "all": everybody, "needed": needed}
        publish.bulletin(services, game, "asked_all", context.cause.part("asked"), **told)


def open_question(services: Services, game: Game) -> dict[str, Any] | None:
    """What is asked in the open phase, if anything is."""
    row = services.store.table("asks").fetch(game.key)
    current = row is not None and row["round"] == game.round and row["deadline"] == game.deadline
    return row if current else None


def _question(context: LetterContext, game: Game, seat: SeatRecord, word: words.Ask) -> dict[str, Any]:
    """InputError for one that cannot be put."""
    new: dict[str, Any] = {"game": game.key, "round": game.round, "deadline": game.deadline}
    new |= {"yes": [seat.number], "no": [], "hours": word.hours, "until": "", "at": iso(context.at)}
    if word.until:
        ends = clock.end_of_pause(game, word.until, context.at)
        if ends - context.at > LONGEST_PAUSE:
            raise InputError(f"A pause that players decide has at most {LONGEST_PAUSE.days} days.")
        return {**new, "until": iso(ends), "what": f"a pause until {both(iso(ends), game.zone())}"}
    if not 0 < word.hours <= LONGEST.days * 24:
        raise InputError(f"Players may put a deadline off by at most {LONGEST.days} days.")
    days, hours = divmod(word.hours, 24)
    span = " ".join(f"{n} {name}{'s' if n > 1 else ''}" for n, name in ((days, "day"), (hours, "hour")) if n)
    return {**new, "what": f"{span} more" + (f" ({word.reason})" if word.reason else "")}


def _answer(context: LetterContext, game: Game, seat: SeatRecord, word: words.Ask, row: dict[str, Any] | None) -> None:
    if row is None:
        raise InputError("Nothing is asked just now.", hint="ASK EXTEND 2d asks for two days more.")
    for name in ("yes", "no"):
        row[name] = [one for one in row[name] if one != seat.number]
    row[word.vote] = [*row[word.vote], seat.number]
    context.services.store.table("asks").put(game.key, row)
    yes, _, needed = counted(context.services, game, row)
    context.done("ask_noted", line=word.line, vote=word.vote == "yes", what=row["what"], yes=yes, needed=needed)
    _decide(context, game, row)


def counted(services: Services, game: Game, row: Mapping[str, Any]) -> tuple[int, int, int]:
    """(players who agree, players who count, how many must agree). Robots and empty seats have no voice."""
    people = {seat.number for seat in services.files.seats(game.key).values() if seat.address and not seat.vacant}
    needed = SHARES[options.of_house(game, "asks")](len(people))
    return len(people & set(row["yes"])), len(people), needed


def _decide(context: LetterContext, game: Game, row: Mapping[str, Any]) -> bool:
    """Carry out what enough have agreed to, or drop what can no longer pass; True if the question is closed."""
    services, cause = context.services, context.cause
    yes, everybody, needed = counted(services, game, row)
    told = {"what": row["what"], "yes": yes, "all": everybody}
    granted = yes >= needed
    if not granted and everybody - len(row["no"]) >= needed:
        return False
    services.store.table("asks").drop(game.key)
    if not granted:
        publish.bulletin(services, game, "asked_refused", cause.part("refused"), **told)
        return True
    publish.bulletin(services, game, "asked_granted", cause.part("granted"), **told)
    if row["until"]:
        context.game = clock.stop(services, game, instant(row["until"]), "", cause, actor="PLAYERS")
    else:
        due = instant(game.deadline) + timedelta(hours=row["hours"])
        context.game = waiting.put_off(services, game, due, "the players agreed", context.letter, "PLAYERS")
        agreed: dict[str, Any] = {"old": game.deadline, "reason": ""}
        publish.bulletin(services, context.game, "deadline_moved", cause.part("agreed"), **agreed)
    return True
