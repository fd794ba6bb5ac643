"""The Debian package: a virtual environment under /usr/lib/postal-judge, units, completion, a user. No build tool but
dpkg-deb is needed; what Python packages stand in it, the lock says (or, for tests, the environment this runs in)."""

from __future__ import annotations

import email
import importlib.metadata
import os
import shutil
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

from tools import third_party

ROOT = Path(__file__).resolve().parents[2]
OWN = Path(__file__).with_name("debian")
LIB = Path("usr/lib/postal-judge")
PYTHON = f"{sys.version_info.major}.{sys.version_info.minor}"
LAUNCHER = '#!/bin/sh\nexec /usr/lib/postal-judge/bin/python -m judge "$@"\n'
PLACES = {
    "/srv/judge-backups": "/var/backups/judge",
    "/usr/local/bin/judge": "/usr/bin/judge",
    "/srv/judge": "/var/lib/judge",
}
SHELLS = {
    "bash": "usr/share/bash-completion/completions/judge",
    "zsh": "usr/share/zsh/vendor-completions/_judge",
    "fish": "usr/share/fish/vendor_completions.d/judge.fish",
}


def missing() -> str:
    """What this machine lacks to build it; "" for nothing."""
    return "" if shutil.which("dpkg-deb") else "dpkg-deb is missing"


def build(wheel: Path, folder: Path, from_here: bool = False, squeezed: str = "xz") -> Path:
    """The package of this wheel. `from_here` takes the Python packages of the running environment, and needs no net."""
    stage = folder / "deb"
    shutil.rmtree(stage, ignore_errors=True)
    packages = stage / LIB / "lib" / f"python{PYTHON}" / "site-packages"
    packages.mkdir(parents=True)
    _environment(stage / LIB)
    if from_here:
        _copied(packages)
    else:
        _installed(packages, folder)
    zipfile.ZipFile(wheel).extractall(packages)
    _write(stage / "usr/bin/judge", LAUNCHER, 0o755)
    _units(stage / "lib/systemd/system")
    for shell, place in SHELLS.items():
        _write(stage / place, _said([sys.executable, "-m", "judge", "completion", shell]))
    _papers(stage / "usr/share/doc/postal-judge")
    return _packed(stage, folder, squeezed)


def _environment(place: Path) -> None:
    """What `python -m venv` makes, as far as it is needed, for Debian's own Python."""
    (place / "bin").mkdir(parents=True)
    (place / "bin/python").symlink_to(f"/usr/bin/python{PYTHON}")
    _write(place / "pyvenv.cfg", f"home = /usr/bin\ninclude-system-site-packages = false\nversion = {PYTHON}\n")


def _installed(packages: Path, folder: Path) -> None:
    """By the lock with its digests, without what only developers need."""
    wanted = {name for name in third_party.closure()}
    entries = (ROOT / "requirements.lock").read_text("utf-8").replace(" \\\n", " ").splitlines()
    lock = folder / "deb.lock"
    lock.write_text("\n".join(one for one in entries if third_party.name_of(one) in wanted) + "\n", "utf-8")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"]
    subprocess.run([*pip, "--require-hashes", "--no-deps", "--target", str(packages), "-r", str(lock)], check=True)
    shutil.rmtree(packages / "bin", ignore_errors=True)


def _copied(packages: Path) -> None:
    for name in third_party.closure():
        try:
            found = importlib.metadata.distribution(name)
        except importlib.metadata.PackageNotFoundError:
            continue
        for file in found.files or ():
            source = Path(str(found.locate_file(file)))
            if ".." not in file.parts and source.is_file() and "__pycache__" not in file.parts:
                target = packages / file
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(source, target)


def _units(place: Path) -> None:
    for source in sorted((ROOT / "docs/systemd").iterdir()):
        text = source.read_text("utf-8")
        for shipped, ours in PLACES.items():
            text = text.replace(shipped, ours)
        _write(place / source.name, text)


def _papers(place: Path) -> None:
    for name in ("README.md", "CHANGELOG.md", "SECURITY.md", "THIRD-PARTY.md"):
        _write(place / name, (ROOT / name).read_text("utf-8"))
    licence = (ROOT / "LICENSE").read_text("utf-8")
    _write(place / "copyright", f"{licence}\nThe Python packages inside have their own licences: THIRD-PARTY.md.\n")


def _packed(stage: Path, folder: Path, squeezed: str) -> Path:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    arch = _said(["dpkg", "--print-architecture"]).strip()
    major, minor = PYTHON.split(".")
    octets = sum(path.stat().st_size for path in stage.rglob("*") if path.is_file() and not path.is_symlink())
    fields = {
        "Package": "postal-judge",
        "Version": project["version"],
        "Architecture": arch,
        "Maintainer": "The judge's keepers <root@localhost>",
        "Installed-Size": str(octets // 1024),
        "Depends": f"python3 (>= {PYTHON}), python3 (<< {major}.{int(minor) + 1}), passwd",
        "Recommends": "libpango-1.0-0, libpangoft2-1.0-0",  # the zine on paper
        "Suggests": "systemd",
        "Section": "games",
        "Priority": "optional",
        "Description": project["description"],
    }
    control = email.message.Message()
    for name, value in fields.items():
        control[name] = value
    _write(stage / "DEBIAN/control", control.as_string().rstrip("\n") + "\n")
    for script in ("postinst", "prerm", "postrm"):
        _write(stage / "DEBIAN" / script, (OWN / script).read_text("utf-8"), 0o755)
    for path in (stage, *stage.rglob("*")):
        if path.is_dir():
            path.chmod(0o755)
    made = folder / f"postal-judge_{project['version']}_{arch}.deb"
    made.unlink(missing_ok=True)
    subprocess.run(
        ["dpkg-deb", "--root-owner-group", f"-Z{squeezed}", "--build", str(stage), str(made)],
        check=True,
        stdout=subprocess.DEVNULL,
    )
    shutil.rmtree(stage)
    return made


def _write(path: Path, text: str, mode: int = 0o644) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, "utf-8")
    path.chmod(mode)


def _said(command: list[str]) -> str:
    env = {**os.environ, "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, check=True, capture_output=True, text=True, env=env).stdout
