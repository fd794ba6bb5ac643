"""Games of scripted players, each played once in a run for all tests that only look at them.

What is played here is nobody's to change: tests may open such a home and read in it, no more.
"""

import os
import shutil
import tempfile
from functools import cache
from pathlib import Path

from judge.app import App, open_app
from judge.config import load
from judge.extras.demo import play
from judge.extras.site import Archive
from tests.once import memory, once, until_the_end
from tests.stores import ON_SERVER, for_good

_made: list[Path] = []


@cache
def _root() -> Path:
    _made.append(Path(tempfile.mkdtemp(prefix="judge-demos.", dir=memory())))
    return _made[-1]


def forget() -> None:
    """At the end of a run: the games go with it."""
    for folder in _made:
        shutil.rmtree(folder, ignore_errors=True)


@cache
def played(slug: str) -> Path:
    """The home of a demo after a few turns; its letters have pages with pictures."""
    folder = _root() / slug
    if "PYTEST_XDIST_WORKER" not in os.environ or ON_SERVER:
        with for_good():
            return _play(slug, folder)
    home = once(f"demo.{slug}", lambda: _play(slug, until_the_end() / slug))
    shutil.copytree(home, folder)  # one process at a time may open a home
    return folder


def _play(slug: str, folder: Path) -> Path:
    play(slug, folder, lambda line: None, turns=3, pages=True)
    return folder


@cache
def archived(slug: str) -> Path:
    """The pages of such a home in the archive, which are the same for whoever writes them."""
    return once(f"site.{slug}", lambda: _archive(slug, until_the_end() / f"site-{slug}"))


def _archive(slug: str, folder: Path) -> Path:
    app = opened(slug)
    done = Archive(app.services, folder).refresh()
    app.close()
    assert not done.failed
    return folder


def opened(slug: str) -> App:
    """Its app, for a look."""
    return open_app(load(played(slug)))
