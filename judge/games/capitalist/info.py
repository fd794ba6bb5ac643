"""What can be told of Capitalist Diplomacy without opening a game."""

from judge.core.calendar import PhaseKind
from judge.core.tables import line, sections, settings, tables, verbs
from judge.core.variant import GameInfo, Role
from judge.games.capitalist.news import NEWS
from judge.games.capitalist.shown import VIEWS
from judge.kits.host.commands import APART, board_calendar
from judge.kits.market.orders import NO_TRADE_HELP, OVERSPEND

_TABLES = tables(__package__)


FEWEST, USUAL, MOST = 3, 9, 12
"""Players: the fewest there may be, the fewest the printed rules want, the most (C-10)."""

EXCHANGES = PhaseKind("C", "commerce", main=True, due="exchanges", spoken=("COMMERCE", "EXCHANGE"))

INFO = GameInfo(
    slug="capitalist",
    title="Capitalist Diplomacy",
    credits="Dave Tant (us02)",
    blurb=line(_TABLES["blurb"]),
    players=(FEWEST, MOST),
    roles=(Role.INVESTOR,),
    options=settings(_TABLES["settings"], OVERSPEND),
    sections=sections(_TABLES["sections"]),
    help=verbs(_TABLES["help"], NO_TRADE_HELP),
    house={"press": "public", "grey": "no"},
    calendar=board_calendar(APART, EXCHANGES),  # C-1, D-8
    news=NEWS,
    views=VIEWS,
)
