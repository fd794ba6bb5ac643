"""Two worlds that differ in one seat's secret alone: what it has filed, or that it has filed anything. Every word of
everybody else, in every kind of game and state of it, gets the same bytes in both, heads and pages included.

A fixed sample of the words is asked here; with JUDGE_SOAK set, every word.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from judge.core.notice import MASTER as THE_MASTER
from judge.entropy import SeededEntropy
from tests.conformance.matrix import GAME, World, orders, world, worlds
from tests.conformance.speech import Speech, letters
from tests.harness import MASTER, address_of
from tests.site.sites import files, written

SOAK = bool(os.environ.get("JUDGE_SOAK"))
STATES = ("active", "awaiting", "resolved") if SOAK else ("active", "resolved")
EACH = 1 if SOAK else 23  # every so many words, from another one on in each world

WORLDS = [one for one in worlds() if one[2] in STATES]


def secret_seat(made: World) -> str:
    return made.seats[1]


_SECRETS: dict[str, str] = {}


def secret_of(made: World) -> str:
    """The same for every world of a game."""
    if made.slug not in _SECRETS:
        _SECRETS[made.slug] = _silent_orders(made)
    return _SECRETS[made.slug]


def _silent_orders(made: World) -> str:
    """All that the seat may file in silence: orders that are carried out at once are nobody's secret."""
    lines = []
    for line in orders(made.variant).split("\n")[:: 1 if SOAK else 3]:
        with made.unchanged() as judge:
            before = judge.office.journal.length(GAME)
            judge.orders(GAME, secret_seat(made), line)
            journal = judge.office.journal
            kinds = {journal.event(GAME, seq)["kind"] for seq in range(before + 1, journal.length(GAME) + 1)}
            if kinds <= {"orders_stored"}:
                lines.append(line)
    return "\n".join([*lines, f"PRESS TO {THE_MASTER}: nobody else shall know"])


def asked(made: World, speech: Speech, secret: str) -> list[tuple[str, bytes]]:
    """Who gets what for a letter, in a world with this secret; the seat itself and the master may know it."""
    with made.unchanged() as judge:
        judge.office.keys._entropy = SeededEntropy("the same chance in both worlds")
        judge.posted = 1000
        if secret:
            judge.orders(GAME, secret_seat(made), secret)
        judge.posted = 2000
        sent = judge.say(speech.sender, speech.text, to=speech.to, subject=speech.subject)
        return [(out.to, out.raw) for out in sent if out.to not in (MASTER, address_of(secret_seat(made)))]


@pytest.mark.parametrize(("slug", "board", "state"), WORLDS)
def test_nobody_learns_from_any_answer_what_another_seat_has_filed(
    tmp_path: Path, slug: str, board: str, state: str
) -> None:
    made = world(tmp_path / "world", slug, board, state, html=SOAK)  # type: ignore[arg-type]
    secret, own = secret_of(made), address_of(secret_seat(made))
    assert secret.count("\n") >= 1
    said = [one for one in letters(made) if one.sender not in (MASTER, own)]
    first = WORLDS.index((slug, board, state)) % EACH
    compared = 0
    for speech in said[first::EACH]:
        without, with_it = asked(made, speech, ""), asked(made, speech, secret)
        assert without == with_it, speech.name
        compared += len(without)
    assert compared


@pytest.mark.parametrize(("slug", "board", "state"), WORLDS if SOAK else WORLDS[::3])
def test_no_page_feed_or_calendar_tells_that_a_seat_has_filed(
    tmp_path: Path, slug: str, board: str, state: str
) -> None:
    made = world(tmp_path / "world", slug, board, state)
    secret = secret_of(made)
    with made.unchanged() as judge:
        written(judge, tmp_path / "without")
    with made.unchanged() as judge:
        judge.orders(GAME, secret_seat(made), secret)
        written(judge, tmp_path / "with")
    assert files(tmp_path / "without") == files(tmp_path / "with")
