"""What can be told of Payola without opening a game."""

from collections.abc import Mapping

from judge.core.tables import line, rule_sets, sections, settings, tables, verbs
from judge.core.variant import GameInfo, Role
from judge.games.payola.news import NEWS, Special
from judge.games.payola.shown import VIEWS
from judge.games.payola.state import read_settings
from judge.kits.bribes.rules import BLIND, GIFTS, HOARDING, LANGUAGE, PAY_DUMMIES, REPORTS, TAXES
from judge.kits.bribes.sheets import NoOffers
from judge.kits.host.commands import APART, board_calendar
from judge.kits.host.votes import CONCEDE_HELP, DRAWS

_TABLES = tables(__package__)


INFO = GameInfo(
    slug="payola",
    title="Payola",
    credits="Manus Hand and John Woolley",
    blurb=line(_TABLES["blurb"]),
    players=(2, 7),
    roles=(Role.POWER,),
    options=settings(_TABLES["settings"], *TAXES, HOARDING, *LANGUAGE, PAY_DUMMIES, *GIFTS, *REPORTS, BLIND, DRAWS),
    sections=sections(_TABLES["sections"], offers=NoOffers()),
    help=verbs(_TABLES["help"], CONCEDE_HELP),
    presets=rule_sets(_TABLES["presets"]),
    pseudonyms=False,
    score_unit="supply centres",
    calendar=board_calendar(APART),  # A1, D-8
    news=NEWS,
    views=VIEWS,
    together=read_settings,
)


def special(chosen: Mapping[str, str]) -> tuple[Special, ...]:
    """The settings that are not those of the standard game, each with its explanation, for the letter of the start."""
    return tuple(
        Special(name=option.name, value=chosen[option.name], help=option.help)
        for option in INFO.options
        if option.name != "rules" and chosen[option.name] != option.default
    )
