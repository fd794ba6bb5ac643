"""What a letter says twice, and not the same way: nothing of it is done before its writer says which one counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from judge.reading.clause import Clause, asked_after_all, on_yes
from judge.reading.clauses.edits import CHANGED
from judge.reading.clauses.modality import ASKED, Modality
from judge.reading.clauses.tools import Tools
from judge.reading.faults import Fault
from judge.reading.sense.result import PLAIN
from judge.reading.sense.tokens import EDGE


def ordered(tools: Tools, clauses: Sequence[Clause]) -> list[Clause]:
    """The clauses; of two orders for one unit the last counts where both stand in the notation (D-3), or what stands
    between them corrects. Other words may be talk: `Greetings from Munich to Bohemia!`."""
    out = list(clauses)
    above: dict[str, int] = {}
    for n, clause in enumerate(clauses):
        for order in clause.orders:
            key = order.key() or order.canonical()
            at = above.get(key, n)
            again = at != n and not _notes(clause, CHANGED) and (not order.key() or order not in clauses[at].orders)
            between = clauses[at + 1 : n + 1]  # `Scrap that last one, Munich holds after all`
            if again and not (any(_corrects(tools, each) for each in between) or _written(tools, clause, clauses[at])):
                out[at] = asked_after_all(clauses[at], f"Below you write {order.canonical()}. Which one counts?")
                out[n] = on_yes(clause, "Above you order the same. Does this take its place?")
            above[key] = n
    return out


def _notes(clause: Clause, change: str) -> bool:
    """Whether a clause was read as a change of this kind."""
    return any(note.startswith(change) for note in clause.notes)


def _corrects(tools: Tools, clause: Clause) -> bool:
    things = tools.sense.changes(clause.text)  # `P.S. Changed my mind: ...`
    return next((one for one in things if not (one.is_("small") or one.is_("sign"))), EDGE).is_("corrects")


def _written(tools: Tools, *clauses: Clause) -> bool:
    """Whether orders stand there as their grammar has them."""
    try:
        return tools.orders is not None and all(
            tools.orders.whole(one.text.strip(" .,;!"), one.first) for one in clauses
        )
    except Fault:
        return False


def labelled_off(tools: Tools, clause: Clause, first: bool) -> bool:
    """Whether the label of an order denies it or puts it off: `No: TRANSFER 10 TO BOB`. Behind other orders (it is not
    the `first`) a `no` corrects."""
    label, colon, _ = clause.text.strip().partition(":")
    sections, word = tools.known.sections, label.casefold().strip()
    off = any(word in sections[name] for name in ("undoing", "time", "putting_off", *(["negation"] if first else [])))
    return bool(colon) and not _notes(clause, CHANGED) and off and word not in PLAIN


def hold(tools: Tools, on_file: Callable[[], bool], clauses: Sequence[Clause]) -> list[Clause]:
    """The clauses; where words say below orders of units that all hold, and not that the others do, these may be meant
    to hold, too; where the others hold and none is named, those on file may stand. `No sales` may leave the purchases
    on file."""
    out = list(clauses)
    for n, clause in enumerate(clauses):
        if clause.printed == ("NO TRADE",) and len(tools.sense.verbs(clause.text)) == 1 and on_file():
            out[n] = on_yes(clause, ASKED[Modality.UNCLEAR])
        if clause.printed != ("HOLD ALL",) or (clause.text.isupper() and _written(tools, clause)):
            continue
        section = clause.orders[0].section
        above = [at for at in range(n) if any(order.section == section for order in clauses[at].orders)]
        others = not tools.known.sections["others"].isdisjoint(clause.text.casefold().strip(" .!").split())
        if others != bool(above) and (above or on_file()):
            for at in (*above, n):
                out[at] = on_yes(out[at], ASKED[Modality.UNCLEAR])
    return out
