"""Every command line and every letter printed in README and docs does what is said of it, in the order printed."""

import re
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from tests.harness import share_cache
from tests.printed.pages import KINDS, NOT_RUN, PAGES, ROOT, blocks, of
from tests.printed.walk import Walk, said
from tests.stores import sqlite_only

FRIENDS = {"Lupus": "ann@example.org", "Ursus": "bob@example.org"}
WALKED = {"README.md", "playing.md", "archive.md", "map.md", "masters-guide.md", "dice.md"}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_fence_says_what_it_holds(page: Path) -> None:
    for block in blocks(page):
        assert block.kind in KINDS, f"{page.name}, line {block.line}: ```{block.kind}"
    assert page.read_text("utf-8").count("```") == 2 * len(blocks(page))


def test_no_page_prints_commands_or_letters_that_no_test_runs() -> None:
    printing = {page.name for page in PAGES if any(block.kind != "text" for block in blocks(page))}
    assert printing == WALKED


def test_what_is_not_run_is_printed_still() -> None:
    lines = {
        re.sub(r"\s+# .*$", "", line).strip() for page in PAGES for b in blocks(page) for line in b.text.split("\n")
    }
    assert set(NOT_RUN) <= lines


# ---- README -------------------------------------------------------------------------------------------------------


@pytest.mark.slow
@pytest.mark.parametrize("walk", ["wheel", "checkout"], indirect=True)
@pytest.mark.real
@sqlite_only("an empty folder has no server")
def test_the_first_letter_of_the_readme_is_answered_by_the_sample_game(walk: Walk) -> None:
    write, *_ = of("README.md", "sh")[1:]
    walk.judge_home = walk.folder
    (walk.folder / ".venv/bin").mkdir(parents=True)
    (walk.folder / ".venv/bin/judge").symlink_to(walk.programs / "judge")
    walk.shell("judge init .")
    walk.no_door(walk.folder)
    walk.start("judge run --sample", walk.folder)
    send, read = write.commands
    walk.letter("lupus@localhost", "lira1 start")
    walk.shell(send)
    walk.letter("lupus@localhost", r"\[OK\]")
    assert "SELL 300 LIRA" in walk.shell(read)


@pytest.mark.slow
@pytest.mark.real
@sqlite_only("an empty folder has no server")
def test_a_game_with_friends_is_played_as_the_readme_says(walk: Walk) -> None:
    _, _, first, second, weekly, units = of("README.md", "sh")
    join, start, _report = of("README.md", "letter")
    init, doctor, new, run = first.commands
    asked = walk.shell(
        init, "\n".join(["HOME", "judge@localhost", "Europe/London", "you@example.org", "-", "-"]) + "\n"
    )
    assert asked.count(": ") >= 6
    walk.no_door(walk.judge_home)
    share_cache(walk.judge_home)
    assert "FAIL" not in walk.shell(doctor)
    assert "lira7: a game of bourse" in walk.shell(new)
    walk.start(run, walk.judge_home)
    # friends: the letter as printed, and one like it; one answer each, and a seat
    for seat, address in FRIENDS.items():
        walk.send(address, join.text.replace("Lupus", seat).replace("Ann Archer", f"{seat} Archer"))
        asking = walk.letter(address, r"\[CONFIRM\]")
        walk.send(address, "", to=str(asking["Reply-To"]))
        assert f"You play as  {seat}" in said(walk.letter(address, "your seat"))
    # the master: the lines of the letter, as README prints them
    told = said(walk.letter("you@example.org", "you are its master"))
    password = re.search(r"Password  (\S+)", told)
    assert password is not None
    walk.send("you@example.org", start.text.replace("password", password[1]))
    opened = said(walk.letter(FRIENDS["Lupus"], r"(?i)deadline.*(FRI|Fri)"))
    assert "anchor" in opened or "anchor" in said(walk.letter(FRIENDS["Lupus"], "anchor"))
    # beside the running judge
    for line in (*second.commands, *weekly.commands):
        done = walk.shell(line)
        assert "Traceback" not in done
    assert "lira7" in (games := walk.shell("judge --home ~/judge list")) and "payola1" in games
    made = walk.shell(*units.commands)
    assert str(walk.judge_home) in (walk.judge_home / "systemd/judge.service").read_text() and "useradd" in made
    walk.environ["JUDGE_HOME"] = str(walk.judge_home)
    for line in ("judge once --dry-run", "judge docs --list", "judge docs operating"):
        assert line in (ROOT / "README.md").read_text("utf-8")
        walk.shell(line)
    assert all(process.poll() is None for process in walk.running)


