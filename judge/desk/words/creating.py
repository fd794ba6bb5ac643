"""A game is made: by CREATE, or for one player by PRACTICE."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import partial

from judge.core import words
from judge.core.dice import link
from judge.core.errors import InputError
from judge.core.ids import game_name
from judge.core.variant import Variant
from judge.desk import timers
from judge.desk.cabinet import options, schedule
from judge.desk.cabinet.keys import check_password
from judge.desk.cabinet.limits import DAY, Limit
from judge.desk.cabinet.reader_letters import ZINE
from judge.desk.cabinet.records import Game, SeatRecord, iso
from judge.desk.news.publish import needed
from judge.desk.services import Services
from judge.desk.sheets.letter_context import LetterContext, Level
from judge.desk.words import enrol, later, starting
from judge.desk.words.addresses import mail_address, the_person
from judge.desk.words.binding import handles
from judge.desk.words.report import source
from judge.desk.writing.letterform import Brief


def create(
    services: Services,
    name: str,
    slug: str,
    settings: Mapping[str, str],
    master: str,
    password: str,
    at: datetime,
    cause: str = "",
) -> tuple[Game, str]:
    """A new game, forming. Returns it with the master's password (made if none was given). InputError otherwise."""
    key, variant, chosen, house = check(services, name, slug, settings)
    password = check_password(password) if password else services.keys.secret_word(60)
    anchor = link(services.new_tip(key), 0).hex()
    game = Game(
        key=key,
        variant=variant.info.slug,
        rules_version=variant.info.rules_version,
        master=mail_address(master),
        master_hash=services.keys.hash(password),
        created=iso(at),
        options=chosen,
        house=house,
        schedule=house["schedule"],
        list=house["list"] or ("" if house["practice"] == "yes" else services.config.judge.list),
        board_from=house.get("board_from", ""),
        anchor=anchor,
    )
    services.files.save_game(game)
    if house["fill_by"]:
        due = schedule.when(house["fill_by"].split(",")[0], at, schedule.Grid.parse(game.schedule))
        timers.put(services, timers.Timer(key, timers.FILL, due))
    data: dict[str, object] = {"variant": game.variant, "rules_version": game.rules_version, "anchor": anchor}
    data |= {"options": chosen, "house": house}
    services.log_event(game, "created", at, actor="MASTER", cause=cause, data=data)
    return game, password


def letter(
    services: Services, game: Game, password: str, settings: Mapping[str, str], at: datetime, cause: str
) -> Brief:
    """What the master of a new game is told."""
    data = {
        "password": password,
        "settings": sorted(settings.items()),
        "anchor": game.anchor,
        "needed": needed(services, game, True),
        "pseudonyms": services.variant(game).info.pseudonyms,
    }
    return Brief(cause, "created", data, at)


def check(
    services: Services, name: str, slug: str, settings: Mapping[str, str]
) -> tuple[str, Variant, Mapping[str, str], Mapping[str, str]]:
    """The game's name, its rules and its settings, the rules' and the house's. InputError if none can be made so."""
    key = game_name(name)
    if key == ZINE:
        raise InputError("The zine is called so, and no game can be.", hint="Choose another name.")
    if services.files.game(key) is not None:
        raise InputError(f"There is a game called {key} already.", hint="Choose another name.")
    variant = services.variants.get(slug.lower())
    if variant is None or variant.info.stage == "draft":
        known = ", ".join(services.playable())
        raise InputError(f"This judge does not know the game {slug!r}.", hint=f"It knows {known}.")
    given = {options.written(k): v for k, v in settings.items()}
    chosen, house = options.settle(variant.info, given)
    if house.get("board_from"):
        source(services, variant, chosen.get("board", ""), house.get("board_from", ""))
    return key, variant, chosen, house


Said = Sequence[str]
AT_ONCE = 2  # practice games that one person may have going
A_DAY = Limit(6, DAY)  # that one person may begin
OF_ALL = Limit(300, DAY)  # that the judge begins


@handles(words.Practice)
def practice(context: LetterContext, word: words.Practice) -> None:
    """A stranger's answer comes first, as with JOIN."""
    if later.must_wait(context):
        check = partial(_check, context.services, word.game, context.message.sender)
        later.wait(context, f"JOIN PRACTICE {_rest(word)}", check, "", word.password)
        return
    person = the_person(context)
    _check(context.services, word.game, person.address)
    if not all(context.services.limits.take(*one) for one in _limits(person.address, context.at)):
        raise InputError("So many practice games were begun today that no more can be.", hint="Write again tomorrow.")
    services, at, hashed = context.services, context.at, context.hashes.get(word.line, "")
    with services.store.batch():  # what is refused half-way leaves no game behind
        said = [answer.text for answer in context.answers if answer.level is Level.OK]
        game, seat = begin(services, word, person.address, at, context.message.key, hashed, said)
    if context.game is None:
        context.told = len(context.answers)
    else:
        context.say("practice_begun", line=word.line, game=game.key, seat=seat.name, phase=game.phase)
    context.did = True


def _limits(address: str, at: datetime) -> list[tuple[str, datetime, Limit]]:
    return [(f"practice:{address}", at, A_DAY), ("practice:", at, OF_ALL)]


def _rest(word: words.Practice) -> str:
    return later.join_line(words.Join(word.game, word.seat, "", word.preferences)).removeprefix("JOIN ")


def _check(services: Services, slug: str, address: str) -> None:
    """InputError where the robots do not know the game, or its player has enough of them already."""
    known = [slug for slug in services.playable() if services.plays(slug) is not None]
    if slug.lower() not in known:
        raise InputError(
            f"The robots of this judge do not know {slug!r}.", hint=f"Practise {', '.join(known) or 'elsewhere'}."
        )
    going = running(services, address)
    if len(going) >= AT_ONCE:
        listing = " and ".join(game.key for game in going)
        raise InputError(
            f"You have {AT_ONCE} practice games going, {listing}.", hint="RESIGN in one of them ends it at once."
        )


def running(services: Services, address: str) -> list[Game]:
    """The practice games somebody has going."""
    return [game for game, _ in services.files.playing(address) if game.practice]


def _new(services: Services, slug: str, at: datetime, cause: str) -> Game:
    """A private game: no list, no deadline that hurries, over when its player leaves."""
    settings = {"practice": "yes", "early": "yes", "open": "no", "press": "none", **(services.plays(slug) or {})}
    keeper = services.config.judge.keeper or services.config.judge.address
    game, _ = create(services, _free(services), slug, settings, keeper, "", at, cause)
    return game


def _free(services: Services) -> str:
    """The next name nobody has: practice1, practice2 ..."""
    while True:
        name = f"practice{services.store.next_number('practice')}"
        if services.files.game(name) is None:
            return name


def begin(
    services: Services, word: words.Practice, address: str, at: datetime, cause: str, hashed: str = "", said: Said = ()
) -> tuple[Game, SeatRecord]:
    """The game is made, the person sits down, the robots after them, and the first phase opens. The start letter has
    the password, and what there is to be `said` beside it. Returns the game and the seat."""
    game = _new(services, word.game.lower(), at, cause)
    seat = word.seat or ("" if word.preferences else enrol.offer(services, game, address))
    game, taken, password = enrol.take_seat(
        services, game, seat, address, word.password, at, cause, word.preferences, hashed
    )
    game = starting.start_game(services, game, at, cause, handed={"password": password, "said": said})
    return game, services.files.seat(game.key, taken.name) or taken
