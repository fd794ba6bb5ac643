"""What can be told of Economic IV without opening a game."""

from collections.abc import Mapping
from dataclasses import replace

from judge.core.calendar import Calendar, Clock
from judge.core.errors import InputError
from judge.core.tables import settings, verbs
from judge.core.variant import GameInfo, Mode, Option, Role, Section, settings_of
from judge.games.economic4.board import DEFAULTS, SWITCHES, switches_of
from judge.games.economic4.news import NEWS
from judge.games.economic4.shown import VIEWS
from judge.games.economic4.state import EconomySettings
from judge.kits.host.reports import BUILDS, MOVES, RETREATS
from judge.kits.host.votes import CONCEDE_HELP, DRAWS

ORDERS = Section("orders", "Orders to units", Mode.AMEND)
DECLARATIONS = Section("declarations", "Treasury seat, alliance, hired units", Mode.AMEND)
TRANSFERS = Section("transfers", "Loans, gifts, calls", Mode.REPLACE)
VOTES = Section("votes", "Votes", Mode.AMEND)
REPORT = Section("report", "The master's word", Mode.AMEND, master=True)

BLURB = (
    "Diplomacy in which every province pays and every unit costs. Each land province yields 1 to 4 credits a year, a "
    "fleet costs 5 and an army 4, and the money can be lent, given, called in and, since each treasury lies in a "
    "province, taken. Who has 80 of the 156 points of income wins, or an alliance of two with 108."
)

_BORDERS: Mapping[str, str] = {
    "ireland_mao": "Ireland touches the Mid-Atlantic",
    "ireland_clyde": "armies cross between Ireland and Clyde",
    "sicily_fleet_naples": "fleets, too, cross between Sicily and Naples",
    "arc_fin": "Archangel touches Finland",
    "arc_mos": "Archangel touches Moscow",
    "cro_ser": "Croatia touches Serbia",
    "zar_bud": "Zara touches Budapest",
    "spn_mar": "northern Spain touches Marseilles",
    "sps_gas": "southern Spain touches Gascony",
}

_OPTIONS = (
    *settings(
        """
demobilise: no | yes (E-5, at any time) units may be disbanded in winter though they could be paid; players tell the
    master what they want (PRESS TO MASTER), who settles it with SET until the first winter is over
guarded: no | yes (E-9) GUARDED BY lets a friend's unit stand in the seat of a treasury without taking it
archangel_needs_stp: no | yes (E-6) a fleet in Archangel needs St Petersburg, too, in Russian hands
start_treasury: 0 to 1000 = 3 (E-1) credits in each treasury at the start
victory: 21 to 156 = 80 (E-11) points of income that win alone
alliance: 34 to 156 = 108 (E-11) points of income with which two allies win
"""
    ),
    DRAWS,
    *settings(
        """
concession: yes | no (D-10) whether all others may concede the game
"""
    ),
    *(Option(name, "flag", "yes" if name in DEFAULTS else "no", _BORDERS[name], rule="map") for name in SWITCHES),
)

_HELP = (
    *verbs(
        """
A PAR - BUR: unit - place / S / C / H / R (E-15)
    orders a unit, as in Diplomacy. Armies walk between Naples and Sicily.
    > A PAR - BUR / A MAR S A PAR - BUR / F NTH C A YOR - NWY / HOLD ALL
BUILD: BUILD unit, unit / REMOVE unit (E-6)
    in winter: builds are tried in the order written as far as the money goes, ELSE names a second choice; removals
    count only where the treasury cannot pay, unless demobilise=yes.
    > BUILD A PAR, F BRE / BUILD F BRE ELSE A BRE / BUILD F ARC / REMOVE F ANK / WAIVE
LOAN: LOAN sum TO power [REPAY sum] [PUBLISH] (E-7)
    lends credits; with REPAY another sum is recorded to be called. The other must say RECEIVE with the same figures in
    the same season. All transfer lines of a letter stand together: they replace those of the letter before.
    > LOAN 3 TO TURKEY / LOAN 3 TO TURKEY REPAY 4
GIVE: GIVE sum TO power [PUBLISH] [TELL ME] (E-7)
    gives credits away. PUBLISH, if both write it, lets the report name the source. TELL ME, behind any transfer line,
    has both of you told, and nobody else, when both halves are written.
    > GIVE 2 TO ITALY / GIVE 2 TO ITALY PUBLISH / GIVE 2 TO ITALY TELL ME
RECEIVE: RECEIVE sum FROM power (LOAN) / (GIFT) (E-7)
    the mirror line without which nothing moves.
    > RECEIVE 3 FROM RUSSIA (LOAN) / RECEIVE 3 FROM RUSSIA (LOAN REPAY 4) / RECEIVE 2 FROM FRANCE (GIFT)
CALL: CALL sum FROM power (E-8)
    with autumn orders: the debt is paid at the end of that autumn as far as the treasury reaches.
    > CALL 3 FROM TURKEY
REPAY: REPAY sum TO power (E-8)
    pays a debt in any season and needs no mirror line.
    > REPAY 3 TO RUSSIA
NO TRANSFERS: NO TRANSFERS (E-7)
    takes your transfer lines off the sheet.
    > NO TRANSFERS
TREASURY: TREASURY TO place (E-9)
    with spring or autumn orders: the treasury moves to a province of yours, before the units do.
    > TREASURY TO MUN
ALLIANCE: ALLIANCE WITH power (E-11)
    with autumn orders: half of an alliance victory; the other declares it, too.
    > ALLIANCE WITH TURKEY
LET: LET power ORDER unit [UNTIL REVOKED] / REVOKE LET unit (E-13)
    hires a unit out for one turn, or until you revoke it. An order of your own for it goes before.
    > LET RUSSIA ORDER F ANK / LET RUSSIA ORDER F ANK UNTIL REVOKED / REVOKE LET F ANK
GUARDED BY: GUARDED BY power (E-9)
    where the setting allows it: a friend's unit in the seat of your treasury does not take it this turn.
    > GUARDED BY FRANCE
DRAW: DRAW / DRAW powers / NO DRAW (D-10)
    votes for a draw of all survivors, or, where the game allows lists, of those named. All survivors must vote for the
    same. Votes are secret and gone with the phase.
    > DRAW / NO DRAW
"""
    ),
    CONCEDE_HELP,
)

INFO = GameInfo(
    slug="economic4",
    rules_version=2,
    title="Economic Diplomacy IV",
    credits="Fred C. Davis, after an idea of Tas Ryrie",
    blurb=BLURB,
    players=(7, 7),
    roles=(Role.POWER,),
    options=_OPTIONS,
    sections=(ORDERS, DECLARATIONS, TRANSFERS, VOTES, REPORT),
    help=_HELP,
    pseudonyms=False,
    score_unit="points of income",
    calendar=Calendar((MOVES, RETREATS, replace(BUILDS, clock=Clock.FULL))),  # winter has a deadline of its own (E-2)
    news=NEWS,
    views=VIEWS,
    together=lambda options: settled(options),
)


def settled(options: Mapping[str, str]) -> EconomySettings:
    """The settings out of a game's options; what is missing has its default. InputError where an alliance would win
    with less than a power alone (E-11)."""
    given = INFO.settled(options)
    chosen = settings_of(EconomySettings, given, switches=switches_of(given))
    if chosen.alliance < chosen.victory:
        raise InputError(
            f"alliance={chosen.alliance} is less than victory={chosen.victory}: two allies would win before a power "
            "alone (E-11).",
            hint=f"Write alliance={max(EconomySettings.alliance, chosen.victory)} or more, or a lower victory.",
        )
    return chosen
