"""Games that come in, go to the shelf and come back; people who are forgotten; the zine by hand."""

from judge.core.errors import InputError
from judge.desk.cabinet.files import ZINE
from judge.keeper import moving
from judge.keeper.forget import forget, look_up, remains
from judge.keeper.moving import import_game
from judge.optional import wanted
from judge.render.text import plural
from judge.tasks.registry import Work


def import_(work: Work, text: str) -> None:
    """Read a game that `judge export` wrote."""
    name, count = import_game(work.app.services, text.split("\n"))
    work.say(f"{name}: {count} rows.")


def shelve_(work: Work, game: str, moved: bool) -> None:
    """Move a finished game out of the store."""
    services = work.app.services
    name, count = moving.shelve(services, game, moved=moved, take_away=work.take_away)
    work.say(f"{name}: {count} rows are in {services.shelf / (name + '.jsonl')}.")


def unshelve_(work: Work, game: str) -> None:
    """Bring a shelved game back, computing every phase again."""
    name, count = moving.unshelve(work.app.services, game, take_away=work.take_away)
    work.say(f"{name}: {count} rows are back.")


def forget_(work: Work, address: str) -> None:
    """Erase what the judge knows of a person, and say what stays."""
    known = look_up(work.app.services, address)
    if known.nothing:
        raise InputError(f"Nothing is known of {known.address}.")
    work.say(*known.lines())
    forget(work.app.services, known, take_away=work.take_away)
    work.say("Erased.", *remains(work.app.services, known.address, {*known.files, *work.gone}))


# ---- the zine: an issue made by hand, and the keeper's word on letters to its column --------------------------------


def zine_(work: Work) -> None:
    """Make and send an issue now."""
    services = work.app.services
    if not services.config.judge.zine:
        raise InputError("This judge has no zine.", hint='Set zine = "MON 08:00" in judge.toml.')
    issue = wanted("zine.issues").make(services, work.at, always=True)
    assert issue is not None
    readers = len(services.files.subscribers(ZINE))
    counts = ((len(issue.stories), "game"), (len(issue.letters), "letter"), (readers, "reader"))
    told = ", ".join(plural(count, what) for count, what in counts)
    work.say(f"{issue.name}, No. {issue.number}: {told}.")


def letter_in_(work: Work, number: int) -> None:
    """A letter stands in the next issue."""
    found = wanted("zine.words").let_in(work.app.services, number)
    work.say(f"Letter {found.number}, signed {found.signed}, stands in the next issue.")


def letter_out_(work: Work, number: int, reason: str) -> None:
    """A letter does not, and its writer is told."""
    found = wanted("zine.words").keep_out(work.app.services, number, reason, f"keeper:{work.at.isoformat()}")
    work.say(f"Letter {found.number}, signed {found.signed}, will not be printed; its writer is told.")
