"""What can be told of Exchange without opening a game."""

from judge.core.calendar import Calendar, Clock, PhaseKind
from judge.core.tables import settings, verbs
from judge.core.variant import Card, Mode, Role, Section
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

_OPTIONS = settings(
    """
start_cash: 1 to 100000 = 400 (2.1) money each investor begins with
min_bid: text = 50 (4.1, at any time) the least bid for a country, for all or one by one: 50, RUSSIA 80, ITALY 30; the
    master may lower it in a running game
auction: sealed | vickrey | open (XR-12) bids are sealed and the winner pays the winning bid; or the second price; or
    open, in up to three calls
fast: no | yes (6.2) the phase for terms is left out in a year in which every founder gave his with the bid; consent to
    issues is then counted with the bids
nmr: hold | wait | chase = wait (XR-23) who owes terms, a sheet, builds or a retreat and sends nothing: the game goes on
    without; or waits once, for the hours of `grace`; or, chasing, as often as it takes until he sends, is replaced, or
    the master processes
grace: 1 to 336 = 48 (XR-23) hours a phase waits under nmr=wait and nmr=chase
inactive_until: float | start (XR-22) centres of a country can be captured and bring income once its company has
    floated, or from its start
share_min: 5 to 1000 = 5 (XR-13) the fewest shares of a company
share_max: 5 to 1000 = 200 (XR-13) the most shares of a company at its foundation
reprice: lower | none (XR-21) whether the founder of a company that has not floated may lower its price in later years
income_mode: financed | payola | zerosum (9.1) centres bring what the flotation set; or the table of Payola; or nothing
    but bribes earned and centres taken (Zero-Sum)
neutral_value: 0 to 1000 = 5 (XR-21) what a neutral centre brings its owner in a year
value_basis: outstanding | all (XR-17) at the end a share counts against those investors hold, or against all
dias: no | yes (5.6) a draw must include all survivors
report_counts: no | yes (XR-7) annual reports say how many shares each shareholder has
tax tax_centres cap
language limit_offers savings plateaus zero_foreign reach ebayola signals
transfers anonymous
hide_cost hide_offers statements public_totals chart
""",
    *TAXES,
    *LANGUAGE,
    *GIFTS,
    *REPORTS,
)

_HELP = verbs(
    """
BID: BID company amount [SHARES n PRICE p] (4.2)
    bids for the right to found a company; the bid becomes its treasury. With SHARES and PRICE your terms are given at
    once. NOBID takes it back.
    > BID RUSSIA 120 / BID RUSSIA 120 SHARES 40 PRICE 5 / NOBID RUSSIA
TERMS: TERMS company SHARES n PRICE p (4.3)
    the founder fixes how many shares there are and what the rest cost; a fifth is his for nothing.
    > TERMS RUSSIA SHARES 40 PRICE 5
PRICE: PRICE company p (XR-10)
    the leader's new price of company-owned shares; a founder may lower his.
    > PRICE RUSSIA 6
VALUES: VALUES company centre value ... (7.2)
    the founder splits the income of the home centres: the sum is a fifth of all shares' value, none more than twice
    another.
    > VALUES RUSSIA MOS 7 SEV 7 STP 12 WAR 14
OFFERLIST: OFFERLIST company n, company n ... [CAP money] (4.4)
    the shares you want, most wanted first, and the most you will spend.
    > OFFERLIST RUSSIA 5, FRANCE 3, RUSSIA 2 CAP 150 / OFFERLIST NONE
VOTE: VOTE company FOR player / VOTE company n FOR player, n FOR player (1.2)
    elects the leader; every share is a vote.
    > VOTE RUSSIA FOR Bob / VOTE RUSSIA 4 FOR Anna, 5 FOR Bob
TIEBREAK: TIEBREAK company player, player (XR-6)
    the former leader's preference if candidates are tied.
    > TIEBREAK RUSSIA Anna, Bob
ELECTION: ELECTION company [CANCEL] (XR-26)
    the master's: the leader has left the game, and the company elects another at this deadline. Votes are sent as in
    any election.
    > ELECTION RUSSIA / ELECTION RUSSIA CANCEL
DIVIDEND: DIVIDEND company d PER SHARE / DIVIDEND company total / DIVIDEND company NONE (1.5)
    the leader pays the shareholders; the total is a multiple of the number of shares.
    > DIVIDEND RUSSIA 2 PER SHARE / DIVIDEND RUSSIA 80 / DIVIDEND RUSSIA NONE
ISSUE: ISSUE company n AT price / ISSUE company CANCEL (1.6)
    the leader proposes new shares; four fifths of the shares must agree.
    > ISSUE RUSSIA 10 AT 12 / ISSUE RUSSIA CANCEL
APPROVE: APPROVE company / REJECT company (1.6)
    your shares' answer to a proposed issue.
    > APPROVE RUSSIA / REJECT RUSSIA
SELL: SELL n company AT price (3.1)
    offers shares to everybody, at once.
    > SELL 3 RUSSIA AT 15
UNSELL: UNSELL listing / UNSELL company (3.2)
    takes your offers back.
    > UNSELL L7 / UNSELL RUSSIA
BUY: BUY n company FROM player AT price (3.1)
    buys shares on offer, at once, for no more than the price you name. Without FROM the cheapest.
    > BUY 2 RUSSIA FROM Bob AT 15 / BUY 2 L7 AT 15 / BUY 2 RUSSIA AT <= 15
TRANSFER: TRANSFER money TO player or company (2.4)
    gives money away, at once and for good.
    > TRANSFER 30 TO Bob / TRANSFER 30 TO RUSSIA
OFFER: amount : unit order (A4)
    promises money to a unit if it gets the order named. Below AS and a company you lead it is the company's money, else
    your own. A sheet replaces the whole one before of that purse.
    > 5 : A WAR - GAL / 4 ! F BLA - SEV | S A BUL - RUM / 60 $ / 5#3 : A PAR - BUR
NMR: NMR (A3)
    files an empty sheet of offers.
    > NMR
ACCEPT: ACCEPT [company] list (A8)
    whose money the company's units like best: letters of companies, investors with @, and ? for all others. It stays
    until it is changed.
    > ACCEPT RUSSIA R A @bob ? T / ACCEPT R A ?
RETREAT: RETREAT unit - place [, place ...] (D-6)
    where a dislodged unit of your company goes.
    > RETREAT A MUN - BOH, SIL
BUILD: BUILD unit [ELSE unit] / REMOVE unit / WAIVE (D-6)
    builds and removals of your company.
    > BUILD A MOS / BUILD F SEV ELSE A MOS / REMOVE F SEV / WAIVE
DRAW: DRAW company company ... / DRAW NO (5.2)
    below AS and a company you lead: its vote for exactly this draw.
    > DRAW RUSSIA FRANCE / DRAW NO
ASK: PORTFOLIO / LEDGER / MARKET / PRICES / REPORT company / RECORDS company (1.3)
    your shares; what moved your money; what is on offer; what shares cost; the last annual report; a company's books,
    for its leader.
    > PORTFOLIO / LEDGER / MARKET / PRICES / REPORT RUSSIA / RECORDS RUSSIA
"""
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
    options=_OPTIONS,
    sections=(BIDS, TERMS, VALUES, SHARES, BALLOTS, DIVIDENDS, OFFERS, ORDERS, *ALWAYS, REPORT, VACANCIES),
    help=_HELP,
    late_joining=True,
    score_unit="per cent",
    calendar=CALENDAR,
    news=NEWS,
    views=VIEWS,
    together=read_settings,
)
