"""Letters to the zine's column, from their coming to their issue.

A letter waits for the keeper's word (or for none, by the setting `zine_letters`), is let in, and goes out with the next
issue. Until then its writer can take it back. Rows bear the writer's address; nobody is shown it but the keeper.
"""

from collections.abc import Mapping
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any

from judge.core.errors import InputError
from judge.core.values import Value
from judge.desk.cabinet.records import instant, iso
from judge.store import Store

LONGEST = 3_000  # characters
EACH = 2  # letters of one writer that may wait for an issue
ALL = 15  # of everybody
UNSURE = 3  # in the name of one writer, of which nobody has said that they are his
ASKED, WAITING, IN, OUT, GONE = "asked", "waiting", "in", "out", "gone"
"""Its writer is asked whether it is his; the keeper looks at it; it stands in the next issue; it is out; it was taken
back or refused, and its words are not kept."""
UNANSWERED = timedelta(days=14)


class Letter(Value):
    """A letter to the column. `signed` is the signature as it will be printed; `issue` the one it stood in."""

    number: int
    address: str
    signed: str
    text: str
    at: str
    state: str = WAITING
    issue: int = 0


def check(store: Store, address: str, text: str, sure: bool) -> None:
    """InputError if this letter cannot be taken. `sure`: it is known to be his; what others send in his name takes none
    of his places, and none of anybody's."""
    if not text.strip():
        raise InputError("The letter is empty.", hint="Text goes between LETTER and END.")
    if len(text) > LONGEST:
        raise InputError(
            f"The letter has {len(text)} characters; the column takes {LONGEST}.", hint="Shorten it, and send it again."
        )
    check_room(store, address)
    asked = [one for one in of(store, address) if one.state == ASKED]
    if len(asked) >= UNSURE and not sure:
        raise InputError(
            f"{len(asked)} letters in your name wait for your answer whether they are yours; no more are taken.",
            hint="Answer one of the letters that ask you.",
        )


def check_room(store: Store, address: str) -> None:
    """InputError if the next issue has no room for a letter that is surely his."""
    mine = [one for one in of(store, address) if one.state in (WAITING, IN)]
    if len(mine) >= EACH:
        numbers = " and ".join(str(one.number) for one in mine)
        raise InputError(
            f"Your letters {numbers} wait for the next issue already; it takes {EACH} of one writer.",
            hint=f"LETTER BACK {mine[-1].number} takes one back.",
        )
    table = store.table("column")
    if sum(table.tally("state", state) for state in (WAITING, IN)) >= ALL:
        raise InputError("The column of the next issue is full.", hint="Write again when it is out.")


def take(store: Store, address: str, signed: str, text: str, at: datetime, state: str) -> Letter:
    """A new letter, which `check` has passed."""
    table = store.table("column")
    row = table.fetch("last")
    number = (int(row["number"]) if row else 0) + 1
    table.put("last", {"number": number})
    letter = Letter(number, address, signed, text.strip("\n"), iso(at), state)
    return _kept(store, letter)


def letter(store: Store, number: int) -> Letter | None:
    row = store.table("column").fetch(str(number))
    return _read(row) if row is not None else None


def of(store: Store, address: str) -> list[Letter]:
    """Somebody's letters, by number."""
    return sorted(map(_read, store.table("column").find("address", address)), key=lambda one: one.number)


def waiting(store: Store) -> list[Letter]:
    """What the keeper has still to look at, by number."""
    return _in_state(store, WAITING)


def let_in(store: Store) -> list[Letter]:
    """What stands in the next issue, by number."""
    return _in_state(store, IN)


def move(store: Store, letter: Letter, state: str, issue: int = 0) -> None:
    """Into another state. What will never be printed loses its words."""
    kept = replace(letter, address="", signed="", text="") if state == GONE else letter
    _kept(store, replace(kept, state=state, issue=issue))


def tidy(store: Store, at: datetime) -> None:
    """Forget letters of which nobody has said that they are his."""
    for one in _in_state(store, ASKED):
        if instant(one.at) + UNANSWERED < at:
            move(store, one, GONE)


def printed(store: Store, number: int) -> Letter | None:
    """A letter that stands in an issue; None when it does not any more, because its writer was forgotten."""
    found = letter(store, number)
    return found if found is not None and found.state == OUT else None


def _in_state(store: Store, state: str) -> list[Letter]:
    return sorted(map(_read, store.table("column").find("state", state)), key=lambda one: one.number)


def _kept(store: Store, letter: Letter) -> Letter:
    store.table("column").put(str(letter.number), dict(vars(letter)))
    return letter


def _read(row: Mapping[str, Any]) -> Letter:
    return Letter(**{name: row[name] for name in Letter.__dataclass_fields__})
