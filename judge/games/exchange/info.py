"""What can be told of Exchange without opening a game, and why an order is refused or changed,
in words with its figures. Rule numbers: the printed rules' and XR rulings'."""

from judge.core.calendar import Calendar, Clock, PhaseKind
from judge.core.ruling import Reason
from judge.core.tables import line, reasons, sections, settings, tables, verbs
from judge.core.variant import GameInfo, Role
from judge.games.exchange.news import NEWS
from judge.games.exchange.shown import VIEWS
from judge.games.exchange.state import read_settings
from judge.kits.bribes.rules import GIFTS, LANGUAGE, REPORTS, TAXES
from judge.kits.host.commands import MOVES, RETREATS

_TABLES = tables(__package__)

REASONS: dict[str, Reason] = reasons(_TABLES["reasons"])


_CALLED = {"auction": ("open",)}

CALENDAR = Calendar(  # B2
    (
        PhaseKind("B", "startup bids", due="bids"),
        PhaseKind("G", "second call of bids", Clock.SHORT, due="further calls of bids", given=_CALLED),
        PhaseKind("H", "last call of bids", Clock.SHORT, due="further calls of bids", given=_CALLED),
        PhaseKind("T", "terms and prices", Clock.SHORT, due="terms"),
        PhaseKind("F", "sale of shares"),
        PhaseKind("E", "elections", Clock.SHORT),
        PhaseKind("P", "dividends and builds", Clock.SHORT, due="builds"),
        MOVES,
        RETREATS,
    )
)

INFO = GameInfo(
    slug="exchange",
    title="Exchange Diplomacy",
    credits="Bruce Duewer; played on John Woolley's Payola",
    blurb=line(_TABLES["blurb"]),
    players=(2, None),
    roles=(Role.INVESTOR,),
    options=settings(_TABLES["settings"], *TAXES, *LANGUAGE, *GIFTS, *REPORTS),
    sections=sections(_TABLES["sections"]),
    help=verbs(_TABLES["help"]),
    late_joining=True,
    score_unit="per cent",
    calendar=CALENDAR,
    news=NEWS,
    views=VIEWS,
    together=read_settings,
)
