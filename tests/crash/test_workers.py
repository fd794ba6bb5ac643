"""Several judges on one PostgreSQL store and one mailbox: nothing lost, nothing twice, the same games as with one."""

import os
import random
import shutil
import time
from datetime import UTC, datetime, timedelta
from multiprocessing.context import ForkProcess
from pathlib import Path

import pytest
from click.testing import CliRunner

from judge.app import App, open_app
from judge.audit import broken_links, replay_game
from judge.cli.frame import _group
from judge.clock import SetClock
from judge.config import load
from judge.config_file import write_default
from judge.daemon import Daemon
from judge.desk.cabinet import crash_guard, keys
from judge.desk.cabinet.keys import SlowHasher
from judge.desk.cabinet.records import instant
from judge.desk.mailroom.outbox import GRACE
from judge.entropy import SeededEntropy
from judge.extras.postgres import mailroom as shared
from tests.crash.child import DEAD, life
from tests.crash.test_crashes import SEATS, answers
from tests.crash.worker import work
from tests.forked import ended, forked
from tests.harness import START, address_of, founded, password_of, share_cache
from tests.pgserver import server
from tests.stores import put_on

SOAK = os.environ.get("JUDGE_SOAK") == "1"
GAMES = ("alpha", "beta", "gamma", "delta", "epsilon") if SOAK else ("alpha", "beta", "gamma")
RESULT = "RESULT F1901 CENTRES A 5 E 4 F 5 G 5 I 4 R 6 T 5"


def make_home(folder: Path, store: str, at: datetime = START) -> Path:
    """A home with running games, the same at every call but for where its store is."""
    write_default(folder)
    text = (folder / "judge.toml").read_text().replace('door   = "127.0.0.1:8025"', "# no door")
    text = text.replace(
        "# html = true ", "html = false "
    )  # drawing takes longer than everything else and proves nothing here
    text = text.replace("list = ", "# list = ")  # no weekly digest, should the tests run on a Monday at eight
    (folder / "judge.toml").write_text(text)
    put_on(folder, store)
    share_cache(folder)
    app = opened(folder)
    for name in GAMES:
        founded(app, name, SEATS, at=at)
    app.outbox.flush(at)
    app.close()
    for path in (folder / "var/mail/out/new").iterdir():
        path.unlink()
    return folder


def opened(folder: Path) -> App:
    return open_app(load(folder), clock=SetClock(START), entropy=SeededEntropy("workers"), hasher=SlowHasher(64, 1))


def post(folder: Path, number: int, sender: str, text: str, at: float | None = None) -> None:
    head = f"From: {sender}\nTo: judge@localhost\nSubject: {number}\nMessage-ID: <{number}@mail.test>\n\n"
    temporary = folder / f"var/mail/in/tmp/{number:05d}"
    temporary.write_text(head + text)
    if at is not None:
        os.utime(temporary, (at, at))
    temporary.rename(folder / f"var/mail/in/new/{number:05d}")


def post_sheet(folder: Path, number: int) -> None:
    seat, game = SEATS[number % len(SEATS)], GAMES[number % len(GAMES)]
    post(
        folder,
        number,
        address_of(seat),
        f"SIGNON {seat}@{game} {password_of(seat)}\nSELL {100 + number} LIRA\nSIGNOFF\n",
    )


def worker(folder: Path, now: str = "", step: str = "") -> ForkProcess:
    return forked(lambda: work(folder, now, step))


def daemon(folder: Path) -> ForkProcess:
    return forked(lambda: Daemon(open_app(load(folder))).run())


def wait_for_an_answer(folder: Path) -> None:
    """Kills shall hit judges at work."""
    for _ in range(2400):
        if list((folder / "var/mail/out/new").iterdir()):
            return
        time.sleep(0.025)
    raise AssertionError("no judge is at work")


def whole(app: App) -> None:
    """Journals unbroken, every resolution the same when it is computed again, books balanced."""
    for game in app.services.files.games():
        assert broken_links(app.services.journal, game.key) == []
        assert replay_game(app.services, game).differences == ()
        variant = app.services.variant(game)
        assert variant.books(app.services.journal.state(variant, game)).faults() == ()


def stored(app: App, game: str) -> list[dict[str, object]]:
    journal = app.services.journal
    events = [journal.event(game, seq) for seq in range(1, journal.length(game) + 1)]
    return [event for event in events if event["kind"] == "orders_stored"]


