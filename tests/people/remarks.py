"""Remarks beside plain orders: each is a courtesy of the closed list, or quoted whole in the answer, or nothing is
filed and it is asked. `remarks.txt` has 300 that were made up for this, in three tongues."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.harness import shared_reader
from tests.people import desk

ORDERS = {
    "bourse": ("Lupus", "SELL 300 LIRA\nBUY 300 MARKS"),
    "payola": ("FRANCE", "5 : A PAR - BUR\nTRANSFER 10 TO ITALY"),
}
PLACES = {
    "before": "{remark}\n\n{orders}",
    "behind": "{orders}\n\n{remark}",
    "subject": "{orders}",
    "signature": "{orders}\n\n-- \n{remark}",
}
COURTESY, ANSWERED, QUOTED, HELD, WRONG = "courtesy", "answered", "quoted", "held", "wrong"


def remarks() -> list[str]:
    rows = (Path(__file__).parent / "remarks.txt").read_text("utf-8").splitlines()
    return [row for row in rows if row and not row.startswith(("//", "["))]


def letters() -> Iterator[tuple[str, str, str]]:
    """(game, place, remark) of all letters."""
    return ((game, place, remark) for remark in remarks() for game in ORDERS for place in PLACES)


def sent(game: str, place: str, remark: str) -> desk.Told:
    seat, orders = ORDERS[game]
    letter = PLACES[place].format(remark=remark, orders=orders)
    subject = remark if place == "subject" else ""
    return desk.send(desk.position(game), seat, letter, subject=subject, name=f"{place} {remark}")


def outcome(remark: str, told: desk.Told) -> str:
    """What became of a remark in its letter."""
    if shared_reader().courteous(remark, "S1901M"):
        return COURTESY
    if told.tag == "OK":
        return ANSWERED if remark.endswith("?") and _answered(remark) else WRONG
    if told.beyond_recall:
        return WRONG
    if named(remark, told):
        return QUOTED
    return HELD if not told.changed and told.tag == "ASK" else WRONG


@cache
def _answered(remark: str) -> bool:
    """Whether a remark alone is a question that the judge answers, and nothing else."""
    told = desk.send(desk.position("bourse"), "Lupus", remark, name=remark)
    return told.tag == "OK" and not told.changed


def named(remark: str, told: desk.Told) -> bool:
    """Whether each sentence of a remark stands in the answer, word for word."""
    answer = f" {_words(told.text)} "
    return all(f" {_words(one)} " in answer for one in re.split(r"[.?!:]+(?:\s|$)", remark) if _words(one))


def _words(text: str) -> str:
    return " ".join(re.findall(r"[^\W_]+", unicodedata.normalize("NFKC", text).casefold()))


if __name__ == "__main__":
    counts: Counter[str] = Counter()
    for game, place, remark in letters():
        told = sent(game, place, remark)
        found = outcome(remark, told)
        counts[found] += 1
        if found == WRONG or "-v" in sys.argv:
            print(f"{found} {told.tag} {game} {place}: {remark} => {told.filed} {told.done} {told.events}")
    print(dict(counts))
