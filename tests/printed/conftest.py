"""A judge as it is installed: from the wheel, into an environment of its own, and as it stands in the checkout."""

import subprocess
import sys
import sysconfig
import venv
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.counts import SOAK
from tests.once import once, until_the_end
from tests.printed.pages import ROOT
from tests.printed.walk import Walk
from tests.wheels import wheel


@pytest.fixture(scope="session")
def wheel_bin() -> Path:
    """The programs of an environment with the wheel in it, and the dependencies of this one: one for all test
    processes."""
    package = wheel()
    return once("wheel_bin", lambda: _installed(package, until_the_end()))


def _installed(package: Path, folder: Path) -> Path:
    venv.create(folder / "venv", with_pip=False, symlinks=True)
    python = folder / "venv/bin/python"
    install = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*install, str(package)], check=True, capture_output=True)
    (site,) = (folder / "venv/lib").glob("python*/site-packages")
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return folder / "venv/bin"


@pytest.fixture(params=["wheel", "checkout"] if SOAK else ["wheel"])
def walk(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Walk]:
    """Somebody with an empty folder and a judge: an installed one, for all other tests have that of the checkout."""
    installed = request.param == "wheel"
    found = Walk(tmp_path, request.getfixturevalue("wheel_bin") if installed else Path(sys.executable).parent)
    where = found.shell("python -c 'import judge; print(judge.__file__)'").strip()
    assert where.startswith(str(ROOT)) != installed, where
    yield found
    found.end()
