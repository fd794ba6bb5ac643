"""An outsider with many letters: he keeps no rightful letter waiting, makes the judge send no more than the budget, and
learns nothing. A hundred letters in a check, a thousand in a soak (JUDGE_SOAK)."""

import os
import random
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.desk.cabinet.limits import A_STRANGER, DAY, Limit
from judge.desk.words import anybody
from judge.desk.writing.letterform import FLOOR
from judge.entropy import SeededEntropy
from judge.keeper.figures import audit
from tests.desk.worlds import GAME, SEATS, filed, seat_letter, small_game
from tests.harness import MASTER, Judge, Out, address_of
from tests.tables import rows

LETTERS = 1000 if os.environ.get("JUDGE_SOAK") else 120
TOLD = 24  # a day: twelve that ask whether a letter was his, six to confirm something, one of a siege …
EVERY = LETTERS // 4  # between two rounds of rightful letters
MINE = ("mallory@example.test", "eve@example.test", "judge+x@judge.test")
FORGED = (*(address_of(seat) for seat in SEATS), MASTER, "keeper@example.test", "judge@judge.test", "results@list.test")
VICTIMS = tuple(f"victim{number}@example.test" for number in range(5))
SENT_TO = tuple(rows(__file__, "SENT_TO"))
WORDS = (*rows(__file__, "WORDS"), f"SIGNON Lupus@{GAME} guess{{n}}\n" * 40, "SELL " * 3000, "A lovely day.\n" * 200)
HEADS: tuple[tuple[str, ...], ...] = (
    (),
    (),
    ("List-Id: <results.list.test>", "Precedence: list"),
    ("Auto-Submitted: auto-replied",),
    ("Reply-To: third@example.test",),
    ("Return-Path: <>", "Content-Type: multipart/report; report-type=delivery-status; boundary=x"),
    ("Resent-From: other@example.test",),
    (f"References: {' '.join(f'<{n}@x.test>' for n in range(300))}",),
    ("Authentication-Results: mx.judge.test; dmarc=pass header.from=example.test",),
    (f"X-Padding: {'p' * 5000}",),
)


def hostile(seed: str) -> Iterator[dict[str, object]]:
    """Any sender, any way in, any words: the same for the same seed."""
    chance = random.Random(seed)
    for number in range(LETTERS):
        sender = chance.choice(chance.choice((MINE, FORGED, VICTIMS)))
        yield {
            "sender": sender,
            "text": chance.choice(WORDS).replace("{n}", str(number)),
            "to": chance.choice(SENT_TO) if chance.random() < 0.5 else SENT_TO[0],
            "headers": chance.choice(HEADS),
            "subject": chance.choice(("orders", f"Re: {GAME} S1901M", "=?utf-8?q?x=0D=0ABcc:_a@b.test?=", "HELP")),
        }


def rightful(judge: Judge, round_: int) -> list[tuple[str, Out]]:
    """One letter of each player and of the master, in whatever way they may write; and what each is answered."""
    answered = []
    for number, seat in enumerate(SEATS):
        before = len(judge.relay.sent)
        text = f"SELL {10 + round_ * 3 + number} LIRA\nBUY MARKS WITH REST"
        if (round_ + number) % 2:
            mine = [out for out in judge.letters(address_of(seat)) if f"+{GAME}." in out.header("Reply-To")]
            judge.post(address_of(seat), text, to=mine[-1].header("Reply-To"))
        else:
            judge.post(address_of(seat), seat_letter(seat, text))
        judge.tick(judge.after(minutes=1))
        answered += [(seat, out) for out in judge.relay.sent[before:] if answers_last(judge, out)]
    before = len(judge.relay.sent)
    judge.master(GAME, "EXTEND 1h") if round_ % 2 else judge.master(GAME, "WHO IS MISSING")
    return answered + [("MASTER", out) for out in judge.relay.sent[before:] if answers_last(judge, out)]


def answers_last(judge: Judge, out: Out) -> bool:
    return out.header("In-Reply-To") == f"<{judge.posted}@mail.test>" and out.subject.startswith("[OK]")


