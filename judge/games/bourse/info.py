"""What can be told of Bourse without opening a game."""

from judge.core.tables import line, rule_sets, settings, tables, verbs
from judge.core.variant import GameInfo, Mode, Role, Section
from judge.games.bourse.shown import NEWS, VIEWS
from judge.kits.host.commands import HOSTED, board_calendar
from judge.kits.market.orders import NO_TRADE_HELP, OVERSPEND, SELL_HELP

_TABLES = tables(__package__)

TRADES = Section("trades", "Trades", Mode.REPLACE)
ORDERS = Section("orders", "Orders to units", Mode.AMEND)
REPORT = Section("report", "Report of the board", Mode.AMEND, master=True)

INFO = GameInfo(
    slug="bourse",
    title="Bourse",
    credits="Don Miller, about 1970; the rules as Richard Walkerdine printed them",
    blurb=line(_TABLES["blurb"]),
    players=(2, None),  # B-10
    roles=(Role.TRADER, Role.POWER),
    options=settings(_TABLES["settings"], OVERSPEND),
    sections=(TRADES, ORDERS, REPORT),
    help=verbs(_TABLES["help"], SELL_HELP, NO_TRADE_HELP),
    presets=rule_sets(_TABLES["presets"]),
    late_joining=True,
    score_unit="credits",
    calendar=board_calendar(HOSTED),  # M-11, D-8
    news=NEWS,
    views=VIEWS,
)
