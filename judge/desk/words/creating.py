"""A new game."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime

from judge.core.dice import link
from judge.core.errors import InputError
from judge.core.ids import game_name
from judge.core.variant import Variant
from judge.desk import timers
from judge.desk.cabinet import options, schedule
from judge.desk.cabinet.keys import check_password
from judge.desk.cabinet.reader_letters import ZINE
from judge.desk.cabinet.records import Game, iso
from judge.desk.news.publish import needed
from judge.desk.office import Office
from judge.desk.words.addresses import mail_address
from judge.desk.words.report import source
from judge.desk.writing.letterform import Brief


def create(
    office: Office,
    name: str,
    slug: str,
    settings: Mapping[str, str],
    master: str,
    password: str,
    at: datetime,
    cause: str = "",
) -> tuple[Game, str]:
    """A new game, forming. Returns it with the master's password (made if none was given). InputError otherwise."""
    key, variant, chosen, house = check(office, name, slug, settings)
    password = check_password(password) if password else office.keys.secret_word(60)
    anchor = link(office.new_tip(key), 0).hex()
    game = Game(
        key=key,
        variant=variant.card.slug,
        rules_version=variant.card.rules_version,
        master=mail_address(master),
        master_hash=office.keys.hash(password),
        created=iso(at),
        options=chosen,
        house=house,
        schedule=house["schedule"],
        list=house["list"] or ("" if house["practice"] == "yes" else office.config.judge.list),
        board_from=house.get("board_from", ""),
        anchor=anchor,
    )
    office.files.save_game(game)
    if house["fill_by"]:
        due = schedule.when(house["fill_by"].split(",")[0], at, schedule.Grid.parse(game.schedule))
        timers.put(office, timers.Timer(key, timers.FILL, due))
    office.log_event(
        game,
        "created",
        at,
        actor="MASTER",
        cause=cause,
        data={
            "variant": game.variant,
            "options": chosen,
            "house": house,
            "anchor": anchor,
            "rules_version": game.rules_version,
        },
    )
    return game, password


def letter(office: Office, game: Game, password: str, settings: Mapping[str, str], at: datetime, cause: str) -> Brief:
    """What the master of a new game is told."""
    return Brief(
        cause=cause,
        kind="created",
        template="session/created.txt",
        data={
            "password": password,
            "settings": sorted(settings.items()),
            "anchor": game.anchor,
            "needed": needed(office, game, True),
            "pseudonyms": office.variant(game).card.pseudonyms,
        },
        now=at,
    )


def check(
    office: Office, name: str, slug: str, settings: Mapping[str, str]
) -> tuple[str, Variant, Mapping[str, str], Mapping[str, str]]:
    """The game's name, its rules and its settings, the rules' and the house's. InputError if none can be made so."""
    key = game_name(name)
    if key == ZINE:
        raise InputError("The zine is called so, and no game can be.", hint="Choose another name.")
    if office.files.game(key) is not None:
        raise InputError(f"There is a game called {key} already.", hint="Choose another name.")
    variant = office.variants.get(slug.lower())
    if variant is None or variant.card.stage == "draft":
        known = ", ".join(s for s in sorted(office.variants) if office.variants[s].card.stage != "draft")
        raise InputError(f"This judge does not know the game {slug!r}.", hint=f"It knows {known}.")
    given = {options.written(k): v for k, v in settings.items()}
    chosen, house = options.settle(variant.card, given)
    if house.get("board_from"):
        source(office, variant, chosen.get("board", ""), house.get("board_from", ""))
    return key, variant, chosen, house
