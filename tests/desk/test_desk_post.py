"""Letters on their way out and back: outcomes of sending, bounces, subscriptions, enrolment, the digest."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from judge.desk.mailroom.outbox import GIVE_UP, Outbox
from judge.extras.digest import contents
from judge.extras.zine.gather import opening
from judge.mail.outbound import Parcel
from judge.post import Outcome, Receipt
from tests.desk.worlds import GAME, SEATS, current, everything_stored, small_game
from tests.harness import MASTER, START, Judge

KEEPER = "keeper@example.test"


class Relay:
    """Answers as told; `safe_to_repeat` as a Maildir or as SMTP."""

    def __init__(self, *outcomes: Receipt, safe: bool = False) -> None:
        self.outcomes = list(outcomes)
        self.safe_to_repeat = safe
        self.taken: list[Parcel] = []

    def send(self, key: str, sender: str, recipient: str, raw: bytes) -> Receipt:
        return self.send_many([Parcel(key, sender, recipient, raw)])[0]

    def send_many(self, parcels: Sequence[Parcel]) -> list[Receipt]:
        self.taken += parcels
        return [self.outcomes[min(n, len(self.outcomes) - 1)] for n, _ in enumerate(parcels)]

    def close(self) -> None: ...


def waiting(tmp_path: Path, relay: Relay) -> tuple[Judge, Outbox]:
    """A judge with one answer in the outbox, and an outbox before the given relay."""
    judge = small_game(tmp_path, "Lupus", "Ursa")
    judge.relay.down = True
    judge.orders(GAME, "Lupus", "STATUS")
    for _, row in everything_stored(judge):
        if row.get("status") == "queued":
            judge.app.store.table("outbox").put(
                row["key"], {**{k: v for k, v in row.items() if k != "key"}, "due": START.isoformat(), "tries": 0}
            )
    judge.relay.down = False
    return judge, Outbox(judge.services, relay)


def states(judge: Judge) -> list[str]:
    found = [
        row
        for table, row in everything_stored(judge)
        if table == "outbox" and row.get("kind", "").startswith("confirmation")
    ]
    return [str(row["status"]) for row in found]


@pytest.mark.parametrize("lost", ["head", "rest", "whole"])
def test_a_letter_whose_words_are_lost_is_never_sent_empty_and_the_master_is_told(tmp_path: Path, lost: str) -> None:
    relay = Relay(Receipt(Outcome.SENT))
    judge, outbox = waiting(tmp_path, relay)
    store = judge.app.store
    (row,) = [dict(row) for row in store.table("outbox").all() if row["status"] == "queued"]
    key = row.pop("key")
    octets = store.table("octets").fetch(key) or {}
    if lost == "head":  # a copy of a letter to many, its common rest is there
        store.table("bodies").put("b", {"due": row["due"], "raw": octets["raw"], "game": GAME})
    if lost != "whole":
        store.table("outbox").put(key, {**row, "body": "b"})
    if lost != "rest":
        store.table("octets").drop(key)
    assert outbox.flush(judge.clock.now(), limit=1).failed == 1
    assert relay.taken == [] and states(judge) == ["failed"]
    outbox.flush(judge.after(days=1))
    (told,) = relay.taken
    assert told.recipient == MASTER and b"store" in told.raw
    assert outbox.flush(judge.after(days=2)).sent == 0


def test_the_keeper_hears_of_lost_words_once_a_day_and_never_of_his_own_letter(tmp_path: Path) -> None:
    relay = Relay(Receipt(Outcome.SENT))
    judge, outbox = waiting(tmp_path, relay)
    (row,) = [dict(row) for row in judge.app.store.table("outbox").all() if row["status"] == "queued"]
    for number in range(3):
        judge.app.store.table("outbox").put(f"{number}" * 40, {**row, "key": f"{number}" * 40, "game": ""})
    outbox.flush(judge.clock.now(), limit=4)
    (told,) = [dict(row) for row in judge.app.store.table("outbox").all() if row["to"] == KEEPER]
    judge.app.store.table("octets").drop(told["key"])
    for day in range(1, 4):
        outbox.flush(judge.after(days=day))
    assert not [parcel for parcel in relay.taken if parcel.recipient == KEEPER]


def test_our_own_copy_coming_back_proves_that_the_relay_took_the_letter(tmp_path: Path) -> None:
    judge, _ = waiting(tmp_path, Relay(Receipt(Outcome.SENT)))
    (key,) = [row["key"] for t, row in everything_stored(judge) if t == "outbox" and row.get("status") == "queued"]
    right = judge.services.keys.mac("copy", key)
    judge.relay.down = True
    judge.post("judge@judge.test", "a copy", to=f"judge+copy.{key}.{'a' * len(right)}@judge.test")
    judge.tick()
    assert states(judge) == ["queued"]
    judge.post("judge@judge.test", "a copy", to=f"judge+copy.{key}.{right}@judge.test")
    judge.tick()
    assert states(judge) == ["sent"]


# ---- coming, going, listening --------------------------------------------------------------------------------------


def registered(judge: Judge, address: str, name: str = "Ann") -> None:
    judge.say(address, f"REGISTER {name}")
    judge.reply(judge.letters(address, "[CONFIRM]")[-1], "")


def test_a_closed_game_is_not_listed_and_takes_nobody(tmp_path: Path) -> None:
    judge = small_game(tmp_path, open="no")
    registered(judge, "ann@example.test")
    (answer,) = judge.say("ann@example.test", f"JOIN {GAME} AS Vulpes\nLIST")
    assert "closed to newcomers" in answer.text and "FRI" not in answer.text
    assert len(judge.services.files.seats(GAME)) == len(SEATS)


def test_nobody_has_two_pseudonyms_in_one_game(judge: Judge) -> None:
    registered(judge, "ann@example.test")
    judge.say("ann@example.test", f"JOIN {GAME} AS Vulpes")
    (answer,) = judge.say("ann@example.test", f"JOIN {GAME} AS Corvus")
    assert "(B-3)" in answer.text and len(judge.services.files.seats(GAME)) == len(SEATS) + 1


@pytest.mark.parametrize("name", ["MASTER", "Judge", "Italy", "Lira", "grey  wolf", "GREY WOLF", "Gréy Wolf"])
def test_B_3_names_of_the_game_of_the_house_and_of_others_are_no_pseudonyms(judge: Judge, name: str) -> None:
    registered(judge, "ann@example.test")
    (answer,) = judge.say("ann@example.test", f'JOIN {GAME} AS "{name}"')
    assert answer.subject.startswith("[ERROR]") and "(B-3)" in answer.text


# ---- the digest ----------------------------------------------------------------------------------------------------


def test_XR_30_the_digest_wants_players_only_while_somebody_may_join_or_a_seat_is_free(tmp_path: Path) -> None:
    judge = Judge(tmp_path).with_game("share3", "exchange", "Anna", "Bob")
    services, said = judge.services, []
    for step in ("bids open", "bids opened", "left"):
        if step == "bids opened":
            judge.orders("share3", "Anna", "BID RUSSIA 60")
            judge.resolve("share3")
        elif step == "left":
            judge.orders("share3", "Bob", "RESIGN")
        game = judge.game("share3")
        said.append([row["free"] for row in contents(services, [game], judge.clock.now(), services.renderer)["wanted"]])
        assert services.takes_newcomers(game) == (step == "bids open") and (opening(services, game) is None) == (
            not said[-1]
        )
    assert said == [[[]], [], [["Bob"]]]


def test_a_schedule_without_a_zone_keeps_the_zone_of_the_game(judge: Judge) -> None:
    judge.master(GAME, "SET schedule TUE 20:00 Europe/Paris")
    judge.master(GAME, "SET schedule FRI 19:00\nSET minor MON 19:00")
    assert current(judge).schedule == "FRI 19:00 Europe/Paris"
    assert current(judge).house["minor"] == "MON 19:00 Europe/Paris"
    judge.master(GAME, "SET schedule FRI")
    assert current(judge).schedule == "FRI 19:00 Europe/Paris"


def test_a_letter_put_off_waits_twice_as_long_each_time_and_an_hour_at_most(tmp_path: Path) -> None:
    judge, outbox = waiting(tmp_path, Relay(Receipt(Outcome.RETRY, 451, "later")))
    moment, waits = judge.clock.now(), []
    for _ in range(7):
        outbox.flush(moment)
        (row,) = [
            row
            for table, row in everything_stored(judge)
            if table == "outbox" and row["kind"].startswith("confirmation")
        ]
        waits.append((datetime.fromisoformat(row["due"]) - moment) // timedelta(minutes=1))
        moment = datetime.fromisoformat(row["due"])
    assert waits == [2, 4, 8, 16, 32, 60, 60]


def test_a_letter_is_tried_up_to_the_end_of_its_time(tmp_path: Path) -> None:
    judge, outbox = waiting(tmp_path, Relay(Receipt(Outcome.RETRY, 451, "later")))
    first = judge.clock.now()
    for moment, state in ((first, "queued"), (first + GIVE_UP, "queued"), (first + 2 * GIVE_UP, "failed")):
        outbox.flush(moment)
        assert states(judge) == [state]
