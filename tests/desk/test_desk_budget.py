"""The mail budget: what somebody outside, or a player, can make the judge send."""

from collections import Counter
from datetime import datetime, timedelta
from email.utils import parsedate_to_datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.desk.cabinet.limits import PRESS, STRANGERS, kind_of
from judge.desk.cabinet.records import instant
from judge.desk.writing.letterform import FLOOR
from judge.extras import keepers_letter, metrics
from judge.keeper.figures import COLUMNS, audit, figures
from judge.loglines import short
from tests.counts import SOAK
from tests.desk.worlds import FEW, GAME, filed, seat_letter, small_game
from tests.harness import MASTER, START, Judge, Out, address_of

VICTIM = "victim@example.test"


@pytest.mark.parametrize(
    "text", ["HELP", "REGISTER Vic Tim {}", "LIST", f"SIGNON Lupus@{GAME} guess{{}}", "RULES bourse", "?? {}"]
)
def test_a_day_of_forged_letters_gives_their_sender_three_short_letters(judge: Judge, text: str) -> None:
    for minute in range(0, 24 * 60, 8 if SOAK else 24):
        judge.post(VICTIM, text.format(minute), at=START + timedelta(minutes=minute))
    judge.tick(START + timedelta(days=1))
    got = judge.letters(VICTIM)
    assert 1 <= len(got) <= 3
    assert all(len(out.raw) <= FLOOR for out in got)
    judge.tick(START + timedelta(days=3))
    assert len(judge.letters(VICTIM)) == len(got)


@pytest.mark.parametrize("first", range(5))
def test_every_word_at_once_gives_three_letters_and_the_last_of_them_is_a_way_in(judge: Judge, first: int) -> None:
    for minute in range(300 if SOAK else 100):
        words = ("HELP", "LIST", "PING", f"REGISTER Vic {minute}", f"JOIN {GAME} AS Vic{minute}")
        judge.post(VICTIM, words[(minute + first) % 5], at=START + timedelta(minutes=minute))
    judge.tick(START + timedelta(days=1))
    got = judge.letters(VICTIM)
    assert len(got) == 3 and "+confirm." in got[-1].header("Reply-To")
    assert all(len(out.raw) <= FLOOR for out in got)


@pytest.mark.parametrize("asked", ["HELP", "PING", "RULES bourse\nHELP"])
def test_whoever_has_had_his_three_letters_registers_by_answering_the_last(judge: Judge, asked: str) -> None:
    for text in ("HELP", "LIST", asked):
        (last,) = judge.say("ann@example.test", text)
    assert "this is the third" in last.flat
    assert judge.say("ann@example.test", "HELP") == []
    assert judge.reply(last, "what?") == []  # a letter like any other: there is none left for it
    (done,) = judge.reply(last, "REGISTER Ann Archer")
    assert done.subject.startswith("[OK]") and "Ann Archer" in done.text
    assert judge.person("ann@example.test").confirmed
    (info,) = judge.say("ann@example.test", "HELP WORDS")
    assert len(info.raw) > FLOOR


def test_the_way_in_is_good_for_the_address_it_went_to_alone(judge: Judge) -> None:
    for text in ("HELP", "LIST", "PING"):
        (last,) = judge.say("ann@example.test", text)
    judge.say("bob@example.test", "REGISTER Bob", to=last.header("Reply-To"))
    assert judge.services.files.person("bob@example.test") is None


@pytest.mark.parametrize("padding", [0, 100, 1500, 4000, 30_000])
@pytest.mark.parametrize(
    "text",
    [
        "HELP",
        "RULES bourse\nRULES payola\nHELP\nLIST",
        "REGISTER Vic Tim",
        f"REGISTER Vic Tim\nJOIN {GAME} AS Owl\nSUBSCRIBE {GAME}\nHELP\nRULES bourse\nLIST",
        f"SIGNON Lupus@{GAME} guess\nSELL 1 LIRA",
        "\n".join(f"JOIN {GAME} AS Owl{number}" for number in range(12)),
        "\n".join(f"REGISTER {'Vic ' * 9}{number}" for number in range(12)),
    ],
)
def test_no_letter_to_an_unknown_address_is_longer_than_what_came_from_there(
    judge: Judge, text: str, padding: int
) -> None:
    """Octets of whole letters are compared, with their headers; one that is short anyway may have some hundreds."""
    subject = "Grüße " + "é" * min(padding, 1500)
    threads = f"References: {' '.join(f'<{number}@mail.test>' for number in range(padding // 20))}"
    judge.post(VICTIM, text, subject=subject, headers=(threads,))
    came = len(judge.inbox.waiting[-1].raw)
    judge.tick()
    got = judge.letters(VICTIM)
    assert got and all(len(out.raw) <= max(FLOOR, came) for out in got)


