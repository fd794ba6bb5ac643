"""Why a trade was cut, refused or remarked on: every code with its rule and its words."""

from judge.core.ruling import Reason

REASONS: dict[str, Reason] = {
    # cut: the line stands and is carried out as far as it can be
    "cut-to-limit": Reason(
        "M-4",
        "Cut from {asked} to {units}: the sell limit is {limit} {many} a turn{before}.",
    ),
    "cut-to-holding": Reason(
        "M-4",
        "Cut from {asked} to {units}: you hold {holding} {many}{before}.",
    ),
    "limit-used": Reason(
        "M-4",
        "Nothing is sold: the lines above already reach the sell limit of {limit} {many} a turn.",
    ),
    "nothing-held": Reason("M-4", "Nothing is sold: you hold {holding} {many}{before}."),
    "cut-to-money": Reason(
        "M-6",
        "Cut from {asked} to {units}: {money} is left for this line, and {asked} {many} at {price} cost {cost}.",
    ),
    "no-money": Reason("M-6", "Nothing is bought: {money} is left for this line, and one {one} costs {price}."),
    "cut-as-largest": Reason(
        "M-6",
        "Cut from {asked} to {units}: the fixed purchases cost {cost} and there is {money}, so the "
        "currency with most units ordered is cut first.",
    ),
    "budget-over-money": Reason(
        "M-6",
        "Cut from {budget} to {spent}, for {units} {many} at {price}: {money} is left for this line.",
    ),
    "budget-too-small": Reason("M-6", "Nothing is bought: {budget} does not buy one {one} at {price}."),
    # refused: the line does not go on file
    "not-positive": Reason("M-13", "{amount} is no number of units that can be traded. Write a whole number above 0."),
    "amount-unreadable": Reason("M-13", "{amount} is no number of units. Write a whole number, ALL or MAX."),
    "budget-unreadable": Reason("M-13", "{budget} is no sum of money. Write dollars and cents, or REST."),
    "budget-not-positive": Reason("M-13", "{budget} is no sum that can be spent. Write an amount above 0, or REST."),
    "budget-too-fine": Reason(
        "M-13", "{budget} has more than {decimals} decimals, and money here has at most {decimals}. Which sum is meant?"
    ),
    "amount-and-budget": Reason(
        "M-13", "The line names a number of units and a sum of money. Which is meant? Write one of them."
    ),
    "unknown-currency": Reason("M-13", "{currency} is no currency of this game. There are {currencies}."),
    "closed-currency": Reason("M-9", "{power} was eliminated: the {one} is worth nothing and trading in it is closed."),
    "wash-trade": Reason(
        "M-5",
        "The sheet has {other} already, and one sheet cannot sell and buy the same currency. Which of the two is "
        "meant? Send the whole trading sheet again with one of them.",
    ),
    "no-trade-beside-trades": Reason(
        "M-14",
        "The sheet has trades beside NO TRADE, and they stand. To have none, send NO TRADE alone.",
    ),
    "hat-on-trade": Reason("M-14", "Trades are made for your own account and not as {hat}. Write them after AS SELF."),
    "not-a-trade": Reason("M-14", "This is no trade and has no place in a trading sheet."),
    # remarks beside the verdict
    "money-lost": Reason(
        "M-7", "Money left over: {left} of the {raised} raised buys nothing on this sheet and is LOST{why}."
    ),
    "much-lost": Reason(
        "M-7",
        "Money left over: {left} of the {raised} raised buys nothing on this sheet and is LOST{why}. {more} would "
        "spend it.",
        look=True,
    ),
    "nothing-bought": Reason(
        "B-1",
        "The sheet sells and buys nothing: the whole {left} raised is LOST{why}. Send it again with a line more, "
        "BUY ... WITH REST, and a currency in place of the dots.",
        look=True,
    ),
}
