"""What robots write goes the way of every player's letter: it is read, judged and filed. Only an answer has no reader.

They write when a phase opens, outside anybody's letter: a timer of the game stands for it (`desk/timers`), so that a
restart forgets nothing and no letter waits for them.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime

from judge.core.notice import MASTER
from judge.core.shown import Shown
from judge.core.variant import Role
from judge.desk.cabinet.records import Cause, Game, SeatRecord, Status, iso
from judge.desk.news import publish
from judge.desk.phases import resolving
from judge.desk.phases.waiting import may_act
from judge.desk.services import Services
from judge.desk.sheets.letter_context import LetterContext, Level
from judge.desk.timers import Timer, stand_in
from judge.extras.robots.plays import Play, View, play
from judge.loglines import Log
from judge.post import Action, Line, Message

log = Log(__name__)

LAST_YEAR = 1906  # of a practice game beside a board


def write(services: Services, game: Game, timer: Timer) -> None:
    """The errand: every robot of a game that may act in the open phase writes its letter."""
    if game.status is not Status.ACTIVE:
        return
    known, at = play(game.variant), timer.due
    if _out(services, game):
        resolving.close_practice(services, game, Cause(at, f"robots:{game.key}:{game.round}"), "out")
        return
    _stand_ins(services, game, known, at)
    _last_year(services, game, known, at)
    for seat in [seat for seat in services.files.seats(game.key).values() if seat.robot]:
        now = services.files.game(game.key)
        if now is None or now.round != timer.round or now.status is not Status.ACTIVE:
            return  # the last READY has resolved the phase
        record = services.files.sheet(now.key, now.phase, seat.name)
        if may_act(services.agenda(now), seat) and not (record.filed and (record.ready or now.house["early"] != "yes")):
            _letter(services, now, seat, known, at)
    _nobody_to_wait_for(services, game, timer)


def _waited_for(services: Services, game: Game) -> bool:
    """Whether anybody but robots may act in the open phase."""
    agenda = services.agenda(game)
    people = [seat for seat in services.files.seats(game.key).values() if seat.address and not seat.vacant]
    return any(may_act(agenda, seat) for seat in people)


def _out(services: Services, game: Game) -> bool:
    """Whether a practice game is over for its player: in a main phase there is nothing left for his power to do."""
    if not game.practice or _waited_for(services, game):
        return False
    powers = [seat for seat in services.files.seats(game.key).values() if seat.address and seat.role is Role.POWER]
    return bool(powers) and services.calendar(game).main(services.agenda(game).phase)


def _nobody_to_wait_for(services: Services, game: Game, timer: Timer) -> None:
    """In a practice game a phase in which its player has nothing to do is over as soon as the robots have written."""
    now = services.files.game(game.key)
    if now is None or not now.practice or now.round != timer.round or now.status is not Status.ACTIVE or now.locked:
        return
    if not _waited_for(services, now):
        resolving.resolve(services, now, Cause(timer.due, f"robots:{now.key}:{now.round}"), by="JUDGE")


def may_end(game: Game, known: Play) -> bool:
    """Whether the board has been played long enough where its master ends it: after six years an evening is over."""
    return bool(known.ENDING) and game.phase[:1] + game.phase[-1:] == "FM" and int(game.phase[1:5]) >= LAST_YEAR


def _last_year(services: Services, game: Game, known: Play | None, at: datetime) -> None:
    """The robots' master ends a practice game."""
    if not game.practice or known is None or not may_end(game, known):
        return
    if not services.files.sheet(game.key, game.phase, MASTER).filed:
        _filed(services, game, None, [known.ENDING], at, 2)


# ---- a letter -------------------------------------------------------------------------------------------------------


def view_of(services: Services, game: Game, seat: SeatRecord) -> View[Shown, Shown]:
    """What the seat may see now."""
    variant = services.variant(game)
    state = services.journal.state(variant, game)
    return View(
        game.phase,
        seat.name,
        seat.power,
        variant.standing(state, None),
        variant.standing(state, seat.name),
        seat.number,
        len(game.played),
        game.anchor,
    )


def _letter(services: Services, game: Game, seat: SeatRecord, known: Play | None, at: datetime) -> None:
    """The orders of a robot, and READY where the game may end a phase early."""
    text = words_of(services, game, seat, known)
    if text:
        _filed(services, game, seat, text.split("\n"), at, 0)
    if game.house["early"] == "yes" and not services.files.sheet(game.key, game.phase, seat.name).ready:
        _filed(services, game, seat, ["READY"], at, 1)


def words_of(services: Services, game: Game, seat: SeatRecord, known: Play | None) -> str:
    """What a robot writes, or would write, in a seat. A fault in its play costs it the phase, nobody else anything."""
    if known is None:
        return ""
    try:
        return known.write(view_of(services, game, seat)).strip("\n")
    except Exception:
        log.exception("robot_stumbled", game=game.key, seat=seat.name, phase=game.phase)
        return ""


def _filed(
    services: Services, game: Game, seat: SeatRecord | None, text: Sequence[str], at: datetime, number: int
) -> None:
    """Read and filed as a letter of the seat, or of the master where there is none."""
    from judge.desk.counter.conversation import converse  # only where robots play

    key = f"robot:{game.key}:{game.round}:{seat.number if seat else 0}:{number}:{iso(at)}"
    lines = tuple(Line(n, one) for n, one in enumerate(text, 1))
    message = Message(key, at, "", "", (), "", "", (), Action.ORDERS, lines)
    context = LetterContext(services, message, at, game=game, seat=seat, master=seat is None)
    for block in services.reader.blocks(lines, signed=True)[:1]:
        converse(context, block)
    refused = [answer.text for answer in context.answers if answer.level is Level.ERROR]
    if refused:
        who = seat.name if seat else MASTER
        log.warning("robot_refused", game=game.key, seat=who, phase=game.phase, first=refused[0])


# ---- standing in ----------------------------------------------------------------------------------------------------


def _stand_ins(services: Services, game: Game, known: Play | None, at: datetime) -> None:
    """Vacant powers are played where the master wants it, and no longer where he does not; everybody is told."""
    wanted = stand_in(game) and known is not None
    for seat in services.files.seats(game.key).values():
        if not seat.vacant or not seat.power or seat.robot is wanted:
            continue
        services.files.save_seat(replace(seat, robot=wanted))
        code = "stands_in" if wanted else "stands_in_no_more"
        services.log_event(game, code, Cause(at), data={"seat": seat.name})
        publish.bulletin(
            services, game, code, Cause(at, f"{game.key}:{game.round}:{code}:{seat.number}"), seat=seat.name
        )
