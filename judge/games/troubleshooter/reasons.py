"""Why an order to the TS or a report was refused or remarked on: every code with its rule and its words."""

from __future__ import annotations

from collections.abc import Mapping

from judge.core.ruling import Reason, recited
from judge.kits import host, market

_OWN: dict[str, Reason] = {
    # refused: orders to the TS
    "wrong-start": Reason("T-3", "Your TS is in {here}, not in {start}. {instead}"),
    "unknown-place": Reason("T-3", "{place} is no place on this map."),
    "no-border": Reason("T-3", "{one} and {other} do not touch, neither by land nor by sea. {instead}"),
    "too-dear": Reason(
        "T-4", "The route costs {percent} % of his cash, and no journey may cost 100 % or more. {instead}"
    ),
    "bound": Reason(
        "T-6",
        "Your TS is bound in {here} until the winter adjustments of {year} are over: his money is lent to {power}'s "
        "units. He can leave in Spring {next}.",
    ),
    "barred": Reason(
        "T-7",
        "Your TS is barred from {power} until {year}, so he may not end a move in its home centre {goal}. He may pass "
        "through it.",
    ),
    "no-route": Reason("T-3", "{instead}"),
    "cheapest-asked": Reason("T-3", "The cheapest route to {goal} is {order}, {percent} %."),
    "cheapest": Reason("T-3", "This is the cheapest route to {goal}, {percent} %."),
    "second-order": Reason(
        "T-3", "The sheet has {other} already, and the TS makes one journey a season. Which is meant? Send one of them."
    ),
    "hat-on-ts": Reason("T-3", "The TS is your own and not {hat}'s. Write his order after AS SELF."),
    "not-for-a-player": Reason("T-14", "Orders to units are given by the players of the board game."),
    # remarks beside an accepted order
    "no-units": Reason(
        "T-5", "{power} has no unit on the board now. If it stays so, he lends nothing and is not bound."
    ),
    "taken-home": Reason(
        "T-5", "{goal} is a home centre of {power} in other hands: he changes no money and lends nothing there."
    ),
    "dead-money": Reason("T-10", "His {many} are worth nothing: {power} was eliminated."),
    # the master's report
    "owners-wanted": Reason(
        "T-14",
        "An autumn's result must say who owns every centre: the report has no OWNERS. Whether a TS may lend, and what "
        "loans repay, hangs on it.",
    ),
    "units-wanted": Reason(
        "T-14",
        "Each season's result must say where the units stand, or how many each power has: the report has no UNITS. "
        "Loans are shared out among them.",
    ),
    "not-this-winter": Reason(
        "T-14",
        "{phase} cannot be reported while the game stands at {now}: the units that a winter left are told in the "
        "spring after it, once the autumn is resolved.",
    ),
    "winter-without-units": Reason("T-14", "RESULT {phase} tells what the winter left of the units: it has no UNITS."),
    "winter-units-only": Reason("T-14", "Of a winter only the units are taken: owners came with the autumn's report."),
    "too-many-for-winter": Reason(
        "T-14", "{power} cannot have {units} units after the winter: it has {count} centres by the autumn's report."
    ),
    "power-without-units": Reason("T-14", "{powers} without a unit in this report: nobody can lend there this season."),
    "power-lost-units": Reason(
        "T-14", "{powers} without a unit after the winter: where loans can be made in spring, its own report decides."
    ),
    "spring-report": Reason(
        "T-14",
        "The season's loans are shared among the units of this report. It changes no price, and centres are counted in "
        "autumn.",
    ),
    "spring-owners": Reason(
        "T-5",
        "{places} changed hands in this spring's list. Ownership is counted in winter, so it changes nothing yet.",
    ),
    # the market, in this game's numbers
    "nothing-bought": Reason(
        "T-12",
        "The sheet sells and buys nothing: the whole {left} raised is LOST. You must spend what you raise.",
    ),
    "money-lost": Reason(
        "T-12", "Money left over: {left} of the {raised} raised buys nothing on this sheet and is LOST."
    ),
}

_OF_A_REPORT = {"B-5": "T-11", "B-6": "T-11", "B-8": "T-14", "B-9": "T-14", "M-10": "T-9"}
REASONS: Mapping[str, Reason] = {**market.REASONS, **recited(host.REASONS, _OF_A_REPORT), **_OWN}