def test_a_short_answer_says_why_it_is_short_and_how_to_be_known(judge: Judge) -> None:
    (info,) = judge.say(VICTIM, "RULES bourse")
    assert "breaks off" in info.text and "REGISTER" in info.text
    (hint,) = judge.say(VICTIM, "PING")
    assert "breaks off" not in hint.text
    (asked,) = judge.say(VICTIM, f"JOIN {GAME} AS Owl\nHELP\nRULES bourse")
    assert "+confirm." in asked.header("Reply-To") and f"JOIN {GAME} AS Owl" in asked.text
    assert "CONFIRM" in asked.text and "ask again (HELP" in asked.text
    assert judge.reply(asked, "")[-1].subject.startswith("[OK]")
    (info,) = judge.say(VICTIM, "RULES bourse")
    assert "breaks off" not in info.text and len(info.raw) > FLOOR


def test_all_strangers_together_have_a_number_and_the_keeper_hears_of_it_once(tmp_path: Path) -> None:
    judge = Judge(tmp_path, answers_per_day=20)  # type: ignore[arg-type]
    for number in range(40):
        judge.say(f"x{number}@example.test", "PING")
    assert len([out for out in judge.relay.sent if out.to.startswith("x")]) == 15
    assert len(judge.letters("keeper@", "budget")) == 1


def test_what_players_are_owed_is_never_starved(tmp_path: Path) -> None:
    judge = Judge(tmp_path, answers_per_day=0, press_per_day=0).with_game(GAME, "bourse", "Lupus", "Ursa")
    (answer,) = judge.orders(GAME, "Lupus", "SELL 1 LIRA\nBUY MARKS WITH REST")
    assert answer.subject.startswith("[OK]") and filed(judge, "Lupus")
    judge.resolve(GAME)
    assert any(
        "You are 1st of" in out.text or "You are 2nd of" in out.text for out in judge.letters(address_of("Ursa"))
    )


# ---- press -------------------------------------------------------------------------------------------------------


def test_broadcasts_of_one_letter_go_out_as_one(judge: Judge) -> None:
    judge.orders(GAME, "Lupus", "\n".join(f"BROADCAST: word {number}" for number in range(15)))
    (public,) = (out for out in judge.letters("results@") if "word 3" in out.text)
    assert all(f"word {number}" in public.text for number in range(15))
    assert public.text.index("word 2") < public.text.index("word 9")


def test_press_to_one_player_in_one_letter_goes_out_as_one(judge: Judge) -> None:
    judge.orders(GAME, "Lupus", "PRESS TO Ursa: one\nPRESS TO Ursa: two\nPRESS TO MASTER: three")
    (press,) = (out for out in judge.letters(address_of("Ursa")) if "one" in out.text and "writes to" in out.text)
    assert "two" in press.text and "three" not in press.text


def own(sent: list[Out]) -> Out:
    """The confirmation among the letters that one of Lupus brought about."""
    return next(out for out in sent if out.to == address_of("Lupus"))


def test_a_player_has_so_much_press_a_phase_and_is_told_when_it_is_used_up(tmp_path: Path) -> None:
    judge = small_game(tmp_path, press_limit="3")
    for number in range(3):
        assert own(judge.orders(GAME, "Lupus", f"PRESS TO Ursa: word {number}")).subject.startswith("[OK]")
    (answer,) = judge.orders(GAME, "Lupus", "PRESS TO Ursa: one too many\nSELL 1 LIRA\nBUY MARKS WITH REST")
    assert answer.subject.startswith("[PARTIAL]") and "press_limit" in answer.flat and filed(judge, "Lupus")
    assert not [out for out in judge.letters(address_of("Ursa")) if "too many" in out.text]
    judge.orders(GAME, "Ursa", "PRESS TO Lupus: mine")
    assert [out for out in judge.letters(address_of("Lupus")) if "mine" in out.text]
    judge.resolve(GAME)
    judge.master(GAME, "SET press_limit 5")
    assert own(judge.orders(GAME, "Lupus", "PRESS TO Ursa: a new phase")).subject.startswith("[OK]")


