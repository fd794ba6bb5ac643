"""Years: back-ups that can be trusted, restores that are whole, migrations, the shelf, moving on, and forgetting."""

import email
import io
import json
import shutil
import tarfile
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from judge.app import open_app, versions
from judge.config import load
from judge.core.errors import SetupError
from judge.keeper import watch
from judge.keeper.restore import rehearse
from judge.store import Store, open_store
from tests.keeper.dying import backing_up, killed, restoring, steps_of
from tests.keeper.homes import DEADLINE, bourse_home, fresh, good, letter, run, setting, tree
from tests.stores import copy_home, rows_of, sqlite_only
from tests.tables import cases

LATER = "2026-11-22T09:00:00+00:00"
AFTER = "2026-11-28T09:00:00+00:00"
REPORT = (
    "MASTER lira7 gm-secret\nRESULT F1901\nCENTRES AUSTRIA 5 ENGLAND 4 FRANCE 5 GERMANY 5\nITALY 4 RUSSIA 6 TURKEY 5\n"
    "END\n"
)


FILE = sqlite_only("it is restored as a file")


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with one resolved phase, and a back-up of it beside it. Copied, never used."""
    folder = tmp_path_factory.mktemp("played")
    home = bourse_home(folder / "home")
    letter(home, "a1", "SIGNON Lupus@lira7 ann-pass\nSELL 300 LIRA\nBUY 100 MARKS", LATER)
    good(home, "once", now=DEADLINE)
    good(home, "backup", str(folder / "b.tar"), now=DEADLINE)
    return folder


@pytest.fixture
def home(played: Path, tmp_path: Path) -> Path:
    copy_home(played / "home", tmp_path / "home")
    shutil.copy(played / "b.tar", tmp_path / "b.tar")
    return tmp_path / "home"


def facts(home: Path) -> dict[str, object]:
    found: dict[str, object] = json.loads(good(home, "show", "lira7", "--seat", "Lupus", "--json", now=AFTER))
    return found


# ---- back-up and restore --------------------------------------------------------------------------------------------


def test_a_backup_holds_the_whole_home_and_only_its_owner_can_read_it(home: Path, tmp_path: Path) -> None:
    with tarfile.open(tmp_path / "b.tar") as tar:
        names = tar.getnames()
    assert names[:2] == ["manifest.json", "judge.db"]
    assert {"judge.toml", "secrets/key", "secrets/dice/lira7"} <= set(names)
    good(home, "backup", str(tmp_path / "c.tar.gz"))
    assert (tmp_path / "c.tar.gz").stat().st_mode & 0o777 == 0o600
    assert "good" in good(home, "restore", str(tmp_path / "c.tar.gz"), "--rehearse")


@FILE
def test_a_backup_made_beside_the_daemon_is_restored_into_a_new_home(home: Path, tmp_path: Path) -> None:
    app = open_app(load(home))
    try:
        good(home, "backup", str(tmp_path / "live.tar"), now=DEADLINE)
    finally:
        app.close()
    other = tmp_path / "other"
    assert f"{other} stands as of 2026-11-27" in good(other, "restore", str(tmp_path / "live.tar"))
    assert facts(other) == facts(home)
    assert (other / "judge.toml").read_text() == (home / "judge.toml").read_text()
    assert "all equal" in good(other, "replay", "--all")
    assert (other / "var/secrets/key").read_bytes() == (home / "var/secrets/key").read_bytes()
    letter(other, "n1", "SIGNON Lupus@lira7 ann-pass\nSELL 7 LIRA", AFTER)
    good(other, "once", now=AFTER)
    assert "SELL 7 LIRA" in json.dumps(facts(other))


@FILE
def test_nobody_else_can_look_into_the_secrets_of_a_restored_home(home: Path, tmp_path: Path) -> None:
    good(tmp_path / "new", "restore", str(tmp_path / "b.tar"))
    secrets = tmp_path / "new/var/secrets"
    folders = [secrets, *(one for one in secrets.rglob("*") if one.is_dir())]
    assert {oct(one.stat().st_mode & 0o777) for one in folders} == {"0o700"}


@FILE
def test_a_restore_refuses_a_living_home_and_keeps_what_it_replaces(home: Path, tmp_path: Path) -> None:
    letter(home, "n1", "SIGNON Lupus@lira7 ann-pass\nSELL 7 LIRA", AFTER)
    good(home, "once", now=AFTER)
    refused = run(home, "restore", str(tmp_path / "b.tar"))
    assert refused.exit_code == 1 and "--force" in refused.output
    assert "SELL 7 LIRA" in json.dumps(facts(home))
    good(home, "restore", str(tmp_path / "b.tar"), "--force", now=AFTER)
    assert "SELL 7 LIRA" not in json.dumps(facts(home))
    (aside,) = (home / "var").glob("before-restore-*")
    assert {"judge.db", "secrets"} <= {path.name for path in aside.iterdir()}
    assert not (home / "var/restoring").exists()


@FILE
def test_a_restore_waits_for_the_daemon_to_be_stopped(home: Path, tmp_path: Path) -> None:
    app = open_app(load(home))
    try:
        refused = run(home, "restore", str(tmp_path / "b.tar"), "--force")
    finally:
        app.close()
    assert refused.exit_code == 1 and "in use by process" in refused.output
    assert facts(home)["phase"] == "F1901M"


@FILE
def test_letters_handled_since_the_backup_are_handled_again_with_the_same_outcome(home: Path, tmp_path: Path) -> None:
    letter(home, "n1", "SIGNON Lupus@lira7 ann-pass\nSELL 7 LIRA", AFTER)
    letter(home, "n2", "SIGNON Grey Wolf@lira7 bob-pass\nSELL 9 MARKS", AFTER, sender="bob@example.test")
    good(home, "once", now="2026-12-04T18:00:00+00:00")
    before = facts(home)
    said = good(home, "restore", str(tmp_path / "b.tar"), "--force", "--letters-again", now="2026-12-05T08:00:00+00:00")
    assert "2 letters that came since" in said
    assert facts(home) != before
    good(home, "once", now="2026-12-05T09:00:00+00:00")
    assert facts(home) == before
    assert "all equal" in good(home, "replay", "--all")


@FILE
def test_a_copy_of_the_store_alone_is_restored_and_the_secrets_stay(home: Path, tmp_path: Path) -> None:
    good(home, "backup", str(tmp_path / "c.db"))
    key = (home / "var/secrets/key").read_bytes()
    assert "var/secrets" in good(home, "restore", str(tmp_path / "c.db"), "--force")
    assert facts(home)["phase"] == "F1901M"
    assert (home / "var/secrets/key").read_bytes() == key
    assert "all equal" in good(home, "restore", str(tmp_path / "c.db"), "--rehearse")


def damaged(path: Path, how: str) -> None:
    raw = bytearray(path.read_bytes())
    if how == "cut short":
        del raw[len(raw) // 2 :]
    elif how == "one bit":
        raw[len(raw) // 2] ^= 1
    elif how == "no tar":
        raw[:] = b"hello"
    else:
        raw[:] = b""
    path.write_bytes(bytes(raw))


@FILE
@pytest.mark.parametrize("how", ["cut short", "one bit", "no tar", "empty"])
def test_a_damaged_backup_is_recognised_and_the_home_left_alone(home: Path, tmp_path: Path, how: str) -> None:
    damaged(tmp_path / "b.tar", how)
    before = tree(home)
    for words in (("restore", str(tmp_path / "b.tar"), "--force"), ("restore", str(tmp_path / "b.tar"), "--rehearse")):
        result = run(home, *words)
        assert result.exit_code == 2, result.output
        assert "b.tar" in result.output
    assert facts(home)["phase"] == "F1901M"
    assert tree(home) == before


@FILE
def test_a_restore_that_finds_no_room_leaves_the_home_as_it_was(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from judge.keeper import restore as module

    def full(source: Path, folder: Path) -> None:
        (folder / "half").write_text("x")
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(module, "unpack", full)
    before = tree(home)
    result = run(home, "restore", str(tmp_path / "b.tar"), "--force")
    assert result.exit_code == 1 and "No space left on device" in result.output
    assert tree(home) == before


@FILE
def test_a_backup_that_names_files_outside_the_home_is_refused(home: Path, tmp_path: Path) -> None:
    evil = tmp_path / "evil.tar"
    with tarfile.open(evil, "w") as tar:
        for name, text in (
            ("manifest.json", json.dumps({"format": 1, "judge": "x", "at": "x", "files": {"../out": "00"}})),
            ("../out", "x"),
        ):
            entry = tarfile.TarInfo(name)
            entry.size = len(text)
            tar.addfile(entry, io.BytesIO(text.encode()))
    assert run(home, "restore", str(evil), "--force").exit_code == 2
    assert not (home / "var/out").exists() and not (home / "out").exists()


DEEP = "[" * 200_000
HOSTILE: dict[str, tuple[object, list[tuple[str, str | int]]]] = {
    "an absolute name": ({"/etc/judge-was-here": "00"}, [("/etc/judge-was-here", "x")]),
    "a way up in the middle": ({"secrets/../../out": "00"}, [("secrets/../../out", "x")]),
    "a folder that is no part of a back-up": ({"systemd/x": sha256(b"x").hexdigest()}, [("systemd/x", "x")]),
    "no name": ({"": sha256(b"x").hexdigest()}, [("", "x")]),
    "a name as long as a page": ({"secrets/" + "n" * 5000: "00"}, [("secrets/" + "n" * 5000, "x")]),
    "a NUL in a name": ({"secrets/a\0b": "00"}, [("secrets/a\0b", "x")]),
    "a file that is also a folder": (
        {"secrets/a": sha256(b"x").hexdigest(), "secrets/a/b": "00"},
        [("secrets/a", "x"), ("secrets/a/b", "x")],
    ),
    "a link to outside": ({"secrets/key": "00"}, [("secrets/key", "->/etc/passwd")]),
    "a link to itself": ({"secrets/key": "00"}, [("secrets/key", "->secrets/key")]),
    "a pipe": ({"secrets/key": "00"}, [("secrets/key", "|")]),
    "more than the disk holds": ({"secrets/key": "00"}, [("secrets/key", 2**60)]),
    "names that are no table": (["secrets/key"], [("secrets/key", "x")]),
    "brackets without end": (DEEP, []),
}


@FILE
@pytest.mark.parametrize("what", sorted(HOSTILE))
@pytest.mark.parametrize("words", [("--force",), ("--rehearse",)])
def test_a_backup_made_to_do_harm_is_refused_in_words_and_leaves_nothing(
    home: Path, tmp_path: Path, what: str, words: tuple[str, ...]
) -> None:
    files, members = HOSTILE[what]
    evil, before = tmp_path / "evil.tar", tree(home)
    with tarfile.open(evil, "w", format=tarfile.PAX_FORMAT) as tar:
        manifest = {"format": 1, "judge": "x", "at": "2026-01-05T12:00:00+00:00", "files": files}
        text = DEEP if files is DEEP else json.dumps(manifest)
        for name, content in (("manifest.json", text), *members):
            entry = tarfile.TarInfo(name)
            if isinstance(content, int):
                entry.size = content
                tar.addfile(entry)  # says so; nothing follows
                continue
            if content.startswith("->"):
                entry.type, entry.linkname, content = tarfile.SYMTYPE, content[2:], ""
            elif content == "|":
                entry.type, content = tarfile.FIFOTYPE, ""
            entry.size = len(content)
            tar.addfile(entry, io.BytesIO(content.encode()))
    refused = run(home, "restore", str(evil), *words)
    assert refused.exit_code == 2 and "evil.tar" in refused.output, refused.output
    assert refused.exception is None or isinstance(refused.exception, SystemExit)
    assert tree(home) == before and not (home / "var/restoring").exists()
    assert not Path("/etc/judge-was-here").exists() and not (tmp_path / "out").exists()


def test_a_rehearsal_finds_a_journal_that_was_changed_and_dice_that_were_swapped(home: Path, tmp_path: Path) -> None:
    (home / "var/secrets/dice/lira7").write_text("00" * 32)
    store = open_store(load(home).store_url)
    event = store.table("events").fetch("lira7#3")
    assert event is not None
    store.table("events").put("lira7#3", {**{k: v for k, v in event.items() if k != "key"}, "actor": "Forger"})
    store.close()
    result = run(home, "backup", "--check", str(tmp_path / "bad.tar"))
    assert result.exit_code == 1
    assert "was changed after it was written" in result.output
    assert "not the one of its anchor" in result.output


@pytest.mark.slow
def test_a_backup_killed_at_any_step_leaves_the_old_file_or_the_new(home: Path, tmp_path: Path) -> None:
    letter(home, "n1", "SIGNON Lupus@lira7 ann-pass\nSELL 7 LIRA", AFTER)
    good(home, "once", now=AFTER)
    steps = steps_of(backing_up, home, tmp_path / "new.tar")
    assert steps > 5
    old = (tmp_path / "b.tar").read_bytes()
    for number in (1, 2, 3, steps - 1, steps):
        (tmp_path / "b.tar").write_bytes(old)
        killed(backing_up, home, tmp_path / "b.tar", number)
        assert rehearse(tmp_path / "b.tar")[1] == []
        assert ((tmp_path / "b.tar").read_bytes() == old) is (number < steps)


@FILE
@pytest.mark.slow
def test_a_restore_killed_at_any_step_leaves_the_old_home_or_the_new(home: Path, tmp_path: Path) -> None:
    letter(home, "n1", "SIGNON Lupus@lira7 ann-pass\nSELL 7 LIRA", AFTER)
    good(home, "once", now=AFTER)
    new_key, old_key = b"11" * 32, (home / "var/secrets/key").read_bytes()
    (home / "var/secrets/key").write_bytes(new_key)
    later, earlier = facts(home), None
    shutil.copytree(home, tmp_path / "keep")
    steps = steps_of(restoring, home, tmp_path / "b.tar")
    earlier = facts(home)
    assert steps >= 7 and earlier != later
    outcomes = set()
    for number in range(1, steps + 1):
        shutil.rmtree(home)
        shutil.copytree(tmp_path / "keep", home)
        killed(restoring, home, tmp_path / "b.tar", number)
        found = facts(home)
        assert found in (later, earlier), number
        assert (home / "var/secrets/key").read_bytes() == (new_key if found == later else old_key), number
        assert "all equal" in good(home, "replay", "--all")
        outcomes.add(found == later)
    assert outcomes == {True, False}


# ---- migrations -----------------------------------------------------------------------------------------------------


def gm_becomes_master(store: Store) -> None:
    """games: `gm` is called `master`"""
    for doc in store.table("games").all():
        row = dict(doc)
        if "gm" in row:
            row["master"] = row.pop("gm")
            store.table("games").put(row.pop("key"), row)


@pytest.fixture
def older(home: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home whose store says what this version says, under a judge of the next."""
    steps = {**versions.STEPS, versions.CURRENT + 1: gm_becomes_master}
    store = open_store(load(home).store_url)
    for doc in store.table("games").all():
        row = dict(doc)
        row["gm"] = row.pop("master")
        store.table("games").put(row.pop("key"), row)
    store.close()
    monkeypatch.setattr(versions, "CURRENT", max(steps))
    monkeypatch.setattr(versions, "STEPS", steps)
    return home


