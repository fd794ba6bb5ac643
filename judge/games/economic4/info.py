"""What can be told of Economic IV without opening a game."""

from collections.abc import Mapping
from dataclasses import replace

from judge.core.calendar import Calendar, Clock
from judge.core.errors import InputError
from judge.core.tables import line, sections, settings, tables, verbs
from judge.core.variant import GameInfo, Role, settings_of
from judge.games.economic4.board import switches_of
from judge.games.economic4.news import NEWS
from judge.games.economic4.shown import VIEWS
from judge.games.economic4.state import EconomySettings
from judge.kits.host.commands import BUILDS, MOVES, RETREATS
from judge.kits.host.votes import CONCEDE_HELP, DRAWS

_TABLES = tables(__package__)


INFO = GameInfo(
    slug="economic4",
    rules_version=2,
    title="Economic Diplomacy IV",
    credits="Fred C. Davis, after an idea of Tas Ryrie",
    blurb=line(_TABLES["blurb"]),
    players=(7, 7),
    roles=(Role.POWER,),
    options=settings(_TABLES["settings"], DRAWS),
    sections=sections(_TABLES["sections"]),
    help=verbs(_TABLES["help"], CONCEDE_HELP),
    pseudonyms=False,
    score_unit="points of income",
    calendar=Calendar((MOVES, RETREATS, replace(BUILDS, clock=Clock.FULL))),  # winter has a deadline of its own (E-2)
    news=NEWS,
    views=VIEWS,
    together=lambda options: settled(options),
)


def settled(options: Mapping[str, str]) -> EconomySettings:
    """The settings out of a game's options; what is missing has its default. InputError where an alliance would win
    with less than a power alone (E-11)."""
    given = INFO.settled(options)
    chosen = settings_of(EconomySettings, given, switches=switches_of(given))
    if chosen.alliance < chosen.victory:
        raise InputError(
            f"alliance={chosen.alliance} is less than victory={chosen.victory}: two allies would win before a power "
            "alone (E-11).",
            hint=f"Write alliance={max(EconomySettings.alliance, chosen.victory)} or more, or a lower victory.",
        )
    return chosen