def test_press_of_all_games_together_has_a_number(tmp_path: Path) -> None:
    judge = Judge(tmp_path, press_per_day=10).with_game(GAME, "bourse", "Lupus", "Ursa", "Grey Wolf")
    for number in range(8):
        answer = own(judge.orders(GAME, "Lupus", f"BROADCAST: word {number}"))
    assert "another day" in answer.flat
    assert len([out for out in judge.relay.sent if "writes to everybody" in out.text]) <= 10


def test_one_letter_carries_twenty_pieces_of_press_in_however_many_blocks(judge: Judge) -> None:
    blocks = [seat_letter("Lupus", f"PRESS TO Ursa: word {number}") for number in range(60)]
    judge.say(address_of("Lupus"), "\n".join(blocks))
    sent = [out for out in judge.letters(address_of("Ursa")) if "writes to" in out.text]
    assert len(sent) == 20


def test_one_player_sends_a_quarter_of_a_days_press_and_leaves_the_rest_to_other_games(tmp_path: Path) -> None:
    judge = Judge(tmp_path, press_per_day=800)  # type: ignore[arg-type]
    for name in (GAME, "other1"):
        judge.with_game(name, "bourse", "Lupus", "Ursa")
    with judge.app.store.batch():
        for number in range(50):
            judge.services.files.subscribe(GAME, f"reader{number}@example.test")
    judge.tick()
    for hour in range(6):  # 52 letters each
        answer = own(judge.orders(GAME, "Lupus", f"BROADCAST: word {hour}", at=START + timedelta(hours=hour)))
        judge.tick(START + timedelta(hours=hour + 1))
    assert "one player" in answer.flat
    sent = [out for out in judge.letters("reader7@") if "writes to everybody" in out.text]
    assert len(sent) == 3
    assert own(judge.orders("other1", "Lupus", "BROADCAST: hello")).subject.startswith("[OK]")
    judge.tick(judge.after(days=1))
    assert own(judge.orders(GAME, "Lupus", "BROADCAST: the next day")).subject.startswith("[OK]")


def test_in_an_hour_half_of_a_days_press_goes_out(tmp_path: Path) -> None:
    judge = Judge(tmp_path, press_per_day=240).with_game(GAME, "bourse", "Lupus", "Ursa", press_limit="1000")
    pairs = (("Lupus", "Ursa"), ("Ursa", "Lupus"))
    for number in range(130):
        sender, reader = pairs[number % 2]
        judge.orders(GAME, sender, f"PRESS TO {reader}: word {number}", at=START + timedelta(seconds=20 * number))
    judge.tick(START + timedelta(minutes=50))
    assert len([out for out in judge.relay.sent if "writes to" in out.text]) == 120
    judge.orders(GAME, "Lupus", "PRESS TO Ursa: an hour later", at=START + timedelta(minutes=61))
    judge.tick(START + timedelta(minutes=62))
    assert [out for out in judge.letters(address_of("Ursa")) if "an hour later" in out.text]


def test_the_last_quarter_of_the_answers_to_strangers_is_kept_for_letters_that_ask(tmp_path: Path) -> None:
    judge = Judge(tmp_path, answers_per_day=40)  # type: ignore[arg-type]
    for number in range(60):
        judge.say(f"x{number}@example.test", "PING")
    assert len([out for out in judge.relay.sent if out.to.startswith("x")]) == 30
    (asked,) = judge.say("ann@example.test", "REGISTER Ann Archer")
    assert "+confirm." in asked.header("Reply-To")


# ---- the post-book ------------------------------------------------------------------------------------------------

LINES = (
    ("press", lambda j, n: j.orders(GAME, "Lupus", f"PRESS TO Ursa, MASTER: hello {n}\nBROADCAST: all {n}")),
    ("orders", lambda j, n: j.orders(GAME, "Ursa", f"SELL {n + 1} LIRA")),
    ("stranger", lambda j, n: j.say(f"x{n % 4}@example.test", ("HELP", "PING", "REGISTER X", "JOIN lira7")[n % 4])),
    ("guess", lambda j, n: j.say(VICTIM, f"SIGNON Lupus@{GAME} wrong{n}")),
    ("master", lambda j, n: j.master(GAME, f"ANNOUNCE: word {n}\nPRESS TO Lupus: hm")),
    ("known", lambda j, n: j.say(address_of("Grey Wolf"), "HELP")),
    ("subscribe", lambda j, n: j.orders(GAME, "Ursa", "BROADCAST: once more")),
    ("deadline", lambda j, n: j.resolve(GAME)),
)


