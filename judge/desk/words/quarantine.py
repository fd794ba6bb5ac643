"""QUARANTINE LIST / RELEASE / DISCARD: letters that were set aside, for the master of the game they were meant for."""

from __future__ import annotations

from judge.core import words
from judge.core.errors import InputError
from judge.desk.sheets.sitting import Sitting
from judge.desk.words.binding import handles


@handles(words.Quarantine)
def quarantine(sitting: Sitting, word: words.Quarantine) -> None:
    game, office = sitting.the_game(), sitting.office
    rows = office.shunt.listing(game.key)
    action = word.action.lower()
    if action == "list":
        text = office.pen.part(("session/quarantine.txt",), {"rows": rows, "zone": game.zone()})
        sitting.enclosures.append(text or "")
        return
    row = next((r for r in rows if r["reference"] == word.reference.lower()), None)
    if row is None:
        listing = ", ".join(r["reference"] for r in rows) or "none"
        raise InputError(f"There is no letter {word.reference!r} set aside.", hint=f"Set aside: {listing}.")
    if action == "release":
        office.released.append(row["reference"])
        sitting.say("released", line=word.line, reference=row["reference"])
    else:
        office.shunt.drop(row["reference"])
        sitting.say("discarded", line=word.line, reference=row["reference"])
    sitting.did = True
