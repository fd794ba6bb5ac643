"""Why an order was refused in a Capitalist Diplomacy, beside the reasons of market and board."""

from __future__ import annotations

from collections.abc import Mapping

from judge.core.ruling import Reason, recited
from judge.kits import host, market

_OWN: dict[str, Reason] = {
    "no-exchange-now": Reason(
        "C-1", "{phase} has no exchange: trades are made in the commerce phase of each season. The next is {next}."
    ),
    "no-orders-now": Reason(
        "C-1",
        "{phase} is for trades alone: its exchange makes the commanders of the moves that follow. To send orders "
        "ahead, write them below a line FOR and the phase of the moves.",
    ),
    "not-commander": Reason(
        "C-4",
        "{order} is not yours to give: {power} is commanded by {commander}, who holds most {many}. {yours} Nobody else "
        "is shown this order.",
    ),
    "no-commander": Reason(
        "C-4",
        "{order} is not yours to give: {power} has no commander, because nobody holds {many}; its units stand in civil "
        "disorder. {yours}",
    ),
    "no-command": Reason(
        "C-4", "{order} is for units of your own, and you command no power in {phase}. Buying a currency gains command."
    ),
    "other-hat": Reason(
        "C-4", "{order} is an order for {power} and stands below AS {hat}. Write it below AS {power}, or below AS SELF."
    ),
    "which-power": Reason(
        "C-4", "{order} may be meant for {powers}, which you command. For which? Write AS and the power above it."
    ),
    "winter-of-autumn": Reason(
        "C-2", "{order} is for the winter, which belongs to autumn's commander. Put it below a line FOR F{year}M."
    ),
    "no-votes": Reason(
        "C-8",
        "END {how} is no end of this game: {victory} centres, or the count of Winter {last}, ends it; points decide. "
        "Only END ABANDONED breaks it off.",
    ),
    # the market's own words where money is Swiss francs
    "budget-unreadable": Reason("M-13", "{budget} is no sum of money. Write Swiss francs and centimes, or REST."),
    "nothing-bought": Reason("M-7", "The sheet sells and buys nothing: the whole {left} raised is LOST."),
}

REASONS: Mapping[str, Reason] = {
    **market.REASONS,
    **recited(host.HOSTED_REASONS, {"D-10": "C-8", "D-15": "C-8", "D-8": "C-1"}),
    **_OWN,
}
