"""Why a line is refused, cut or remarked on, with figures and the way out."""

from collections.abc import Mapping

from judge.core.ruling import Reason
from judge.games.economic4 import ruling
from judge.kits.host.legal import HOSTED_REASONS

REASONS: Mapping[str, Reason] = {
    **HOSTED_REASONS,
    **ruling.REASONS,
    # transfers
    "own-treasury": Reason("E-7", "{line} names your own power. A transfer is between two powers."),
    "not-your-line": Reason("E-16", "This line is {said}'s to write, and you are {own}. Yours would be {line}."),
    "dead-power": Reason("E-10", "{power} was eliminated in {phase}: its debts and its part in the game are ended."),
    "loan-or-gift": Reason(
        "E-7",
        "Is it a loan or a gift? Write RECEIVE {amount} FROM {power} (LOAN) or RECEIVE {amount} FROM {power} (GIFT).",
    ),
    "gift-repaid": Reason(
        "E-7", "A gift is not repaid. Write RECEIVE {amount} FROM {power} (GIFT), or (LOAN REPAY {repay})."
    ),
    "no-such-sum": Reason("E-7", "{amount} is no sum: write a whole number of credits from 1 up."),
    "too-large": Reason("E-7", "{amount} credits are more than the whole board pays in a hundred years."),
    "call-in-autumn": Reason(
        "E-8", "Loans are called with autumn orders, and paid at the end of that autumn. Put it below FOR F{year}."
    ),
    "nothing-owed": Reason(
        "E-8", "{power} owes you nothing, so there is nothing to call. GIVE and REPAY need no call."
    ),
    "call-cut": Reason("E-8", "You wrote {asked}; {power} owes you {owed}, and that is called."),
    "you-owe-nothing": Reason("E-8", "You owe {power} nothing. To give credits away write GIVE {amount} TO {power}."),
    "repay-cut": Reason("E-8", "You wrote {asked}; you owe {power} {owed}, and that is repaid."),
    "called-twice": Reason("E-8", "{line} calls {power} a second time; the calls add up to more than the {owed} owed."),
    "no-transfers-beside": Reason("E-7", "NO TRANSFERS stands beside transfers, which stay."),
    # remarks on transfers
    "needs-mirror": Reason("E-7", "Nothing moves unless {power} writes {mirror} this season."),
    "both-are-told": Reason("E-7", "You and {power} are told, and nobody else, as soon as both halves are written."),
    "above-treasury": Reason(
        "E-7",
        "Your treasury holds {credits} and your lines send {total}: this is carried out, whole or not at all, only if "
        "enough comes in first.",
    ),
    "repaid-in-parts": Reason(
        "E-8", "{now} now, the other {rest} as money comes in this season; what then stays, stays owed."
    ),
    "above-debt": Reason("E-8", "{power} owes you {owed} now; only a loan agreed this autumn can add to it."),
    "below-repayment": Reason("E-8", "You owe {power} {owed} now; only a loan agreed this season can add to it."),
    "less-back": Reason("E-8", "The sum to repay, {repay}, is less than the {amount} lent."),
    # declarations
    "not-in-winter": Reason("E-9", "{line} belongs to spring and autumn orders. Put it below FOR S{year}."),
    "not-owned": Reason("E-9", "{place} is {owner}. A treasury stands in a province of your own: {places}."),
    "at-sea": Reason("E-9", "{place} is a sea. A treasury stands in a province of your own: {places}."),
    "occupied": Reason("E-9", "An enemy unit, {unit}, stands in {place}: the treasury cannot go there."),
    "stays": Reason("E-9", "The treasury is in {place} already."),
    "alliance-in-autumn": Reason("E-11", "An alliance is declared with autumn orders: put it below FOR F{year}."),
    "alone": Reason("E-11", "An alliance is made with another power."),
    "both-declare": Reason(
        "E-11",
        "It counts if {power} declares ALLIANCE WITH {own} this autumn, too, and you have {alliance} together; you "
        "have {points} now.",
    ),
    "not-your-unit-to-let": Reason("E-13", "You have no unit in {place}. Your units are {own}."),
    "nothing-let": Reason("E-16", "{unit} is let to nobody beyond a turn, so there is nothing to revoke."),
    "let-yourself": Reason("E-13", "You order your own units without LET."),
    "own-order-wins": Reason("E-13", "You order {unit} yourself as well, and the owner's order goes before."),
    "guard-setting": Reason(
        "E-9", "Any other power's unit in the seat takes the treasury here: the setting guarded is no."
    ),
    "guard-yourself": Reason("E-9", "Your own units never take your treasury."),
    # units of others
    "let-to-you": Reason(
        "E-16",
        "{unit} is {owner}'s, and let to you: this counts unless {owner} revokes that, lets somebody else or "
        "orders it itself.",
    ),
    "hired": Reason(
        "E-13",
        "{unit} is {owner}'s: this counts only if {owner} writes LET {own} ORDER {unit} and gives it no order itself.",
    ),
    "winter-apart": Reason(
        "E-2",
        "{order} is for the winter, which has a deadline of its own after the autumn report. Put it below FOR W{year}.",
    ),
    # winter
    "no-winter-order": Reason("E-2", "{order} is no order for the winter: BUILD, REMOVE or WAIVE."),
    "not-home": Reason("E-6", "{order} cannot be: builds go into home centres, {sites}."),
    "home-lost": Reason("E-6", "{order} cannot be: {place} is {owner}. Free home centres: {sites}."),
    "home-full": Reason("E-6", "{order} cannot be: {unit} stands there. Free home centres: {sites}."),
    "no-such-build": Reason("E-6", "{order} cannot be: {why}. Possible there: {instead}."),
    "archangel": Reason("E-6", "{order} cannot be: in this game Archangel builds only while St Petersburg is Russian."),
    "two-builds": Reason("E-6", "{order} cannot be: {place} has a build already."),
    "not-yours-to-remove": Reason("E-5", "{order} cannot be: you have no unit there. Your units are {own}."),
    "dropped-builds": Reason("E-6", "Of this {gone} cannot be: {why}.", loses=True),
    # remarks on the winter
    "beyond-funds": Reason(
        "E-6",
        "After the bill of {bill} your own treasury leaves {left}: {units} must be paid with money from others, or be "
        "waived.",
    ),
    "second-choice": Reason(
        "E-6", "{first} cannot be paid or has no room as it stands, so {instead} is built, your second choice."
    ),
    "only-if-short": Reason(
        "E-5", "Your treasury of {credits} pays the bill of {bill}: removals count only where it could not."
    ),
    "after-removal": Reason(
        "E-6", "{unit} stands there and its removal is not needed, so as it stands the build is waived."
    ),
}
