"""The house rules that can be read off the imports and the files."""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1] / "judge"
LAYER = {"core": 0, "kits": 1, "games": 2, "reading": 3, "render": 3, "store": 3, "mail": 3, "desk": 4}
UNDER_ROOMS = set(
    "post clock entropy share expressions order_hints config config_file loglines durable optional signon".split()
)
PURE = {"core", "kits", "games"}
IMPURE = set(
    """
    lark jinja2 tinydb imapclient random secrets time os pathlib logging socket email smtplib subprocess
    threading io shutil tempfile sqlite3
""".split()
)
ONLY_IN = {
    "lark": "reading",
    "jinja2": "render",
    "tinydb": "store",
    "imapclient": "mail",
    "smtplib": "mail",
    "aiosmtpd": "mail",
    "dkim": "mail",
    "dns": "mail",
    "argon2": "desk",
}


@cache
def modules() -> tuple[Path, ...]:
    return tuple(sorted(ROOT.rglob("*.py")))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Imports and functions of a file, which is parsed once for all tests."""
    kinds = ast.Import | ast.ImportFrom | ast.FunctionDef | ast.AsyncFunctionDef
    return tuple(node for node in statements(ast.parse(path.read_text("utf-8"))) if isinstance(node, kinds))


def statements(node: ast.AST) -> Iterator[ast.AST]:
    """All that stand in one another. An expression, of which most of a file is made, has none in it."""
    yield node
    for child in ast.iter_child_nodes(node):
        if not isinstance(child, ast.expr):
            yield from statements(child)


def imports(path: Path) -> Iterator[str]:
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module
            if node.module == "judge":
                yield from (f"judge.{alias.name}" for alias in node.names)


def imports_in_full(path: Path) -> Iterator[str]:
    """Like `imports`, with each name taken from a package behind the package's own."""
    for node in nodes(path):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def name_of(path: Path) -> str:
    return ".".join(("judge", *path.relative_to(ROOT).with_suffix("").parts)).removesuffix(".__init__")


def imported_modules(path: Path, known: Mapping[str, Path]) -> set[str]:
    """Modules of ours whose names it takes something from: `from judge.desk import keys` means judge.desk.keys."""
    found = {name if name in known else name.rpartition(".")[0] for name in imports_in_full(path)}
    return (found & set(known)) - {name_of(path), "judge"}


def assert_no_circle(graph: Mapping[str, set[str]]) -> None:
    TopologicalSorter(graph).prepare()  # CycleError names the circle


def room(path: Path) -> str:
    parts = path.relative_to(ROOT).parts
    return parts[0] if len(parts) > 1 else parts[0].removesuffix(".py")


def rooms_imported(path: Path) -> set[str]:
    return {name.split(".")[1] for name in imports(path) if name.startswith("judge.")}


def layer(name: str) -> float:
    return LAYER.get(name, 2.5 if name in UNDER_ROOMS else 5)


def may_import(here: str, other: str) -> bool:
    """Whether a room may lean on another one."""
    if here in UNDER_ROOMS:
        return other == "core" or other in UNDER_ROOMS
    return layer(here) == 5 or layer(other) < layer(here)


def test_imports_point_down_only() -> None:
    wrong = [
        f"{path} imports {other}"
        for path in modules()
        for other in rooms_imported(path) - {room(path), "__version__"}
        if not may_import(room(path), other)
    ]
    assert wrong == []


def test_no_module_is_in_a_circle_of_imports_not_even_for_its_types() -> None:
    known = {name_of(path): path for path in modules()}
    assert_no_circle({name: imported_modules(path, known) for name, path in known.items()})


def test_no_room_is_in_a_circle_of_imports() -> None:
    graph: dict[str, set[str]] = {}
    for path in modules():
        graph.setdefault(room(path), set()).update(rooms_imported(path) - {room(path), "__version__"})
    assert_no_circle(graph)


DESK = tuple("cabinet writing services timers sheets news mailroom phases words counter timeline".split())
"""The rooms of the desk, bottom up (docs/how-it-works.md)."""
TOP = tuple("audit proofs app keeper tasks sample adjudicate doctor extras daemon cli __main__".split())
"""What stands over the desk, bottom up."""


def floor(path: Path) -> str:
    """The room of the desk that a file of it is in."""
    return path.relative_to(ROOT / "desk").parts[0].removesuffix(".py")


def of_desk() -> list[Path]:
    return [path for path in modules() if room(path) == "desk" and floor(path) != "__init__"]


def test_every_room_of_the_desk_has_its_floor() -> None:
    assert {floor(path) for path in of_desk()} == set(DESK)


def test_the_rooms_of_the_desk_import_downwards_only() -> None:
    wrong = []
    for path in of_desk():
        found = {name.split(".")[2] for name in imports_in_full(path) if name.startswith("judge.desk.")}
        above = [one for one in found - {floor(path)} if DESK.index(one) >= DESK.index(floor(path))]
        wrong += [f"{path} imports {one}" for one in above]
    assert wrong == []


def test_the_rooms_over_the_desk_import_downwards_only() -> None:
    wrong = []
    for path in modules():
        here = room(path)
        beside = (rooms_imported(path) & set(TOP)) - {here} if here in TOP else set()
        wrong += [f"{path} imports {one}" for one in beside if TOP.index(one) >= TOP.index(here)]
    assert wrong == []


def test_rules_touch_neither_files_nor_clock_nor_chance() -> None:
    pure = [path for path in modules() if room(path) in PURE]
    wrong = [f"{path} imports {name}" for path in pure for name in imports(path) if name.split(".")[0] in IMPURE]
    assert len(pure) > 100 and wrong == []


def test_no_game_imports_another() -> None:
    wrong = []
    for path in (one for one in modules() if room(one) == "games" and one.parent != ROOT / "games"):
        own = path.relative_to(ROOT / "games").parts[0]
        others = {name.split(".")[2] for name in imports(path) if name.startswith("judge.games.")} - {own}
        wrong += [f"{path} imports {other}" for other in others]
    assert wrong == []


def test_no_room_of_the_house_knows_a_game_by_name_but_the_players_of_the_house() -> None:
    plays = ROOT / "extras/robots/plays"
    outside = (path for path in modules() if room(path) != "games" and path.parent != plays)
    assert [str(path) for path in outside if any(name.startswith("judge.games.") for name in imports(path))] == []


def test_nothing_outside_the_extras_imports_them() -> None:
    outside = (path for path in modules() if room(path) != "extras")
    assert [str(path) for path in outside if "extras" in rooms_imported(path)] == []


def test_each_mandated_library_is_imported_by_its_own_room_only() -> None:
    wrong = [
        f"{path} imports {name}"
        for path in modules()
        for name in imports(path)
        if ONLY_IN.get(name.split(".")[0], room(path)) != room(path)
    ]
    assert wrong == []


def test_files_stay_small() -> None:
    assert [str(path) for path in modules() if len(path.read_text("utf-8").splitlines()) > 420] == []


def test_functions_stay_small() -> None:
    found = [
        f"{path}:{node.lineno} {node.name}"
        for path in modules()
        for node in nodes(path)
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and (node.end_lineno or 0) - node.lineno >= 60
    ]
    assert found == []
