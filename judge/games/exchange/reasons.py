"""Why an order is refused or changed, in words with its figures. Rule numbers: the printed rules' and XR rulings'."""

from judge.core.ruling import Reason
from judge.core.tables import reasons

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
