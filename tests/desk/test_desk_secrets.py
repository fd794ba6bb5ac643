"""Secrets stay secret: over random games no marker of a seat turns up in a letter to another, no password anywhere."""

import json
import re
from base64 import b64encode
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.extras.site import Archive
from judge.keeper.forget import forget, look_up
from tests.desk.worlds import (
    FEW,
    GAME,
    REPORT,
    SEATS,
    everything_in,
    everything_stored,
    seat_letter,
    small_game,
    tokens_in,
)
from tests.harness import MASTER, MASTER_PASSWORD, POWERS, Judge, address_of, password_of
from tests.site.sites import said

AMOUNT = {"Lupus": 137, "Grey Wolf": 241, "Ursa": 353}
HUSH = {seat: f"hush-{seat.replace(' ', '').lower()}-hush" for seat in SEATS}


def other_than(seat: str) -> str:
    return SEATS[(SEATS.index(seat) + 1) % len(SEATS)]


WORDS = {
    "orders": lambda seat: f"SELL {AMOUNT[seat]} LIRA\nBUY {AMOUNT[seat]} MARKS",
    "bad orders": lambda seat: f"SELL {AMOUNT[seat]} DRACHMAS",
    "try": lambda seat: f"TRY\nSELL {AMOUNT[seat]} POUNDS",
    "ahead": lambda seat: f"FOR F1901:\nSELL {AMOUNT[seat]} ROUBLES",
    "status": lambda seat: "STATUS\nHISTORY\nLIST lira7",
    "press": lambda seat: f"PRESS TO {other_than(seat)}\n{HUSH[seat]}\nENDPRESS",
    "to all": lambda seat: "BROADCAST\nhello, all of you\nENDPRESS",
    "wrong word": lambda seat: f"PROCESS S1901M\nSET PASSWORD {password_of(seat)}2\nSET PASSWORD {password_of(seat)}",
    "zone": lambda seat: "SET ZONE America/New_York",
}

plans = st.lists(st.tuples(st.sampled_from(SEATS), st.sampled_from(sorted(WORDS))), min_size=3, max_size=10)


def play(judge: Judge, plan: list[tuple[str, str]]) -> int:
    """Half the plan before the first deadline; returns how many letters had gone out by then."""
    half = len(plan) // 2
    for seat, what in plan[:half]:
        judge.say(address_of(seat), seat_letter(seat, WORDS[what](seat)))
    judge.master(GAME, f"AS Ursa\nSELL {AMOUNT['Ursa']} FRANCS\nAS Lupus\nSELL {AMOUNT['Lupus']} FRANCS\nAS SELF\nLIST")
    before = len(judge.relay.sent)
    judge.resolve(GAME)
    judge.tick(judge.after(hours=1))
    for seat, what in plan[half:]:
        judge.say(address_of(seat), seat_letter(seat, WORDS[what](seat)))
    judge.master(GAME, REPORT)
    judge.resolve(GAME)
    return before


@FEW
@given(plans)
def test_no_secret_of_one_seat_appears_in_a_letter_to_another(tmp_path: Path, plan: list[tuple[str, str]]) -> None:
    judge = small_game(tmp_path)
    number = {seat.number: seat.address for seat in judge.services.files.seats(GAME).values()}
    number[0] = MASTER
    before = play(judge, plan)
    for position, out in enumerate(judge.relay.sent):
        said = everything_in(out)
        assert all(number[seat] == out.to for _, seat in tokens_in(said))
        for seat in SEATS:
            mine = out.to in (address_of(seat), MASTER)
            if not mine:
                assert address_of(seat) not in said
                assert f"Person behind {seat}" not in said
            if not mine and position < before:
                assert str(AMOUNT[seat]) not in out.text + json.dumps(out.json), out.subject
            if out.to not in (address_of(seat), address_of(other_than(seat))):
                assert HUSH[seat] not in said
            assert password_of(seat) not in said
    assert {seat for out in judge.relay.sent for _, seat in tokens_in(everything_in(out))} == {0, 1, 2, 3}


