"""What can be told of Diplomacy without opening a game."""

from judge.core.tables import settings, verbs
from judge.core.variant import GameInfo, Mode, Role, Section
from judge.games.diplomacy.shown import NEWS, VIEWS
from judge.kits.host.reports import APART, board_calendar
from judge.kits.host.votes import CONCEDE_HELP, DRAWS

ORDERS = Section("orders", "Orders to units", Mode.AMEND)
VOTES = Section("votes", "Votes", Mode.AMEND)
REPORT = Section("report", "The master's ending", Mode.AMEND, master=True)

BLURB = (
    "Seven powers of the Europe of 1901, no dice and no luck: armies and fleets move at the same time, as ordered in "
    "secret, and what cannot be won by force is won by letters. Who owns 18 of the 34 supply centres after an autumn "
    "has won."
)

_OPTIONS = settings(
    """
edition: 2023 | 2000 (D-1) the rulebook by which orders are adjudicated
conditional: off | on | only = on (D-7) retreats and builds may be sent with the moves: not at all; yes, and a phase
    that is decided by them is skipped; or they must, and each season has one deadline
draws
concession: yes | no (D-10) whether all others may concede the game to one power
nmr: hold | wait (D-9) a power without orders at the deadline: its units hold, or the phase waits once for the hours of
    `grace`
grace: 1 to 336 = 48 (D-9) hours a phase waits under nmr=wait
empty: refuse | hold (D-9) powers without a player: the game cannot start, or their units hold
""",
    DRAWS,
)
_HELP = (
    *verbs(
        """
HOLD: unit HOLD / HOLD ALL (D-3)
    the unit stays. A unit without an order holds too; HOLD ALL says so for all that have none in this letter.
    > A PAR HOLD / Army Paris stands / HOLD ALL
MOVE: unit - place [VIA CONVOY] (D-4)
    the unit moves. Places are written in full or short, the letter of the unit may be left out, several orders on a
    line stand apart by commas. An army goes by sea with a route or with VIA.
    > A PAR - BUR / Paris to Burgundy / PAR BUR, BRE MAO / F MAO - SPA/NC / F Spain (south coast) - LYO
    > A LON - NTH - NWY / A LON - NWY VIA CONVOY
SUPPORT: unit S unit [- place] (D-2)
    supports another unit where it stands, or in its move.
    > A MAR S A PAR - BUR / A MAR supports Paris to Burgundy / F BRE S A PAR
CONVOY: fleet C army - place (D-4)
    carries an army over the sea the fleet stands in.
    > F NTH C A LON - NWY / F NTH convoys London to Norway
RETREAT: RETREAT unit - place [, place ...] (D-7)
    where a dislodged unit goes: the first place that is open. It may be sent with the moves, for the case that it is
    needed.
    > RETREAT A MUN - BOH, SIL / A MUN R BOH / A MUN DISBAND
BUILD: BUILD unit [ELSE unit] [, unit ...] (D-6)
    builds in home centres, in this order; ELSE names a second choice. It may be sent with the moves.
    > BUILD A PAR / BUILD A PAR, F BRE / BUILD F BRE ELSE A PAR / BUILD F STP/NC
REMOVE: REMOVE unit [, unit ...] (D-6)
    removes units, in this order, as far as removals are due.
    > REMOVE F BRE / DISBAND F BRE
WAIVE: WAIVE (D-6)
    leaves the builds that are left unused.
    > WAIVE
DRAW: DRAW / DRAW powers / NO DRAW (D-10)
    votes for a draw of all survivors, or, where the game allows lists, of those named. All survivors must vote for the
    same. Votes are secret and gone with the phase.
    > DRAW / DRAW FRANCE TURKEY / NO DRAW
"""
    ),
    CONCEDE_HELP,
)

INFO = GameInfo(
    slug="diplomacy",
    title="Diplomacy",
    credits="Allan B. Calhamer, 1959",
    blurb=BLURB,
    players=(2, 7),
    roles=(Role.POWER,),
    options=_OPTIONS,
    sections=(ORDERS, VOTES, REPORT),
    help=_HELP,
    pseudonyms=False,
    score_unit="supply centres",
    calendar=board_calendar(APART),  # D-8
    news=NEWS,
    views=VIEWS,
)
