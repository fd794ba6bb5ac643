"""What is shipped: the lock, the licences, the settings of the wheel, and an installation far from the checkout."""

import os
import re
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from judge import optional
from judge.config import load
from judge.core.errors import SetupError
from tests.wheels import built, wheel

ROOT = Path(__file__).resolve().parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def name_of(requirement: str) -> str:
    return re.split(r"[\s\[<>=!~;(]", requirement, maxsplit=1)[0].lower().replace("_", "-")


def test_the_lock_names_every_dependency_with_digests_and_no_address() -> None:
    text = (ROOT / "requirements.lock").read_text("utf-8")
    assert "://" not in text and "--index" not in text and "find-links" not in text
    pinned = dict(re.findall(r"(?m)^([a-z0-9._-]+)==(\S+)", text))
    wanted = [*PROJECT["dependencies"], *(r for extra in PROJECT["optional-dependencies"].values() for r in extra)]
    missing = {name_of(requirement) for requirement in wanted} - {*pinned, "postal-judge"}
    assert not missing
    entries = re.split(r"(?m)^(?=[a-z])", text)[1:]
    assert all("--hash=sha256:" in entry for entry in entries)


def test_every_package_an_installed_judge_uses_stands_among_the_licences() -> None:
    sys.path.insert(0, str(ROOT / "tools"))
    try:
        import third_party
    finally:
        sys.path.pop(0)
    listed = dict(re.findall(r"(?m)^\| ([a-z0-9-]+)(?: \(\w+\))? \| ([^|]+) \|", (ROOT / "THIRD-PARTY.md").read_text()))
    for heading in ("package", "---"):
        listed.pop(heading)
    assert set(third_party.closure()) == set(listed)
    assert {"brotli", "psycopg-binary"} <= set(listed), "which come by extras that a requirement names"
    assert all(licence.strip() != "see the package" for licence in listed.values())


def test_every_setting_of_the_package_is_there() -> None:
    for name in ("readme", "license", "requires-python", "description"):
        assert PROJECT[name]
    assert PROJECT["scripts"] == {"judge": "judge.cli:main"}


@pytest.mark.slow
@pytest.mark.real
def test_the_wheel_holds_words_and_grammars_and_nothing_that_is_not_its_own() -> None:
    names = zipfile.ZipFile(wheel()).namelist()
    assert "judge/_share/grammar/session.lark" in names
    assert "judge/_share/templates/session/help.txt" in names
    for page in ("docs/operating.md", "docs/systemd/judge.service", "docs/games/bourse.md", "README.md", "LICENSE"):
        assert f"judge/_share/{page}" in names
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"judge"}
    assert not [name for name in names if name.endswith((".db", ".toml", ".pyc"))]
    source = {str(path.relative_to(ROOT)) for path in (ROOT / "judge").rglob("*.py")}
    assert source <= set(names)


@pytest.mark.slow
@pytest.mark.real
def test_the_sdist_can_be_tested_and_built_from(tmp_path: Path) -> None:
    pytest.importorskip("hatchling", reason="hatchling is not installed, so nothing is built here")
    with tarfile.open(built("sdist", tmp_path)) as tar:
        names = {name.partition("/")[2] for name in tar.getnames()}
    wanted = set(
        """
    pyproject.toml Makefile README.md CHANGELOG.md CONTRIBUTING.md THIRD-PARTY.md requirements.lock
    tests/harness.py docs/operating.md tools/venv grammar/session.lark
""".split()
    )
    assert wanted <= names
    assert not [name for name in names if name.startswith(("var/", "dist/", ".venv"))]


@pytest.mark.slow
@pytest.mark.real
def test_a_wheel_far_from_the_checkout_passes_the_self_test(tmp_path: Path) -> None:
    """Installed without its dependencies into a folder of its own, beside those of this environment."""
    target = tmp_path / "installed"
    zipfile.ZipFile(wheel()).extractall(target)
    here = tmp_path / "elsewhere"
    here.mkdir()
    env = {**os.environ, "PYTHONPATH": str(target), "PYTHONSAFEPATH": "1"}
    where = subprocess.run(
        [sys.executable, "-c", "import judge; print(judge.__file__)"],
        cwd=here,
        env=env,
        text=True,
        capture_output=True,
        check=True,
    )
    assert where.stdout.strip() == str(target / "judge" / "__init__.py")
    told = subprocess.run(
        [sys.executable, "-m", "judge", "selftest"], cwd=here, env=env, text=True, capture_output=True, check=False
    )
    assert told.returncode == 0, told.stderr
    assert "The self-test passed" in told.stdout


# ---- Settings that cannot be used are refused with what to write instead -------------------------------------------


@pytest.mark.parametrize("zone", ["Mars/Olympus", "x" * 300, "/etc/passwd", "a\\u0000b", ""])
def test_what_is_no_time_zone_is_refused_with_one_that_is(tmp_path: Path, zone: str) -> None:
    (tmp_path / "judge.toml").write_text(f'[judge]\naddress = "judge@localhost"\nzone = "{zone}"\n')
    with pytest.raises(SetupError, match="Europe/London"):
        load(tmp_path, {})


# ---- A judge without `judge.extras`: no archive, no zine, no robots, no webhooks, no demo --------------------------


STORIES = ("bourse/classic_solo", "diplomacy/solo")
PLAY = """
import sys
from pathlib import Path
import judge
from tests.stories.played import _play
for name in sys.argv[1:]:
    folder = Path("tests/stories") / name
    assert _play(folder).told == (folder / "letters.txt").read_text("utf-8"), name
print("played", len(sys.argv) - 1, "in", Path(judge.__file__).parent)
"""


@pytest.mark.slow
@pytest.mark.real
def test_whole_games_are_played_to_the_letter_where_the_folder_is_not_there(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "judge", tmp_path / "judge", ignore=shutil.ignore_patterns("extras", "__pycache__"))
    for name in ("grammar", "templates", "tests"):
        (tmp_path / name).symlink_to(ROOT / name)
    done = subprocess.run(
        [sys.executable, "-c", PLAY, *STORIES], cwd=tmp_path, capture_output=True, text=True, timeout=300
    )
    assert done.stdout == f"played {len(STORIES)} in {tmp_path / 'judge'}\n", done.stderr[-2000:]


def test_what_is_not_installed_is_none_and_is_named_where_it_is_wanted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optional, "EXTRAS", "judge.not_there")
    assert optional.extra("zine.issues") is None
    with pytest.raises(SetupError, match="has no zine"):
        optional.wanted("zine.issues")


def test_a_fault_of_an_extra_is_told_as_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(optional, "EXTRAS", "judge")
    with pytest.raises(ModuleNotFoundError, match="no_such"):
        optional.extra("core.no_such")