@pytest.mark.parametrize("seed", ["one", "two"] if LETTERS > 500 else ["one"])
def test_an_outsider_with_many_letters_keeps_nobody_waiting_and_makes_the_judge_send_little(
    judge: Judge, seed: str
) -> None:
    before, rounds, owed = len(judge.relay.sent), 0, []
    for number, letter in enumerate(hostile(seed)):
        judge.post(**letter)  # type: ignore[arg-type]
        if number % EVERY == EVERY - 1:
            answered = rightful(judge, rounds)  # each within the minute in which it came
            assert sorted(who for who, _ in answered) == sorted([*SEATS, "MASTER"]), (number, answered)
            rounds, owed = rounds + 1, [*owed, *(who for who, _ in answered)]
    judge.tick(judge.after(minutes=1))
    assert not judge.inbox.waiting
    for number, seat in enumerate(SEATS):
        assert str(10 + (rounds - 1) * 3 + number) in str(filed(judge, seat))
    assert judge.game(GAME).phase == "S1901M"
    made = {game.key for game in judge.services.files.games()} - {GAME}
    assert all(judge.game(name).master == "keeper@example.test" for name in made)  # SECURITY.md says so
    sent = Counter(out.to for out in judge.relay.sent[before:])
    for address in (*MINE, *VICTIMS, "third@example.test", "other@example.test", "a@b.test"):
        assert sent[address] <= A_STRANGER, address
    assert all(len(out.raw) <= max(FLOOR, 5500) for out in judge.letters("victim"))
    sent.subtract({"results@list.test": rounds // 2})  # a bulletin for each EXTEND
    assert sent["judge@judge.test"] == sent["results@list.test"] == 0
    own = Counter(address_of(who) if who != "MASTER" else MASTER for who in owed)
    for address in FORGED:  # known ones are answered thirty times an hour, and told of what goes on in their name
        assert sent[address] - own[address] <= judge.services.config.judge.replies_per_hour + TOLD, (address, sent)
    assert audit(judge.app.store, judge.clock.now()).balanced


def test_forged_letters_of_the_keeper_make_a_thousand_games_a_day_at_most(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert anybody.GAMES.count == 1000
    monkeypatch.setattr(anybody, "GAMES", Limit(3, DAY))  # to be quick
    judge = Judge(tmp_path)
    for number in range(5):
        judge.post("keeper@example.test", f"CREATE game{number} bourse")
    judge.tick()
    assert len(judge.services.files.games()) == 3
    judge.say("keeper@example.test", "CREATE tomorrow bourse", at=judge.after(days=1))
    judge.tick(judge.after(days=1))
    assert judge.game("tomorrow")


def test_nobody_is_answered_in_the_name_of_a_list(judge: Judge) -> None:
    before = len(judge.relay.sent)
    for text in ("HELP", "REGISTER List", f"JOIN {GAME} AS Fox", f"SIGNON Lupus@{GAME} guess", "??"):
        judge.say("results@list.test", text)
    assert len(judge.relay.sent) == before


def test_an_outsider_learns_nothing_from_a_thousand_answers(tmp_path: Path) -> None:
    """Two worlds that differ in what the players have filed: he gets the same bytes in both."""
    got = []
    for name, orders in (("silent", False), ("busy", True)):
        judge = small_game(tmp_path / name)
        if orders:
            for seat in SEATS:
                judge.orders(GAME, seat, "SELL 137 LIRA\nBUY MARKS WITH REST\nPRESS TO MASTER: hush")
        judge.services.keys._entropy = SeededEntropy("the same chance in both worlds")
        judge.posted, before = 1000, len(judge.relay.sent)
        for letter in hostile("two"):
            judge.post(**letter)  # type: ignore[arg-type]
        judge.tick(judge.after(minutes=1))
        known = {*(address_of(seat) for seat in SEATS), MASTER}
        got.append([(out.to, out.raw) for out in judge.relay.sent[before:] if out.to not in known])
    assert len(got[0]) > 10 and got[0] == got[1]
