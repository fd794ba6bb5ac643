"""What can be told of Troubleshooter without opening a game."""

from collections.abc import Mapping

from judge.core.tables import line, sections, settings, tables, verbs
from judge.core.variant import GameInfo, Role
from judge.games.troubleshooter.news import NEWS
from judge.games.troubleshooter.shown import VIEWS
from judge.kits.host.commands import HOSTED, board_calendar
from judge.kits.market.orders import SELL_HELP

_TABLES = tables(__package__)


TABLE: Mapping[int, tuple[int, int]] = {
    4: (1000, 500),
    5: (800, 400),
    6: (650, 300),
    7: (550, 300),
    8: (500, 250),
    9: (450, 250),
    10: (400, 200),
}
"""Players -> (units of each currency at the start, sell limit)."""

INFO = GameInfo(
    slug="troubleshooter",
    title="Troubleshooter",
    credits="Der Garvey; first printed in Spring Offensive 3",
    blurb=line(_TABLES["blurb"]),
    players=(2, None),
    roles=(Role.TRADER, Role.POWER),
    options=settings(_TABLES["settings"]),
    sections=sections(_TABLES["sections"]),
    help=verbs(_TABLES["help"], SELL_HELP),
    score_unit="dollars",
    calendar=board_calendar(HOSTED),  # T-1, D-8
    news=NEWS,
    views=VIEWS,
)
