"""The image: a small Debian with the package in it. Its base is made here by mmdebstrap, so no registry is asked."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SUITE = "bookworm"
INSIDE = "python3,ca-certificates,tzdata,libpango-1.0-0,libpangoft2-1.0-0"  # Pango prints the zine
BASE = "localhost/judge-base"
NAME = "localhost/postal-judge"


def missing() -> str:
    """What this machine lacks to build it; "" for nothing."""
    lacking = [tool for tool in ("mmdebstrap", "buildah") if shutil.which(tool) is None]
    if lacking:
        return f"{' and '.join(lacking)} {'is' if len(lacking) == 1 else 'are'} missing"
    return "" if os.geteuid() == 0 else "only root may make its base"


def base(target: Path) -> Path:
    """A Debian with Python and what the zine's paper needs, as a tar."""
    subprocess.run(
        ["mmdebstrap", "--quiet", "--variant=minbase", f"--include={INSIDE}", SUITE, str(target)],
        check=True,
    )
    return target


def archive(package: Path, folder: Path) -> Path:
    """The image as a file that podman and docker load."""
    build(package, folder)
    made = folder / package.name.replace(".deb", ".image.tar")
    made.unlink(missing_ok=True)
    _run("buildah", "push", "--quiet", NAME, f"docker-archive:{made}:postal-judge:latest")
    _run("gzip", "--force", str(made))
    return made.with_name(f"{made.name}.gz")


def build(package: Path, folder: Path, root: Path | None = None) -> None:
    """The image, in this machine's own store; `root` is a base that is there already."""
    given, root = root, root or base(folder / "base.tar")
    try:
        container = _said("buildah", "from", "scratch")
        _run("buildah", "add", container, str(root), "/")
        _run("buildah", "commit", "--quiet", "--rm", container, BASE)
        context = folder / "context"
        context.mkdir(exist_ok=True)
        shutil.copy(package, context / "postal-judge.deb")
        more = ["--isolation", "chroot", "--format", "docker", "--build-arg", f"BASE={BASE}"]
        _run("buildah", "bud", "--quiet", *more, "-t", NAME, "-f", str(ROOT / "Containerfile"), str(context))
    finally:
        if given is None:
            root.unlink(missing_ok=True)
        shutil.rmtree(folder / "context", ignore_errors=True)


def _run(*words: str) -> None:
    subprocess.run(words, check=True, stdout=subprocess.DEVNULL)


def _said(*words: str) -> str:
    return subprocess.run(words, check=True, capture_output=True, text=True).stdout.strip()
