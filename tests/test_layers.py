"""The house rules that can be read off the imports and the files."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1] / "judge"
LAYER = {
    "core": 0,
    "kits": 1,
    "games": 2,
    "parse": 3,
    "render": 3,
    "store": 3,
    "mail": 3,
    "desk": 4,
    "robots": 4.5,
    "zine": 4.5,
}
UNDER_ROOMS = {"post", "clock", "entropy", "share", "config", "config_file", "loglines", "durable"}
PURE = {"core", "kits", "games"}
IMPURE = {
    "lark",
    "jinja2",
    "tinydb",
    "imapclient",
    "random",
    "secrets",
    "time",
    "os",
    "pathlib",
    "logging",
    "socket",
    "email",
    "smtplib",
    "subprocess",
    "threading",
    "io",
    "shutil",
    "tempfile",
    "sqlite3",
}
ONLY_IN = {
    "lark": "parse",
    "jinja2": "render",
    "tinydb": "store",
    "imapclient": "mail",
    "smtplib": "mail",
    "aiosmtpd": "mail",
    "dkim": "mail",
    "dns": "mail",
    "argon2": "desk",
}


def modules() -> list[Path]:
    return sorted(ROOT.rglob("*.py"))


def imports(path: Path) -> Iterator[str]:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            if node.module == "judge":
                yield from (f"judge.{alias.name}" for alias in node.names)


def name_of(path: Path) -> str:
    return ".".join(("judge", *path.relative_to(ROOT).with_suffix("").parts)).removesuffix(".__init__")


def imported_modules(path: Path, known: Iterable[str]) -> set[str]:
    """Modules of ours whose names it takes something from: `from judge.desk import keys` means judge.desk.keys."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            below = {f"{node.module}.{alias.name}" for alias in node.names}
            found |= {name if name in known else node.module for name in below}
    return (found & set(known)) - {name_of(path), "judge"}


def assert_no_circle(graph: Mapping[str, set[str]]) -> None:
    TopologicalSorter(graph).prepare()  # CycleError names the circle


def room(path: Path) -> str:
    parts = path.relative_to(ROOT).parts
    return parts[0] if len(parts) > 1 else parts[0].removesuffix(".py")


def rooms_imported(path: Path) -> set[str]:
    return {name.split(".")[1] for name in imports(path) if name.startswith("judge.")}


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_point_down_only(path: Path) -> None:
    here = room(path)
    mine = LAYER.get(here, 2.5 if here in UNDER_ROOMS else 5)
    for other in rooms_imported(path) - {here, "__version__"}:
        theirs = LAYER.get(other, 2.5 if other in UNDER_ROOMS else 5)
        if here in UNDER_ROOMS:
            assert other == "core" or other in UNDER_ROOMS, f"{path} imports {other}"
        elif mine == 5:
            continue
        else:
            assert theirs < mine, f"{path} imports {other}"


def test_no_module_is_in_a_circle_of_imports_not_even_for_its_types() -> None:
    known = {name_of(path): path for path in modules()}
    assert_no_circle({name: imported_modules(path, known) for name, path in known.items()})


def test_no_room_is_in_a_circle_of_imports() -> None:
    graph: dict[str, set[str]] = {}
    for path in modules():
        graph.setdefault(room(path), set()).update(rooms_imported(path) - {room(path), "__version__"})
    assert_no_circle(graph)


DESK = (
    "cabinet",
    "writing",
    "office",
    "timers",
    "sheets",
    "news",
    "mailroom",
    "phases",
    "words",
    "counter",
    "timeline",
)
"""The rooms of the desk, bottom up (docs/how-it-works.md)."""
TOP = (
    "site",
    "audit",
    "proofs",
    "house",
    "keeper",
    "tasks",
    "sample",
    "demo",
    "adjudicate",
    "doctor",
    "daemon",
    "cli",
    "__main__",
)
"""What stands over the desk, bottom up."""


def imports_in_full(path: Path) -> Iterator[str]:
    """Like `imports`, with each name taken from a package behind the package's own."""
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def test_every_room_of_the_desk_has_its_floor() -> None:
    found = {path.relative_to(ROOT / "desk").parts[0].removesuffix(".py") for path in (ROOT / "desk").rglob("*.py")}
    assert found - {"__init__"} == set(DESK)


@pytest.mark.parametrize("path", sorted((ROOT / "desk").rglob("*.py")), ids=lambda p: str(p.relative_to(ROOT)))
def test_the_rooms_of_the_desk_import_downwards_only(path: Path) -> None:
    here = path.relative_to(ROOT / "desk").parts[0].removesuffix(".py")
    if here == "__init__":
        return
    found = {name.split(".")[2] for name in imports_in_full(path) if name.startswith("judge.desk.")}
    assert all(DESK.index(other) < DESK.index(here) for other in found - {here})


@pytest.mark.parametrize("path", [p for p in modules() if room(p) in TOP], ids=lambda p: str(p.relative_to(ROOT)))
def test_the_rooms_over_the_desk_import_downwards_only(path: Path) -> None:
    here = room(path)
    for other in (rooms_imported(path) & set(TOP)) - {here}:
        assert TOP.index(other) < TOP.index(here), f"{path} imports {other}"


@pytest.mark.parametrize("path", [p for p in modules() if room(p) in PURE], ids=lambda p: str(p.relative_to(ROOT)))
def test_rules_touch_neither_files_nor_clock_nor_chance(path: Path) -> None:
    found = {name.split(".")[0] for name in imports(path)} & IMPURE
    if path == ROOT / "games" / "__init__.py":
        found -= {"importlib", "pkgutil"}
    assert not found


@pytest.mark.parametrize("path", [p for p in modules() if room(p) == "games"], ids=lambda p: str(p.relative_to(ROOT)))
def test_no_game_imports_another(path: Path) -> None:
    parts = path.relative_to(ROOT / "games").parts
    if len(parts) < 2:
        return
    own = f"judge.games.{parts[0]}"
    others = [n for n in imports(path) if n.startswith("judge.games.") and n != own and not n.startswith(own + ".")]
    assert not others


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(ROOT)))
def test_each_mandated_library_is_imported_by_its_own_room_only(path: Path) -> None:
    for name in imports(path):
        owner = ONLY_IN.get(name.split(".")[0])
        assert owner is None or room(path) == owner, f"{path} imports {name}"


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(ROOT)))
def test_files_stay_small(path: Path) -> None:
    assert len(path.read_text("utf-8").splitlines()) <= 420


@pytest.mark.parametrize("path", modules(), ids=lambda p: str(p.relative_to(ROOT)))
def test_functions_stay_small(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            assert (node.end_lineno or 0) - node.lineno < 60, f"{path}:{node.lineno} {node.name}"