def test_a_store_of_an_older_judge_is_refused_with_the_way_on(older: Path) -> None:
    for words in (("list",), ("once",), ("doctor",)):
        result = run(older, *words)
        assert result.exit_code == 1
        assert "judge migrate" in result.output


def test_a_migration_is_rehearsed_on_a_copy_and_then_done(older: Path) -> None:
    before = tree(older)
    said = good(older, "migrate", "--rehearse")
    assert "`gm` is called `master`" in said and "lira7: 1 phases, all equal" in said
    assert tree(older) == before
    good(older, "migrate")
    assert facts(older)["phase"] == "F1901M"
    assert "Nothing to do" in good(older, "migrate")
    assert "all equal" in good(older, "replay", "--all")


def test_a_migration_that_fails_leaves_the_store_as_it_was(older: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def half(store: Store) -> None:
        gm_becomes_master(store)
        raise KeyError("half-way")

    monkeypatch.setattr(versions, "STEPS", {versions.CURRENT: half})
    before = open_store(load(older).store_url, lock=False)
    rows = rows_of(before)
    before.close()
    with pytest.raises(KeyError):
        versions.migrate(store := open_store(load(older).store_url))
    assert rows_of(store) == rows
    store.close()


def test_a_store_of_a_newer_judge_is_left_alone(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = open_store(load(home).store_url)
    store.table("counters").put("data_version", {"n": 9})
    store.close()
    result = run(home, "once")
    assert result.exit_code == 1 and "newer judge" in result.output


# ---- moving a game, and the shelf -----------------------------------------------------------------------------------


def exported(home: Path, target: Path) -> list[dict[str, object]]:
    good(home, "export", "lira7", "-o", str(target))
    return [json.loads(line) for line in target.read_text("utf-8").splitlines()]


def test_a_game_goes_on_at_another_judge_as_it_would_have_here(home: Path, tmp_path: Path) -> None:
    exported(home, tmp_path / "g.jsonl")
    other = fresh(tmp_path / "other")
    assert "lira7" in good(other, "import", str(tmp_path / "g.jsonl"), now=DEADLINE)
    for place in (home, other):
        letter(place, "n1", "SIGNON Lupus@lira7 ann-pass\nSELL 7 LIRA\nBUY 5 MARKS", AFTER)
        letter(place, "n2", f"{REPORT}SIGNOFF", AFTER, sender="gm@example.test")
        good(place, "once", now="2026-12-04T18:00:00+00:00")
    assert facts(other) == facts(home)
    links = [
        [
            dice["secret"]
            for path in sorted((place / "var/mail/out/new").iterdir())
            for part in email.message_from_bytes(path.read_bytes()).walk()
            if (part.get_filename() or "").endswith(".json")
            and (dice := json.loads(part.get_payload(decode=True)).get("dice") or {}).get("link") == 3
        ]
        for place in (home, other)
    ]
    assert links[0] and set(links[0]) == set(links[1])
    assert "2 phases, all equal" in good(other, "replay", "--all")
    assert facts(other)["phase"] == "S1902M"


def test_a_game_whose_deadline_passed_on_the_way_waits_for_its_master(home: Path, tmp_path: Path) -> None:
    exported(home, tmp_path / "g.jsonl")
    other = fresh(tmp_path / "other")
    good(other, "import", str(tmp_path / "g.jsonl"), now="2026-12-08T08:00:00+00:00")
    assert "0 deadlines" in good(other, "once", now="2026-12-08T09:00:00+00:00")
    assert facts(other)["status"] == "paused"


@cases("spoil", "told")
def test_a_spoilt_export_is_refused_whole(home: Path, tmp_path: Path, spoil: str, told: str) -> None:
    rows = exported(home, tmp_path / "g.jsonl")
    text = list(_spoilt(rows, spoil))
    (tmp_path / "g.jsonl").write_text("\n".join(text) + "\n", "utf-8")
    other = fresh(tmp_path / "other")
    result = run(other, "import", str(tmp_path / "g.jsonl"), now=DEADLINE)
    assert result.exit_code in (1, 2), result.output
    assert told in result.output
    assert json.loads(good(other, "list", "--json")) == []


def _spoilt(rows: list[dict[str, object]], how: str) -> Iterator[str]:
    for number, row in enumerate(rows, 1):
        table, doc = row["table"], row["doc"]
        assert isinstance(doc, dict)
        if how == "no tip" and table == "secret":
            continue
        if how == "other tip" and table == "secret":
            doc["tip"] = "00" * 32
        if how == "changed event" and doc.get("key") == "lira7#2":
            doc["actor"] = "Forger"
        if how == "missing snapshot" and table == "snapshots" and doc["key"] == "lira7@1":
            continue
        if how == "unknown rules" and table == "games":
            doc["rules_version"] = 99
        if how == "stranger row" and table == "seats":
            doc["game"] = "other1"
        if how == "newer" and table == "judge":
            doc["format"] = 99
        yield "{" if how == "no json" and number == 3 else json.dumps(row)
        if how == "two games" and table == "games":
            yield json.dumps({"table": "games", "doc": {**doc, "key": "other1"}})


def finished(home: Path) -> Path:
    letter(home, "m1", f"{REPORT}END CONCEDED ITALY\nSIGNOFF", AFTER, sender="gm@example.test")
    good(home, "once", now="2026-12-04T18:00:00+00:00")
    assert facts(home)["status"] == "finished"
    return home


def test_a_finished_game_goes_to_the_shelf_and_comes_back_as_it_was(home: Path) -> None:
    assert run(home, "shelve", "lira7").exit_code == 2
    before = facts(finished(home))
    good(home, "shelve", "lira7")
    assert good(home, "shelve").strip() == "lira7"
    assert json.loads(good(home, "list", "--json")) == []
    assert not (home / "var/secrets/dice/lira7").exists()
    store = open_store(load(home).store_url, lock=False)
    stays = ("limits", "house", "records")  # the first two for two days, the record of each player for good
    left = [row for row in rows_of(store) if "lira7" in row[2] and row[0] not in stays]
    store.close()
    assert left == []
    assert (home / "var/finished/lira7.jsonl").stat().st_mode & 0o777 == 0o600
    good(home, "unshelve", "lira7")
    assert facts(home) == before
    assert "all equal" in good(home, "replay", "--all")
    assert not list((home / "var/finished").iterdir())


def test_a_new_game_under_a_shelved_name_rolls_other_dice_and_keeps_the_old_one_away(home: Path) -> None:
    anchor = facts(finished(home))["anchor"]
    good(home, "shelve", "lira7")
    good(home, "new", "lira7", "--variant", "bourse", "--master", "gm@example.test")
    assert json.loads(good(home, "show", "lira7", "--json"))["anchor"] != anchor
    assert run(home, "unshelve", "lira7").exit_code == 2
    assert run(home, "unshelve", "nothing").exit_code == 2


def test_a_game_that_moved_away_is_shelved_while_it_runs_only_if_one_says_so(home: Path) -> None:
    assert "--moved" in run(home, "shelve", "lira7").output
    good(home, "shelve", "lira7", "--moved")
    good(home, "unshelve", "lira7", now=DEADLINE)
    assert facts(home)["status"] == "active"


# ---- forgetting -----------------------------------------------------------------------------------------------------


def test_forgetting_a_person_shows_first_and_then_erases_all_but_what_the_seat_did(home: Path) -> None:
    good(home, "player", "ann@example.test", "--name", "Ann")
    before = facts(home)
    shown = good(home, "forget", "ann@example.test")
    assert "the address at Lupus of lira7" in shown and "say --yes" in shown
    assert b"ann@example.test" in b"".join(tree(home).values())
    good(home, "forget", "Ann@Example.Test", "--yes")
    good(home, "once", now=DEADLINE)
    app = open_app(load(home))
    rows = repr(rows_of(app.store))
    assert "ann@example.test" not in rows
    seat = app.services.files.seat("lira7", "Lupus")
    assert seat is not None and seat.vacant and not seat.hash
    app.close()
    leftovers = [name for name, raw in tree(home).items() if b"ann@example.test" in raw and not name.endswith(".db")]
    # the master was told who took the seat, and that letter is the master's
    assert all(b"Delivered-To: gm@example.test" in (home / name).read_bytes() for name in leftovers)
    after = facts(home)
    assert after["market"] == before["market"]
    assert "all equal" in good(home, "replay", "--all")
    assert run(home, "forget", "ann@example.test").exit_code == 2


def test_counts_of_a_persons_letters_are_forgotten_and_what_stays_is_named(home: Path) -> None:
    for number in range(3):
        wrong = "SIGNON Lupus@lira7 not-the-password\nSELL 1 LIRA"
        letter(home, f"w{number}", wrong, AFTER, sender="ann@example.test")
    letter(home, "o1", "hello\nwhat now", AFTER, sender="joann@example.test")
    good(home, "once", now=AFTER)
    app = open_app(load(home), lock=False)
    assert any("ann@example.test" in row[2] for row in rows_of(app.store) if row[0] == "limits")
    app.close()
    said = good(home, "forget", "ann@example.test", "--yes", now=AFTER)
    app = open_app(load(home), lock=False)
    rows = repr(rows_of(app.store))
    app.close()
    assert "ann@example.test" not in rows.replace("joann@example.test", "") and "joann@example.test" in rows
    # the master's own letter of who took the seat names it still, and that is said
    told = [path for path in (home / "var/mail/out/new").iterdir() if b"ann@example.test" in path.read_bytes()]
    named = [path for path in told if b"Delivered-To: gm@example.test" in path.read_bytes()]
    assert f"{len(named)} letters to or from others in var/mail/out/new" in said


def test_a_master_of_a_running_game_is_not_forgotten_and_one_of_a_finished_game_is(home: Path) -> None:
    refused = run(home, "forget", "gm@example.test", "--yes")
    assert refused.exit_code == 2 and "master of lira7" in refused.output
    finished(home)
    good(home, "forget", "gm@example.test", "--yes")
    app = open_app(load(home), lock=False)
    assert "gm@example.test" not in repr(rows_of(app.store))
    app.close()


def test_who_left_a_game_that_was_shelved_is_forgotten_there_too(home: Path) -> None:
    letter(home, "resign", "SIGNON Lupus@lira7 ann-pass\nRESIGN", "2026-11-21T10:00:00+00:00")
    good(home, "once")
    finished(home)
    good(home, "shelve", "lira7")
    shelf = home / "var/finished/lira7.jsonl"
    assert shelf.read_text("utf-8").count('"former": []') == 1
    good(home, "forget", "ann@example.test", "--yes")
    assert shelf.read_text("utf-8").count('"former": []') == 2
    assert run(home, "forget", "ann@example.test").exit_code == 2
    good(home, "unshelve", "lira7")


# ---- keeping letters ------------------------------------------------------------------------------------------------


def test_handled_letters_go_after_their_time_and_others_never(home: Path) -> None:
    setting(home, '# keep_letters = ""', 'keep_letters = "30d" #')
    letter(home, "new1", "HELP", AFTER)
    done = home / "var/mail/in/.Done/cur"
    assert len(list(done.iterdir())) == 1
    app = open_app(load(home))
    app.services.shunt.keep("aaaabbbbcccc", b"raw", "KeyError", datetime.now(UTC), "lira7", "x@y.z", "s")
    app.services.shunt.keep("ddddeeeeffff", b"raw", "KeyError", datetime.now(UTC), "lira7", "x@y.z", "s")
    app.services.shunt.drop("ddddeeeeffff")
    now = datetime.fromisoformat(LATER)
    assert watch.prune(app.services, now + timedelta(days=29)) == 0
    assert watch.prune(app.services, now + timedelta(days=4000)) == 3
    assert list(done.iterdir()) == []
    assert sorted(path.name for path in (home / "var/shunt").iterdir()) == ["aaaabbbbcccc.eml", "aaaabbbbcccc.txt"]
    assert (home / "var/mail/in/new/new1").exists()
    app.close()


def test_a_store_on_a_server_is_backed_up_by_the_servers_own_means(tmp_path: Path) -> None:
    from judge.config import Config, JudgeSettings
    from judge.keeper.backup import file_store

    with pytest.raises(SetupError, match="pg_dump"):
        file_store(Config(tmp_path, JudgeSettings(store="postgresql://localhost/judge")))