@FEW
@given(st.lists(st.sampled_from(range(len(LINES))), min_size=4, max_size=16))
def test_the_post_book_adds_up_like_money(tmp_path: Path, plan: list[int]) -> None:
    """Each letter that went out is one entry in each column, and what the budget spent is what its letters cost."""
    judge = small_game(tmp_path)
    for number, one in enumerate(plan):
        LINES[one][1](judge, number)
        judge.tick(judge.after(minutes=7))
    now = judge.clock.now()
    found, since = audit(judge.app.store, now), now - timedelta(days=1)
    rows = [row for row in judge.app.store.table("outbox").all() if instant(row["at"]) > since]
    assert found.balanced and found.day.letters == len(rows)
    assert set(found.day.columns) == set(COLUMNS)
    sent = Counter(out.to for out in judge.relay.sent if parsedate_to_datetime(out.header("Date")) > since)
    assert found.day.columns["recipient"] == dict(sent)
    everything = list(judge.app.store.table("outbox").all())
    for what in (PRESS, STRANGERS):
        days = {row["at"][:10] for row in everything}
        moments = [datetime.fromisoformat(f"{day}T00+00:00") for day in days]
        spent = sum(judge.services.letters.budget.spent(what, moment)[1] for moment in moments)
        assert spent == sum(row["spent"] == what for row in everything)
    assert all(row["spent"] == PRESS for row in everything if kind_of(row["kind"]) == PRESS)


def test_the_post_book_names_the_letter_and_the_sender_that_caused_the_most(judge: Judge) -> None:
    judge.orders(GAME, "Lupus", "BROADCAST: hello\nPRESS TO Ursa: hm\nPRESS TO MASTER: hm")
    (key,) = (row["key"] for row in judge.app.store.table("inbox").all())
    judge.say(VICTIM, "PING")
    found = audit(judge.app.store, judge.clock.now())
    assert found.day.letters == found.hour.letters == len(judge.relay.sent)
    assert found.day.columns["kind"][PRESS] == 6 and found.day.columns["recipient"][VICTIM] == 1
    assert found.day.most("cause")[short(key)] == found.day.columns["sender"][address_of("Lupus")] == 7
    assert found.day.columns["sender"]["-"] == len(judge.relay.sent) - 8  # the start of the game: nobody's letter
    assert audit(judge.app.store, judge.after(minutes=61)).hour.letters == 0
    assert audit(judge.app.store, judge.after(days=2)).day.letters == 0


def test_the_keeper_is_told_of_the_post_book_by_letter_and_by_figures(judge: Judge) -> None:
    judge.orders(GAME, "Lupus", "BROADCAST: hello")
    judge.say(VICTIM, "PING")
    now = judge.clock.now()
    told = keepers_letter.contents(judge.services, now)
    assert told["post"]["day"] == len(judge.relay.sent) and told["post"]["kinds"][PRESS] == 4
    assert told["post"]["most"]["sender"][1] >= 4 and not [one for one in told["alarms"] if "post-book" in one]
    gauge = metrics.Gauge()
    gauge.set(figures(judge.services, now), metrics.Counts(), now, True)
    text = metrics.text_of(gauge)
    assert f'judge_budget_spent_letters{{budget="{PRESS}"}} 4.0' in text
    assert f'judge_budget_spent_letters{{budget="{STRANGERS}"}} 1.0' in text and VICTIM not in text


def test_late_letters_of_one_seat_are_shown_to_the_master_a_few_times_a_day(judge: Judge) -> None:
    judge.resolve(GAME)
    before = len(judge.letters(MASTER))
    for number in range(30):
        at = START + timedelta(hours=1, seconds=number)
        judge.post(address_of("Lupus"), seat_letter("Lupus", f"SELL {number} LIRA"), at=at)
    judge.tick()
    assert 1 <= len(judge.letters(MASTER)) - before <= 3
    assert len([out for out in judge.letters(address_of("Lupus")) if "[ERROR]" in out.subject]) == 30
