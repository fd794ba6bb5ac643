"""The docs name only what exists: commands, options, settings, files; and the player's card is what HELP mails."""

import os
import re
import shutil
import subprocess
from dataclasses import fields
from pathlib import Path
from tempfile import TemporaryDirectory

import click
import pytest

from judge.cli.frame import COMMANDS, Lazy, _group
from judge.config import JudgeSettings, MailSettings, NotifySettings, OAuthSettings
from judge.core.manual import MANUAL, MASTERS, PLAYERS
from judge.core.words import WORDS, Place
from judge.desk.writing.machine import PARTS, Machine
from judge.extras.metrics import COUNTERS
from judge.games import variants
from judge.games.troubleshooter.shown import PlayerShown
from judge.render.template_renderer import TemplateRenderer
from tests.keeper.homes import good
from tests.required import required
from tools import schemas

ROOT = Path(__file__).resolve().parents[1]
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md")])
UNITS = sorted((ROOT / "docs" / "systemd").iterdir())
FILES = re.compile(
    r"\b((?:docs|tests|bench|judge|templates|grammar|tools)/[\w./-]*\w\.(?:md|py|txt|lark|service|timer))\b"
)
STARTS = re.compile(r"(?:^\s*|&& |exec |=|\| )(?:\S*/)?judge((?: --(?:home|now) \S+)* [a-z][a-z-]+[^|;&#]*)")
INFO = """\
# The player's card

*For players and masters.*

What `HELP` and `HELP WORDS` in letters bring. It is written from the same words, so it is never out of date.

```text
{text}
```
"""


def code(page: Path) -> list[str]:
    """Everything in backticks or in fences."""
    text = page.read_text("utf-8")
    fences = re.findall(r"(?ms)^```\w*\n(.*?)^```", text)
    return [*fences, *re.findall(r"`([^`]+)`", re.sub(r"(?ms)^```.*?^```", "", text))]


def commands_named(text: str) -> list[tuple[str, list[str]]]:
    """(command, its options) of every `judge ...` in a piece of code."""
    found = []
    for line in " ".join(text.split("\\\n")).split("\n"):
        for words in STARTS.findall(line):
            rest = re.sub(r"^(?: --(?:home|now) \S+)*", "", words).split()
            found.append((rest[0], [re.split(r"[=`,)]", w)[0] for w in rest[1:] if re.match(r"--[a-z]", w)]))
    return found


def options_of(name: str) -> set[str]:
    assert isinstance(_group, Lazy)
    command = _group.get_command(click.Context(_group), name)
    assert command is not None
    return {option for parameter in command.params for option in parameter.opts} | {"--help"}


@pytest.mark.parametrize("page", [*PAGES, *UNITS], ids=lambda page: page.name)
def test_every_command_and_option_named_exists(page: Path) -> None:
    pieces = [page.read_text("utf-8")] if page in UNITS else code(page)
    for name, options in [found for piece in pieces for found in commands_named(piece)]:
        assert name in COMMANDS, name
        assert set(options) - {"--home", "--now"} <= options_of(name), (name, options)


def test_every_command_stands_in_the_keepers_guide() -> None:
    text = (ROOT / "docs" / "operating.md").read_text("utf-8")
    table = text[text.index("| command | does |") :]
    assert {name for name in COMMANDS if f"`{name}`" not in table} == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_setting_named_exists(page: Path) -> None:
    kinds = (JudgeSettings, MailSettings, NotifySettings, OAuthSettings)
    known = {field.name for kind in kinds for field in fields(kind)}
    options = {option.name for variant in variants().values() for option in variant.info.options}
    from judge.desk.cabinet.options import HOUSE

    app = {option.name for option in HOUSE}
    for piece in code(page):
        for name in re.findall(r'(?m)^#? ?([a-z_]+) = ["\d]', piece):
            assert name in known | options | app, (page.name, name)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_file_named_exists(page: Path) -> None:
    text = page.read_text("utf-8")
    for target in re.findall(r"\]\(([^)#:]+)\)", text):
        assert (page.parent / target).exists(), target
    for target in FILES.findall(text):
        assert (ROOT / target).exists() or (ROOT / "docs" / "example" / target).exists(), target


def test_the_alarms_in_the_keepers_guide_watch_figures_that_are_told() -> None:
    text = (ROOT / "docs" / "operating.md").read_text("utf-8")
    source = (ROOT / "judge" / "extras" / "metrics.py").read_text("utf-8")
    for name in re.findall(r"judge_([a-z_]+)", text):
        assert f'"{name}"' in source or name.removesuffix("_total") in COUNTERS, name


PICTURE = re.compile(r"!\[([^\]]*)\]\(([^)]+)\)")