# ---- killed under load ------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2, 4] if SOAK else [3])
def test_kill_9_of_any_of_several_judges_under_load_loses_and_doubles_nothing(workers: int, tmp_path: Path) -> None:
    folder = make_home(tmp_path / "home", server().url(), datetime.now(UTC))
    chance, kills, letters = random.Random(workers), 60 if SOAK else 3, 600 if SOAK else 40
    running = [daemon(folder) for _ in range(workers)]
    post_sheet(folder, 0)
    wait_for_an_answer(folder)
    for number in range(1, letters):
        post_sheet(folder, number)
        time.sleep(chance.random() * 0.06)
        if number % (letters // kills) == letters // kills - 1:
            victim = chance.randrange(workers)
            running[victim].kill()
            running[victim].join()
            running[victim] = daemon(folder)
    for one in running:
        one.kill()
        one.join()
    later = datetime.now(UTC) + 2 * GRACE  # what a dead judge was trying to send comes again after the grace
    assert ended(worker(folder, later.isoformat())) == 0
    found = answers(folder)
    assert {key: len(copies) for key, copies in found.items()} == {f"<{n}@mail.test>": 1 for n in range(letters)}
    app = opened(folder)
    for game in GAMES:
        events = stored(app, game)
        mine = [number for number in range(letters) if GAMES[number % len(GAMES)] == game]
        assert len({event["cause"] for event in events}) == len(events) == len(mine)
        for seat in SEATS:
            versions = [event["data"]["version"] for event in events if event["data"]["seat"] == seat]  # type: ignore[index]
            assert versions == list(range(1, len(versions) + 1))
    assert len(app.store.table("mailroom")) == 0
    assert list((folder / "var/mail/in/new").iterdir()) == []
    whole(app)
    app.close()


@pytest.mark.slow
@pytest.mark.parametrize("point", ["fetched", "kept", "handled", "committed", "settled", "try", "sent"])
def test_a_judge_that_dies_at_any_step_leaves_everything_to_the_others(point: str, tmp_path: Path) -> None:
    folder = make_home(tmp_path / "home", server().url(), datetime.now(UTC))
    for number in range(10):
        post_sheet(folder, number)
    assert life(folder, point) == DEAD
    app = open_app(load(folder), hasher=SlowHasher(64, 1))
    app.once()
    if point in ("try", "sent"):  # what was being tried comes again after the grace
        app.once(app.clock.now() + 2 * GRACE)
    assert {key: len(copies) for key, copies in answers(folder).items()} == {f"<{n}@mail.test>": 1 for n in range(10)}
    assert sum(len(stored(app, game)) for game in GAMES) == 10
    whole(app)
    app.close()


def test_letters_that_nobody_died_over_are_handled_without_a_pause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = make_home(tmp_path / "home", server().url(), datetime.now(UTC))
    for number in range(3):
        post_sheet(folder, number)
    slept: list[float] = []
    monkeypatch.setattr(shared.time, "sleep", slept.append)
    app = open_app(load(folder), hasher=SlowHasher(64, 1))
    app.once()
    app.close()
    assert {key: len(copies) for key, copies in answers(folder).items()} == {f"<{n}@mail.test>": 1 for n in range(3)}
    assert crash_guard.PAUSE not in slept


# ---- a letter that kills ----------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize(
    ("step", "workers"), [("reading", 1), ("handling", 3), *([("reading", 3), ("handling", 1)] if SOAK else [])]
)
def test_a_letter_that_kills_each_judge_is_set_aside_after_three_deaths_and_the_others_are_answered(
    step: str, workers: int, tmp_path: Path
) -> None:
    folder = make_home(tmp_path / "home", server().url(), datetime.now(UTC))
    for number in range(12):
        post_sheet(folder, number)
    post(folder, 12, address_of(SEATS[0]), f"SIGNON {SEATS[0]}@{GAMES[0]} {password_of(SEATS[0])}\nSELL 666 LIRA\n")
    deaths, running = 0, [worker(folder, step=step) for _ in range(workers)]
    while running:
        code = ended(running.pop(0))
        deaths += code == DEAD
        if code == DEAD:  # as whoever looks after the judges starts another
            running.append(worker(folder, step=step))
        assert code in (0, DEAD) and deaths <= 4
    assert deaths == 4  # once with others in hand, three times alone
    (kept,) = (folder / "var/shunt").glob("*.eml")
    assert b"SELL 666 LIRA" in kept.read_bytes()
    found = answers(folder)
    (told,) = found.pop("None")  # the keeper
    assert kept.name.encode() in told
    assert {key: len(copies) for key, copies in found.items()} == {f"<{n}@mail.test>": 1 for n in range(12)}
    app = open_app(load(folder), hasher=SlowHasher(64, 1))
    assert sum(len(stored(app, game)) for game in GAMES) == 12
    whole(app)
    app.close()


# ---- the keeper among them --------------------------------------------------------------------------------------


