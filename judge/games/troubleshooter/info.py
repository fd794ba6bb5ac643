"""What can be told of Troubleshooter without opening a game."""

from collections.abc import Mapping

from judge.core.tables import settings, verbs
from judge.core.variant import GameInfo, Mode, Role, Section
from judge.games.troubleshooter.news import NEWS
from judge.games.troubleshooter.shown import VIEWS
from judge.kits.host.reports import HOSTED, board_calendar
from judge.kits.market.orders import SELL_HELP

TRADES = Section("trades", "Trades", Mode.REPLACE)
TS = Section("ts", "Order to the TS", Mode.REPLACE)
ORDERS = Section("orders", "Orders to units", Mode.AMEND)
REPORT = Section("report", "Report of the board", Mode.AMEND, master=True)

BLURB = (
    "A market and a journey beside a game of Diplomacy. As Businessman you trade the powers' currencies and move their "
    "prices; as Troubleshooter (TS) you travel over the board with one pile of money and lend it to a power's units. "
    "Powers that grow repay more. Only the Troubleshooter's money counts at the end."
)

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

_OPTIONS = settings(
    """
board: reported | hosted (T-14) where the board game is played: its master reports it, or it is hosted here
loans: net | gross (T-8) a winter repays by the change of the number of centres, or counts losses and captures one by
    one
positions: public | private (T-15) whether everybody sees where each TS is and what he lent
separate: yes | no (T-13, at any time) whether players of the hosted board are kept out of this game
start_units: 1 to 1000000 (T) units of each currency a player begins with; empty: by the number of players
sell_limit: 1 to 1000000 (T) units of one currency that may be sold in a turn; empty: by the number of players
report_hours: 1 to 720 = 48 (T-14, at any time) hours after a deadline within which the master's report is due
"""
)

_HELP = (
    SELL_HELP,
    *verbs(
        """
BUY: BUY amount currency / BUY currency WITH money (M-6)
    buys units at the published price, from the proceeds of your sales. MAX and REST take whatever the money left over
    buys; what is not spent is lost.
    > BUY 115 MARKS / BUY MARKS WITH 110 / BUY MARKS WITH REST / BUY MAX MARKS / Germany: +115
NO TRADE: NO TRADE (M-14)
    files an empty trading sheet: you are present and trade nothing.
    > NO TRADE
TS: TS(place) - step - step ... (T-3)
    moves your TS over any borders, by land and by sea: 1 % of his cash for each land province, 2 % for each sea. The
    brackets name where he is; they may be left out. Where he stops in a home centre that its power still owns, he
    changes his money and lends it to that power's units.
    > TS(Lon)-ENG-Pic-Par / TS Lon-ENG-Pic-Par / TS London - English Channel - Picardy - Paris
    > TS -> Burgundy -> Paris / TS(Switzerland) - Mar - Bur
TS CHEAPEST: TS TO place CHEAPEST (T-3)
    asks for the cheapest route there is: the answer names it with its price, and YES files it.
    > TS TO PARIS CHEAPEST / TS(Lon) TO Par CHEAPEST
TS HOLD: TS HOLD (T-6)
    keeps him where he is, as silence does. In spring, in a home centre where his loans were repaid, that lends all his
    money again for the year.
    > TS HOLD / TS(Par) HOLD
"""
    ),
)

INFO = GameInfo(
    slug="troubleshooter",
    title="Troubleshooter",
    credits="Der Garvey; first printed in Spring Offensive 3",
    blurb=BLURB,
    players=(2, None),
    roles=(Role.TRADER, Role.POWER),
    options=_OPTIONS,
    sections=(TRADES, TS, ORDERS, REPORT),
    help=_HELP,
    score_unit="dollars",
    calendar=board_calendar(HOSTED),  # T-1, D-8
    news=NEWS,
    views=VIEWS,
)