def test_every_game_is_shown_by_a_letter_and_a_board_and_the_readme_begins_with_one_of_each() -> None:
    shown = {}
    for page in [ROOT / "README.md", *(ROOT / "docs" / "games").glob("*.md")]:
        found = PICTURE.findall(page.read_text("utf-8"))
        shown[page.stem] = [Path(target).name.rpartition("-")[2] for _, target in found]
        for words, target in found:
            assert len(words) > 10 and (page.parent / target).stat().st_size < 120_000, target
    assert shown == {name: ["letter.png", "board.jpg"] for name in ("README", *variants())}
    assert PICTURE.search("\n".join((ROOT / "README.md").read_text("utf-8").split("\n")[:12]))
    named = {f"{slug}-{kind}" for slug in variants() for kind in ("letter.png", "board.jpg")}
    assert {path.name for path in (ROOT / "docs" / "pictures").iterdir()} == named


def test_every_page_of_docs_stands_in_their_index() -> None:
    index = (ROOT / "docs" / "README.md").read_text("utf-8")
    missing = {page.name for page in (ROOT / "docs").glob("*.md")} - set(re.findall(r"\(([\w.-]+)\)", index))
    assert missing <= {"README.md"}


@pytest.mark.parametrize(
    "page", [*PAGES, ROOT / "SECURITY.md", *sorted((ROOT / "docs" / "games").glob("*.md"))], ids=lambda page: page.name
)
def test_every_page_says_at_its_top_for_whom_it_is(page: Path) -> None:
    title, blank, readers, *_ = page.read_text("utf-8").split("\n")
    assert title.startswith("# ") and blank == "" and re.fullmatch(r"\*For .+\.\*", readers)


def info_page() -> str:
    told = {
        "address": "the judge",
        "players": PLAYERS,
        "masters": MASTERS,
        "game": None,
        "master": (),
        "seat": "",
        "variants": [(slug, found.info.title) for slug, found in variants().items()],
    }
    parts = [TemplateRenderer(ROOT).part((f"session/{name}.txt",), told) or "" for name in ("help", "help_words")]
    return INFO.format(text="\n\n".join(part.rstrip() for part in parts))


def test_the_players_card_is_what_help_mails() -> None:
    info = ROOT / "docs" / "players-card.md"
    if os.environ.get("JUDGE_GOLDEN") == "write":
        info.write_text(info_page(), "utf-8")
    assert info.read_text("utf-8") == info_page()


@pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
def test_the_schemas_are_those_of_the_machine_parts_types(part: type[Machine]) -> None:
    path = ROOT / "docs" / "schema" / f"{part.name}.json"
    if os.environ.get("JUDGE_GOLDEN") == "write":
        path.write_text(schemas.text(schemas.schema(part)), "utf-8")
    assert path.read_text("utf-8") == schemas.text(schemas.schema(part))


@pytest.mark.parametrize("slug", sorted(variants()))
def test_the_schemas_of_games_are_those_of_what_they_let_be_looked_at(slug: str) -> None:
    path = ROOT / "docs" / "schema" / "games" / f"{slug}.json"
    told = schemas.text(schemas.views(variants()[slug].info))
    if os.environ.get("JUDGE_GOLDEN") == "write":
        path.write_text(told, "utf-8")
    assert path.read_text("utf-8") == told


def test_a_schema_says_of_each_field_what_the_docstring_of_its_type_says() -> None:
    head, rows = schemas.said(PlayerShown)
    assert head.startswith("A player's own purse and TS. `outlook`: what his loan repays this winter")
    assert rows["limit"] == "units of one currency that may be sold in a turn (M-4)"


def test_every_schema_is_that_of_a_machine_part_or_of_a_game() -> None:
    folder = ROOT / "docs" / "schema"
    assert {path.stem for path in folder.glob("*.json")} == {part.name for part in PARTS}
    assert {path.stem for path in (folder / "games").iterdir()} == set(variants())


def test_every_word_a_master_is_told_of_is_in_the_manual() -> None:
    text = (ROOT / "docs" / "masters-guide.md").read_text("utf-8")
    verbs = {entry.verb for entry in MANUAL.values()} | {"OWNERS", "UNITS", "CENTRES", "SIGNOFF", "SIGNON", "WHO"}
    said = {found.split()[0] for found in re.findall(r"`([A-Z][A-Z]+(?: [^`]*)?)`", text)}
    assert said <= verbs | {"HELP", "MASTER"}, said - verbs


def test_one_page_tells_masters_and_one_tells_players_of_every_word() -> None:
    pages = {name: (ROOT / "docs" / f"{name}.md").read_text("utf-8") for name in ("masters-guide", "playing")}
    for word in WORDS.values():
        name = "masters-guide" if word.place is Place.MASTER else "playing"
        keepers = word.verb in ("PRINT", "REFUSE")
        assert keepers or re.search(rf"\b{word.verb}\b", pages[name]), f"{name}.md says nothing of {word.verb}"


