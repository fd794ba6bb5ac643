"""What several folders of tests share."""

import gc
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from hypothesis import settings

from judge import config_file
from judge.app import opening
from judge.core import dice
from judge.extras.site import poster
from judge.extras.zine import paper
from judge.reading import Reader
from judge.reading.sense import readers, tokens
from judge.reading.sense.vocabulary import Vocabulary
from judge.render import raster
from judge.render.template_renderer import TemplateRenderer
from judge.share import share
from tests import demos, once, required
from tests.harness import shared_reader, shared_renderer
from tests.mailserver.site import site
from tests.stores import ON_SERVER, ServerTemplate
from tools.gallery.browser import Browser

__all__ = ["site"]

settings.register_profile("house", deadline=None, derandomize=True, database=None)  # no test waits for a clock
settings.load_profile("house")

TEMPROOT = "PYTEST_DEBUG_TEMPROOT"
MEMORY, ENOUGH = Path("/dev/shm"), 4 * 2**30
if MEMORY.is_dir() and os.access(MEMORY, os.W_OK) and shutil.disk_usage(MEMORY).free > ENOUGH:
    # Homes of tests stand in memory: nothing here outlives the power, and a disk syncs hundreds of times a minute.
    os.environ.setdefault(TEMPROOT, str(MEMORY))


gc.set_threshold(50_000, 50, 100)  # as in the daemon


BUILT: list[str] = []


def pytest_configure(config: pytest.Config) -> None:
    """Test processes and the judges that they start build each grammar and each template once between them."""
    if "JUDGE_TEST_CACHE" not in os.environ:
        BUILT.append(tempfile.mkdtemp(prefix="judge-grammars.", dir=os.environ.get(TEMPROOT)))
        os.environ["JUDGE_TEST_CACHE"] = BUILT[0]


def pytest_unconfigure(config: pytest.Config) -> None:
    for folder in BUILT:
        shutil.rmtree(folder, ignore_errors=True)


LONG = ("faults/test_fault_servers", "crash/test_workers", "printed/test_printed", "people/test_people", "test_example")
"""Files with tests of many seconds, most of them waiting for other processes."""


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Long ones first: at the end of a run one of them would keep one process busy and the others idle."""
    items.sort(key=lambda item: not item.nodeid.removeprefix("tests/").startswith(LONG))


def pytest_collection_finish() -> None:
    """What has been imported and collected stays to the end: looking for garbage in it, again and again, takes a third
    of a run, and every process that a test forks makes a copy of it."""
    gc.collect()
    gc.freeze()


def _reader(folder: Path, cache: Path) -> Reader:
    return shared_reader() if folder == share() else Reader(folder, cache)


def _pen(folder: Path, local: Path, cache: Path) -> TemplateRenderer:
    return shared_renderer() if folder == share() and not local.is_dir() else TemplateRenderer(folder, local, cache)


def _words_kept(load: Callable[[Path, str], Vocabulary]) -> Callable[[Path, str], Vocabulary]:
    kept = cache(load)
    return lambda folder, name: (kept if share() in folder.parents else load)(folder, name)


@pytest.fixture(autouse=True, scope="session")
def _slow_things_are_made_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Every home that is opened in this process takes the same grammars and templates, unless it has words of its own;
    what tests only look at is shared by all processes."""
    if "PYTEST_XDIST_WORKER" in os.environ:
        once.share_in(tmp_path_factory.getbasetemp().parent)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(opening, "reader_of", _reader)
        patch.setattr(opening, "renderer_of", _pen)
        patch.setattr(dice, "_hashed", cache(dice._hashed))  # thousands of digests, of the same few tips
        patch.setattr(readers, "load", _words_kept(readers.load))  # a judge has few games; a run has hundreds
        patch.setattr(tokens, "_key", cache(tokens._key))
        patch.setattr(raster, "chart", cache(raster.chart))  # many tests play one season; tests/render has the real one
        yield
    demos.forget()


@pytest.fixture
def no_posters(monkeypatch: pytest.MonkeyPatch) -> None:
    """For pages of games that end, and turns at which an issue is due: to draw a poster or print takes many seconds.
    tests/site/test_site_poster.py and test_site_zine.py do."""
    monkeypatch.setattr(poster, "png", lambda made: b"")
    monkeypatch.setattr(paper, "there", lambda: False)


@pytest.fixture(scope="session")
def reader() -> Reader:
    return shared_reader()


@pytest.fixture(scope="session")
def browser() -> Browser:
    return required.browser()


if ON_SERVER:

    @pytest.fixture(autouse=True, scope="session")
    def _homes_on_the_server() -> None:
        written = ServerTemplate(config_file.template())
        config_file.template = lambda: written

    @pytest.fixture(autouse=True)
    def _places_on_the_server() -> Iterator[None]:
        from tests.pgserver import lent, take_back

        before = len(lent)
        yield
        take_back(before)
