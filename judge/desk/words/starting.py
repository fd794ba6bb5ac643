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
from judge.desk.office import Office
from judge.desk.phases import between, resolving
from judge.desk.sheets.sitting import Sitting
from judge.desk.words import addresses, enrol, report, telling
from judge.desk.words.binding import handles

NAMES = (
    *("Ada", "Bolt", "Cogwheel", "Dynamo", "Escapement", "Flywheel", "Governor", "Hopper", "Inkwell", "Jacquard"),
    *("Kettle", "Lever", "Mill", "Needle", "Orrery", "Piston", "Quill", "Ratchet", "Spindle", "Teasel"),
    *("Unwinder", "Vernier", "Whistle", "Xylograph", "Yoke", "Zoetrope", "Bellows", "Camshaft", "Damper", "Eyelet"),
)


def check_robots(office: Office, game: Game, count: int) -> None:
    """InputError where so many robots cannot play this game."""
    if count and office.plays(game.variant) is None:
        raise InputError(f"The robots of this judge do not know {game.variant}.", hint="SET robots and nothing else.")


def sit_down(office: Office, game: Game, at: datetime, cause: str = "") -> None:
    """The robots that the setting `robots` asks for, and one for each free power of the board where there is a board:
    in a game of powers alone so many as it says take the powers that are free."""
    wanted = int(of_house(game, "robots") or 0)
    check_robots(office, game, wanted)
    if not wanted or game.status is not Status.FORMING:
        return
    card, seats = office.variant(game).card, office.files.seats(game.key)
    roles = enrol.open_roles(office.variant(game), game)
    beside = next((role for role in roles if role is not Role.POWER), None)
    if beside is not None:
        limit = most_players(game, card)
        room = wanted if limit is None else limit - sum(seat.role is beside for seat in seats.values())
        for number in range(max(0, min(wanted, room))):
            _seat(office, game, _name(seats, number), beside, "", at, cause)
    if Role.POWER in roles:
        powers = list(dict.fromkeys(office.powers(game).values()))
        wishing = sum(seat.role is Role.POWER and not seat.power for seat in seats.values())
        free = [power for power in powers if all(seat.power != power for seat in seats.values())]
        free = free[: max(0, len(free) - wishing)] if beside is not None else free[: min(wanted, len(free) - wishing)]
        for power in free:
            _seat(office, game, power, Role.POWER, power, at, cause)


def _name(seats: dict[str, SeatRecord], number: int) -> str:
    return next(
        name
        for name in (f"{ROBOT}{one}" for one in (*NAMES[number:], *NAMES, *(f"{n} {number + 2}" for n in NAMES)))
        if fold(name) not in seats
    )


def _seat(office: Office, game: Game, name: str, role: Role, power: str, at: datetime, cause: str) -> None:
    number = max((seat.number for seat in office.files.seats(game.key).values()), default=0) + 1
    seat = SeatRecord(game.key, name, number, role, power, nonce=office.new_nonce(), robot=True)
    office.files.save_seat(seat)
    office.log_event(game, "joined", at, actor=name, cause=cause, data={"seat": seat.seat, "robot": True})


@handles(words.Start)
def start(sitting: Sitting, word: words.Start) -> None:
    game = sitting.the_game()
    if game.status is not Status.FORMING:
        raise InputError(f"{game.key} has started already.")
    sitting.game = start_game(sitting.office, game, sitting.at, sitting.message.key)
    sitting.say("started", line=word.line, game=game.key, deadline=sitting.game.deadline, zone=game.zone())
    for text in publish.needed(sitting.office, sitting.game, True):
        sitting.put(text, line=word.line)
    sitting.did = True


def start_game(
    office: Office,
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
    with office.store.batch():  # robots that have sat down in vain get up again
        sit_down(office, game, at, cause)
        card = office.variant(game).card
        low, _ = card.players
        count = enrol.players(card, office.files.seats(game.key).values())
        if count < low and not (players_follow and card.late_joining):
            raise InputError(f"{game.key} has {count} of at least {low} players.", hint="JOIN is open.")
        return resolving.start(office, game, at, cause, handed)


@handles(words.SetWord, Place.MASTER)
def set_(sitting: Sitting, word: words.SetWord) -> None:
    """SET option value. Options of the rules are fixed once the game has started."""
    game, office = sitting.the_game(), sitting.office
    if word.what.lower() == "password":
        sitting.game = addresses.new_master_password(sitting, game, word.value)
        sitting.done("master_password_set", line=word.line, game=game.key)
        return
    card = office.variant(game).card
    option = options.find(card, word.what)
    if option.frozen and game.status is not Status.FORMING:
        raise InputError(f"{option.name} is fixed since the start.", hint="ROLLBACK does not reach it either.")
    given = schedule.zoned(word.value, game.zone()) if option.kind == "schedule" else word.value
    value, told = options.check(option, given), False
    if option.name == "board_from" and value:
        report.source(office, office.variant(game), game.options.get("board", ""), value)
    if option.name == "list" or game.status is Status.ACTIVE:
        telling.everybody(sitting)
    if option.name == "rules":
        preset = dict(card.presets.get(value, {}))
        game = replace(game, options=options.together(card, {**game.options, **preset, "rules": value}))
    elif option.name in game.options:
        game = replace(game, options=options.together(card, {**game.options, option.name: value}))
        game, told = between.retune(office, game, {option.name: value}, sitting.at, sitting.message.key)
    else:
        game = replace(game, house={**game.house, option.name: value})
    if option.name == "schedule":
        game = replace(game, schedule=value)
    if option.name == "list":
        game = replace(game, list=value)
    if option.name in ("board_from", "board_game"):
        game = replace(game, board_from=options.of_house(game, "board_from"), elsewhere={})
    office.files.save_game(game)
    sitting.log(game, "option_set", MASTER, {"option": option.name, "value": value})
    sitting.game = game
    sitting.done("option_set", line=word.line, option=option.name, value=value)
    if option.name == "stand_in" and game.status is Status.ACTIVE and not game.locked:
        timers.put(office, timers.Timer(game.key, timers.ROBOTS, sitting.at, game.round))
    if game.status is Status.ACTIVE and not told:
        cause, what = f"{sitting.cause}:{option.name}", {"option": option.name, "value": value}
        publish.bulletin(office, game, "setting_changed", sitting.at, cause, **what)
