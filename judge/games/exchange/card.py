"""What can be told of Exchange without opening a game."""

from judge.core.calendar import Calendar, Clock, PhaseKind
from judge.core.variant import Card, Help, Mode, Option, Role, Section
from judge.games.exchange.news import NEWS
from judge.games.exchange.shown import VIEWS
from judge.games.exchange.state import read_settings
from judge.kits.bribes.rules import GIFTS, LANGUAGE, REPORTS, TAXES
from judge.kits.host.reports import MOVES, RETREATS

MARKET = Section("market", "Market and transfers", Mode.ACT)
COMPANY = Section("company", "Issues, consent, draws", Mode.ACT)
ACCEPTANCE = Section("acceptance", "Acceptance lists", Mode.ACT)
QUERIES = Section("queries", "Questions", Mode.ACT, asks=True)
BIDS = Section("bids", "Startup bids", Mode.AMEND)
TERMS = Section("terms", "Terms and prices", Mode.AMEND)
VALUES = Section("values", "Values of centres", Mode.AMEND)
SHARES = Section("shares", "Shopping list", Mode.REPLACE)
BALLOTS = Section("ballots", "Ballots", Mode.AMEND)
DIVIDENDS = Section("dividends", "Dividends", Mode.AMEND)
OFFERS = Section("offers", "Offers to units", Mode.REPLACE)
ORDERS = Section("orders", "Retreats and builds", Mode.AMEND)
REPORT = Section("report", "The master's ending", Mode.AMEND, master=True)
VACANCIES = Section("vacancies", "Special elections", Mode.ACT, master=True)
ALWAYS = (MARKET, COMPANY, ACCEPTANCE, QUERIES)

BLURB = (
    "The great powers are companies. Investors bid for the right to found them, sell their shares, elect their "
    "leaders, draw their dividends and bribe each other's units, for the board is played under Payola. Whoever holds "
    "most of the winning company, or of the companies that draw, wins; cash counts for nothing."
)

_CASH = Option("start_cash", "int", "400", "money each investor begins with", low=1, high=100_000, rule="2.1")
_BID = Option(
    "min_bid",
    "text",
    "50",
    "the least bid for a country, for all or one by one: 50, RUSSIA 80, ITALY 30; "
    "the master may lower it in a running game",
    rule="4.1",
    frozen=False,
)
_AUCTION = Option(
    "auction",
    "choice",
    "sealed",
    "bids are sealed and the winner pays the winning bid; or the second price; or open, in up to three calls",
    ("sealed", "vickrey", "open"),
    rule="XR-12",
)
_FAST = Option(
    "fast",
    "flag",
    "no",
    "the phase for terms is left out in a year in which every founder gave his with "
    "the bid; consent to issues is then counted with the bids",
    rule="6.2",
)
_NMR = Option(
    "nmr",
    "choice",
    "wait",
    "who owes terms, a sheet, builds or a retreat and sends nothing: the game goes "
    "on without; or waits once, for the hours of `grace`; or, chasing, as often as it takes until he sends, "
    "is replaced, or the master processes",
    ("hold", "wait", "chase"),
    rule="XR-23",
)
_GRACE = Option("grace", "int", "48", "hours a phase waits under nmr=wait and nmr=chase", low=1, high=336, rule="XR-23")
_INACTIVE = Option(
    "inactive_until",
    "choice",
    "float",
    "centres of a country can be captured and bring income once its company has floated, or from its start",
    ("float", "start"),
    rule="XR-22",
)
_MIN = Option("share_min", "int", "5", "the fewest shares of a company", low=5, high=1000, rule="XR-13")
_MAX = Option(
    "share_max", "int", "200", "the most shares of a company at its foundation", low=5, high=1000, rule="XR-13"
)
_REPRICE = Option(
    "reprice",
    "choice",
    "lower",
    "whether the founder of a company that has not floated may lower its price in later years",
    ("lower", "none"),
    rule="XR-21",
)
_INCOME = Option(
    "income_mode",
    "choice",
    "financed",
    "centres bring what the flotation set; or the table of Payola; "
    "or nothing but bribes earned and centres taken (Zero-Sum)",
    ("financed", "payola", "zerosum"),
    rule="9.1",
)
_NEUTRAL = Option(
    "neutral_value", "int", "5", "what a neutral centre brings its owner in a year", low=0, high=1000, rule="XR-21"
)
_BASIS = Option(
    "value_basis",
    "choice",
    "outstanding",
    "at the end a share counts against those investors hold, or against all",
    ("outstanding", "all"),
    rule="XR-17",
)
_DIAS = Option("dias", "flag", "no", "a draw must include all survivors", rule="5.6")
_COUNTS = Option("report_counts", "flag", "no", "annual reports say how many shares each shareholder has", rule="XR-7")

