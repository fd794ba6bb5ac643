"""PRACTICE, a game against robots alone that its player begins; and how robots sit down in any game that wants them."""

from collections.abc import Sequence
from functools import partial
from itertools import count

from judge.core import words
from judge.core.errors import InputError
from judge.core.ids import fold
from judge.core.tables import tables
from judge.core.variant import Role
from judge.desk.cabinet import limits, options
from judge.desk.cabinet.records import ROBOT, Cause, Game, SeatRecord
from judge.desk.services import Services
from judge.desk.sheets.letter_context import LetterContext, Level
from judge.desk.words import addresses, creating, enrol, names
from judge.desk.words.binding import handles
from judge.extras.robots.plays import play

Said = Sequence[str]
AT_ONCE = 2  # practice games that one person may have going
A_DAY = limits.Limit(6, limits.DAY)  # that one person may begin
OF_ALL = limits.Limit(300, limits.DAY)  # that the judge begins


@handles(words.Practice)
def practice(context: LetterContext, word: words.Practice) -> None:
    """A stranger's answer comes first, as with JOIN."""
    if context.must_wait:
        rest = names.join_line(words.Join(word.game, word.seat, "", word.preferences)).removeprefix("JOIN ")
        check = partial(_check, context.services, word.game, context.message.sender)
        return context.wait(f"JOIN PRACTICE {rest}", check, "", word.password)
    person = addresses.the_person(context)
    _check(context.services, word.game, person.address)
    counted = ((f"practice:{person.address}", A_DAY), ("practice:", OF_ALL))
    if not all(context.services.limits.take(name, context.at, limit) for name, limit in counted):
        raise InputError("So many practice games were begun today that no more can be.", hint="Write again tomorrow.")
    services = context.services
    with services.store.batch():  # what is refused half-way leaves no game behind
        said = [answer.text for answer in context.answers if answer.level is Level.OK]
        game, seat = begin(services, word, person.address, context.letter, context.chosen(word), said)
    if context.game is None:
        context.told = len(context.answers)
    else:
        context.say("practice_begun", line=word.line, game=game.key, seat=seat.name, phase=game.phase)
    context.did = True


def _check(services: Services, slug: str, address: str) -> None:
    """InputError where the robots do not know the game, or its player has enough of them already."""
    known = [slug for slug in services.playable() if play(slug) is not None]
    if slug.lower() not in known:
        raise InputError(
            f"The robots of this judge do not know {slug!r}.", hint=f"Practise {', '.join(known) or 'elsewhere'}."
        )
    going = [game for game, _ in services.files.playing(address) if game.practice]
    if len(going) >= AT_ONCE:
        listing = " and ".join(game.key for game in going)
        raise InputError(
            f"You have {AT_ONCE} practice games going, {listing}.", hint="RESIGN in one of them ends it at once."
        )


def begin(
    services: Services, word: words.Practice, address: str, cause: Cause, chosen: str = "", said: Said = ()
) -> tuple[Game, SeatRecord]:
    """The game is made, the person sits down, the robots after them, and the first phase opens. The start letter has
    the password, and what there is to be `said` beside it. Returns the game and the seat."""
    slug, keeper = word.game.lower(), services.config.judge.keeper or services.config.judge.address
    # private: no list, no deadline that hurries, over when its player leaves
    settings = {"practice": "yes", "early": "yes", "open": "no", "press": "none"}
    settings |= known.PRACTICE if (known := play(slug)) else {}
    names = (f"practice{services.store.next_number('practice')}" for _ in count())
    name = next(name for name in names if services.files.game(name) is None)
    game, _ = creating.create(services, name, slug, settings, keeper, "", cause)
    seat = word.seat or ("" if word.preferences else enrol.offer(services, game, address))
    given = chosen or word.password
    game, taken, password = enrol.take_seat(services, game, seat, address, given, cause, word.preferences)
    game = creating.start_game(services, game, cause, handed={"password": password, "said": said})
    return game, services.files.seat(game.key, taken.name) or taken


NAMES = tables(__package__)["robots"].split()


def sit_down(services: Services, game: Game, wanted: int, cause: Cause) -> None:
    """So many robots, and one for each free power of the board where there is a board: in a game of powers alone so
    many take the powers that are free. InputError where robots cannot play this game."""
    if play(game.variant) is None:
        raise InputError(f"The robots of this judge do not know {game.variant}.", hint="SET robots and nothing else.")
    info, seats = services.variant(game).info, services.files.seats(game.key)
    roles = enrol.open_roles(services.variant(game), game)
    beside = next((role for role in roles if role is not Role.POWER), None)
    if beside is not None:
        limit = options.most_players(game, info)
        room = wanted if limit is None else limit - sum(seat.role is beside for seat in seats.values())
        for number in range(max(0, min(wanted, room))):
            _seat(services, game, _name(seats, number), beside, "", cause)
    if Role.POWER in roles:
        powers = list(dict.fromkeys(services.powers(game).values()))
        wishing = sum(seat.role is Role.POWER and not seat.power for seat in seats.values())
        free = [power for power in powers if all(seat.power != power for seat in seats.values())]
        free = free[: max(0, len(free) - wishing)] if beside is not None else free[: min(wanted, len(free) - wishing)]
        for power in free:
            _seat(services, game, power, Role.POWER, power, cause)


def _name(seats: dict[str, SeatRecord], number: int) -> str:
    return next(
        name
        for name in (f"{ROBOT}{one}" for one in (*NAMES[number:], *NAMES, *(f"{n} {number + 2}" for n in NAMES)))
        if fold(name) not in seats
    )


def _seat(services: Services, game: Game, name: str, role: Role, power: str, cause: Cause) -> None:
    number = max((seat.number for seat in services.files.seats(game.key).values()), default=0) + 1
    seat = SeatRecord(game.key, name, number, role, power, nonce=services.new_nonce(), robot=True)
    services.files.save_seat(seat)
    services.log_event(game, "joined", cause, actor=name, data={"seat": seat.seat, "robot": True})
