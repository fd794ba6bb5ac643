"""What can be told of Bourse without opening a game."""

from judge.core.variant import Card, Help, Mode, Option, Role, Section
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

_RULES = Option(
    "rules",
    "choice",
    "classic",
    "a published set of rules; the settings below may still be given one by one",
    ("classic", "later", "sunshine"),
    rule="B",
)
_BOARD = Option(
    "board",
    "choice",
    "reported",
    "where the board game is played: its master reports it, or it is hosted here",
    ("reported", "hosted"),
    rule="B-8",
)
_CASH = Option(
    "cash",
    "choice",
    "forfeit",
    "money left over at the end of a turn is lost, kept, or kept from the second turn on",
    ("forfeit", "keep", "keep_after_first"),
    rule="M-7",
)
_STEP = Option(
    "step",
    "choice",
    "whole",
    "a price moves a cent for each whole 100 units net, for each 100 begun, or 1/100 cent for each unit",
    ("whole", "begun", "unit"),
    rule="M-8",
)
_UNITS = Option(
    "start_units", "int", "1000", "units of each currency a player begins with", low=1, high=1_000_000, rule="B"
)
_LIMIT = Option(
    "sell_limit", "int", "500", "units of one currency that may be sold in a turn", low=1, high=1_000_000, rule="B"
)
_HOURS = Option(
    "report_hours",
    "int",
    "48",
    "hours after an autumn deadline within which the master's report is due",
    low=1,
    high=720,
    rule="B-8",
    frozen=False,
)

_HELP = (
    SELL_HELP,
    Help(
        "BUY",
        "BUY amount currency / BUY currency WITH money",
        "buys units at the published price, from the proceeds "
        "of your sales and the cash you keep. MAX and REST take whatever the money left over buys.",
        (
            "BUY 115 MARKS",
            "BUY MARKS WITH 110",
            "BUY MARKS WITH $110.50",
            "BUY MARKS WITH REST",
            "BUY MAX MARKS",
            "Germany: +115",
        ),
        "M-6",
    ),
    NO_TRADE_HELP,
)

CARD = Card(
    slug="bourse",
    title="Bourse",
    credits="Don Miller, about 1970; the rules as Richard Walkerdine printed them",
    blurb=BLURB,
    players=(2, None),  # B-10
    roles=(Role.TRADER, Role.POWER),
    options=(_RULES, _BOARD, _CASH, _STEP, OVERSPEND, _UNITS, _LIMIT, _HOURS),
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
