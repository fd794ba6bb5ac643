"""The command line, as scripts and keepers use it: every command in a fresh home, with a driven clock."""

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from judge.cli.frame import COMMANDS, _group
from tests.keeper.homes import DEADLINE, START, begun, good, letter, run
from tests.stores import sqlite_only
from tests.tables import cases


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home with a started Bourse of two."""
    folder = tmp_path / "home"
    assert CliRunner().invoke(_group, ["init", str(folder)]).exit_code == 0
    return begun(folder)


def show(home: Path, *more: str, now: str = START) -> dict[str, object]:
    found: dict[str, object] = json.loads(good(home, "show", "lira7", "--json", *more, now=now))
    return found


def test_init_makes_a_commented_home_and_never_touches_it_again(tmp_path: Path) -> None:
    runner = CliRunner()
    assert runner.invoke(_group, ["init", str(tmp_path / "h")]).exit_code == 0
    toml = tmp_path / "h" / "judge.toml"
    assert toml.read_text().count("#") > 8
    toml.write_text("# mine\n")
    assert runner.invoke(_group, ["init", str(tmp_path / "h")]).exit_code == 0
    assert toml.read_text() == "# mine\n"
    assert (tmp_path / "h/var/mail/in/new").is_dir()


def test_a_home_in_which_nothing_has_happened_yet_has_no_games_and_nothing_is_wrong_with_it(tmp_path: Path) -> None:
    home = tmp_path / "h"
    assert CliRunner().invoke(_group, ["init", str(home)]).exit_code == 0
    assert json.loads(good(home, "list", "--json")) == []
    assert "No games yet" in good(home, "list")
    assert good(home, "replay", "--all") == ""
    unknown = run(home, "show", "lira7")
    assert unknown.exit_code == 2 and "no game called" in unknown.output
    assert not (home / "var/judge.db").exists()


def test_a_game_is_played_over_a_deadline_by_the_command_line_alone(home: Path) -> None:
    letter(home, "a1", "SIGNON Lupus@lira7 ann-pass\nSELL 300 LIRA\nBUY 100 MARKS", "2026-11-22T09:00:00+00:00")
    good(home, "once", now="2026-11-22T09:01:00+00:00")
    filed = {seat["name"]: seat["filed"] for seat in show(home)["seats"]}  # type: ignore[attr-defined]
    assert filed == {"Lupus": True, "Grey Wolf": False}
    assert not list((home / "var/mail/in/new").iterdir())
    assert len(list((home / "var/mail/in/.Done").rglob("a1*"))) == 1
    good(home, "once", now=DEADLINE)
    market = show(home, "--seat", "Lupus")
    assert market["phase"] == "F1901M"
    assert market["market"]["prices"]["LIRA"] == "0.9700"  # type: ignore[index]
    assert market["private"]["holding"]["MARK"] == 1100  # type: ignore[index]
    assert show(home, "--phase", "S1901M")["market"]["prices"]["LIRA"] == "1.0000"  # type: ignore[index]
    then = show(home, "--phase", "S1901M", "--seat", "lupus")
    assert then["private"]["holding"]["MARK"] == 1000  # type: ignore[index]
    assert then["private"]["sheet"]["lines"] == ["SELL 300 LIRA", "BUY 100 MARK"]  # type: ignore[index]
    assert [seat["filed"] for seat in then["seats"]] == [True, False]  # type: ignore[attr-defined]
    assert "SELL 300 LIRA" not in json.dumps(market["private"])
    assert "private" not in show(home)
    assert "all equal" in good(home, "replay", "--all")


def test_calendar_writes_the_next_deadline(home: Path, tmp_path: Path) -> None:
    made = tmp_path / "lira7.ics"
    good(home, "calendar", "lira7", "-o", str(made))
    assert made.read_bytes().startswith(b"BEGIN:VCALENDAR\r\n") and b"DTSTART:" in made.read_bytes()
    assert "BEGIN:VEVENT" in good(home, "calendar", "lira7")


def test_process_preview_and_rollback_do_what_the_masters_words_do(home: Path) -> None:
    assert "PRICES" in good(home, "preview", "lira7")
    found = json.loads(good(home, "preview", "lira7", "--json"))
    assert (found["game"], found["phase"]) == ("lira7", "S1901M") and found["notices"]
    assert all(set(notice) == {"kind", "data"} for notice in found["notices"])
    assert show(home)["phase"] == "S1901M"
    assert run(home, "process", "lira7", "F1901").exit_code == 2
    good(home, "process", "lira7", "S1901M")
    assert show(home)["phase"] == "F1901M"
    good(home, "rollback", "lira7", "S1901", "--reason", "a misread letter")
    assert show(home)["phase"] == "S1901M"
    good(home, "process", "lira7", "S1901M")
    assert "2 phases, all equal" in good(home, "replay", "lira7")


def test_the_dice_of_every_letter_verify_and_a_changed_one_does_not(home: Path) -> None:
    good(home, "once")
    letters = sorted((home / "var/mail/out/new").iterdir())
    good(home, "verify-dice", *map(str, letters))
    (start,) = [path for path in letters if b"Delivered-To: list@example.test" in path.read_bytes()]
    lines = start.read_text().split("\n")
    link = lines[next(n for n, line in enumerate(lines) if line.startswith("  dice link")) + 1]
    flipped = link[:-1] + ("0" if link[-1] != "0" else "1")
    start.write_text(start.read_text().replace(link, flipped))
    assert run(home, "verify-dice", str(start)).exit_code == 1


def test_an_export_that_lacks_the_state_now_is_refused(home: Path, tmp_path: Path) -> None:
    good(home, "once", now=DEADLINE)
    file, other = tmp_path / "lira7.jsonl", tmp_path / "other"
    good(home, "export", "lira7", "-o", str(file))
    newest = f"lira7@{json.loads(good(home, 'export', 'lira7').splitlines()[1])['doc']['snapshot']}"
    rows = [line for line in file.read_text().splitlines() if json.loads(line)["doc"]["key"] != newest]
    file.write_text("\n".join(rows))
    CliRunner().invoke(_group, ["init", str(other)])
    refused = run(other, "import", str(file))
    assert refused.exit_code == 2 and "not whole" in refused.output
    assert json.loads(good(other, "list", "--json")) == []


def test_adjudicate_reads_lines_and_names_line_and_field_of_bad_input(tmp_path: Path) -> None:
    unit = {"power": "FRANCE", "type": "A", "loc": "PAR"}
    line = json.dumps(
        {"id": "x", "phase": "movement", "units": [unit], "orders": [{"power": "FRANCE", "order": "A PAR - BUR"}]}
    )
    result = CliRunner().invoke(_group, ["adjudicate"], input=line + "\n")
    assert result.exit_code == 0
    assert json.loads(result.output)["units"]["PAR"]["result"] == "moves"
    result = CliRunner().invoke(_group, ["adjudicate"], input=line + '\n{"id":"y","phase":"movement","units":[{}]}\n')
    assert result.exit_code == 2
    assert "line 2" in result.output
    assert "units[0]" in result.output
    result = CliRunner().invoke(_group, ["adjudicate"], input=line.encode() + b'\n\xff\xfe{"id"\n')
    assert result.exit_code == 2 and result.output.count('"id":"x"') == 1 and "line 2" in result.output
    assert CliRunner().invoke(_group, ["adjudicate", "--variant", "nope"], input="").exit_code == 2


@cases("words", "told")
def test_bad_input_exits_2_and_names_the_way_out(home: Path, words: tuple[str, ...], told: str) -> None:
    result = run(home, *words)
    assert result.exit_code == 2, result.output
    assert told in result.output


@sqlite_only("the tests' server does not sync, and doctor says so")
def test_doctor_passes_on_a_good_home_and_names_remedies_on_a_bad_one(home: Path) -> None:
    text = (home / "judge.toml").read_text().replace("door   =", "# door =")  # another judge may have the port
    (home / "judge.toml").write_text(text)
    assert "settings" in good(home, "doctor")
    text = (home / "judge.toml").read_text()
    (home / "judge.toml").write_text(text.replace("zone =", "zonk ="))
    result = run(home, "doctor")
    assert result.exit_code == 1
    assert "zonk" in result.output


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_has_help(name: str) -> None:
    result = CliRunner().invoke(_group, [name, "--help"])
    assert result.exit_code == 0
    assert len(result.output.split("\n")) > 4


def test_the_list_of_commands_cuts_off_no_summary_at_80_columns() -> None:
    shown = CliRunner().invoke(_group, ["--help"], terminal_width=80).output.partition("Commands:\n")[2]
    assert all(f"  {name} " in shown for name in COMMANDS)
    assert "..." not in shown


def test_the_home_is_found_at_or_above_the_working_directory(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(home / "var" / "mail")
    result = CliRunner().invoke(_group, ["list", "--json"])
    assert json.loads(result.output)[0]["game"] == "lira7"


def test_a_letter_can_be_written_and_answers_read_from_the_command_line(home: Path) -> None:
    later = "2026-11-21T10:05:00+00:00"
    good(home, "once")
    good(home, "write", "ann@example.test", text="SIGNON Lupus@lira7 ann-pass\nSELL 1 LIRA\n", now=later)
    good(home, "once", now=later)
    assert "SELL 1 LIRA" in good(home, "letters", "ann@example.test")


def test_letters_are_listed_in_the_order_in_which_they_were_sent(home: Path) -> None:
    good(home, "write", "ann@example.test", text="SIGNON Lupus@lira7 ann-pass\nSELL 1 LIRA\n")
    good(home, "once")  # the letters of the start and the answer, all of one moment
    for number in range(2, 5):
        text = f"SIGNON Lupus@lira7 ann-pass\nSELL {number} LIRA\n"
        good(home, "write", "ann@example.test", text=text, now="2026-11-21T09:59:59+00:00")
        good(home, "once")  # stamped before, answered later
    said = good(home, "letters", "ann@example.test", "--last", "99")
    subjects = [line for line in said.split("\n") if line.startswith("Subject: ")]
    assert [one.split()[1] for one in subjects] == ["[CHECK]", "DEMO", "[ERROR]", "[ERROR]", "[ERROR]"]
    assert "[ERROR]" in good(home, "letters", "ann@example.test")


def test_a_whole_demo_ends_with_standings_and_an_equal_replay(tmp_path: Path) -> None:
    out = good(tmp_path, "demo", "bourse", "--keep", str(tmp_path / "demo"))
    assert "Winner" in out
    assert "all phases equal" in out


def test_the_board_of_a_game_is_drawn_in_the_format_of_the_files_suffix(home: Path, tmp_path: Path) -> None:
    assert good(home, "map", "lira7").startswith("<svg ")
    for suffix, begins in ((".svg", b"<svg "), (".png", b"\x89PNG"), (".jpg", b"\xff\xd8")):
        file = tmp_path / f"board{suffix}"
        assert "Spring 1901, movement" in good(home, "map", "lira7", "-o", str(file), "--width", "300")
        assert file.read_bytes().startswith(begins)
    assert "France: 3 centres: BRE, MAR, PAR" in good(home, "map", "lira7", "--words")


@cases("words", "told")
def test_a_board_that_cannot_be_drawn_says_why_and_exits_2(home: Path, words: tuple[str, ...], told: str) -> None:
    result = run(home, "map", *words)
    assert result.exit_code == 2
    assert told in result.output


def test_the_archive_is_written_and_brought_up_to_date(home: Path, tmp_path: Path) -> None:
    assert "Give -o DIR" in run(home, "archive").output
    site = tmp_path / "site"
    assert "1 games" in good(home, "archive", "-o", str(site))
    assert "lira7" in (site / "index.html").read_text()
    assert json.loads(good(home, "archive", "-o", str(site), "--json"))["written"] == []
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine/index.html").write_text("my own")
    refused = run(home, "archive", "-o", str(tmp_path / "mine"))
    assert refused.exit_code == 2 and "no archive" in refused.output


def test_a_game_that_nobody_can_join_later_is_not_started_empty(tmp_path: Path) -> None:
    assert CliRunner().invoke(_group, ["init", str(tmp_path)]).exit_code == 0
    made = run(tmp_path, "new", "duke", "--variant", "diplomacy", "--master", "gm@example.test", "--start")
    assert made.exit_code == 2 and "of at least" in made.output


def test_a_phase_is_shown_with_the_seats_of_then_alone_and_a_games_last_one_as_it_was_before_the_end(
    home: Path,
) -> None:
    good(home, "once", now=DEADLINE)
    good(home, "join", "lira7", "Ursus", "--address", "cy@example.test", "--password", "cy-pass", now=DEADLINE)
    late = run(home, "show", "lira7", "--phase", "S1901M", "--seat", "Ursus")
    assert late.exit_code == 2 and "had no seat 'Ursus' in S1901M" in late.output
    letter(
        home,
        "m1",
        "MASTER lira7 gm-secret\nEND ABANDONED\nRESULT F1901\nCENTRES A 5 E 4 F 5 G 5 I 4 R 6 T 5\nEND",
        "2026-11-28T09:00:00+00:00",
        "gm@example.test",
    )
    good(home, "once", now="2026-12-04T18:00:00+00:00")
    assert show(home)["ended"]
    last = show(home, "--phase", "F1901M")
    assert last["ended"] is None and last["phase"] == "F1901M" and last["deadline"]
    assert len(last["seats"]) == 3  # type: ignore[arg-type]


def test_the_keeper_lists_previews_makes_and_writes_issues_of_the_zine(home: Path, tmp_path: Path) -> None:
    assert "This judge has no zine" in run(home, "zine", "--make").output
    toml = home / "judge.toml"
    toml.write_text(toml.read_text().replace('# zine = "" ', 'zine = "MON 08:00"'))
    assert "No issue is out yet" in good(home, "zine")
    assert "No letter waits." in good(home, "zine", "--letters")
    assert "No. 1" in good(home, "zine", "--preview", str(tmp_path / "next.html"))
    assert "lira7" in (tmp_path / "next.html").read_text() and "No issue" in good(home, "zine")
    assert "No. 1: 1 game, 0 letters, 0 readers" in good(home, "zine", "--make")
    assert "lira7" in good(home, "zine")
    assert json.loads(good(home, "zine", "--json"))[0]["games"] == ["lira7"]
    good(home, "zine", "1", "-o", str(tmp_path / "1.txt"))
    assert "LIRA7, Bourse" in (tmp_path / "1.txt").read_text()
    assert "no suffix" in run(home, "zine", "1", "-o", str(tmp_path / "1.doc")).output
    assert "The last is 1" in run(home, "zine", "2", "-o", str(tmp_path / "2.txt")).output
    assert "No letter 3 waits" in run(home, "zine", "--print", "3").output
    assert good(home, "zine", "--letters") == "No letter waits.\n"


# ---- `judge show --budget`: what went out, and what did not --------------------------------------------------------


def test_the_mail_budget_is_shown_in_words_and_for_programs(home: Path) -> None:
    found = json.loads(good(home, "show", "--budget", "--json"))
    assert found["by_kind"]["owed"]["letters"] == found["day"] > 0
    press = {"letters": 0, "today": 0, "most": 20000, "this_hour": 0, "most_an_hour": 10000, "withheld": 0}
    assert found["by_kind"]["press"] == press and found["balanced"]
    words = good(home, "show", "--budget")
    assert "never held back" in words and "0 of 2000 today, 0 of 1000 this hour, 0 not sent today" in words
    assert "the books balance" in words and "letters of" in words
    assert run(home, "show").exit_code == 2
