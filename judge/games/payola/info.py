"""What can be told of Payola without opening a game."""

from collections.abc import Mapping

from judge.core.tables import settings, verbs
from judge.core.variant import GameInfo, Mode, Role, Section
from judge.games.payola.news import NEWS, Special
from judge.games.payola.shown import VIEWS
from judge.games.payola.state import read_settings
from judge.kits.bribes.rules import BLIND, GIFTS, HOARDING, LANGUAGE, PAY_DUMMIES, REPORTS, TAXES
from judge.kits.bribes.sheets import NoOffers
from judge.kits.host.reports import APART, board_calendar
from judge.kits.host.votes import CONCEDE_HELP, DRAWS

OFFERS = Section("offers", "Offers", Mode.REPLACE, emptied=NoOffers())
ACCEPTANCE = Section("acceptance", "Acceptance list", Mode.REPLACE, lasting=True)
ORDERS = Section("orders", "Retreats and builds", Mode.AMEND)
VOTES = Section("votes", "Votes", Mode.AMEND)
TRANSFERS = Section("transfers", "Transfers", Mode.ACT)
REPORT = Section("report", "The master's ending", Mode.AMEND, master=True)

BLURB = (
    "Diplomacy without orders: each unit obeys the player who promises it most, no matter who owns it. All promises "
    "are secret and made at the same time; only those for the order that is obeyed are collected. Money comes from "
    "supply centres, and 18 of them win."
)

_OPTIONS = settings(
    """
rules: standard | classic | zerosum | ebayola | tincup (A13) a set of the settings below, which may still be given one
    by one
income: table | flat | zerosum (A2) by the table (17, 33, 48, 62 ... for 1, 2, 3, 4 centres), a flat 7 a centre, or none
    but what bribes bring and centres taken (Zero-Sum)
tax tax_centres cap hoarding
language limit_offers savings plateaus zero_foreign reach ebayola signals pay_dummies
empty: refuse | dummy (A10) powers without a player: the game cannot start, or their units are for sale to anybody
    (dummies)
transfers anonymous
donations: yes | no (A13) eliminated powers may give money and bribe
hide_cost hide_offers statements public_totals chart blind
conditional: off | on | only (D-7) retreats and builds may be sent with the offers: not at all; yes; or they must, and
    each season has one deadline
draws
concession: yes | no (D-10) whether all others may concede the game
nmr: hold | wait (D-9) a power without a sheet at the deadline: its units hold unless others bid for them, or the phase
    waits once for the hours of `grace`
grace: 1 to 336 = 48 (D-9) hours a phase waits under nmr=wait
""",
    *TAXES,
    HOARDING,
    *LANGUAGE,
    PAY_DUMMIES,
    *GIFTS,
    *REPORTS,
    BLIND,
    DRAWS,
)


_HELP = (
    *verbs(
        """
OFFER: amount : unit order [| order ...] (A4)
    promises money to a unit, yours or another's, if it gets the order named. A new sheet replaces the whole one before;
    the order of its lines decides ties.
    > 5 : A MUN - TYR / 4 : A PAR - BUR | - GAS / 0 : A MUN - TYR / A MUN - TYR / 3 : F CON - BUL/EC
EXCEPT: amount ! unit order [| order ...] (A4)
    promises it for any order but those named.
    > 4 ! A PAR - BUR / 4 ! A PAR - BUR | - GAS
IF IT MOVES: amount > unit order (A4)
    promises it for any move.
    > 4 > A PAR - BUR
IF IT STAYS: amount @ unit order (A4)
    promises it for anything but a move.
    > 4 @ A PAR H
GIFT: amount & unit order (A4)
    promises it whatever the unit does.
    > 4 & A PAR - BUR
AMOUNTS: 3*4 · 4+6 · 8#5 · 8# (A9)
    several bribes in one line, and bribes that are not cut below a plateau as long as others can be cut.
    > 3*4 : A MUN - TYR / 4+6 : A MUN - TYR / 8#5 : A MUN - TYR / 2*3+4#2 ! A MUN - TYR
SAVE: amount $ (A4)
    so much is to stay in your purse.
    > 25 $
NMR: NMR (A3)
    files an empty sheet.
    > NMR
ACCEPT: ACCEPT letters (A8)
    whose money your units like best, most welcome first; ? stands for all others, in an order drawn anew each time. It
    decides ties and stays until you change it.
    > ACCEPT FEGARIT / ACCEPT F?G
TRANSFER: TRANSFER amount TO power (A2)
    gives money away, at once and for good.
    > TRANSFER 30 TO ITALY
RETREAT: RETREAT unit - place [, place ...] (D-6)
    where your dislodged unit goes. No money is involved.
    > RETREAT A MUN - BOH, SIL
BUILD: BUILD unit [ELSE unit] / REMOVE unit / WAIVE (D-6)
    your builds and removals. No money is involved.
    > BUILD A PAR / BUILD F BRE ELSE A PAR / REMOVE F BRE / WAIVE
DRAW: DRAW / DRAW powers / NO DRAW (D-10)
    votes for a draw. All survivors must vote for the same; votes are secret and gone with the phase.
    > DRAW / NO DRAW
"""
    ),
    CONCEDE_HELP,
)

_STANDARD = {
    "income": "table",
    "language": "full",
    "savings": "yes",
    "plateaus": "yes",
    "zero_foreign": "no",
    "ebayola": "no",
    "blind": "no",
}
"""What the rule sets settle: each names all of it, so that choosing another set leaves nothing of the last."""

INFO = GameInfo(
    slug="payola",
    title="Payola",
    credits="Manus Hand and John Woolley",
    blurb=BLURB,
    players=(2, 7),
    roles=(Role.POWER,),
    options=_OPTIONS,
    sections=(OFFERS, ACCEPTANCE, ORDERS, VOTES, TRANSFERS, REPORT),
    help=_HELP,
    presets={
        "standard": _STANDARD,
        "classic": {
            **_STANDARD,
            "income": "flat",
            "language": "classic",
            "savings": "no",
            "plateaus": "no",
            "zero_foreign": "yes",
        },
        "zerosum": {**_STANDARD, "income": "zerosum"},
        "ebayola": {**_STANDARD, "ebayola": "yes"},
        "tincup": {**_STANDARD, "blind": "yes"},
    },
    pseudonyms=False,
    score_unit="supply centres",
    calendar=board_calendar(APART),  # A1, D-8
    news=NEWS,
    views=VIEWS,
    together=read_settings,
)


def special(chosen: Mapping[str, str]) -> tuple[Special, ...]:
    """The settings that are not those of the standard game, each with its explanation, for the letter of the start."""
    return tuple(
        Special(name=option.name, value=chosen[option.name], help=option.help)
        for option in INFO.options
        if option.name != "rules" and chosen[option.name] != option.default
    )