def test_the_readme_counts_the_questions_of_init_rightly(tmp_path: Path) -> None:
    from click.testing import CliRunner

    from judge.cli.frame import _group

    counts = []
    for answers in (["H", "j@x.org", "UTC", "k@x.org", "-", "-"],
                    ["H", "j@x.org", "UTC", "k@x.org", "-", "mail.x.org", "", "mail.x.org", "word"]):  # fmt: skip
        result = CliRunner().invoke(
            _group, ["init", str(tmp_path / str(len(answers))), "--ask"], "\n".join(answers) + "\n"
        )
        assert result.exit_code == 0, result.output
        counts.append(len(answers))
        short = CliRunner().invoke(_group, ["init", str(tmp_path / "short"), "--ask"], "\n".join(answers[:-1]) + "\n")
        assert short.exit_code != 0  # one answer fewer is too few
    words = {6: "six", 9: "nine"}
    assert f"{words[counts[0]]} questions, {words[counts[1]]} where letters come by IMAP" in (
        ROOT / "README.md"
    ).read_text("utf-8")


# ---- the pages ------------------------------------------------------------------------------------------------------


def at(moment: datetime) -> str:
    return f"judge --home ~/judge --now {moment.isoformat()}"


NOW = datetime.fromisoformat("2026-11-21T10:00:00+00:00")


@pytest.mark.slow
@pytest.mark.real
@sqlite_only("an empty folder has no server")
def test_the_letters_of_the_masters_guide_are_taken_in_the_order_printed(walk: Walk) -> None:
    first, create, report, elsewhere = of("docs/masters-guide.md", "letter")
    walk.begin()
    settings = walk.judge_home / "judge.toml"
    settings.write_text(settings.read_text("utf-8").replace('create = "keeper"', 'create = "registered"'), "utf-8")
    new = "new lira7 --variant bourse --master gm@example.org --master-password password"
    joins = (f"join lira7 {seat} --address {address} --password {seat}-word" for seat, address in FRIENDS.items())
    walk.beforehand(NOW, "player gm@example.org --name Gm", new, *joins)

    def sent(text: str, when: datetime) -> str:
        before = len(walk.letters("gm@example.org"))
        walk.send("gm@example.org", text, at=when.timestamp())
        walk.shell(f"{at(when + timedelta(seconds=1))} once || test $? = 75")
        new = walk.letters("gm@example.org")[before:]
        assert new, text
        return "\n".join(f"{one['Subject']}\n{said(one)}" for one in new)

    assert "[OK]" in sent(first.text, NOW)
    made = sent(create.text, NOW + timedelta(hours=1))
    assert "[CONFIRM]" in made or "your new game" in made
    moment = NOW
    while "F1901M" not in walk.shell(f"{at(moment)} list"):
        moment += timedelta(days=7)
        walk.beforehand(moment, "once")
        assert moment < NOW + timedelta(days=60)
    assert "[OK]" in sent(report.text, moment + timedelta(minutes=1))
    assert "[OK]" in sent(elsewhere.text, moment + timedelta(minutes=2))