@pytest.mark.slow
def test_the_units_for_systemd_are_well_formed(tmp_path: Path) -> None:
    tool = shutil.which("systemd-analyze")
    required(tool, "systemd-analyze")
    for unit in UNITS:  # as installed, but with a program that is there
        text = unit.read_text("utf-8").replace("/usr/local/bin/judge", "/bin/true")
        (tmp_path / unit.name).write_text(re.sub(r"(?m)^(Documentation|User)=.*$", "", text))
    told = subprocess.run(
        [tool, "verify", *map(str, sorted(tmp_path.iterdir()))], capture_output=True, text=True, check=False, timeout=60
    )
    wrong = [line for line in told.stderr.splitlines() if str(tmp_path) in line or "judge" in line]
    assert wrong == []


def test_the_commands_of_the_first_evening_work_as_written() -> None:
    """init without questions, new with the options of the README, list: in an empty folder."""
    with TemporaryDirectory() as folder:
        home = Path(folder) / "judge"
        good(home, "init", str(home))
        words = "new lira7 --variant bourse --master you@example.org --schedule"
        good(home, *words.split(), "FRI 18:00 Europe/London")
        assert "lira7" in good(home, "list")


def test_every_promise_of_the_security_page_has_its_figure_and_a_test_that_exists() -> None:
    page = (ROOT / "SECURITY.md").read_text("utf-8")
    section = page.partition("## What is promised, and by which test")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| (?!promise|---)(.+?) \| (.+?) \| (.+?) \|$", section, re.MULTILINE)
    here = {
        name
        for path in (ROOT / "tests").rglob("test_*.py")
        for name in re.findall(r"^def (test_\w+)", path.read_text("utf-8"), re.MULTILINE)
    }
    assert len(rows) >= 20
    for promise, figure, tests in rows:
        named = re.findall(r"`(test_\w+)`", tests)
        assert promise and figure and named, promise
        assert set(named) <= here, set(named) - here


def test_the_figures_of_the_security_page_are_those_of_the_code() -> None:
    from judge.config import JudgeSettings
    from judge.desk.cabinet import limits
    from judge.desk.cabinet.options import HOUSE
    from judge.desk.counter import identify, loop_detection, signon
    from judge.desk.mailroom import own
    from judge.desk.sheets.letter_context import ORDERS, SHOWN
    from judge.desk.words import binding, player
    from judge.desk.writing import letterform
    from judge.mail import door
    from judge.reading import budget as reading

    page = " ".join((ROOT / "SECURITY.md").read_text("utf-8").split())
    press = next(option.default for option in HOUSE if option.name == "press_limit")
    for said in (
        f"{signon.A_DAY} a day against 50 bits; {signon.A_DAY_SHORT} where a password is shorter than six",
        f"{limits.A_STRANGER} a day, and an answer to the third",
        f"{letterform.FLOOR} octets with its head",
        f"{player.MAX_PRESS} a letter;",
        f"{binding.A_LETTER} things a letter, {binding.A_DAY} a day and game; "
        f"{binding.NEWCOMERS.count} addresses a day",
        f"{limits.PROOFS.count} a day (SET ADDRESS, ALSO)",
        f"{JudgeSettings().answers_per_day} a day (`answers_per_day`)",
        f"{press} (`press_limit`); {JudgeSettings().press_per_day} letters a day (`press_per_day`)",
        f"{door.MAX_RECIPIENTS} recipients, {door.MAX_PEER} connections a peer, {door.IDLE:.0f} seconds",
        f"{loop_detection.BEATS + 2} letters, if it answers within a minute or evenly; "
        f"{loop_detection.A_DAY} a day in any rhythm",
        f"{own.HELD // 1_000_000} MB",
        f"{reading.LETTER:,} steps (0.3 s of processor time), lines of {reading.LINE} and sentences of "
        f"{reading.LONGEST} characters, {ORDERS} orders, {SHOWN} lines of answer",
        f"{identify.SEEN} lines are looked at for marks of an order",
        f"a stranger's questions cost {reading.STRANGER} steps",
        f"One letter holds a dozen guesses | {limits.GUESSES.count} |",
    ):
        assert said in page, said


@pytest.mark.parametrize("name", COMMANDS)
def test_the_help_of_every_command_has_an_example_of_it(name: str) -> None:
    command = Lazy().get_command(click.Context(Lazy()), name)
    assert command is not None and f"judge {name}" in re.sub(r" --(home|now) \S+", "", command.epilog or "")
