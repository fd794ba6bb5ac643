"""What can be told of Diplomacy without opening a game."""

from judge.core.variant import Card, Help, Mode, Option, Role, Section
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

_EDITION = Option(
    "edition", "choice", "2023", "the rulebook by which orders are adjudicated", ("2023", "2000"), rule="D-1"
)
_CONDITIONAL = Option(
    "conditional",
    "choice",
    "on",
    "retreats and builds may be sent with the moves: not at all; yes, and a phase that "
    "is decided by them is skipped; or they must, and each season has one deadline",
    ("off", "on", "only"),
    rule="D-7",
)
_CONCESSION = Option("concession", "flag", "yes", "whether all others may concede the game to one power", rule="D-10")
_NMR = Option(
    "nmr",
    "choice",
    "hold",
    "a power without orders at the deadline: its units hold, or the phase waits once for the hours of `grace`",
    ("hold", "wait"),
    rule="D-9",
)
_GRACE = Option("grace", "int", "48", "hours a phase waits under nmr=wait", low=1, high=336, rule="D-9")
_EMPTY = Option(
    "empty",
    "choice",
    "refuse",
    "powers without a player: the game cannot start, or their units hold",
    ("refuse", "hold"),
    rule="D-9",
)
_HELP = (
    Help(
        "HOLD",
        "unit HOLD / HOLD ALL",
        "the unit stays. A unit without an order holds too; HOLD ALL says so for all that have none in this letter.",
        ("A PAR HOLD", "Army Paris stands", "HOLD ALL"),
        "D-3",
    ),
    Help(
        "MOVE",
        "unit - place [VIA CONVOY]",
        "the unit moves. Places are written in full or short, the letter of the "
        "unit may be left out, several orders on a line stand apart by commas. An army goes by sea with a route or "
        "with VIA.",
        (
            "A PAR - BUR",
            "Paris to Burgundy",
            "PAR BUR, BRE MAO",
            "F MAO - SPA/NC",
            "F Spain (south coast) - LYO",
            "A LON - NTH - NWY",
            "A LON - NWY VIA CONVOY",
        ),
        "D-4",
    ),
    Help(
        "SUPPORT",
        "unit S unit [- place]",
        "supports another unit where it stands, or in its move.",
        ("A MAR S A PAR - BUR", "A MAR supports Paris to Burgundy", "F BRE S A PAR"),
        "D-2",
    ),
    Help(
        "CONVOY",
        "fleet C army - place",
        "carries an army over the sea the fleet stands in.",
        ("F NTH C A LON - NWY", "F NTH convoys London to Norway"),
        "D-4",
    ),
    Help(
        "RETREAT",
        "RETREAT unit - place [, place ...]",
        "where a dislodged unit goes: the first place that is open. "
        "It may be sent with the moves, for the case that it is needed.",
        ("RETREAT A MUN - BOH, SIL", "A MUN R BOH", "A MUN DISBAND"),
        "D-7",
    ),
    Help(
        "BUILD",
        "BUILD unit [ELSE unit] [, unit ...]",
        "builds in home centres, in this order; ELSE names a second choice. It may be sent with the moves.",
        ("BUILD A PAR", "BUILD A PAR, F BRE", "BUILD F BRE ELSE A PAR", "BUILD F STP/NC"),
        "D-6",
    ),
    Help(
        "REMOVE",
        "REMOVE unit [, unit ...]",
        "removes units, in this order, as far as removals are due.",
        ("REMOVE F BRE", "DISBAND F BRE"),
        "D-6",
    ),
    Help("WAIVE", "WAIVE", "leaves the builds that are left unused.", ("WAIVE",), "D-6"),
    Help(
        "DRAW",
        "DRAW / DRAW powers / NO DRAW",
        "votes for a draw of all survivors, or, where the game allows lists, "
        "of those named. All survivors must vote for the same. Votes are secret and gone with the phase.",
        ("DRAW", "DRAW FRANCE TURKEY", "NO DRAW"),
        "D-10",
    ),
    CONCEDE_HELP,
)

CARD = Card(
    slug="diplomacy",
    title="Diplomacy",
    credits="Allan B. Calhamer, 1959",
    blurb=BLURB,
    players=(2, 7),
    roles=(Role.POWER,),
    options=(_EDITION, _CONDITIONAL, DRAWS, _CONCESSION, _NMR, _GRACE, _EMPTY),
    sections=(ORDERS, VOTES, REPORT),
    help=_HELP,
    pseudonyms=False,
    score_unit="supply centres",
    calendar=board_calendar(APART),  # D-8
    news=NEWS,
    views=VIEWS,
)