@pytest.mark.slow
def test_the_keepers_commands_work_among_judges_under_load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys.SlowHasher.__init__, "__defaults__", (64, 1))
    folder = make_home(tmp_path / "home", server().url(), datetime.now(UTC))
    running = [worker(folder) for _ in range(2)]
    letters, said = 0, []
    for number in range(8 if SOAK else 1):
        name, export = f"new{number}", str(tmp_path / f"{number}.jsonl")
        for words in (
            ("new", name, "--variant", "bourse", "--master", "gm@example.test", "--master-password", "gm-secret"),
            ("join", name, "Lupus", "--address", "lupus@example.test", "--password", "lupus-pass"),
            ("join", name, "Newt", "--address", f"newt{number}@example.test", "--password", "newt-pass"),
            ("start", name),
            ("process", GAMES[0], "S1901M"),
            ("export", name, "-o", export),
            ("shelve", name, "--moved"),
            ("import", export),
            ("backup", str(tmp_path / "b.tar")),
            ("forget", f"newt{number}@example.test", "--yes"),
            ("rollback", GAMES[0], "S1901M", "--reason", "once more"),
        ):
            for _ in range(4):
                post_sheet(folder, letters)
                letters += 1
            running = [one if one.is_alive() else worker(folder) for one in running]
            end = time.monotonic() + 60
            while True:
                result = CliRunner().invoke(_group, ["--home", str(folder), *words])
                if "wait to be sent" not in result.output or time.monotonic() > end:
                    break
                running = [one if one.is_alive() else worker(folder) for one in running]  # somebody must send them
                time.sleep(0.1)
            said.append((words[0], result.exit_code, result.output, result.exception))
    assert [one for one in said if one[1]] == []
    assert {ended(one) for one in running} == {0}
    assert ended(worker(folder)) == 0
    found = answers(folder)
    assert {key: len(found.get(key, ())) for key in (f"<{n}@mail.test>" for n in range(letters))} == {
        f"<{n}@mail.test>": 1 for n in range(letters)
    }
    app = open_app(load(folder), hasher=SlowHasher(64, 1))
    whole(app)
    app.close()


# ---- the same games ---------------------------------------------------------------------------------------------


def weeks_of_letters(folder: Path, seed: int, first_deadline: float) -> None:
    """Sheets for the first two phases and reports, over nine days; some letters speak in two games, some in none."""
    chance = random.Random(seed)
    week = 7 * 86400
    for number in range(160 if SOAK else 24):
        seat, game, other = chance.choice(SEATS), chance.choice(GAMES), chance.choice(GAMES)
        text = f"SIGNON {seat}@{game} {password_of(seat)}\nSELL {chance.randrange(1, 900)} LIRA\nSIGNOFF\n"
        if number % 5 == 0:
            text += f"SIGNON {seat}@{other} {password_of(seat)}\nSELL {chance.randrange(1, 900)} MARKS\nSIGNOFF\n"
        if number % 11 == 0:
            text = chance.choice(("LIST\n", "HELP\n", f"REGISTER Somebody {number}\n"))
        at = first_deadline - 86400 + chance.random() * 9 * 86400
        post(folder, number, address_of(seat), text, at)
    for number, game in enumerate(GAMES):
        text = f"MASTER {game} gm-secret\n{RESULT}\nSIGNOFF\n"
        post(folder, 9000 + number, "gm@example.test", text, first_deadline + week - 3600)


def heads(folder: Path) -> dict[str, str]:
    """The end of each game's chain of digests: equal only if every event is."""
    app = opened(folder)
    whole(app)
    found = {}
    for game in GAMES:
        head = app.store.table("events").fetch(f"{game}#head")
        assert head is not None
        found[f"{game} {app.services.files.game(game).phase}"] = head["digest"]  # type: ignore[union-attr]
    app.close()
    return found


def played(folder: Path, store: str, workers: int, seed: int) -> dict[str, str]:
    make_home(folder, store)
    app = opened(folder)
    game = app.services.files.game(GAMES[0])
    assert game is not None
    first = instant(game.deadline)
    app.close()
    weeks_of_letters(folder, seed, first.timestamp())
    now = (first + timedelta(days=16)).isoformat()
    running = [worker(folder, now) for _ in range(workers)]
    assert [ended(one, 240) for one in running] == [0] * workers
    return heads(folder)


@pytest.fixture
def alone(tmp_path: Path) -> dict[str, str]:
    return played(tmp_path / "alone", "var/judge.db", 1, 11)


@pytest.mark.slow
def test_the_same_letters_through_one_or_several_judges_give_the_same_games(
    alone: dict[str, str], tmp_path: Path
) -> None:
    assert all("1902" in name for name in alone), "the letters did not lead through two deadlines"
    for workers in (1, 2, 4) if SOAK else (3,):
        folder = tmp_path / f"with{workers}"
        assert played(folder, server().url(), workers, 11) == alone, workers
        shutil.rmtree(folder)
