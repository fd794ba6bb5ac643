"""Two worlds that differ in one seat's secret alone: what it has filed, or that it has filed anything. Every word of
everybody else, in every kind of game and state of it, gets the same bytes in both, heads and pages included.

A fixed sample of the words is asked here, with one seat's secret; with JUDGE_SOAK set, every word in every state, with
the secret of each seat but the one that asks.
"""

from dataclasses import replace
from pathlib import Path

import pytest

from judge.config import NotifySettings
from judge.core.notice import MASTER as THE_MASTER
from judge.entropy import SeededEntropy
from tests.conformance.matrix import GAME, GAMES, World, boards, orders, table, world, worlds
from tests.conformance.matrix import STATES as ALL
from tests.conformance.speech import Speech, letters
from tests.counts import SOAK
from tests.harness import MASTER, address_of
from tests.site.sites import files, written

STATES = ALL if SOAK else ("active", "resolved")
EACH = 1 if SOAK else 47  # every so many words, from another one on in each world

WORLDS = [one for one in worlds() if one[2] in STATES]


def others(slug: str) -> list[int]:
    """Which seats of the table have a secret: one, or each but the first, which asks, and the pair's second."""
    seats, double = table(slug, boards(GAMES[slug])[0])
    return [number for number in range(1, len(seats)) if seats[number] != double] if SOAK else [1]


PAIRS = [(*one, number) for one in WORLDS for number in others(one[0])]
_SECRETS: dict[tuple[str, str], str] = {}


def secret_of(made: World, seat: str) -> str:
    """The same for every world of a game in which it can file at all."""
    place = (made.slug, seat)
    if not _SECRETS.get(place):
        _SECRETS[place] = _silent_orders(made, seat)
    return _SECRETS[place]


def _silent_orders(made: World, seat: str) -> str:
    """All that the seat may file in silence: orders that are carried out at once are nobody's secret."""
    lines = []
    for line in orders(made.variant).split("\n")[:: 1 if SOAK else 3]:
        with made.unchanged() as judge:
            before = judge.services.journal.length(GAME)
            judge.orders(GAME, seat, line)
            journal = judge.services.journal
            kinds = {journal.event(GAME, seq)["kind"] for seq in range(before + 1, journal.length(GAME) + 1)}
            if kinds <= {"orders_stored"}:
                lines.append(line)
    return "\n".join([*lines, f"PRESS TO {THE_MASTER}: nobody else shall know"])


def asked(made: World, speech: Speech, seat: str, secret: str) -> list[tuple[str, bytes]]:
    """Who gets what for a letter, in a world with this secret; the seat itself and the master may know it."""
    with made.unchanged() as judge:
        judge.services.keys._entropy = SeededEntropy("the same chance in both worlds")
        judge.posted = 1000
        if secret:
            judge.orders(GAME, seat, secret)
        judge.posted = 2000
        sent = judge.say(speech.sender, speech.text, to=speech.to, subject=speech.subject)
        return [(out.to, out.raw) for out in sent if out.to not in (MASTER, address_of(seat))]


@pytest.mark.parametrize(("slug", "board", "state", "number"), PAIRS)
def test_nobody_learns_from_any_answer_what_another_seat_has_filed(
    tmp_path: Path, slug: str, board: str, state: str, number: int
) -> None:
    made = world(tmp_path / "world", slug, board, state, html=SOAK)  # type: ignore[arg-type]
    seat = made.seats[number]
    secret, own = secret_of(made, seat), address_of(seat)
    assert secret.count("\n") >= (1 if state in ("active", "resolved") else 0)
    said = [one for one in letters(made) if one.sender not in (MASTER, own)]
    first = WORLDS.index((slug, board, state)) % EACH
    compared = 0
    for speech in said[first::EACH]:
        without, with_it = asked(made, speech, seat, ""), asked(made, speech, seat, secret)
        assert without == with_it, speech.name
        compared += len(without)
    assert compared


LOOKS = "MAP\nPRICES\nHOLDINGS\nSUMMARY\nWHO\nRECORD"
WAITS = "dan@example.test"


def looked(made: World, seat: str, secret: str) -> tuple[list[tuple[str, str, bytes]], list[str]]:
    """What everybody but the seat and the master gets, and what is told elsewhere: a player looks at everything and
    leaves, and who is on the standby list is asked."""
    with made.unchanged() as judge:
        kept = judge.services.config
        told = replace(kept, notify=NotifySettings("https://hooks.test/x"))
        try:
            judge.services.config = judge.services.letters.config = told
            judge.services.store.table("standby").put(WAITS, {"address": WAITS, "games": ["all"], "at": ""})
            judge.services.keys._entropy = SeededEntropy("the same chance in both worlds")
            judge.posted = 1000
            if secret:
                judge.orders(GAME, seat, secret)
            judge.posted, before = 2000, len(judge.relay.sent)
            judge.orders(GAME, made.seats[0], LOOKS)
            judge.orders(GAME, made.seats[0], "RESIGN")
            judge.tick(judge.after(minutes=1))
            outs = [out for out in judge.relay.sent[before:] if out.to not in (MASTER, address_of(seat))]
            sent = [(out.to, out.subject, out.raw) for out in outs]
            return sent, sorted(str(row["told"]) for row in judge.services.store.table("notices").all())
        finally:
            judge.services.config = judge.services.letters.config = kept


@pytest.mark.parametrize(
    ("slug", "board", "state"), [one for one in WORLDS if one[2] in (("active", "resolved") if SOAK else ("active",))]
)
def test_no_look_standby_letter_or_notice_tells_that_a_seat_has_filed(
    tmp_path: Path, slug: str, board: str, state: str
) -> None:
    made = world(tmp_path / "world", slug, board, state, html=SOAK)  # type: ignore[arg-type]
    seat = made.seats[1]
    without, with_it = looked(made, seat, ""), looked(made, seat, secret_of(made, seat))
    assert without == with_it
    letters_, notices = without
    assert any(to == WAITS and "a seat is open" in subject for to, subject, _ in letters_), "the standby list was asked"
    assert any("a seat is open" in one for one in notices)


@pytest.mark.parametrize(("slug", "board", "state"), WORLDS if SOAK else WORLDS[::3])
def test_no_page_feed_or_calendar_tells_that_a_seat_has_filed(
    tmp_path: Path, slug: str, board: str, state: str
) -> None:
    made = world(tmp_path / "world", slug, board, state)
    seat = made.seats[1]
    secret = secret_of(made, seat)
    with made.unchanged() as judge:
        written(judge, tmp_path / "without")
    with made.unchanged() as judge:
        judge.orders(GAME, seat, secret)
        written(judge, tmp_path / "with")
    assert files(tmp_path / "without") == files(tmp_path / "with")
