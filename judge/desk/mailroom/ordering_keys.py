"""Which letters and deadlines must keep their order: those that share a lane.

A lane is a game, a sender, or the whole house. What shares none is independent and may be dealt with in any order,
or by different workers. The lanes of a letter are guessed wide; a guess that is too narrow costs order between those
two letters, never the store's integrity.
"""

from collections.abc import Callable, Iterable
from datetime import datetime

from judge.core.command import Command
from judge.core.errors import InputError
from judge.core.ids import game_name
from judge.core.values import Value
from judge.desk.cabinet.keys import read_token
from judge.desk.mailroom import thread_lookup
from judge.desk.services import Services
from judge.desk.timers import Timer
from judge.post import Action, Line, Message

HOUSE = "*"


class Waiting(Value):
    """A letter on the line of time, not opened yet. `lanes` may be empty where nobody asks for them."""

    key: str
    arrived: datetime
    uid: str
    lanes: frozenset[str] = frozenset()
    size: int = 0


class Item(Value):
    """Something on the line of time: a letter or a timer.

    waits     it is due, but the mailbox has not been searched since (a deadline that has not settled)
    """

    place: datetime
    lanes: frozenset[str]
    what: Waiting | Timer
    waits: bool = False

    @property
    def order(self) -> tuple[datetime, bool, str, str]:
        """By time; at one instant letters stand before what is due."""
        if isinstance(self.what, Timer):
            return self.place, True, self.what.kind, self.what.game
        return self.place, False, self.what.uid, ""


def along(
    items: Iterable[Item],
    letters: int,
    timers: int,
    games: int,
    allowed: Callable[[str], bool] = bool,
    octets: int = 2**62,
) -> list[Item]:
    """One walk along the line of time: what may be dealt with now, in order, so many letters (of so many `octets` in
    all), timers and games at the most. The first item may be as large as it is, and in as many games.

    allowed  whether a lane may be entered (another worker may be in it); any may where nothing is said
    """
    chosen: list[Item] = []
    fired = held = 0  # timers among the chosen, and octets of the letters among them
    entered: set[str] = set()  # games
    behind: set[str] = set()  # lanes in which something earlier is left to others, or for later
    resting: set[str] = set()  # lanes in which something earlier waits for its time
    for item in items:
        timed, size = (True, 0) if isinstance(item.what, Timer) else (False, item.what.size)
        here = entered | games_in(item.lanes)
        full = fired >= timers if timed else len(chosen) - fired >= letters or (held > 0 and held + size > octets)
        if HOUSE in item.lanes:
            # it touches who knows what: alone, after everything before it but what only waits for its time
            if item.waits:
                continue
            return chosen if chosen or behind else [item]
        if item.waits or item.lanes & resting:
            resting |= item.lanes
        elif item.lanes & behind or (chosen and (full or len(here) > games)) or not all(map(allowed, item.lanes)):
            behind |= item.lanes
        else:
            chosen.append(item)
            fired, held, entered = fired + timed, held + size, here
            if timed:
                behind |= item.lanes  # it may set another before the letters that follow
    return chosen


def games_in(lanes: Iterable[str]) -> set[str]:
    """The games among lanes."""
    return {lane for lane in lanes if not lane.startswith("@") and lane != HOUSE}


def lanes_of(services: Services, message: Message) -> frozenset[str]:
    """The games a letter names, and its sender; the house where it may reach further."""
    sender = f"@{message.sender}"
    if message.action is Action.AUTO:
        return frozenset({sender, *(game.key for game in services.files.fed_by(message.sender))})
    if message.action is Action.LOOP or message.credential.startswith("copy."):
        return frozenset({sender})
    if message.action is Action.BOUNCE:
        return frozenset({f"@{message.bounce.address}" if message.bounce else sender})
    if message.action in (Action.COMPLAINT, Action.UNVERIFIED) or message.credential.startswith("confirm."):
        return frozenset({HOUSE})
    if message.credential.startswith("unsubscribe."):
        return frozenset({sender, message.credential.split(".")[1]})
    message = thread_lookup.addressed(services, message)
    if message.credential.startswith("confirm."):
        return frozenset({HOUSE})
    from judge.core.words import MasterOn, Place, SignOn  # loaded with the first letter
    from judge.reading import Garbled, Understood

    token = read_token(message.credential)
    lanes = {sender, f"@{message.sender}", *((token.game,) if token else ())}
    blocks = services.reader.blocks(message.lines, signed=token is not None)
    if token is None and not any(block.opener for block in blocks):
        # the games of whoever has the sender's address on record, and of whose letter it answers
        found = thread_lookup.answered(services, message)
        lanes |= {found.token.game} if found is not None and found.token is not None else set()
        lanes |= {game.key for game, _ in thread_lookup.speakers_at(services, message.sender)}
    for number, block in enumerate(blocks):
        if isinstance(block.opener, SignOn | MasterOn):
            lanes |= _game(block.opener.game)
        elif not isinstance(block.opener, Garbled) and not (token and number == 0):
            for item in block.items:
                said = services.reader.word(item, Place.OUTSIDE) if isinstance(item, Line) else item
                for command in said.commands if isinstance(said, Understood) else ():
                    lanes |= _of_word(command)
    return frozenset({HOUSE} if HOUSE in lanes else lanes)


def _of_word(command: Command) -> set[str]:
    from judge.core.words import Reach, word_of

    word = word_of(type(command))
    if word is None or word.reach is Reach.JUDGE:
        return {HOUSE}
    return _game(getattr(command, "game", "")) if word.reach is Reach.GAME else set()


def _game(name: str) -> set[str]:
    try:
        return {game_name(name)}
    except InputError:
        return set()
