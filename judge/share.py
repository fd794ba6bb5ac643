"""Where grammar/ and templates/ lie: settings first, then the installed wheel, then the checkout. Never the cwd."""

from __future__ import annotations

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
