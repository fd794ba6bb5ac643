"""What one letter of a player or a master can make the judge send to others, and to whom."""

from collections import Counter
from pathlib import Path

import pytest

from judge.desk.cabinet.limits import DAY, Limit
from judge.desk.words import anybody
from judge.desk.words.binding import A_DAY, A_LETTER, NEWCOMERS
from tests.desk.worlds import GAME, SEATS, small_game
from tests.harness import MASTER, Judge, Out, address_of

READERS = len(SEATS) + 1  # the players and the list
MASTERS = {
    "deadlines": lambda n: f"EXTEND {n % 3 + 1}h",
    "other deadlines": lambda n: f"DEADLINE 2026-02-{1 + n % 20:02d} 12:00",
    "announcements": lambda n: f"ANNOUNCE: word {n}",
    "newcomers": lambda n: f"REPLACE Ursa BY v{n}@example.test",
    "masters": lambda n: f"PROMOTE v{n}@example.test\nDEMOTE v{n}@example.test",
    "lists": lambda n: f"SET list v{n}@example.test",
}


def brought_about(judge: Judge, text: str) -> list[Out]:
    return [out for out in judge.master(GAME, text) if out.to != MASTER or "[" not in out.subject[:1]]


@pytest.mark.parametrize("what", sorted(MASTERS))
def test_one_letter_of_a_master_tells_everybody_twenty_things_and_the_rest_is_refused(judge: Judge, what: str) -> None:
    sent = brought_about(judge, "\n".join(MASTERS[what](number) for number in range(60)))
    assert 0 < len(sent) <= A_LETTER * (READERS + 2)
    told = " ".join(judge.letters(MASTER)[-1].text.split())
    assert "in one letter" in told or "a day" in told


def test_a_game_tells_everybody_so_many_things_a_day_and_more_the_next(judge: Judge) -> None:
    for number in range(A_DAY // A_LETTER + 2):
        judge.master(GAME, "\n".join(f"ANNOUNCE: word {number}.{one}" for one in range(A_LETTER)))
    told = Counter(out.to for out in judge.relay.sent if "word " in out.text and out.to != MASTER)
    assert told[address_of("Ursa")] == A_DAY
    judge.tick(judge.after(days=1))
    judge.master(GAME, "ANNOUNCE: the next day")
    assert [out for out in judge.letters(address_of("Ursa")) if "the next day" in out.text]


def test_a_master_brings_a_dozen_addresses_a_day_that_nobody_knows(judge: Judge) -> None:
    for number in range(30):
        judge.master(GAME, f"REPLACE Ursa BY v{number}@example.test")
        judge.master(GAME, f"PROMOTE w{number}@example.test\nDEMOTE w{number}@example.test")
    reached = {out.to for out in judge.relay.sent if out.to[0] in "vw"}
    assert len(reached) == NEWCOMERS.count == 12
    sent = judge.master(GAME, f"REPLACE Ursa BY {address_of('Ursa')}")
    (answer,) = (out for out in sent if (out.to, out.subject[:1]) == (MASTER, "["))
    assert answer.subject.startswith("[OK]")  # whoever is known may come at any time


@pytest.mark.parametrize("word", ["SET ADDRESS", "ALSO"])
def test_a_player_asks_six_addresses_a_day_at_most_and_is_told_when_no_letter_goes(judge: Judge, word: str) -> None:
    for batch in range(5):
        text = "\n".join(f"{word} v{batch}{number}@example.test" for number in range(30))
        answer = next(out for out in judge.orders(GAME, "Lupus", text) if out.to == address_of("Lupus"))
    asked = {out.to for out in judge.relay.sent if out.to.startswith("v")}
    assert len(asked) == 6 and len(judge.letters("v")) == 6
    assert answer.subject.startswith("[ERROR]") and "no more do" in " ".join(answer.text.split())
    judge.tick(judge.after(days=1, hours=1))
    judge.orders(GAME, "Lupus", f"{word} mine@example.test")
    assert len(judge.letters("mine@")) == 1


def test_of_one_domain_a_hundred_addresses_a_day_subscribe_to_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever has all addresses of a domain can prove each of them, and every letter to many would go to each."""
    assert anybody.READERS.count == 100
    monkeypatch.setattr(anybody, "READERS", Limit(5, DAY))  # to be quick
    judge = small_game(tmp_path)
    before = set(judge.services.files.subscribers(GAME))
    for number in range(7):
        (asked,) = judge.say(f"m{number}@mallory.test", f"SUBSCRIBE {GAME}")
        (answer,) = judge.reply(asked, "")
    assert answer.subject.startswith("[ERROR]") and "mallory.test" in answer.text
    assert len(set(judge.services.files.subscribers(GAME)) - before) == 5
    (asked,) = judge.say("ann@elsewhere.test", f"SUBSCRIBE {GAME}")
    assert judge.reply(asked, "")[0].subject.startswith("[OK]")


@pytest.mark.parametrize("address", ["judge@judge.test", "judge+lira7@judge.test", "results@list.test"])
@pytest.mark.parametrize("word", ["SET ADDRESS {}", "ALSO {}"])
def test_no_player_moves_to_the_judge_itself_or_to_a_list(judge: Judge, word: str, address: str) -> None:
    before = len(judge.relay.sent)
    (answer,) = judge.orders(GAME, "Lupus", word.format(address))
    assert answer.subject.startswith("[ERROR]") and len(judge.relay.sent) == before + 1
    (answer,) = judge.master(GAME, f"REPLACE Ursa BY {address}")
    assert answer.subject.startswith("[ERROR]")