@pytest.mark.real
@sqlite_only("an empty folder has no server")
def test_the_first_letter_of_the_players_guide_begins_a_game_against_robots(walk: Walk) -> None:
    (first,) = of("docs/playing.md", "letter")
    walk.begin()
    walk.send("ann@example.org", first.text, at=NOW.timestamp())
    walk.shell(f"{at(NOW + timedelta(seconds=1))} once || test $? = 75")
    (asked,) = walk.letters("ann@example.org")
    walk.send("ann@example.org", "", to=str(asked["Reply-To"]), at=NOW.timestamp() + 60)
    walk.shell(f"{at(NOW + timedelta(seconds=61))} once || test $? = 75")
    (begun,) = walk.letters("ann@example.org")[1:]
    assert "practice1" in str(begun["Subject"]) and "has started" in said(begun)


def powers_home(walk: Walk) -> None:
    """A game with a public board, one phase resolved."""
    walk.begin()
    powers = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
    new = "new lira7 --variant diplomacy --master gm@example.org --master-password password"
    joins = (f"join lira7 {power} --address {power.lower()}@example.org --password word" for power in powers)
    walk.beforehand(NOW, new, *joins, "start lira7")
    walk.beforehand(NOW + timedelta(hours=1), "process lira7 S1901M")
    walk.environ["JUDGE_HOME"] = str(walk.judge_home)


@pytest.mark.slow
@pytest.mark.real
@sqlite_only("an empty folder has no server")
def test_the_commands_of_the_pages_on_map_and_archive_make_what_they_say(walk: Walk) -> None:
    powers_home(walk)
    (maps,) = of("docs/map.md", "sh")
    for line in maps.commands:
        walk.shell(line)
    assert (walk.folder / "autumn.jpg").stat().st_size > 10_000 and (walk.folder / "board.png").exists()
    (archive,) = of("docs/archive.md", "sh")
    for line in archive.commands:
        walk.shell(line)
    assert (walk.folder / "site/index.html").exists()


@pytest.mark.slow
@pytest.mark.real
@sqlite_only("an empty folder has no server")
def test_the_ten_lines_on_dice_and_those_that_help_mails_compute_what_was_drawn(walk: Walk) -> None:
    import hashlib

    walk.begin()
    new = "new lira7 --variant exchange --master gm@example.org --master-password password"
    joins = (f"join lira7 Seat{n} --address p{n}@example.org --password word{n}" for n in range(12))
    walk.beforehand(NOW, new, *joins, "start lira7")
    walk.send("p0@example.org", "SIGNON Seat0@lira7 word0\nHELP DICE\nSIGNOFF", at=NOW.timestamp())
    walk.shell(f"{at(NOW + timedelta(minutes=5))} once || test $? = 75")
    helped = said(walk.letter("p0@example.org", "DICE THAT YOU CAN CHECK"))
    mailed = re.search(r"(?s)(  import hashlib.*?counter \+= 1)", helped)
    assert mailed is not None
    walk.beforehand(NOW + timedelta(hours=1), "process lira7 S1901B", "once")
    told = said(walk.letter("p0@example.org", "dice draw"))

    def digits(form: str) -> tuple[int, str]:
        found = re.search(rf"dice {form}\s+((?:\s*[0-9a-f]){{64}})", told)
        assert found is not None, told
        return int(found[1] if found.lastindex == 2 else 0), re.sub(r"\s", "", found[found.lastindex or 1])

    (_, anchor), (number, link) = digits("anchor"), digits(r"link (\d+)")
    hashed = bytes.fromhex(link)
    for _ in range(number):
        hashed = hashlib.sha256(hashed).digest()
    assert hashed.hex() == anchor
    phase = re.findall(r"dice phase (\S+)", told)[0]
    draws = re.findall(r'dice draw "([^"]+)" (\d+) (\d+)', told)
    assert draws
    (page,) = of("docs/dice.md", "python")
    for program in (page.text, re.sub(r"(?m)^  ", "", mailed[1])):
        names: dict[str, object] = {}
        exec(program, names)
        for label, sides, value in draws:
            assert names["draw"](bytes.fromhex(link), phase, label, int(sides)) == int(value)  # type: ignore[operator]
