"""Where grammar/, templates/ and docs/ lie: settings first, then the installed wheel, then the checkout."""

import os
from contextlib import suppress
from functools import cache
from pathlib import Path

from judge.core.errors import SetupError

_PACKAGE = Path(__file__).resolve().parent


@cache
def share(configured: Path | None = None) -> Path:
    """The folder that holds both `grammar` and `templates`."""
    tried = [configured] if configured else [_PACKAGE / "_share", _PACKAGE.parent]
    for folder in tried:
        if (folder / "grammar").is_dir() and (folder / "templates").is_dir():
            return folder
    names = " and ".join(str(folder) for folder in tried)
    raise SetupError(f"grammar/ and templates/ were not found in {names}.", "Install the judge again, or set `share`.")


def compiled(folder: Path, cache: Path) -> Path:
    """Where what is made of a folder's grammars and templates is kept: beside them, as Python does it, for all homes;
    in a home's `cache` where this judge may not write there, or others may."""
    beside = folder / "__pycache__"
    with suppress(OSError):
        beside.mkdir(mode=0o700, exist_ok=True)
        if beside.stat().st_mode & 0o022 == 0 and os.access(beside, os.W_OK | os.X_OK):
            return beside
    return cache


def pages_folder() -> Path:
    """The folder of the documentation: in the installed wheel, or in the checkout."""
    for folder in (_PACKAGE / "_share" / "docs", _PACKAGE.parent / "docs"):
        if folder.is_dir():
            return folder
    raise SetupError("The documentation was not found.", "Install the judge again.")


def pages() -> dict[str, Path]:
    """Every page by the name under which one asks for it; `docs` is what there is to read, `README` the beginning."""
    folder = pages_folder()
    found = {str(path.relative_to(folder).with_suffix("")): path for path in sorted(folder.rglob("*.md"))}
    index = found.pop("README")
    beside = {path.stem: path for path in sorted(folder.parent.glob("*.md"))}
    return {"docs": index, **beside, **found}
