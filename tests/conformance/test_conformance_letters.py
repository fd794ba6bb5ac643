"""Every letter anybody may write, to every game, in every state of it: each is answered as it must be."""

import json
import re
from email.utils import parsedate_to_datetime
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from judge.render.text import WIDTH, columns
from tests.conformance.matrix import GAME, STATES, World, faultless, world, worlds
from tests.conformance.speech import Speech, letters
from tests.counts import some
from tests.harness import MASTER, ROOT, Judge, Out, address_of, password_of
from tests.plainly import past_deadlines, plain_faults
from tests.tables import rows

SCHEMAS = ROOT / "docs" / "schema"
VERDICTS = ("OK", "CHECK", "PARTIAL", "ASK", "NOTED", "ERROR")
IN_ANSWER = (*VERDICTS, "CONFIRM", "HELD", "NOTHING FOUND", "QUESTION")
"""What stands first in the subject of an answer: a verdict, or what is in the way of one."""


@cache
def schema(name: str) -> Any:
    text = json.loads((SCHEMAS / f"{name}.json").read_text("utf-8"))
    return jsonschema.validators.validator_for(text)(text)


def wide(out: Out) -> list[str]:
    """Lines that do not fit, but for a single long word such as an address, which stays whole."""
    return [line for line in out.text.split("\n") if columns(line) > WIDTH and len(line.split()) > 1]


def wrong_in(out: Out) -> list[str]:
    """What is wrong with any letter of ours."""
    found = [f"{columns(line)} columns: {line}" for line in wide(out)]
    found += [*plain_faults(out.text), *past_deadlines(out.text, parsedate_to_datetime(out.header("Date")))]
    machine = out.json
    if machine is not None:
        name = machine["schema"].removeprefix("postal-judge/")
        found += [f"{name}: {fault.message[:200]}" for fault in schema(name).iter_errors(machine)]
    return found


def answers_to(judge: Judge, speech: Speech, sent: list[Out]) -> list[Out]:
    """Letters to a reader the answer may go to, which answer this very letter."""
    key = f"<{judge.posted}@mail.test>"
    return [out for out in sent if out.to in speech.readers and key in out.header("In-Reply-To")]


def faults_of(made: World, speech: Speech) -> list[str]:
    """What goes wrong when this letter is written to this world."""
    with made.unchanged() as judge, faultless() as logged:
        judge.post(speech.sender, speech.text, to=speech.to, subject=speech.subject)
        tally, _ = judge.app.once(judge.clock.now())
        sent = judge.relay.sent[made.mark :]
        answers = answers_to(judge, speech, sent)
        found = [f"logged: {line}" for line in logged]
        found += ["set aside"] if tally.shunted else []
        found += [] if answers else [f"not answered; letters to {[out.to for out in sent]}"]
        for out in answers:
            tag = re.match(r"\[([A-Z ]+)\] ", out.subject)
            found += [] if tag and tag[1] in IN_ANSWER else [f"subject {out.subject!r}"]
        found += [f"to {out.to}: {fault}" for out in sent for fault in wrong_in(out)]
    return found


@pytest.mark.parametrize(("slug", "board", "state"), worlds())
def test_every_letter_is_answered_and_none_set_aside(tmp_path: Path, slug: str, board: str, state: str) -> None:
    made = world(tmp_path, slug, board, state)
    made.mark = len(made.judge.relay.sent)
    written = some(letters(made), f"{slug} {board} {state}", 32)  # each in a game in some states
    found = {speech.name: faults for speech in written if (faults := faults_of(made, speech))}
    assert not found, "\n".join(f"{name}\n    " + "\n    ".join(faults) for name, faults in found.items())


# ---- Nobody known meets silence: whatever a player or a master writes, in whatever state the game ... --------------


SLOPPY = tuple(rows(__file__, "SLOPPY"))
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
        for text in some(SLOPPY, f"{slug} {state}", 8):
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
