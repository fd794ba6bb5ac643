"""Why a trade was cut, refused or remarked on: every code with its rule and its words."""

from judge.core.ruling import Reason
from judge.core.tables import reasons

REASONS: dict[str, Reason] = reasons(
    """
# cut: the line stands and is carried out as far as it can be
cut-to-limit (M-4) Cut from {asked} to {units}: the sell limit is {limit} {many} a turn{before}.
cut-to-holding (M-4) Cut from {asked} to {units}: you hold {holding} {many}{before}.
limit-used (M-4) Nothing is sold: the lines above already reach the sell limit of {limit} {many} a turn.
nothing-held (M-4) Nothing is sold: you hold {holding} {many}{before}.
cut-to-money (M-6) Cut from {asked} to {units}: {money} is left for this line, and {asked} {many} at {price} cost
    {cost}.
no-money (M-6) Nothing is bought: {money} is left for this line, and one {one} costs {price}.
cut-as-largest (M-6) Cut from {asked} to {units}: the fixed purchases cost {cost} and there is {money}, so the currency
    with most units ordered is cut first.
budget-over-money (M-6) Cut from {budget} to {spent}, for {units} {many} at {price}: {money} is left for this line.
budget-too-small (M-6) Nothing is bought: {budget} does not buy one {one} at {price}.
# refused: the line does not go on file
not-positive (M-13) {amount} is no number of units that can be traded. Write a whole number above 0.
amount-unreadable (M-13) {amount} is no number of units. Write a whole number, ALL or MAX.
budget-unreadable (M-13) {budget} is no sum of money. Write dollars and cents, or REST.
budget-not-positive (M-13) {budget} is no sum that can be spent. Write an amount above 0, or REST.
budget-too-fine (M-13) {budget} has more than {decimals} decimals, and money here has at most {decimals}. Which sum is
    meant?
amount-and-budget (M-13) The line names a number of units and a sum of money. Which is meant? Write one of them.
unknown-currency (M-13) {currency} is no currency of this game. There are {currencies}.
closed-currency (M-9) {power} was eliminated: the {one} is worth nothing and trading in it is closed.
wash-trade (M-5) The sheet has {other} already, and one sheet cannot sell and buy the same currency. Which of the two is
    meant? Send the whole trading sheet again with one of them.
no-trade-beside-trades (M-14) The sheet has trades beside NO TRADE, and they stand. To have none, send NO TRADE alone.
hat-on-trade (M-14) Trades are made for your own account and not as {hat}. Write them after AS SELF.
not-a-trade (M-14) This is no trade and has no place in a trading sheet.
# remarks beside the verdict
money-lost (M-7) Money left over: {left} of the {raised} raised buys nothing on this sheet and is LOST.
money-lost-first-turn (M-7) Money left over: {left} of the {raised} raised buys nothing on this sheet and is LOST,
    because on the game's first turn no money is kept.
nothing-bought (B-1) The sheet sells and buys nothing: the whole {left} raised is LOST. You must spend what you raise.
"""
)
