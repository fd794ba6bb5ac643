"""A game is made by CREATE, set up by its master, and started, with the robots of the house in their seats."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from judge.core import words
from judge.core.errors import InputError
from judge.core.ids import game_name
from judge.core.notice import MASTER
from judge.core.variant import Variant
from judge.desk import timers
from judge.desk.cabinet import files, keys, options, schedule
from judge.desk.cabinet.records import Cause, Game, Status, iso
from judge.desk.news import publish
from judge.desk.phases import between, resolving
from judge.desk.services import Services
from judge.desk.sheets.letter_context import LetterContext
from judge.desk.words import addresses, enrol, report
from judge.desk.words.binding import handles, may_tell_everybody
from judge.desk.writing.letterform import Brief
from judge.optional import extra


def create(
    services: Services, name: str, slug: str, settings: Mapping[str, str], master: str, password: str, cause: Cause
) -> tuple[Game, str]:
    """A new game, forming. Returns it with the master's password (made if none was given). InputError otherwise."""
    key, variant, chosen, house = check(services, name, slug, settings)
    password = keys.check_password(password) if password else services.keys.secret_word(60)
    services.draw_tip(key)
    game = Game(
        key=key,
        variant=variant.info.slug,
        rules_version=variant.info.rules_version,
        master=addresses.mail_address(master),
        master_hash=services.keys.hash(password),
        created=iso(cause.at),
        options=chosen,
        house=house,
        schedule=house["schedule"],
        list=house["list"] or ("" if house["practice"] == "yes" else services.config.judge.list),
        board_from=house.get("board_from", ""),
        anchor=services.dice_link(key, 0).hex(),
    )
    services.files.save_game(game)
    if house["fill_by"]:
        due = schedule.when(house["fill_by"].split(",")[0], cause.at, schedule.Grid.parse(game.schedule))
        timers.put(services, timers.Timer(key, timers.FILL, due))
    data: dict[str, object] = {"variant": game.variant, "rules_version": game.rules_version, "anchor": game.anchor}
    data |= {"options": chosen, "house": house}
    services.log_event(game, "created", cause, actor="MASTER", data=data)
    return game, password


def letter(services: Services, game: Game, password: str, settings: Mapping[str, str], cause: Cause) -> Brief:
    """What the master of a new game is told."""
    data = {
        "password": password,
        "settings": sorted(settings.items()),
        "anchor": game.anchor,
        "needed": publish.needed(services, game, True),
        "pseudonyms": services.variant(game).info.pseudonyms,
    }
    return Brief(cause.key, "created", data, cause.at)


def check(
    services: Services, name: str, slug: str, settings: Mapping[str, str]
) -> tuple[str, Variant, Mapping[str, str], Mapping[str, str]]:
    """The game's name, its rules and its settings, the rules' and the house's. InputError if none can be made so."""
    key = game_name(name)
    if key == files.ZINE:
        raise InputError("The zine is called so, and no game can be.", hint="Choose another name.")
    if services.files.game(key) is not None:
        raise InputError(f"There is a game called {key} already.", hint="Choose another name.")
    variant = services.variants.get(slug.lower())
    if variant is None or variant.info.stage == "draft":
        known = ", ".join(services.playable())
        raise InputError(f"This judge does not know the game {slug!r}.", hint=f"It knows {known}.")
    chosen, house = options.settle(variant.info, {options.written(k): v for k, v in settings.items()})
    if house.get("board_from"):
        report.check_source(services, variant, chosen.get("board", ""), house.get("board_from", ""))
    return key, variant, chosen, house


@handles(words.Start)
def start(context: LetterContext, word: words.Start) -> None:
    game = context.the_game()
    context.game = start_game(context.services, game, context.letter)
    context.done("started", line=word.line, game=game.key, deadline=context.game.deadline, zone=game.zone())
    for text in publish.needed(context.services, context.game, True):
        context.put(text, line=word.line)


def start_game(
    services: Services, game: Game, cause: Cause, players_follow: bool = False, handed: Mapping[str, Any] | None = None
) -> Game:
    """START, also for the command line. InputError when there are too few players.

    `players_follow`: begin with fewer, where the rules let people join a running game; `handed`: what the start letter
    says beside, where its reader gets the seat with it.
    """
    if game.status is not Status.FORMING:
        raise InputError(f"{game.key} has started already.")
    with services.store.batch():  # robots that have sat down in vain get up again
        if wanted := int(options.of_house(game, "robots") or 0):
            if (robots := extra("robots.words")) is None:
                raise InputError("This judge has no robots.", hint="SET robots and nothing else.")
            robots.sit_down(services, game, wanted, cause)
        info = services.variant(game).info
        low, _ = info.players
        count = enrol.players(info, services.files.seats(game.key).values())
        if count < low and not (players_follow and info.late_joining):
            raise InputError(f"{game.key} has {count} of at least {low} players.", hint="JOIN is open.")
        return resolving.start(services, game, cause, handed)


@handles(words.SetWord, words.Place.MASTER)
def set_(context: LetterContext, word: words.SetWord) -> None:
    """SET option value. Options of the rules are fixed once the game has started."""
    game, services = context.the_game(), context.services
    if word.what.lower() == "password":
        context.game = addresses.new_master_password(context, game, word.value)
        return context.done("master_password_set", line=word.line, game=game.key)
    info = services.variant(game).info
    option = options.find(info, word.what)
    if option.frozen and game.status is not Status.FORMING:
        raise InputError(f"{option.name} is fixed since the start.", hint="ROLLBACK does not reach it either.")
    given = schedule.zoned(word.value, game.zone()) if option.kind == "schedule" else word.value
    value, told = options.check(option, given), False
    if option.name == "board_from" and value:
        report.check_source(services, services.variant(game), game.options.get("board", ""), value)
    if option.name == "list" or game.status is Status.ACTIVE:
        may_tell_everybody(context)
    if option.name == "rules":
        preset = dict(info.presets.get(value, {}))
        game = replace(game, options=options.together(info, {**game.options, **preset, "rules": value}))
    elif option.name in game.options:
        game = replace(game, options=options.together(info, {**game.options, option.name: value}))
        game, told = between.retune(services, game, {option.name: value}, context.letter)
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
        what = {"option": option.name, "value": value}
        publish.bulletin(services, game, "setting_changed", context.cause.part(option.name), **what)
