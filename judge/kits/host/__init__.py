"""The board beside the book: hosted here, or reported by the master. A game need not know which."""

from judge.kits.host import check, legal
from judge.kits.host.advance import Season, counted, following, needs_report, report_for, reported_season
from judge.kits.host.check import check_sheet
from judge.kits.host.hosted import duties, hosted_season, position_of, texts
from judge.kits.host.legal import check_orders
from judge.kits.host.live import LiveBoard
from judge.kits.host.orders import ORDERS, UnitOrder
from judge.kits.host.reports import ABANDONED, CONCEDED, DRAW, ENDINGS, REPORTS, SOLO, GameOver, ReportResult
from judge.kits.host.state import BoardChange, Host, Source, opening

REASONS = {**check.REASONS, **legal.REASONS}

__all__ = [
    "ABANDONED", "CONCEDED", "DRAW", "ENDINGS", "ORDERS", "REASONS", "REPORTS", "SOLO", "BoardChange", "GameOver",
    "Host", "LiveBoard", "ReportResult", "Season", "Source", "UnitOrder", "check_orders", "check_sheet", "counted",
    "duties", "following", "hosted_season", "needs_report", "opening", "position_of", "report_for",
    "reported_season", "texts",
]  # fmt: skip
