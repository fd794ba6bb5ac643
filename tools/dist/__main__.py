"""`make dist`: everything into dist/, with SHA256SUMS. What cannot be made here is said in one line and left out."""

from __future__ import annotations

import hashlib
import subprocess
import sys
from pathlib import Path

from tools.dist import deb, image

ROOT = Path(__file__).resolve().parents[2]


def main() -> None:
    folder = ROOT / "dist"
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        if old.is_file():
            old.unlink()
    for kind in ("wheel", "sdist"):
        subprocess.run(
            [sys.executable, "-m", "hatchling", "build", "-t", kind, "-d", str(folder)], cwd=ROOT, check=True
        )
    (wheel,) = folder.glob("*.whl")
    package = None
    if why := deb.missing():
        print(f"No Debian package: {why}.")
    else:
        package = deb.build(wheel, folder)
    if why := image.missing() or ("" if package else "it is made of the Debian package"):
        print(f"No image: {why}.")
    elif package is not None:
        image.archive(package, folder)
    for left in folder.glob("*.lock"):
        left.unlink()
    made = sorted(path for path in folder.iterdir() if path.is_file())
    sums = "".join(f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in made)
    (folder / "SHA256SUMS").write_text(sums, "ascii")
    print(sums, end="")


if __name__ == "__main__":
    main()
