"""What can be told of Capitalist Diplomacy without opening a game."""

from judge.core.calendar import PhaseKind
from judge.core.tables import settings, verbs
from judge.core.variant import GameInfo, Mode, Role, Section
from judge.games.capitalist.news import NEWS
from judge.games.capitalist.shown import VIEWS
from judge.kits.host.reports import APART, board_calendar
from judge.kits.market.orders import NO_TRADE_HELP, OVERSPEND

TRADES = Section("trades", "Trades", Mode.REPLACE)
ORDERS = Section("orders", "Orders to units", Mode.AMEND)
REPORT = Section("report", "The master's END", Mode.AMEND, master=True)

FEWEST, USUAL, MOST = 3, 9, 12
"""Players: the fewest there may be, the fewest the printed rules want, the most (C-10)."""

BLURB = (
    "Nobody owns a great power: the player who holds most of its currency commands it. Everybody begins with 1000 "
    "units of each currency, trades them every season, and may take command of one power or of seven. At the end "
    "points are blocks of 100 units times the centres of their power."
)

_OPTIONS = settings(
    """
phases: separate | combined (C-1) an exchange and then the moves each season, a deadline for each; or one deadline for
    both, after an exchange in Winter 1900
board: hosted (C) the board game is played here: commanders send their orders to the judge
ties: dice | incumbent (C-3) who commands when several hold most: drawn by the dice, or the sitting commander stays if
    among them
conditional: off | on | only = on (D-7) retreats and builds may be sent with the moves: not at all; yes, and a phase
    that they decide is skipped; or they must, and each season has one deadline for its moves
last_year: 1901 to 2000 = 1915 (C-8) the game ends with this year's winter count at the latest
cash: keep | forfeit | keep_after_first (M-7) Swiss francs left over at the end of a turn are kept, lost, or kept from
    the second turn on
step: whole | begun (M-8) a rate moves a centime for each whole 100 units net, or for each 100 begun
overspend
start_units: 1 to 1000000 = 1000 (C) units of each currency a player begins with
sell_limit: 1 to 1000000 = 500 (C) units of one currency that may be sold in a turn
""",
    OVERSPEND,
)

_HELP = (
    *verbs(
        """
SELL: SELL amount currency (M-4)
    sells units at the published rate: a number, ALL you hold, or MAX, which is the most the sell limit allows. Several
    lines of one currency add up.
    > SELL 300 LIRA / SELL 300 LIRA, 200 CROWNS / SELL ALL LIRA / SELL MAX LIRA / Italy: -300
BUY: BUY amount currency / BUY currency WITH money (M-6)
    buys units at the published rate, from the proceeds of your sales and the Swiss francs you keep. MAX and REST take
    whatever the money left over buys.
    > BUY 115 MARKS / BUY MARKS WITH 110 / BUY MARKS WITH 110.50 / BUY MARKS WITH REST / BUY MAX MARKS / Germany: +115
SIGNED: power: amount with its sign (C-11)
    the old order form, one line a living power: the sign is the verb, and 0 is no trade.
    > Austria: -500 / England: -0 / Germany: +650
"""
    ),
    NO_TRADE_HELP,
    *verbs(
        """
AS: AS power, or AS SELF (C-4)
    says for which of your powers the orders below it are; needed only where an order could be meant for several. Trades
    stand outside it, or below AS SELF.
    > AS FRANCE / AS SELF
MOVE: A from - to, or F from - to (C-2)
    orders a unit of a power you command. The unit tells whose order it is.
    > A PAR - BUR / F BRE - MAO / A VEN - TRI; A ROM - VEN
HOLD: unit H (C-6)
    the unit stays. HOLD ALL is for every unit of yours without another order in this letter.
    > A PAR H / HOLD ALL
SUPPORT: unit S unit, or unit S unit - to (D-2)
    helps another unit to stay or to go, no matter who commands it.
    > A MAR S A PAR / A MAR S A PAR - BUR
CONVOY: F sea C A from - to (D-4)
    carries an army over the sea; the army is ordered to move as well.
    > F NTH C A LON - NWY / A LON - NWY VIA CONVOY
RETREAT: unit R place, or unit D (C-2)
    a dislodged unit goes to an open place or is disbanded; those who commanded the moves order the retreats.
    > A MUN R BOH / A MUN D
BUILD: BUILD unit [ELSE unit] / REMOVE unit / WAIVE (C-2)
    adjusts the units to the winter count; those who commanded the autumn order the winter.
    > BUILD A PAR / BUILD F BRE ELSE A PAR / REMOVE A MUN / WAIVE
"""
    ),
)

EXCHANGES = PhaseKind("C", "commerce", main=True, due="exchanges", spoken=("COMMERCE", "EXCHANGE"))

INFO = GameInfo(
    slug="capitalist",
    title="Capitalist Diplomacy",
    credits="Dave Tant (us02)",
    blurb=BLURB,
    players=(FEWEST, MOST),
    roles=(Role.INVESTOR,),
    options=_OPTIONS,
    sections=(TRADES, ORDERS, REPORT),
    help=_HELP,
    house={"press": "public", "grey": "no"},
    calendar=board_calendar(APART, EXCHANGES),  # C-1, D-8
    news=NEWS,
    views=VIEWS,
)
