"""What can be told of Diplomacy without opening a game."""

from judge.core.tables import line, sections, settings, tables, verbs
from judge.core.variant import GameInfo, Role
from judge.games.diplomacy.shown import NEWS, VIEWS
from judge.kits.host.commands import APART, board_calendar
from judge.kits.host.votes import CONCEDE_HELP, DRAWS

_TABLES = tables(__package__)


INFO = GameInfo(
    slug="diplomacy",
    title="Diplomacy",
    credits="Allan B. Calhamer, 1959",
    blurb=line(_TABLES["blurb"]),
    players=(2, 7),
    roles=(Role.POWER,),
    options=settings(_TABLES["settings"], DRAWS),
    sections=sections(_TABLES["sections"]),
    help=verbs(_TABLES["help"], CONCEDE_HELP),
    pseudonyms=False,
    score_unit="supply centres",
    calendar=board_calendar(APART),  # D-8
    news=NEWS,
    views=VIEWS,
)
