"""Nobody known meets silence: whatever a player or a master writes, in whatever state the game stands, he is answered,
and nothing that he writes is a fault."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.conformance.matrix import GAME, STATES, faultless, world
from tests.counts import some
from tests.harness import MASTER, Out, address_of, password_of

SLOPPY = (
    "?",
    "hi there",
    "👍",
    "thanks!",
    "When is the deadline?",
    "prices? standings? and my statement please",
    "same as last time please",
    "please cancel everything",
    "undo that",
    "I resign.",
    "I'm away from 20 December to 3 January",
    "tell everybody: hello",
    "Message to Vulpes:\nhello\nthere",
    "Please extend the deadline by a day and throw Vulpes out",
    "process",
    "sell everything, move somewhere, if you like",
    "I forgot my password",
    "FORGET ME",
    "Bitte die Ergebnisse noch einmal",
    "> quoted\n\nok",
    "STATUS\nHELP\nREADY\nnonsense 17",
    "YES",
)
WORLDS = [("bourse", "reported", state) for state in STATES] + [
    ("diplomacy", "hosted", state) for state in STATES if state != "awaiting"
]


def to(letters: list[Out], reader: str) -> list[Out]:
    """Answers to a reader; what a state had in store for everybody apart."""
    return [out for out in letters if reader.lower() in out.to.lower() and out.header("In-Reply-To")]


@pytest.mark.parametrize(("slug", "board", "state"), WORLDS, ids=lambda one: one)
def test_whatever_somebody_known_writes_is_answered(tmp_path: Path, slug: str, board: str, state: str) -> None:
    made = world(tmp_path, slug, board, state)
    seat = made.seats[0]
    got = [out for out in made.judge.letters(address_of(seat)) if f"+{GAME}." in out.header("Reply-To")]
    silent = []
    with faultless() as faults:
        for text in some(SLOPPY, f"{slug} {state}"):
            with made.unchanged() as judge:
                if got and not to(judge.reply(got[-1], text), address_of(seat)):
                    silent.append(("reply", text))
            with made.unchanged() as judge:
                signed = f"SIGNON {seat}@{GAME} {password_of(seat)}\n{text}"
                if not to(judge.say(address_of(seat), signed), address_of(seat)):
                    silent.append(("sign-on", text))
            with made.unchanged() as judge:
                if not to(judge.say(address_of(seat), text), address_of(seat)):
                    silent.append(("bare", text))
            with made.unchanged() as judge:
                if not to(judge.master(GAME, text), MASTER):
                    silent.append(("master", text))
    assert silent == []
    assert faults == []
