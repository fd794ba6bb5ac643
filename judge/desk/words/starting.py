"""The master's START and SET."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime
from typing import Any

from judge.core import words
from judge.core.errors import InputError
from judge.core.notice import MASTER
from judge.core.place import Place
from judge.desk import timers
from judge.desk.cabinet import options, schedule
from judge.desk.cabinet.records import Game, Status
from judge.desk.news import publish
from judge.desk.office import Office
from judge.desk.phases import between, resolving
from judge.desk.sheets.sitting import Sitting
from judge.desk.words import enrol, passwords, report, robots, telling
from judge.desk.words.binding import handles


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
        robots.sit_down(office, game, at, cause)
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
        sitting.game = passwords.of_master(sitting, game, word.value)
        sitting.say("master_password_set", line=word.line, game=game.key)
        sitting.did = True
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
    office.log_event(
        game,
        "option_set",
        sitting.at,
        actor=MASTER,
        cause=sitting.message.key,
        data={"option": option.name, "value": value},
    )
    sitting.game = game
    sitting.did = True
    sitting.say("option_set", line=word.line, option=option.name, value=value)
    if option.name == "stand_in" and game.status is Status.ACTIVE and not game.locked:
        timers.put(office, timers.Timer(game.key, timers.ROBOTS, sitting.at, game.round))
    if game.status is Status.ACTIVE and not told:
        publish.bulletin(
            office,
            game,
            "setting_changed",
            sitting.at,
            f"{sitting.cause}:{option.name}",
            option=option.name,
            value=value,
        )
