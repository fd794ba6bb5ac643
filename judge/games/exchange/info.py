"""What can be told of Exchange without opening a game, and why an order is refused or changed,
in words with its figures. Rule numbers: the printed rules' and XR rulings'."""

from judge.core.calendar import Calendar, Clock, PhaseKind
from judge.core.ruling import Reason
from judge.core.tables import reasons, settings, verbs
from judge.core.variant import GameInfo, Mode, Role, Section
from judge.games.exchange.news import NEWS
from judge.games.exchange.shown import VIEWS
from judge.games.exchange.state import read_settings
from judge.kits.bribes.rules import GIFTS, LANGUAGE, REPORTS, TAXES
from judge.kits.host.reports import MOVES, RETREATS

REASONS: dict[str, Reason] = reasons(
    """
# who may
not-leader (XR-1) {company} is led by {leader}, and only its leader does this. You lead {own}.
not-floated (4.6) {company} has not floated, and until then it takes no action: {status}.
which-company (XR-25) For which company? Write AS and its name in a line before. You lead {own}.
not-founder (4.3) Only the founder does this, and {company} was founded by {founder}.
no-such-player (2.1) There is no player {name} in this game. Players are {players}.
company-purse (1.1) A company neither gives money away nor trades shares. AS SELF puts its hat off.
newer-line (4.4) A later line of the letter replaces this one.
# bids
country-taken (4.2) {company} is {status}: only countries not yet founded can be bid for. {free}
low-bid (4.1) {amount} is below the least bid for {company}, which is {least}.
no-cash (2.1) It costs {cost}, and you have {cash}.
below-call (XR-12) {who} has bid {standing} for {company} already: bid more than that.
bids-exceed-cash (XR-12) All your bids together are {total} and you have {cash}: they are tried from the highest down,
    and one you can no longer pay is void.
bids-exceed-rest (XR-12) Your bids that stand tie up {tied} of your {cash}, and these are {total}: they are tried from
    the highest down, and one that what is left does not pay is void.
bid-stands (XR-12) Your bid of {standing} for {company} stands: in an open auction no bid is taken back.
# terms
few-shares (XR-13) A company has from {least} to {most} shares, not {shares}.
bad-price (XR-13) A share costs from 1 to {most}, not {price}.
terms-known (4.3) {company} has its terms: {shares} shares at {price}. PRICE may still lower the price.
price-up (XR-21) The founder may lower the price of a company that has not floated, never raise it: it is {now}.
price-fixed (XR-21) In this game the price of a company that has not floated stays.
nothing-of-its-own (XR-10) {company} owns no shares of its own, so nothing of it has a price to set.
issue-price-wins (XR-10a) If the issue of {company} passes, its price of {price} goes before this one.
wrong-centres (7.2) The home centres of {company} are {centres}: each is named once.
wrong-sum (7.2) The values add up to {sum}, and must be {total}: a fifth of {shares} shares at {price}.
wrong-ratio (7.2) No centre may be worth more than twice another: {most} is more than twice {least}.
few-coins (XR-20) With {total} over {count} centres some get 1 and the rest 0.
values-known (7.2) The centres of {company} have their values for good.
# shares
no-list (4.4) {company} has nothing for sale.
dear-list (4.4.3) At the published prices the whole list costs {cost}, and you will spend at most {limit}: what does not
    fit when its turn comes is dropped.
sold-out (4.4.2) {company} has {left} shares for sale, and the list names {wanted}.
list-too-long (4.4) A list has at most {most} single shares, and this one names {wanted}.
# votes
no-shares (2.1) You hold no share of {company}.
more-votes (1.2) The ballot names {named} votes, and you hold {held} shares of {company}.
spare-votes (XR-5) {spare} of your {held} shares are not named: they vote for yourself.
no-candidate (XR-4) A vote counts only if whom it names holds a share of {company} when votes are counted.
not-former (XR-6) The tie-break in {company} is {former}'s.
no-election (1.2) {company} elects its leader in the phase of elections. {called}
# vacancies
gone-candidate (XR-26) {name} has left the game and cannot be elected: such votes are void.
no-leader (XR-26) {company} has no leader whose office could be vacant: {status}.
called-already (XR-26) {company} elects at the deadline of {phase} already.
not-called (XR-26) No election has been called in {company}.
# dividends
no-multiple (1.5) DIVIDEND {total} is no multiple of the {shares} shares of {company}; use {multiples} (treasury
    {treasury}).
dear-dividend (1.5) {each} a share is {need} for the {shares} shares of {company}, and its treasury holds {treasury}:
    the most is {most} a share.
# issues
issue-pending (1.6) {company} has a proposal already: {number} shares at {price}. ISSUE {company} CANCEL takes it back.
no-issue (1.6) Nothing is proposed in {company}.
no-room (1.6) {number} new shares would leave {company} with {own} of {shares} shares of its own, more than a third: the
    most is {most}.
issue-closed (XR-9) Issues are proposed from the dividends of a year until the bids of the next. Now it is {now}.
consent-means (XR-9) {number} shares at {price}. It passes if four fifths of the shares held agree when terms are
    settled; you hold {held} of {outstanding} now.
# draws
draw-too-early (5.2.1) There is no draw until all companies have floated; {missing} have not.
draw-dead (XR-24) {company} is eliminated: it neither votes nor shares in a draw. Survivors are {survivors}.
draw-all (5.6) In this game a draw includes all survivors: {survivors}.
draw-means (XR-18) It passes if the leaders of {survivors} all have this same vote on file at the end of a year.
# offers to units
no-offers-now (XR-1) {phase} is not bid for: retreats are ordered by the companies' leaders alone, with no money.
# market
bad-asking (3.1) A share is offered at 1 to {most}, not {price}.
no-such-listing (3.1) There is no such offer. {known}
not-yours (3.2) L{listing} is {seller}'s.
nothing-listed (3.2) You offer no shares of {company}.
all-listed (3.1) You hold {held} shares of {company}, of which {listed} are on offer: {free} are free.
own-listing (3.1) These are your own shares.
above-limit (3.1) They cost {price} a share, above your limit of {limit}.
fewer-left (3.1) Only {filled} were left; {missing} of {wanted} stay unfilled.
rest-dearer (3.1) Only {filled} are offered at {limit} or less; {missing} of {wanted} stay unfilled.
cannot-pay (3.1) {number} of them cost {cost}, and you have {cash}.
# transfers
bad-amount (2.4) A transfer is from 1 to what you have, and you have {cash}.
to-yourself (2.4) Money cannot be given to oneself.
no-transfers (A13) In this game no money is given away.
one-transfer (A13) In this game each receiver gets one gift from you in a phase, and {who} has had it in {phase}.
# questions
name-company (1.3) Of which company? Write for instance {asked} RUSSIA.
no-report (1.4) {company} has made no annual report yet.
"""
)


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
    "leaders, draw their dividends and bribe each other's units, for the board is played under Payola. The player "
    "who holds most of the winning company, or of the companies that draw, wins; cash counts for nothing."
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

INFO = GameInfo(
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
