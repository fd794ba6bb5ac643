"""Completion, the Debian package, the image: what is in them, and that they work in a clean root. Where the tools for
that are missing the tests say so in a line."""

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from judge.cli.frame import COMMANDS, _group
from tests.wheels import wheel

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))
from tools.dist import deb, image  # noqa: E402

# ---- completion ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_each_shell_gets_what_it_needs_to_complete(shell: str) -> None:
    told = CliRunner().invoke(_group, ["completion", shell])
    assert told.exit_code == 0 and "_JUDGE_COMPLETE" in told.output and "judge" in told.output


def test_commands_are_completed() -> None:
    from click.shell_completion import ShellComplete

    found = ShellComplete(_group, {}, "judge", "_JUDGE_COMPLETE").get_completions([], "au")
    assert [one.value for one in found] == ["authorize"]
    assert {one.value for one in ShellComplete(_group, {}, "judge", "x").get_completions([], "")} == set(COMMANDS)


# ---- what is shipped -------------------------------------------------------------------------------------------------


def test_the_image_runs_as_nobody_special_with_one_volume_and_says_how_it_is() -> None:
    text = (ROOT / "Containerfile").read_text("utf-8")
    assert re.search(r"(?m)^USER judge$", text) and text.count("VOLUME") == 1 and "doctor" in text
    compose = (ROOT / "compose.yaml").read_text("utf-8")
    assert "read_only: true" in compose and "profiles: [postgres]" in compose


def test_the_page_on_installing_names_every_package_and_its_upgrade() -> None:
    page = (ROOT / "docs/installing.md").read_text("utf-8")
    for word in (
        "pipx install",
        "git pull",
        ".deb",
        "podman load",
        "migrate --rehearse",
        "--letters-again",
        "SHA256SUMS",
    ):
        assert word in page
    assert page.count("*Upgrade:*") == page.count("*go") == 4


@pytest.fixture(scope="module")
def package(tmp_path_factory: pytest.TempPathFactory) -> Path:
    if why := deb.missing():
        pytest.skip(f"no Debian package is made here: {why}")
    folder = tmp_path_factory.mktemp("packages")
    return deb.build(wheel(), folder, from_here=True, squeezed="none")


@pytest.mark.slow
@pytest.mark.real
def test_the_debian_package_holds_command_units_completion_and_papers(package: Path) -> None:
    listed = subprocess.run(["dpkg-deb", "--contents", str(package)], check=True, capture_output=True, text=True).stdout
    names = {line.split()[5].removeprefix("./") for line in listed.splitlines()}
    wanted = [
        "usr/bin/judge",
        "lib/systemd/system/judge.service",
        "usr/share/doc/postal-judge/copyright",
        *deb.SHELLS.values(),
    ]
    assert set(wanted) <= names
    packages = f"{deb.LIB}/lib/python{deb.PYTHON}/site-packages"
    assert {f"{packages}/judge/__main__.py", f"{packages}/imapclient/__init__.py"} <= names
    assert not [name for name in names if name.endswith(".pyc") or "/pytest" in name or "/mypy/" in name]
    assert all(line.split()[1] == "root/root" for line in listed.splitlines())
    unit = subprocess.run(
        f"dpkg-deb --fsys-tarfile {package} | tar -xO ./lib/systemd/system/judge.service",
        shell=True,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert "ExecStart=/usr/bin/judge run" in unit and "JUDGE_HOME=/var/lib/judge" in unit and "/srv/" not in unit


# ---- in a clean root -------------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def clean(package: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A Debian with nothing but Python, and the package installed in it."""
    if os.environ.get("JUDGE_TEST_ROOT") is None:
        pytest.skip("no clean root here: JUDGE_TEST_ROOT names no archive of one (mmdebstrap makes it)")
    if os.geteuid() != 0:
        pytest.skip("no clean root here: only root may enter one")
    root = tmp_path_factory.mktemp("root")
    subprocess.run(["tar", "-C", str(root), "--exclude=./dev/*", "-xf", os.environ["JUDGE_TEST_ROOT"]], check=True)
    for name, minor in (("null", 3), ("urandom", 9)):
        os.mknod(root / "dev" / name, 0o666 | 0o020000, os.makedev(1, minor))
        (root / "dev" / name).chmod(0o666)
    shutil.copy(package, root / "tmp/judge.deb")
    inside(root, "dpkg -i /tmp/judge.deb")
    yield root
    shutil.rmtree(root, ignore_errors=True)


def inside(root: Path, command: str) -> str:
    done = subprocess.run(["chroot", str(root), "sh", "-c", command], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


AS_JUDGE = "su -s /bin/sh judge -c 'JUDGE_HOME=/var/lib/judge {}'"


@pytest.mark.slow
@pytest.mark.real
def test_the_package_works_in_a_clean_root(clean: Path) -> None:
    assert "The self-test passed" in inside(clean, "judge selftest")
    assert "FAIL" not in inside(clean, AS_JUDGE.format("judge doctor"))
    assert (clean / "var/lib/judge/judge.toml").is_symlink()
    assert "bourse" in inside(clean, "judge docs --list")


SAMPLE = """
export JUDGE_HOME=/var/lib/judge
judge run --sample > /tmp/log 2>&1 & pid=$!
for i in $(seq 100); do judge doctor --quick > /dev/null && break; sleep 0.1; done
printf "SIGNON Lupus@lira1 lupus-pass\\nSELL 300 LIRA\\nBUY MARKS WITH REST\\n" | judge write lupus@localhost
for i in $(seq 100); do judge letters lupus@localhost --last 9 | grep -qF '[OK]' && break; sleep 0.2; done
judge letters lupus@localhost --last 9
kill $pid; wait $pid
"""


@pytest.mark.slow
@pytest.mark.real
def test_the_package_starts_the_sample_game_and_answers(clean: Path) -> None:
    (clean / "tmp/sample.sh").write_text(SAMPLE)
    assert "[OK] lira1 S1901M Lupus v1" in inside(clean, "su -s /bin/sh judge -c 'sh /tmp/sample.sh'")


@pytest.mark.slow
@pytest.mark.real
def test_the_image_is_built_without_a_registry_and_passes_the_self_test(package: Path, tmp_path: Path) -> None:
    if why := image.missing() or ("" if os.environ.get("JUDGE_TEST_ROOT") else "JUDGE_TEST_ROOT names no base"):
        pytest.skip(f"no image is made here: {why}")
    image.build(package, tmp_path, Path(os.environ["JUDGE_TEST_ROOT"]))
    container = subprocess.run(
        ["buildah", "from", image.NAME], check=True, capture_output=True, text=True
    ).stdout.strip()
    try:
        words = ["buildah", "run", "--isolation", "chroot", container, "--"]
        told = subprocess.run(
            [*words, "sh", "-c", "id -un && judge selftest"], capture_output=True, text=True, check=False
        )
        assert told.stdout.startswith("judge\n") and "The self-test passed" in told.stdout, told.stderr
    finally:
        subprocess.run(["buildah", "rm", container], check=False, capture_output=True)
        subprocess.run(["buildah", "rmi", image.NAME, image.BASE], check=False, capture_output=True)
