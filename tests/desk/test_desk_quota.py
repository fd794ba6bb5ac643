"""So many letters an hour and a day as the provider allows: what people wait for goes first, and nothing is lost."""

from dataclasses import replace
from pathlib import Path

import pytest

from judge.config import load
from judge.config_file import write_default
from judge.core.errors import SetupError
from judge.desk.mailroom.outbox import Outbox
from tests.desk.worlds import GAME, SEATS
from tests.harness import MASTER, Judge, Out, address_of
from tests.tables import cases


def world(folder: Path, **numbers: int) -> Judge:
    judge = Judge(folder, **numbers)  # type: ignore[arg-type]
    judge.new(GAME, "bourse", rules="later")
    judge.join(GAME, *SEATS)
    judge.start(GAME)
    return judge


def drained(judge: Judge, hours: int = 40) -> list[list[Out]]:
    """Hour by hour, what went out, until nothing waits."""
    sent = [judge.tick()]
    while judge.app.outbox.waiting() and len(sent) < hours:
        sent.append(judge.tick(judge.after(minutes=61)))
    return sent


def test_no_more_goes_out_in_an_hour_than_is_allowed_and_all_goes_out_in_the_end(tmp_path: Path) -> None:
    free, held = world(tmp_path / "free"), world(tmp_path / "held", per_hour=2)
    wanted = sorted((out.to, out.subject) for out in free.tick())
    sent = drained(held)
    assert len(sent) > 1 and all(len(one) <= 2 for one in sent)
    got = sorted((out.to, out.subject) for one in sent for out in one)
    assert [one for one in got if "sending limit" not in one[1]] == wanted


def test_everybody_has_his_statement_before_anybody_has_the_results(tmp_path: Path) -> None:
    judge = world(tmp_path, per_hour=2)
    drained(judge)
    with judge.app.store.batch():
        judge.services.files.subscribe(GAME, "reader@example.test")
    judge.clock.set(judge.deadline(GAME))
    sent = [out for one in drained(judge) for out in one if "sending limit" not in out.subject]
    results = [out.to for out in sent if out.json and "results" in out.json["schema"]]
    assert sorted(results[: len(SEATS)]) == sorted(map(address_of, SEATS))
    assert results[len(SEATS) :] == ["results@list.test", MASTER, "reader@example.test"]


def test_an_answer_goes_before_results_that_wait(tmp_path: Path) -> None:
    judge = world(tmp_path, per_hour=2)
    drained(judge)
    judge.tick(judge.after(hours=2))
    judge.tick(judge.deadline(GAME))
    assert judge.app.outbox.waiting()
    judge.tick(judge.after(minutes=30))
    judge.orders(GAME, "Lupus", "SELL 5 LIRA")
    sent = [out for _ in range(3) for out in judge.tick(judge.after(minutes=31))]
    assert any(out.to == address_of("Lupus") and out.subject.startswith("[") for out in sent)


@cases("safe", "self_copy", "letters")
def test_a_copy_to_the_judge_itself_counts_as_a_letter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, safe: bool, self_copy: str, letters: int
) -> None:
    judge = Judge(tmp_path, per_hour=6)  # type: ignore[arg-type]
    config = judge.services.config
    monkeypatch.setattr(judge.services, "config", replace(config, mail=replace(config.mail, self_copy=self_copy)))
    judge.relay.safe_to_repeat = safe
    assert Outbox(judge.services, judge.relay)._room(judge.clock.now()) == letters  # type: ignore[arg-type]


def test_the_keeper_is_told_once_a_day_what_waits(tmp_path: Path) -> None:
    judge = world(tmp_path, per_hour=2)
    drained(judge)
    (told,) = judge.letters("keeper@", "sending limit")
    assert "wait" in told.subject and "2 in an hour" in told.text


def test_a_restart_forgets_nothing_that_went_out(tmp_path: Path) -> None:
    judge = world(tmp_path, per_hour=2)
    assert len(judge.tick()) == 2
    again = Judge(tmp_path, store=judge.app.store, per_hour=2)  # type: ignore[arg-type]
    again.clock.set(judge.after(minutes=10))
    assert again.tick() == []


def test_a_limit_that_no_letter_could_keep_is_refused(tmp_path: Path) -> None:
    write_default(tmp_path)
    toml = tmp_path / "judge.toml"
    toml.write_text(toml.read_text().replace("# per_day = 0", "per_day = 1"))
    with pytest.raises(SetupError, match="at least 2"):
        load(tmp_path)
