"""Results through a real list manager, mlmmj, behind Postfix."""

import email
import os
import shutil
import time
from collections.abc import Iterator
from dataclasses import replace
from email.message import Message as Mime
from pathlib import Path

import pytest

from tests.faults.real import MASTER, Real
from tests.mailserver.site import LIST, PLAYERS, Site
from tests.required import required

pytestmark = [pytest.mark.slow, pytest.mark.real]
ANN, BOB = PLAYERS[:2]


@pytest.fixture
def real(site: Site, tmp_path: Path) -> Iterator[Real]:
    required(shutil.which("mlmmj-receive"), "mlmmj")
    with Real(site, tmp_path, players=PLAYERS[2:4], list_address=LIST) as real:
        yield real
    for path in (site.root / "ml/results/subscribers.d").iterdir():
        if path.name in "jg":
            path.unlink()


def subscribe(site: Site, address: str) -> None:
    with open(site.root / "ml/results/subscribers.d" / address[0], "a") as file:
        file.write(address + "\n")
    os.chmod(file.name, 0o644)


def posts(real: Real, user: str) -> list[Mime]:
    """What the list has brought to somebody."""
    found = [email.message_from_bytes(path.read_bytes()) for path in real.site.inbox_files(user)]
    return [mime for mime in found if mime["List-Id"] == "<results.ml.test>"]


def until(real: Real, count: int, users: tuple[str, ...] = (ANN, BOB)) -> list[list[Mime]]:
    for _ in range(300):
        real.turn()
        found = [posts(real, user) for user in users]
        if all(len(one) >= count for one in found):
            return found
        time.sleep(0.05)
    raise AssertionError(f"{[len(posts(real, user)) for user in users]} posts, not {count}")


def test_results_reach_the_members_of_a_list_unchanged(real: Real) -> None:
    start, *_ = until(real, 1)[0]
    real.process()
    hers, his = until(real, 2)
    assert {mime["Message-ID"] for mime in hers} == {mime["Message-ID"] for mime in his}
    result = next(mime for mime in hers if mime["Message-ID"] != start["Message-ID"])
    assert "[" not in str(result["Subject"])[:1] and "lira7" in str(result["Subject"])
    assert result["From"].endswith("<judge@judge.test>") and result["To"] == LIST
    assert result["Auto-Submitted"] == "auto-generated"
    assert "judge+lira7@judge.test" in result["Reply-To"]  # an answer goes to the judge, never to the list
    assert result.get_all("List-Id") == ["<results.ml.test>"] and len(result.get_all("Precedence")) == 1
    assert set(start["References"].split()) & set(result["References"].split())
    assert result["Return-Path"].startswith("<results+bounces-")
    text = next(part for part in result.walk() if part.get_content_type() == "text/plain")
    assert "1901" in text.get_payload(decode=True).decode()
    real.check()


def test_the_judge_is_not_fooled_by_list_copies_of_its_own_letters(real: Real) -> None:
    subscribe(real.site, "judge@judge.test")
    real.process()
    until(real, 2)
    for _ in range(10):  # its own copies come back and are put away
        real.turn()
        time.sleep(0.1)
    assert len(posts(real, ANN)) == 2
    table = real.app.store.table("inbox")
    assert any(row.get("action") == "loop" for row in table.all())
    real.check()


def test_a_dead_member_is_the_list_managers_business_and_disturbs_nobody(real: Real) -> None:
    subscribe(real.site, "ghost@players.test")
    real.process()
    until(real, 2)
    for _ in range(100):
        real.turn()
        if list((real.site.root / "ml/results/bounce").iterdir()):
            break
        time.sleep(0.1)
    assert [path.name for path in (real.site.root / "ml/results/bounce").iterdir()] == ["ghost=players.test"]
    assert not [mime for mime in real.mimes(MASTER) if "bounce" in str(mime["Subject"]).lower()]
    real.check()


def test_a_list_that_does_not_exist_is_told_to_the_master(real: Real) -> None:
    until(real, 1)
    with real.app.store.batch():
        game = real.game
        real.app.services.files.save_game(replace(game, list="nolist@players.test"))
    real.process()
    for _ in range(100):
        real.turn()
        if any("nolist@players.test" in path.read_text("utf-8") for path in real.site.inbox_files(MASTER)):
            break
        time.sleep(0.05)
    assert any("nolist@players.test" in path.read_text("utf-8") for path in real.site.inbox_files(MASTER))
    real.check()
