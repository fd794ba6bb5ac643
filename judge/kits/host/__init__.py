"""The board beside the book: hosted here, or reported by the master. A game need not know which.

Hosted: `hosted_season` plays one phase, `duties` and `undecided` say who must order, `check_orders` (a power's sheet)
and `check_voice` (any seat's, D-14) rule on orders, `outlook` forecasts them, `board_notices` tells the results.
"""

from judge.core.ruling import recited
from judge.kits.host import check, legal
from judge.kits.host.advance import Season, counted, following, needs_report, report_for, reported_season
from judge.kits.host.ahead import Ahead, is_ahead, is_for_winter, sent_ahead
from judge.kits.host.bulletin import board_notices, duty_notices
from judge.kits.host.check import check_sheet, told_units, unit_faults
from judge.kits.host.hosted import duties, hosted_season, hosted_sheets, position_of, texts, undecided
from judge.kits.host.legal import check_orders, check_voice
from judge.kits.host.live import LiveBoard
from judge.kits.host.names import place_names, power_names
from judge.kits.host.orders import HOLD_ALL, ORDERS, UnitOrder
from judge.kits.host.outlook import outlook, own_units
from judge.kits.host.reports import ABANDONED, CONCEDED, DRAW, ENDINGS, REPORTS, SOLO, GameOver, ReportResult
from judge.kits.host.speakers import Voice, orders_by_power, voice_of
from judge.kits.host.state import BoardChange, Host, Source, opening

REASONS = {**check.REASONS, **legal.REASONS}
HOSTED_REASONS = recited(
    REASONS, {"B-5": "D-10", "B-6": "D-10", "B-8": "D-15", "B-9": "D-8", "M-9": "D-10", "M-10": "D-10"}
)
"""The same for a game with a board that is always played here: they cite its rules, and not those of a market."""

__all__ = [
    "ABANDONED",
    "CONCEDED",
    "DRAW",
    "ENDINGS",
    "HOLD_ALL",
    "HOSTED_REASONS",
    "ORDERS",
    "REASONS",
    "REPORTS",
    "SOLO",
    "Ahead",
    "BoardChange",
    "GameOver",
    "Host",
    "LiveBoard",
    "ReportResult",
    "Season",
    "Source",
    "UnitOrder",
    "Voice",
    "board_notices",
    "check_orders",
    "check_sheet",
    "check_voice",
    "counted",
    "duties",
    "duty_notices",
    "following",
    "hosted_season",
    "hosted_sheets",
    "is_ahead",
    "is_for_winter",
    "needs_report",
    "opening",
    "orders_by_power",
    "outlook",
    "own_units",
    "place_names",
    "position_of",
    "power_names",
    "report_for",
    "reported_season",
    "sent_ahead",
    "texts",
    "told_units",
    "undecided",
    "unit_faults",
    "voice_of",
]