@FEW
@given(plans)
def test_no_password_stands_in_any_row_of_the_store(tmp_path: Path, plan: list[tuple[str, str]]) -> None:
    judge = small_game(tmp_path)
    play(judge, plan)
    judge.say(address_of("Lupus"), f"SIGNON Lupus@{GAME} wrong-{password_of('Lupus')}\nSELL 1 LIRA")
    judge.say("ann@example.test", "REGISTER Ann")
    judge.reply(judge.letters("ann@", "[CONFIRM]")[-1], "")
    judge.say("ann@example.test", f"JOIN {GAME} AS Vulpes PASSWORD moonlight9")
    secrets = [password_of(seat) for seat in SEATS] + [MASTER_PASSWORD, "moonlight9"]
    for table, row in everything_stored(judge):
        text = json.dumps(row)
        assert not any(secret in text for secret in secrets), (table, row.get("key"))


def test_a_pseudonym_is_never_joined_with_its_player_before_the_end(judge: Judge) -> None:
    judge.resolve(GAME)
    for kind in ("phase_resolved", "started", "joined"):
        told = [row for table, row in everything_stored(judge) if table == "events" and row.get("kind") == kind]
        assert told
        assert "example.test" not in json.dumps(told)


@pytest.mark.parametrize("reveal", ["yes", "no"])
def test_who_was_who_is_told_at_the_end_only_where_the_game_tells_it(tmp_path: Path, reveal: str) -> None:
    judge = small_game(tmp_path, reveal=reveal)
    judge.master(GAME, "END DRAW")
    judge.resolve(GAME)
    (final,) = judge.letters("results@list.test", "final standings")
    assert ("Person behind Ursa" in final.text) is (reveal == "yes")
    assert "example.test" not in final.text


def test_the_masters_doings_for_several_players_are_copied_to_each_alone(judge: Judge) -> None:
    sent = judge.master(
        GAME,
        "AS Lupus\nSELL 137 LIRA\nBUY FRANCS WITH REST\n"
        "AS Ursa\nSELL 353 MARKS\nBUY FRANCS WITH REST\nAS SELF\nWHO IS MISSING",
    )
    by = {out.to: out.text for out in sent if out.to != MASTER}
    assert set(by) == {address_of("Lupus"), address_of("Ursa")}
    assert "353" not in by[address_of("Lupus")] and "137" not in by[address_of("Ursa")]
    assert all("The master wrote it in your name" in text and MASTER not in text for text in by.values())
    assert [out.subject for out in sent if out.to == MASTER] == [
        f"[OK] {GAME} S1901M MASTER as Lupus",
        f"[OK] {GAME} S1901M MASTER as Ursa",
        f"[OK] {GAME} S1901M MASTER",
    ]


def test_what_is_proposed_to_one_player_is_not_proposed_to_the_next_that_the_master_writes_for(judge: Judge) -> None:
    sent = judge.master(GAME, "AS Lupus\nSELL 300 LIRA\nBUY 10 MARKS\nAS Ursa\nSELL 100 LIRRRA")
    by = {out.to: out.text.partition("PROPOSED")[2].partition("ON FILE")[0] for out in sent if out.to != MASTER}
    assert "BUY MARK WITH REST" in by[address_of("Lupus")]
    assert "SELL 100 LIRA" in by[address_of("Ursa")] and "MARK" not in by[address_of("Ursa")]


def test_what_could_be_read_of_a_damaged_letter_is_shown_without_its_password(judge: Judge) -> None:
    text = b64encode(f"SIGNON Lupus@{GAME} {password_of('Lupus')}\nSELL 137 LIRA\n".encode()).decode()
    head = f"From: {address_of('Lupus')}\nTo: judge@judge.test\nSubject: x\nMessage-ID: <d1@example.test>\n"
    raw = f"{head}MIME-Version: 1.0\nContent-Type: text/plain\nContent-Transfer-Encoding: base64\n\n{text[:-3]}*\n"
    judge.put(raw.encode())
    (question,) = judge.tick()
    assert f"SIGNON Lupus@{GAME}" in question.text
    assert password_of("Lupus") not in everything_in(question)


