"""The same board in words: for who cannot see the picture, and as its alternative text."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from judge.core.picture import Board, Deed
from judge.core.tables import called, tables
from judge.render.board import key
from judge.render.board.atlas import atlas

_OUTCOMES = called(tables(__package__)["outcomes"])


def in_words(board: Board) -> str:
    """Title, a sentence a power (counts, centres, units as drawn), orders with outcomes, all that is marked."""
    return " ".join(_sentences(board))


def places(board: Board) -> dict[str, str]:
    """By province, its name, and behind a colon whose it is, what stands there and what it brings."""
    pieces = board.pieces if board.later is None else board.later
    units = {piece.place.partition("/")[0]: piece for piece in pieces}
    worth = {mark.place: mark.text for mark in board.marks if mark.kind == "value"}
    found = {}
    for code, space in sorted(atlas(board.map).spaces.items()):
        land = "sea" if space.sea else "supply centre" if space.centre else "land"
        owner = board.owners.get(code)
        told = [f"{land} of {_name(owner)}" if owner else f"{land} of nobody" if space.centre else land]
        if code in units:
            told.append(f"{'army' if units[code].kind == 'A' else 'fleet'} of {_name(units[code].power)}")
        if code in worth:
            told.append(f"brings {worth[code]} a year")
        found[code] = f"{space.name}: {', '.join(told)}"
    return found


Told = Mapping[str, str]


def replayed(phases: Iterable[tuple[str, Told, Told]]) -> tuple[list[dict[str, str]], Callable[[Told], dict[str, str]]]:
    """What is told of provinces after each phase where it is no longer what it was, with who took them when; and how to
    add that to what is told of them now.

    phases  the name of each in words, its `places`, and what changed hands in it: province -> power
    """
    history: dict[str, list[str]] = {}

    def known(told: Told) -> dict[str, str]:
        return {
            code: words + (f", taken {', '.join(history[code])}" if code in history else "")
            for code, words in told.items()
        }

    changes, before = [], dict[str, str]()
    for phase, told, taken in phases:
        for code, power in taken.items():
            history.setdefault(code, []).append(f"by {_name(power)} in {phase}")
        now = known(told)
        changes.append({code: words for code, words in now.items() if before.get(code) != words})
        before = now
    return changes, known


def _sentences(board: Board) -> Iterator[str]:
    caption = board.caption[:1].upper() + board.caption[1:]
    head = ". ".join(part.rstrip(".") for part in (board.title, caption) if part)
    if head:
        yield f"{head}."
    powers = {*board.owners.values(), *(board.former or {}).values(), *(note.power for note in board.notes)}
    powers |= {piece.power for piece in board.pieces} | {gone.piece.power for gone in board.gone}
    for power in sorted(powers):
        yield from _power(board, power)
    for gone in board.gone:
        where = f"may retreat to {' or '.join(gone.open)}" if gone.open else "has nowhere to go"
        yield f"{_name(gone.piece.power)}'s {gone.piece.text} was dislodged and {where}."
    if board.deeds:
        yield "Orders: " + "; ".join(_deed(deed) for deed in board.deeds) + "."
    if board.taken:
        yield "Taken: " + ", ".join(f"{code} by {_name(power)}" for code, power in sorted(board.taken.items())) + "."
    if board.idle:
        yield f"Out of play: {', '.join(board.idle)}."
    if board.marks:
        yield from _marks(board)


def _power(board: Board, power: str) -> Iterator[str]:
    chart = atlas(board.map)
    held = sorted(code for code, owner in board.owners.items() if owner == power)
    centres = [code for code in held if code in chart.spaces and chart.spaces[code].centre]
    others = [code for code in held if code not in centres]
    units = sorted(piece.text for piece in board.pieces if piece.power == power)
    note = next((note.text for note in board.notes if note.power == power), "")
    parts = [_listed(key.centres(board, chart, power), centres), f"also {', '.join(others)}" if others else ""]
    parts += [_listed(key.units(board, power), units), note]
    yield f"{_name(power)}: {'; '.join(part for part in parts if part)}."


def _listed(count: str, things: list[str]) -> str:
    return f"{count}: {', '.join(things)}" if things else count


def _marks(board: Board) -> Iterator[str]:
    """What every province brings is told in one sentence; every other mark by its own words."""
    worths: dict[str, list[str]] = {}
    for mark in board.marks:
        if mark.kind == "value":
            worths.setdefault(mark.text, []).append(mark.place)
        else:
            yield f"{mark.name}."
    if worths:
        told = (f"{worth}: {', '.join(places)}" for worth, places in sorted(worths.items(), reverse=True))
        yield f"Income of provinces: {'; '.join(told)}."


def _deed(deed: Deed) -> str:
    outcome = _OUTCOMES.get(deed.result, deed.result)
    return (
        f"{_name(deed.piece.power)} {deed.text or deed.piece.text}: {outcome}{', dislodged' if deed.dislodged else ''}"
    )


def _name(power: str) -> str:
    return power.capitalize()
