"""What can be told of Bourse without opening a game."""

from judge.core.tables import line, rule_sets, sections, settings, tables, verbs
from judge.core.variant import GameInfo, Role
from judge.games.bourse.shown import NEWS, VIEWS
from judge.kits.host.commands import HOSTED, board_calendar
from judge.kits.market.orders import NO_TRADE_HELP, OVERSPEND, SELL_HELP

_TABLES = tables(__package__)


INFO = GameInfo(
    slug="bourse",
    title="Bourse",
    credits="Don Miller, about 1970; the rules as Richard Walkerdine printed them",
    blurb=line(_TABLES["blurb"]),
    players=(2, None),  # B-10
    roles=(Role.TRADER, Role.POWER),
    options=settings(_TABLES["settings"], OVERSPEND),
    sections=sections(_TABLES["sections"]),
    help=verbs(_TABLES["help"], SELL_HELP, NO_TRADE_HELP),
    presets=rule_sets(_TABLES["presets"]),
    late_joining=True,
    score_unit="credits",
    calendar=board_calendar(HOSTED),  # M-11, D-8
    news=NEWS,
    views=VIEWS,
)
