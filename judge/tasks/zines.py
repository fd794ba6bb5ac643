"""An issue of the zine made by hand, and the keeper's word on letters to its column."""

from judge.core.errors import InputError
from judge.desk.cabinet.reader_letters import ZINE
from judge.desk.words import zine
from judge.house.extras import wanted
from judge.render.text import plural
from judge.tasks.registry import Work


def zine_(work: Work) -> None:
    """Make and send an issue now."""
    office = work.house.office
    if not office.config.judge.zine:
        raise InputError("This judge has no zine.", hint='Set zine = "MON 08:00" in judge.toml.')
    issue = wanted("zine.issues").make(office, work.at, always=True)
    assert issue is not None
    readers = len(office.files.subscribers(ZINE))
    counts = ((len(issue.stories), "game"), (len(issue.letters), "letter"), (readers, "reader"))
    told = ", ".join(plural(count, what) for count, what in counts)
    work.say(f"{issue.name}, No. {issue.number}: {told}.")


def letter_in_(work: Work, number: int) -> None:
    """A letter stands in the next issue."""
    found = zine.let_in(work.house.office, number)
    work.say(f"Letter {found.number}, signed {found.signed}, stands in the next issue.")


def letter_out_(work: Work, number: int, reason: str) -> None:
    """A letter does not, and its writer is told."""
    found = zine.keep_out(work.house.office, number, reason, f"keeper:{work.at.isoformat()}")
    work.say(f"Letter {found.number}, signed {found.signed}, will not be printed; its writer is told.")