_HELP = (
    Help(
        "BID",
        "BID company amount [SHARES n PRICE p]",
        "bids for the right to found a company; the bid becomes its "
        "treasury. With SHARES and PRICE your terms are given at once. NOBID takes it back.",
        ("BID RUSSIA 120", "BID RUSSIA 120 SHARES 40 PRICE 5", "NOBID RUSSIA"),
        "4.2",
    ),
    Help(
        "TERMS",
        "TERMS company SHARES n PRICE p",
        "the founder fixes how many shares there are and what the rest cost; a fifth is his for nothing.",
        ("TERMS RUSSIA SHARES 40 PRICE 5",),
        "4.3",
    ),
    Help(
        "PRICE",
        "PRICE company p",
        "the leader's new price of company-owned shares; a founder may lower his.",
        ("PRICE RUSSIA 6",),
        "XR-10",
    ),
    Help(
        "VALUES",
        "VALUES company centre value ...",
        "the founder splits the income of the home centres: the sum is a "
        "fifth of all shares' value, none more than twice another.",
        ("VALUES RUSSIA MOS 7 SEV 7 STP 12 WAR 14",),
        "7.2",
    ),
    Help(
        "OFFERLIST",
        "OFFERLIST company n, company n ... [CAP money]",
        "the shares you want, most wanted first, and the most you will spend.",
        ("OFFERLIST RUSSIA 5, FRANCE 3, RUSSIA 2 CAP 150", "OFFERLIST NONE"),
        "4.4",
    ),
    Help(
        "VOTE",
        "VOTE company FOR player / VOTE company n FOR player, n FOR player",
        "elects the leader; every share is a vote.",
        ("VOTE RUSSIA FOR Bob", "VOTE RUSSIA 4 FOR Anna, 5 FOR Bob"),
        "1.2",
    ),
    Help(
        "TIEBREAK",
        "TIEBREAK company player, player",
        "the former leader's preference if candidates are tied.",
        ("TIEBREAK RUSSIA Anna, Bob",),
        "XR-6",
    ),
    Help(
        "ELECTION",
        "ELECTION company [CANCEL]",
        "the master's: the leader has left the game, and the company elects "
        "another at this deadline. Votes are sent as in any election.",
        ("ELECTION RUSSIA", "ELECTION RUSSIA CANCEL"),
        "XR-26",
    ),
    Help(
        "DIVIDEND",
        "DIVIDEND company d PER SHARE / DIVIDEND company total / DIVIDEND company NONE",
        "the leader pays the shareholders; the total is a multiple of the number of shares.",
        ("DIVIDEND RUSSIA 2 PER SHARE", "DIVIDEND RUSSIA 80", "DIVIDEND RUSSIA NONE"),
        "1.5",
    ),
    Help(
        "ISSUE",
        "ISSUE company n AT price / ISSUE company CANCEL",
        "the leader proposes new shares; four fifths of the shares must agree.",
        ("ISSUE RUSSIA 10 AT 12", "ISSUE RUSSIA CANCEL"),
        "1.6",
    ),
    Help(
        "APPROVE",
        "APPROVE company / REJECT company",
        "your shares' answer to a proposed issue.",
        ("APPROVE RUSSIA", "REJECT RUSSIA"),
        "1.6",
    ),
    Help("SELL", "SELL n company AT price", "offers shares to everybody, at once.", ("SELL 3 RUSSIA AT 15",), "3.1"),
    Help("UNSELL", "UNSELL listing / UNSELL company", "takes your offers back.", ("UNSELL L7", "UNSELL RUSSIA"), "3.2"),
    Help(
        "BUY",
        "BUY n company FROM player AT price",
        "buys shares on offer, at once, for no more than the price you name. Without FROM the cheapest.",
        ("BUY 2 RUSSIA FROM Bob AT 15", "BUY 2 L7 AT 15", "BUY 2 RUSSIA AT <= 15"),
        "3.1",
    ),
    Help(
        "TRANSFER",
        "TRANSFER money TO player or company",
        "gives money away, at once and for good.",
        ("TRANSFER 30 TO Bob", "TRANSFER 30 TO RUSSIA"),
        "2.4",
    ),
    Help(
        "OFFER",
        "amount : unit order",
        "promises money to a unit if it gets the order named. Below AS and a company "
        "you lead it is the company's money, else your own. A sheet replaces the whole one before of that purse.",
        ("5 : A WAR - GAL", "4 ! F BLA - SEV | S A BUL - RUM", "60 $", "5#3 : A PAR - BUR"),
        "A4",
    ),
    Help("NMR", "NMR", "files an empty sheet of offers.", ("NMR",), "A3"),
    Help(
        "ACCEPT",
        "ACCEPT [company] list",
        "whose money the company's units like best: letters of companies, "
        "investors with @, and ? for all others. It stays until it is changed.",
        ("ACCEPT RUSSIA R A @bob ? T", "ACCEPT R A ?"),
        "A8",
    ),
    Help(
        "RETREAT",
        "RETREAT unit - place [, place ...]",
        "where a dislodged unit of your company goes.",
        ("RETREAT A MUN - BOH, SIL",),
        "D-6",
    ),
    Help(
        "BUILD",
        "BUILD unit [ELSE unit] / REMOVE unit / WAIVE",
        "builds and removals of your company.",
        ("BUILD A MOS", "BUILD F SEV ELSE A MOS", "REMOVE F SEV", "WAIVE"),
        "D-6",
    ),
    Help(
        "DRAW",
        "DRAW company company ... / DRAW NO",
        "below AS and a company you lead: its vote for exactly this draw.",
        ("DRAW RUSSIA FRANCE", "DRAW NO"),
        "5.2",
    ),
    Help(
        "ASK",
        "PORTFOLIO / LEDGER / MARKET / PRICES / REPORT company / RECORDS company",
        "your shares; what moved "
        "your money; what is on offer; what shares cost; the last annual report; a company's books, for its leader.",
        ("PORTFOLIO", "LEDGER", "MARKET", "PRICES", "REPORT RUSSIA", "RECORDS RUSSIA"),
        "1.3",
    ),
)

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

CARD = Card(
    slug="exchange",
    title="Exchange Diplomacy",
    credits="Bruce Duewer; played on John Woolley's Payola",
    blurb=BLURB,
    players=(2, None),
    roles=(Role.INVESTOR,),
    options=(
        _CASH,
        _BID,
        _AUCTION,
        _FAST,
        _NMR,
        _GRACE,
        _INACTIVE,
        _MIN,
        _MAX,
        _REPRICE,
        _INCOME,
        _NEUTRAL,
        _BASIS,
        _DIAS,
        _COUNTS,
        *TAXES,
        *LANGUAGE,
        *GIFTS,
        *REPORTS,
    ),
    sections=(BIDS, TERMS, VALUES, SHARES, BALLOTS, DIVIDENDS, OFFERS, ORDERS, *ALWAYS, REPORT, VACANCIES),
    help=_HELP,
    late_joining=True,
    score_unit="per cent",
    calendar=CALENDAR,
    news=NEWS,
    views=VIEWS,
    together=read_settings,
)
