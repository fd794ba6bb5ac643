"""The adjudicator compiled to machine code, for an installation that asks for it (docs/installing.md).

A hook of the build, off unless HATCH_BUILD_HOOKS_ENABLE=1: mypyc makes libraries of the modules below, and the wheel
carries them beside their sources. Python takes the library where it fits the interpreter, and the source elsewhere.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

MODULES = (
    "assignments",
    "equations",
    "field",
    "grid",
    "muster",
    "notation",
    "opening",
    "orderbook",
    "resolve",
    "settle",
    "tables",
    "units",
    "verdicts",
)
"""What an adjudication runs through, of judge/kits/board."""

SETUP = """
from mypyc.build import mypycify
from setuptools import setup

setup(
    name="board",
    packages=[],
    ext_modules=mypycify({sources!r}, opt_level="3", debug_level="0", group_name="judge_board"),
)
"""


class CompiledKit(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the libraries to a wheel, which then fits one Python on one kind of machine."""

    PLUGIN_NAME = "custom"

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        if version == "editable":
            return  # a checkout is worked on: a library would hide what is changed
        self.folder = Path(tempfile.mkdtemp(prefix="judge-board-"))
        for library in compile_into(self.folder, Path(self.root)):
            build_data["force_include"][str(library)] = str(library.relative_to(self.folder))
        build_data["pure_python"] = False
        build_data["infer_tag"] = True

    def finalize(self, version: str, build_data: dict[str, Any], artifact_path: str) -> None:
        if version != "editable":
            shutil.rmtree(self.folder)


def compile_into(folder: Path, root: Path) -> list[Path]:
    """Copy the sources of `root` into the empty `folder`, compile there and return the libraries made."""
    for package in ("core", "kits"):
        shutil.copytree(root / "judge" / package, folder / "judge" / package, ignore=shutil.ignore_patterns("*.so"))
    shutil.copy(root / "judge/__init__.py", folder / "judge/__init__.py")
    sources = ["--ignore-missing-imports", *(f"judge/kits/board/{module}.py" for module in MODULES)]
    (folder / "setup.py").write_text(SETUP.format(sources=sources), encoding="utf-8")
    words = [sys.executable, "setup.py", "build_ext", "--inplace"]
    done = subprocess.run(words, cwd=folder, capture_output=True, text=True)
    if done.returncode:
        sys.stderr.write(done.stdout + done.stderr)
        raise RuntimeError(
            "The adjudicator could not be compiled: a C compiler and the headers of Python are needed "
            "(on Debian: apt install gcc python3-dev). Without HATCH_BUILD_HOOKS_ENABLE it is installed as Python."
        )
    shutil.rmtree(folder / "build")  # where they were made; they were copied to their places
    return sorted([*folder.rglob("*.so"), *folder.rglob("*.pyd")])
