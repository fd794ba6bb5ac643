"""A game is made, by CREATE or for one player by PRACTICE, set up by its master, and started with the robots of the
house in their seats."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import count
from typing import Any

from judge.core import words
from judge.core.errors import InputError
from judge.core.ids import fold, game_name
from judge.core.notice import MASTER
from judge.core.tables import tables
from judge.core.variant import Role, Variant
from judge.desk import timers
from judge.desk.cabinet import files, keys, limits, options, schedule
from judge.desk.cabinet.records import ROBOT, Cause, Game, SeatRecord, Status, iso
from judge.desk.news import publish
from judge.desk.phases import between, resolving
from judge.desk.services import Services
from judge.desk.sheets.letter_context import LetterContext, Level
from judge.desk.words import addresses, enrol, names, report
from judge.desk.words.binding import handles, may_tell_everybody
from judge.desk.writing.letterform import Brief


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
        report.source(services, variant, chosen.get("board", ""), house.get("board_from", ""))
    return key, variant, chosen, house


Said = Sequence[str]
AT_ONCE = 2  # practice games that one person may have going
A_DAY = limits.Limit(6, limits.DAY)  # that one person may begin
OF_ALL = limits.Limit(300, limits.DAY)  # that the judge begins


@handles(words.Practice)
def practice(context: LetterContext, word: words.Practice) -> None:
    """A stranger's answer comes first, as with JOIN."""
    if context.must_wait:
        rest = names.join_line(words.Join(word.game, word.seat, "", word.preferences)).removeprefix("JOIN ")
        check = partial(_check, context.services, word.game, context.message.sender)
        return context.wait(f"JOIN PRACTICE {rest}", check, "", word.password)
    person = addresses.the_person(context)
    _check(context.services, word.game, person.address)
    counted = ((f"practice:{person.address}", A_DAY), ("practice:", OF_ALL))
    if not all(context.services.limits.take(name, context.at, limit) for name, limit in counted):
        raise InputError("So many practice games were begun today that no more can be.", hint="Write again tomorrow.")
    services = context.services
    with services.store.batch():  # what is refused half-way leaves no game behind
        said = [answer.text for answer in context.answers if answer.level is Level.OK]
        game, seat = begin(services, word, person.address, context.letter, context.chosen(word), said)
    if context.game is None:
        context.told = len(context.answers)
    else:
        context.say("practice_begun", line=word.line, game=game.key, seat=seat.name, phase=game.phase)
    context.did = True


def _check(services: Services, slug: str, address: str) -> None:
    """InputError where the robots do not know the game, or its player has enough of them already."""
    known = [slug for slug in services.playable() if services.plays(slug) is not None]
    if slug.lower() not in known:
        raise InputError(
            f"The robots of this judge do not know {slug!r}.", hint=f"Practise {', '.join(known) or 'elsewhere'}."
        )
    going = [game for game, _ in services.files.playing(address) if game.practice]
    if len(going) >= AT_ONCE:
        listing = " and ".join(game.key for game in going)
        raise InputError(
            f"You have {AT_ONCE} practice games going, {listing}.", hint="RESIGN in one of them ends it at once."
        )


def begin(
    services: Services, word: words.Practice, address: str, cause: Cause, chosen: str = "", said: Said = ()
) -> tuple[Game, SeatRecord]:
    """The game is made, the person sits down, the robots after them, and the first phase opens. The start letter has
    the password, and what there is to be `said` beside it. Returns the game and the seat."""
    slug, keeper = word.game.lower(), services.config.judge.keeper or services.config.judge.address
    # private: no list, no deadline that hurries, over when its player leaves
    settings = {"practice": "yes", "early": "yes", "open": "no", "press": "none", **(services.plays(slug) or {})}
    names = (f"practice{services.store.next_number('practice')}" for _ in count())
    name = next(name for name in names if services.files.game(name) is None)
    game, _ = create(services, name, slug, settings, keeper, "", cause)
    seat = word.seat or ("" if word.preferences else enrol.offer(services, game, address))
    given = chosen or word.password
    game, taken, password = enrol.take_seat(services, game, seat, address, given, cause, word.preferences)
    game = start_game(services, game, cause, handed={"password": password, "said": said})
    return game, services.files.seat(game.key, taken.name) or taken


NAMES = tables("judge.desk.words")["robots"].split()


def sit_down(services: Services, game: Game, cause: Cause) -> None:
    """The robots that the setting `robots` asks for, and one for each free power of the board where there is a board:
    in a game of powers alone so many as it says take the powers that are free. InputError where robots cannot play
    this game."""
    wanted = int(options.of_house(game, "robots") or 0)
    if wanted and services.plays(game.variant) is None:
        raise InputError(f"The robots of this judge do not know {game.variant}.", hint="SET robots and nothing else.")
    if not wanted or game.status is not Status.FORMING:
        return
    info, seats = services.variant(game).info, services.files.seats(game.key)
    roles = enrol.open_roles(services.variant(game), game)
    beside = next((role for role in roles if role is not Role.POWER), None)
    if beside is not None:
        limit = options.most_players(game, info)
        room = wanted if limit is None else limit - sum(seat.role is beside for seat in seats.values())
        for number in range(max(0, min(wanted, room))):
            _seat(services, game, _name(seats, number), beside, "", cause)
    if Role.POWER in roles:
        powers = list(dict.fromkeys(services.powers(game).values()))
        wishing = sum(seat.role is Role.POWER and not seat.power for seat in seats.values())
        free = [power for power in powers if all(seat.power != power for seat in seats.values())]
        free = free[: max(0, len(free) - wishing)] if beside is not None else free[: min(wanted, len(free) - wishing)]
        for power in free:
            _seat(services, game, power, Role.POWER, power, cause)


def _name(seats: dict[str, SeatRecord], number: int) -> str:
    return next(
        name
        for name in (f"{ROBOT}{one}" for one in (*NAMES[number:], *NAMES, *(f"{n} {number + 2}" for n in NAMES)))
        if fold(name) not in seats
    )


def _seat(services: Services, game: Game, name: str, role: Role, power: str, cause: Cause) -> None:
    number = max((seat.number for seat in services.files.seats(game.key).values()), default=0) + 1
    seat = SeatRecord(game.key, name, number, role, power, nonce=services.new_nonce(), robot=True)
    services.files.save_seat(seat)
    services.log_event(game, "joined", cause, actor=name, data={"seat": seat.seat, "robot": True})


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
        sit_down(services, game, cause)
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
        report.source(services, services.variant(game), game.options.get("board", ""), value)
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
