"""Games that come in, go to the shelf and come back; people who are forgotten."""

from judge.core.errors import InputError
from judge.keeper import moving
from judge.keeper.forget import forget, look_up
from judge.keeper.moving import import_game
from judge.keeper.remains import remains
from judge.tasks.registry import Work


def import_(work: Work, text: str) -> None:
    """Read a game that `judge export` wrote."""
    name, count = import_game(work.house.office, text.split("\n"))
    work.say(f"{name}: {count} rows.")


def shelve_(work: Work, game: str, moved: bool) -> None:
    """Move a finished game out of the store."""
    office = work.house.office
    name, count = moving.shelve(office, game, moved=moved, take_away=work.take_away)
    work.say(f"{name}: {count} rows are in {office.shelf / (name + '.jsonl')}.")


def unshelve_(work: Work, game: str) -> None:
    """Bring a shelved game back, computing every phase again."""
    name, count = moving.unshelve(work.house.office, game, take_away=work.take_away)
    work.say(f"{name}: {count} rows are back.")


def forget_(work: Work, address: str) -> None:
    """Erase what the judge knows of a person, and say what stays."""
    known = look_up(work.house.office, address)
    if known.nothing:
        raise InputError(f"Nothing is known of {known.address}.")
    work.say(*known.lines())
    forget(work.house.office, known, take_away=work.take_away)
    work.say("Erased.", *remains(work.house.office, known.address, {*known.files, *work.gone}))
