"""What an answer to a letter of ours proves, kept beside the letter in a form from which nobody can answer.

A reply key stands in the letter's Reply-To. Of it the row of the outbox keeps all but the secret, and a mark that only
the right key has: so an answer that names the letter by its Message-ID stands for the key, as long as the key itself
would be good, and nobody who reads the store has the keys of letters long gone.
"""

from __future__ import annotations

from judge.desk.cabinet.keys import STEM, Keys

CONFIRM = "confirm."


def bond(keys: Keys, tail: str) -> str:
    """What is kept of a reply key; "" of one that proves nothing. A token to be mailed back is kept as it is: what it
    opens stands in the store under its name."""
    if tail.startswith(CONFIRM):
        return tail
    stem, _, _ = tail.rpartition("-")
    return f"{stem} {mark(keys, tail)}" if STEM.fullmatch(stem) else ""


def mark(keys: Keys, tail: str) -> str:
    """What proves that a key is the one that a letter had."""
    return keys.answer(tail)