def test_no_id_of_a_letter_tells_how_many_letters_others_have_sent(tmp_path: Path) -> None:
    """Who knows all that a letter's name is made of, the journal's number among it, still cannot compute it."""
    import hashlib

    judge = small_game(tmp_path)
    judge.orders(GAME, "Lupus", "BROADCAST: hello")
    assert len([row for row in judge.app.store.table("inbox").all() if len(row["key"]) == 64]) == 1
    press = next(out for out in judge.letters(address_of("Ursa")) if "hello" in out.text)
    shown = re.findall(rb"[0-9a-f]{24,}", press.raw)
    assert shown
    key = next(row["key"] for row in judge.app.store.table("inbox").all() if len(row["key"]) == 64)
    for seq in range(40):
        for cause in (f"{key}/1/2", f"{key}/0/2", f"{key}/0/1", f"{key}/1/1", f"{GAME}#{seq}"):
            for kind in (f"press.{seq}", "results"):
                for to in (address_of("Ursa"), ""):
                    plain = hashlib.sha256(f"{cause}|{kind}|{to}|{GAME}".encode()).hexdigest()
                    assert not any(one.decode() in plain for one in shown)


def test_letters_of_two_judges_with_one_history_have_other_ids(tmp_path: Path) -> None:
    one, other = (small_game(tmp_path / name, seed=name) for name in ("one", "other"))
    ids = [{out.header("Message-ID") for out in judge.relay.sent} for judge in (one, other)]
    assert ids[0] and not ids[0] & ids[1]


# Words to look at a game between results, and what they may show.


def test_holdings_that_are_not_public_are_told_to_nobody_else(tmp_path: Path) -> None:
    judge = Judge(tmp_path).with_game("pay1", "payola", *POWERS)
    answer = judge.orders("pay1", "FRANCE", "HOLDINGS")[-1]
    assert "France" in answer.text and "Your purse" in answer.text
    assert "its players alone" in judge.master("pay1", "HOLDINGS")[-1].flat


def test_a_calendar_lies_under_an_address_that_stands_nowhere_else(tmp_path: Path) -> None:
    judge = Judge(tmp_path / "home", archive="site", archive_url="https://judge.example.org")
    for name in ("lira7", "lira8"):
        judge.with_game(name, "bourse", "Lupus", "Ursus", open="no" if name == "lira8" else "yes")
    judge.tick()
    answer = judge.orders("lira7", "Lupus", "CALENDAR")[-1]
    token = answer.text.split("/calendar/")[1].split(".ics")[0]
    assert len(token) >= 20
    site = tmp_path / "site"
    Archive(judge.services, site).refresh()
    own = (site / f"calendar/{token}.ics").read_text()
    assert own.count("BEGIN:VEVENT") == 2
    assert token not in said(site), "no page leads there"
    forget(judge.services, look_up(judge.services, "lupus@example.test"))
    Archive(judge.services, site).refresh()
    assert not (site / "calendar").exists()


def test_the_results_of_an_old_phase_say_nothing_of_what_is_next_now(tmp_path: Path) -> None:
    judge = Judge(tmp_path).with_game("dip1", "diplomacy", *POWERS)
    judge.resolve("dip1")
    judge.resolve("dip1")
    first, last = (one.phase for one in judge.game("dip1").played[:2])
    old, new = (judge.master("dip1", f"HISTORY {phase}")[-1].text for phase in (first, last))
    assert f"results of {first}" in old and "\nNEXT\n" not in old
    assert f"results of {last}" in new and "\nNEXT\n" in new
