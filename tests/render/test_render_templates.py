"""Templates and the desk agree: what the desk asks for exists, and nothing is there that nobody asks for."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from judge.desk.cabinet.reliability import Conduct
from judge.desk.words.explaining import HELP_PAGES
from tests.render.samples import DEADLINE, OLD, SENT, SHARE, TEMPLATES, renderer
from tests.tables import cases, rows

DESK = SHARE / "judge" / "desk"
ANSWERS = TEMPLATES / "session" / "answers.txt"

# Asked for by a name made of a variant's or a letter's: publish.names(game, kind), intake's notes, notices.
KINDS = ("confirmation", "results", "statement", "start", "welcome", "final", "opened", "reminder")
NOTES = ("question", "nothing_found", "report_wanted")


def speaking() -> list[Path]:
    """The desk, and the extras and the keeper's room, which write beside it."""
    rooms = (DESK, DESK.with_name("extras"), DESK.with_name("keeper"))
    return [path for room in rooms for path in sorted(room.rglob("*.py"))]


def calls() -> Iterator[tuple[str, ast.Call]]:
    for path in speaking():
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Call):
                name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                yield name, node


def texts(node: ast.AST) -> list[str]:
    """Every literal text in an expression: both branches of `a if x else b` count."""
    return [n.value for n in ast.walk(node) if isinstance(n, ast.Constant) and isinstance(n.value, str)]


CODES_STAND = {"say": 0, "answer": 0, "_refuse": 1, "bulletin": 2}  # call -> position of the code among its arguments


def codes_asked_for() -> set[str]:
    """Codes that a call names, or one of two in `a if x else b`."""
    found: set[str] = set()
    for name, call in calls():
        if name not in CODES_STAND or len(call.args) <= CODES_STAND[name]:
            continue
        code = call.args[CODES_STAND[name]]
        if isinstance(code, ast.Constant):
            found.add(str(code.value))
        elif isinstance(code, ast.IfExp):
            found |= {*texts(code.body), *texts(code.orelse)}
    return found


def literals() -> set[str]:
    return {text for path in speaking() for text in texts(ast.parse(path.read_text("utf-8")))}


def macros() -> set[str]:
    return set(re.findall(r"{% macro (\w+)\(d\) %}", ANSWERS.read_text("utf-8")))


def templates_asked_for() -> set[str]:
    named = {
        text
        for path in speaking()
        for text in texts(ast.parse(path.read_text("utf-8")))
        if re.fullmatch(r"session/\w+\.txt", text)
    }
    return named | {f"session/{kind}.txt" for kind in (*KINDS, *NOTES)} | {*HELP_PAGES.values()}


def included() -> set[str]:
    found: set[str] = set()
    for path in TEMPLATES.rglob("*.txt"):
        found |= set(re.findall(r"'((?:session|lib|bourse)/[\w.]+\.txt)'", path.read_text("utf-8")))
    return found


def test_every_answer_the_desk_gives_has_words() -> None:
    assert codes_asked_for() <= macros()


def test_no_words_stand_there_that_the_desk_never_says() -> None:
    assert macros() <= literals()


def test_every_template_the_desk_names_exists() -> None:
    missing = {name for name in templates_asked_for() if not (TEMPLATES / name).is_file()}
    assert not missing


def test_no_template_of_the_house_is_unused() -> None:
    have = {f"session/{path.name}" for path in (TEMPLATES / "session").glob("*.txt")}
    of_kinds = {f"session/{kind.partition('.')[0]}.txt" for kind in literals()}  # a letter without another template
    assert have <= templates_asked_for() | included() | of_kinds | {"session/answers.txt"}


def test_no_words_for_notices_are_unused() -> None:
    kinds = {path.stem for path in (TEMPLATES / "lib").glob("*.*.txt")}
    source = "\n".join(path.read_text("utf-8") for path in (SHARE / "judge" / "games").rglob("*.py"))
    source += "\n".join(path.read_text("utf-8") for path in (SHARE / "judge" / "kits").rglob("*.py"))
    assert {kind for kind in kinds if f'"{kind}"' not in source} == set()


DATA = dict(rows(__file__, "DATA"))
DATA["one"] = Conduct(sheets=9, missed=1, left=1, finished=2, taken_over=1)
DATA |= dict.fromkeys(["until", "deadline", "due"], DEADLINE)
DATA |= dict.fromkeys(["came", "cutoff", "old", "closed", "over"], OLD)
DATA["at"] = SENT
OTHERWISE = dict(rows(__file__, "OTHERWISE"))
OTHERWISE["one"] = Conduct()


@pytest.mark.parametrize("code", sorted(macros()))
@pytest.mark.parametrize("data", [DATA, {**DATA, **OTHERWISE}], ids=["full", "sparse"])
def test_every_answer_is_a_sentence(code: str, data: dict[str, object]) -> None:
    text = renderer().answer(code, data)
    assert text[0].isupper() or text.split()[0] in ("lira7", "cash", "a@example.org"), text
    assert text.endswith((".", ":", "again."))
    assert "\n" not in text and "  " not in text and "None" not in text and ".." not in text


FATE = {"power": "FRANCE", "ordered": True, "dislodged": False, "result": "moves", "unit": "A PAR"}


@cases("rows", "said")
def test_the_first_lines_and_the_subject_say_what_became_of_the_reader_s_orders(
    rows: tuple[dict[str, object], ...], said: str
) -> None:
    board = {"board": {"counts": {"FRANCE": 3, "RUSSIA": 4}}}
    data = {"rows": [{**FATE, **row} for row in rows], "ended": None, "seat": "FRANCE", "taken": [], "score_unit": "x"}
    text = renderer().part(("lib/lead.txt",), {**data, "private": {"power": "FRANCE"}, "public": board}) or ""
    assert " ".join(text.split()) == f"Short: you have 3 centres You have 3 centres; Russia has most, 4. {said}".strip()


def test_what_games_share_names_none_of_them() -> None:
    """A template of the house that asks which game it is would not be true of the next one."""
    from judge.games import slugs

    naming = [
        (f"{room}/{path.name}", slug)
        for room in ("lib", "session", "site")
        for path in sorted((TEMPLATES / room).iterdir())
        for slug in slugs()
        if re.search(rf"['\"]{slug}['\"/]", path.read_text("utf-8"))
    ]
    assert naming == []
