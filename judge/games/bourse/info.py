"""What can be told of Bourse without opening a game."""

from judge.core.tables import settings, verbs
from judge.core.variant import GameInfo, Mode, Role, Section
from judge.games.bourse.news import NEWS
from judge.games.bourse.shown import VIEWS
from judge.kits.host.reports import HOSTED, board_calendar
from judge.kits.market.orders import NO_TRADE_HELP, OVERSPEND, SELL_HELP

TRADES = Section("trades", "Trades", Mode.REPLACE)
ORDERS = Section("orders", "Orders to units", Mode.AMEND)
REPORT = Section("report", "Report of the board", Mode.AMEND, master=True)

BLURB = (
    "A market beside a game of Diplomacy. Everybody begins with 1000 units of each power's currency and trades them at "
    "every move; prices follow what is bought and sold. When the board game ends, each currency is worth its power's "
    "supply centres."
)

_OPTIONS = settings(
    """
rules: classic | later | sunshine (B) a published set of rules; the settings below may still be given one by one
board: reported | hosted (B-8) where the board game is played: its master reports it, or it is hosted here
cash: forfeit | keep | keep_after_first (M-7) money left over at the end of a turn is lost, kept, or kept from the
    second turn on
step: whole | begun | unit (M-8) a price moves a cent for each whole 100 units net, for each 100 begun, or 1/100 cent
    for each unit
overspend
start_units: 1 to 1000000 = 1000 (B) units of each currency a player begins with
sell_limit: 1 to 1000000 = 500 (B) units of one currency that may be sold in a turn
report_hours: 1 to 720 = 48 (B-8, at any time) hours after an autumn deadline within which the master's report is due
""",
    OVERSPEND,
)

_HELP = (
    SELL_HELP,
    *verbs(
        """
BUY: BUY amount currency / BUY currency WITH money (M-6)
    buys units at the published price, from the proceeds of your sales and the cash you keep. MAX and REST take whatever
    the money left over buys.
    > BUY 115 MARKS / BUY MARKS WITH 110 / BUY MARKS WITH $110.50 / BUY MARKS WITH REST / BUY MAX MARKS
    > Germany: +115
"""
    ),
    NO_TRADE_HELP,
)

INFO = GameInfo(
    slug="bourse",
    title="Bourse",
    credits="Don Miller, about 1970; the rules as Richard Walkerdine printed them",
    blurb=BLURB,
    players=(2, None),  # B-10
    roles=(Role.TRADER, Role.POWER),
    options=_OPTIONS,
    sections=(TRADES, ORDERS, REPORT),
    help=_HELP,
    presets={
        "classic": {"cash": "forfeit", "step": "whole", "overspend": "in_order"},
        "later": {"cash": "keep_after_first", "step": "whole", "overspend": "in_order"},
        "sunshine": {"cash": "keep_after_first", "step": "unit", "overspend": "in_order"},
    },
    late_joining=True,
    score_unit="credits",
    calendar=board_calendar(HOSTED),  # M-11, D-8
    news=NEWS,
    views=VIEWS,
)
