"""The master's START and SET, and the players of the house who sit down at the start."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from judge.core import words
from judge.core.errors import InputError
from judge.core.ids import fold
from judge.core.notice import MASTER
from judge.core.place import Place
from judge.core.variant import Role
from judge.desk import timers
from judge.desk.cabinet import options, schedule
from judge.desk.cabinet.options import most_players, of_house
from judge.desk.cabinet.records import ROBOT, Game, SeatRecord, Status
from judge.desk.news import publish
from judge.desk.phases import between, resolving
from judge.desk.services import Services
from judge.desk.sheets.letter_context import LetterContext
from judge.desk.words import addresses, enrol, report
from judge.desk.words.binding import handles, may_tell_everybody

NAMES = (
    *("Ada", "Bolt", "Cogwheel", "Dynamo", "Escapement", "Flywheel", "Governor", "Hopper", "Inkwell", "Jacquard"),
    *("Kettle", "Lever", "Mill", "Needle", "Orrery", "Piston", "Quill", "Ratchet", "Spindle", "Teasel"),
    *("Unwinder", "Vernier", "Whistle", "Xylograph", "Yoke", "Zoetrope", "Bellows", "Camshaft", "Damper", "Eyelet"),
)


def check_robots(services: Services, game: Game, count: int) -> None:
    """InputError where so many robots cannot play this game."""
    if count and services.plays(game.variant) is None:
        raise InputError(f"The robots of this judge do not know {game.variant}.", hint="SET robots and nothing else.")


def sit_down(services: Services, game: Game, at: datetime, cause: str = "") -> None:
    """The robots that the setting `robots` asks for, and one for each free power of the board where there is a board:
    in a game of powers alone so many as it says take the powers that are free."""
    wanted = int(of_house(game, "robots") or 0)
    check_robots(services, game, wanted)
    if not wanted or game.status is not Status.FORMING:
        return
    info, seats = services.variant(game).info, services.files.seats(game.key)
    roles = enrol.open_roles(services.variant(game), game)
    beside = next((role for role in roles if role is not Role.POWER), None)
    if beside is not None:
        limit = most_players(game, info)
        room = wanted if limit is None else limit - sum(seat.role is beside for seat in seats.values())
        for number in range(max(0, min(wanted, room))):
            _seat(services, game, _name(seats, number), beside, "", at, cause)
    if Role.POWER in roles:
        powers = list(dict.fromkeys(services.powers(game).values()))
        wishing = sum(seat.role is Role.POWER and not seat.power for seat in seats.values())
        free = [power for power in powers if all(seat.power != power for seat in seats.values())]
        free = free[: max(0, len(free) - wishing)] if beside is not None else free[: min(wanted, len(free) - wishing)]
        for power in free:
            _seat(services, game, power, Role.POWER, power, at, cause)


def _name(seats: dict[str, SeatRecord], number: int) -> str:
    return next(
        name
        for name in (f"{ROBOT}{one}" for one in (*NAMES[number:], *NAMES, *(f"{n} {number + 2}" for n in NAMES)))
        if fold(name) not in seats
    )


def _seat(services: Services, game: Game, name: str, role: Role, power: str, at: datetime, cause: str) -> None:
    number = max((seat.number for seat in services.files.seats(game.key).values()), default=0) + 1
    seat = SeatRecord(game.key, name, number, role, power, nonce=services.new_nonce(), robot=True)
    services.files.save_seat(seat)
    services.log_event(game, "joined", at, actor=name, cause=cause, data={"seat": seat.seat, "robot": True})


@handles(words.Start)
def start(context: LetterContext, word: words.Start) -> None:
    game = context.the_game()
    if game.status is not Status.FORMING:
        raise InputError(f"{game.key} has started already.")
    context.game = start_game(context.services, game, context.at, context.message.key)
    context.say("started", line=word.line, game=game.key, deadline=context.game.deadline, zone=game.zone())
    for text in publish.needed(context.services, context.game, True):
        context.put(text, line=word.line)
    context.did = True


def start_game(
    services: Services,
    game: Game,
    at: datetime,
    cause: str = "",
    *,
    players_follow: bool = False,
    handed: Mapping[str, Any] | None = None,
) -> Game:
    """START, also for the command line. InputError when there are too few players.

    `players_follow`: begin with fewer, where the rules let people join a running game; `handed`: what the start letter
    says beside, where its reader gets the seat with it.
    """
    if game.status is not Status.FORMING:
        raise InputError(f"{game.key} has started already.")
    with services.store.batch():  # robots that have sat down in vain get up again
        sit_down(services, game, at, cause)
        info = services.variant(game).info
        low, _ = info.players
        count = enrol.players(info, services.files.seats(game.key).values())
        if count < low and not (players_follow and info.late_joining):
            raise InputError(f"{game.key} has {count} of at least {low} players.", hint="JOIN is open.")
        return resolving.start(services, game, at, cause, handed)


@handles(words.SetWord, Place.MASTER)
def set_(context: LetterContext, word: words.SetWord) -> None:
    """SET option value. Options of the rules are fixed once the game has started."""
    game, services = context.the_game(), context.services
    if word.what.lower() == "password":
        context.game = addresses.new_master_password(context, game, word.value)
        context.done("master_password_set", line=word.line, game=game.key)
        return
    info = services.variant(game).info
    option = options.find(info, word.what)
    if option.frozen and game.status is not Status.FORMING:
        raise InputError(f"{option.name} is fixed since the start.", hint="ROLLBACK does not reach it either.")
    given = schedule.zoned(word.value, game.zone()) if option.kind == "schedule" else word.value
    value, told = options.check(option, given), False
    if option.name == "board_from" and value:
        report.source(services, services.variant(game), game.options.get("board", ""), value)
    if option.name == "list" or game.status is Status.ACTIVE:
        may_tell_everybody(context)
    if option.name == "rules":
        preset = dict(info.presets.get(value, {}))
        game = replace(game, options=options.together(info, {**game.options, **preset, "rules": value}))
    elif option.name in game.options:
        game = replace(game, options=options.together(info, {**game.options, option.name: value}))
        game, told = between.retune(services, game, {option.name: value}, context.at, context.message.key)
    else:
        game = replace(game, house={**game.house, option.name: value})
    if option.name == "schedule":
        game = replace(game, schedule=value)
    if option.name == "list":
        game = replace(game, list=value)
    if option.name in ("board_from", "board_game"):
        game = replace(game, board_from=options.of_house(game, "board_from"), elsewhere={})
    services.files.save_game(game)
    context.log(game, "option_set", MASTER, {"option": option.name, "value": value})
    context.game = game
    context.done("option_set", line=word.line, option=option.name, value=value)
    if option.name == "stand_in" and game.status is Status.ACTIVE and not game.locked:
        timers.put(services, timers.Timer(game.key, timers.ROBOTS, context.at, game.round))
    if game.status is Status.ACTIVE and not told:
        cause, what = f"{context.cause}:{option.name}", {"option": option.name, "value": value}
        publish.bulletin(services, game, "setting_changed", context.at, cause, **what)
