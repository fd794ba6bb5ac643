"""Seats: taken and left."""

import hashlib
from collections.abc import Iterable, Sequence
from datetime import datetime
from itertools import count

from judge.core import words
from judge.core.errors import InputError
from judge.core.ids import RESERVED, fold, lookalike, seat_name
from judge.core.manual import MANUAL
from judge.core.tables import tables
from judge.core.variant import GameInfo, Role, Variant
from judge.desk.cabinet import keys, options, reliability
from judge.desk.cabinet.records import ROBOT, Cause, Game, SeatRecord, Status
from judge.desk.mailroom import bounces
from judge.desk.news import publish, results
from judge.desk.phases import between, waiting
from judge.desk.services import Services
from judge.desk.sheets import shown
from judge.desk.sheets.letter_context import LetterContext
from judge.desk.writing.letterform import Brief


class Full(InputError):
    """Nobody else can join, unless somebody leaves before the start."""


def take_seat(
    services: Services, game: Game, name: str, address: str, password: str, cause: Cause, wished: Sequence[str] = ()
) -> tuple[Game, SeatRecord, str]:
    """A person takes a new seat under `name`; returns the seat with its password, "" where only a digest is known of
    one that he chose. InputError says why not.

    In a running game the variant must take late joiners (B-2).
    """
    preferences = wishes(services, game, wished)
    role, power, name = _place(services, game, address, name, bool(preferences))
    password, hashed = password_for(services, password)
    number = max((seat.number for seat in services.files.seats(game.key).values()), default=0) + 1
    seat = SeatRecord(
        game.key, name, number, role, power, address, hashed, services.new_nonce(), preferences=preferences
    )
    sits(services, game, seat, "joined", cause)
    if game.status in (Status.ACTIVE, Status.PAUSED):
        game = between.admit(services, game, seat.seat, cause)
    return game, seat, password


def sits(services: Services, game: Game, seat: SeatRecord, event: str, cause: Cause) -> None:
    """Somebody has sat down: it is on file, whoever waited for the seat hears of it, and what waited for him goes."""
    services.files.save_seat(seat)
    waiting.seat_is_filled(services, game, seat, waiting.TAKEN, cause)
    bounces.reinstate(services, seat.address, cause.at)
    services.log_event(game, event, cause, actor=seat.name, data={"seat": seat.seat})
    services.files.subscribe(game.key, seat.address)


def password_for(services: Services, password: str) -> tuple[str, str]:
    """A new sitter's password, "" where only a `Digest` is known of it, and its digest: his own, or one that is made
    for him."""
    if password and isinstance(password, keys.Digest):
        return "", str(password)
    password = keys.check_password(password) if password else services.keys.secret_word(50)
    return password, services.keys.hash(password)


def _place(services: Services, game: Game, address: str, name: str, wishes_power: bool) -> tuple[Role, str, str]:
    """Role, power and name of the seat that somebody would get. InputError says why there is none for him."""
    role, power, name = _role_for(services, game, name, wishes_power)
    info = services.variant(game).info
    if game.status is Status.FINISHED:
        raise InputError(f"{game.key} is over.", hint="LIST shows the games.")
    if game.status is not Status.FORMING and not info.late_joining:
        raise InputError(f"{game.key} has started and takes no new players.", hint="A vacant seat can be taken over.")
    only_once(services, game, address, role)
    _no_second_start(services, game, address, role)
    limit = options.most_players(game, info)
    many = sum(seat.role is role for seat in services.files.seats(game.key).values())
    if limit is not None and role is not Role.POWER and many >= limit:
        raise Full(f"{game.key} is full: it has {many} players.")
    return role, power, name


def _role_for(services: Services, game: Game, wanted: str, wishes_power: bool) -> tuple[Role, str, str]:
    """Which kind of seat a name asks for: a power's own name is that power's seat where there are such seats; with a
    list of wishes it is a power's seat whose power the start decides (D-11)."""
    variant, seats = services.variant(game), services.files.seats(game.key)
    powers = services.powers(game)
    roles = open_roles(variant, game)
    taken = tuple(seat.name for seat in seats.values())
    power = powers.get(fold(wanted))
    if Role.POWER in roles and power is not None:
        if any(seat.power == power for seat in seats.values()):
            everything = game.status is Status.FORMING and len(seats) >= len(set(powers.values()))
            raise (Full if everything else InputError)(f"{power.title()} is taken.", hint="LIST shows what is free.")
        return Role.POWER, power, power
    others = [role for role in roles if role is not Role.POWER]
    if wishes_power and Role.POWER in roles and game.status is Status.FORMING:
        return Role.POWER, "", _own_name(wanted or f"Player {len(seats) + 1}", taken, frozenset(powers))
    if not others:
        names = ", ".join(variant.names(game.options).get("power", {}))
        way_out = f"Join as one of {names}, or with PREFER and a list of them."
        raise InputError(f"{wanted!r} is no power of this game.", hint=way_out)
    return others[0], "", _own_name(wanted, taken, _no_names(variant, game))


def _own_name(wanted: str, taken: tuple[str, ...], forbidden: frozenset[str]) -> str:
    """A pseudonym of a person: it is never one that says that a robot sits there."""
    name = seat_name(wanted, taken, forbidden)
    if lookalike(name).startswith(lookalike(ROBOT.strip())):
        raise InputError(f"{name} reads like a robot of this judge (B-3).", hint="Choose another.")
    return name


def _no_names(variant: Variant, game: Game) -> frozenset[str]:
    """What no pseudonym may be, folded: the names of powers and currencies, and the words that begin an order."""
    kinds = variant.names(game.options)
    verbs = {fold(entry.verb) for entry in (*MANUAL.values(), *variant.info.help)}
    return frozenset(verbs) | frozenset(
        fold(alias)
        for kind in ("power", "currency")
        for canonical, aliases in kinds.get(kind, {}).items()
        for alias in (canonical, *aliases)
        if len(fold(alias)) > 1
    )


def wishes(services: Services, game: Game, given: Sequence[str]) -> tuple[str, ...]:
    """The powers of a PREFER list under their own names. InputError for what is none."""
    powers = services.powers(game)
    if given and not powers:
        raise InputError("This game has no powers to prefer.", hint=f"JOIN {game.key} AS and a pseudonym takes a seat.")
    for word in given:
        if fold(word) not in powers:
            listing = ", ".join(dict.fromkeys(powers.values()))
            raise InputError(f"{word!r} is no power of this game.", hint=f"Powers are {listing}.")
    return tuple(dict.fromkeys(powers[fold(word)] for word in given))


def open_roles(variant: Variant, game: Game) -> tuple[Role, ...]:
    """Roles that may be joined: power seats only where the board is played here."""
    hosted = game.options.get("board", "hosted") == "hosted"
    return tuple(role for role in variant.info.roles if role is not Role.POWER or hosted)


def players(info: GameInfo, seats: Iterable[SeatRecord]) -> int:
    """How many players a game has: where some play beside a board, its powers are none of them (B-10)."""
    counted = [role for role in info.roles if role is not Role.POWER] or info.roles
    return sum(seat.role in counted for seat in seats)


def only_once(services: Services, game: Game, address: str, role: Role, who: str = "You are", number: int = 0) -> None:
    """InputError for a second seat of the same kind (B-3), or of another kind where players are kept apart (T-13).
    `number`: of the seat that he is to have."""
    for seat in services.files.seats(game.key).values():
        if seat.address != address or seat.number == number:
            continue
        if seat.role is role:
            raise InputError(f"{who} in {game.key} already, as {seat.name} (B-3).")
        if game.options.get("separate") == "yes":
            raise InputError(
                f"{who} in {game.key} already, as {seat.name}: nobody plays on the board and beside it (T-13).",
                hint="The master may allow it: SET separate no.",
            )


def _no_second_start(services: Services, game: Game, address: str, role: Role) -> None:
    """InputError for somebody who left a seat of the running game: whoever returns resumes it (B-2)."""
    old = [seat for seat in services.files.left_by(game.key, services.mark(game.key, address)) if seat.role is role]
    if not old or game.status is Status.FORMING:
        return
    free = next((seat for seat in reversed(old) if seat.vacant), None)
    if free is not None:
        told = f"You left {game.key} as {free.name}: who returns resumes the old seat and gets no second start (B-2)."
        raise InputError(told, hint=f"Write TAKEOVER {free.name}@{game.key}.")
    told = f"You left {game.key} as {old[-1].name}, where somebody else sits now, and there is no second start (B-2)."
    raise InputError(told, hint=f"Write to its master: {game.master}.")


def offer(services: Services, game: Game, address: str) -> str:
    """A name for somebody who named none: a pseudonym, or a power where there is nothing else to be. InputError if
    nothing is free."""
    variant, seats = services.variant(game), services.files.seats(game.key)
    if any(role is not Role.POWER for role in open_roles(variant, game)):
        return free(services, game, seats, f"{game.key} {address} {len(seats)}")
    taken = {seat.power for seat in seats.values()}
    left = [power for power in variant.names(game.options).get("power", {}) if power not in taken]
    if not left:
        raise Full(f"{game.key} is full.", hint="LIST shows the games.")
    return left[0].title()


def check_join(services: Services, game: Game, address: str, word: words.Join) -> None:
    """InputError if nobody, or not this address, can have that seat."""
    open_to(services, game, address)
    back = services.files.seat(game.key, word.seat)
    if back is not None and back.vacant:
        raise InputError(f"{back.name} is vacant.", hint=f"Write TAKEOVER {back.name}@{game.key}.")
    if word.loose and not word.password and game.status is not Status.FORMING:
        # Here the name is everybody's to see at once and for good.
        raise InputError(
            f"Is all of {word.seat!r} the pseudonym? {game.key} has started, and a name cannot be changed any more.",
            hint=f'If it is, write JOIN {game.key} AS "{word.seat}".',
        )
    _place(services, game, address, word.seat, bool(wishes(services, game, word.preferences)))


def hand_over(context: LetterContext, game: Game, seat: SeatRecord, password: str, code: str, line: int) -> None:
    """A seat to whoever has it now; its letter goes with the answer, where that goes to the same address. `code`: what
    the answer says to the `line` that asked for it."""
    apart = bool(context.seat or context.master or context.reply_key) or context.message.sender != seat.address
    if code:
        context.say(code, line=line, game=game.key, seat=seat.name, apart=apart)
    if apart:
        return seat_letter(context.services, game, seat, password, context.cause)
    brief = _seat_brief(context.services, game, seat, password, context.cause)
    values = context.services.letters.seat_context(game, seat, {**brief.data, "enclosed": True}, context.at)
    subject, text = context.services.renderer.letter(brief.template, values)
    context.enclosures.append(text)
    context.reply_key = context.services.letters.token(game, seat)
    context.subject = subject.partition("] ")[2]


def seat_letter(services: Services, game: Game, seat: SeatRecord, password: str, cause: Cause) -> None:
    """The letter that hands over a seat."""
    services.letters.to_seat(game, seat, _seat_brief(services, game, seat, password, cause))


def _seat_brief(services: Services, game: Game, seat: SeatRecord, password: str, cause: Cause) -> Brief:
    """What hands over a seat, with what its new sitter has missed. `password` is "" where he chose it in a letter that
    had to wait: nobody knows it any more."""
    record = services.files.sheet(game.key, game.phase, seat.name)
    left = bool(record.sheet) and game.status is Status.ACTIVE  # by whoever wrote for the seat before
    data = {
        "enclosed": False,
        "password": password,
        "power": seat.power,
        "fills": options.of_house(game, "start") == "full",
        "private": services.standing(game, seat.name) if game.phase and game.played else None,
        "samples": publish.samples(services, game, seat.name),
        "spoken": publish.spoken(services, game, seat.name),
        "on_file": shown.view_on_file(services, game, record).lines if left else (),
        "enclosures": _latest(services, game, seat, cause.at),
    }
    return Brief(cause.key, f"seat.{seat.number}", data, cause.at, template="session/seat.txt")


def _latest(services: Services, game: Game, seat: SeatRecord, at: datetime) -> list[str]:
    """What everybody else has read already: the last results, with their prices; before the first how the seat
    stands."""
    if not game.phase:
        return []
    if not game.played:
        return [publish.status(services, game, seat.name)]
    event = services.journal.event(game.key, game.played[-1].event)
    return [results.in_words(services, game, event, services.letters.zone_of(seat.address, game), at)]


def tell_joined(services: Services, game: Game, seat: SeatRecord, cause: Cause, was: str = "") -> None:
    """The master learns who sits where; nobody else does. `was`: the name of the seat before."""
    record = "" if was else recorded(services, seat.address, f"The player of {seat.name}")
    data = {"seat": seat.name, "address": seat.address, "was": was, "record": record}
    brief = Brief(cause.key, f"joined.{seat.number}", data, cause.at, template="session/joined_master.txt")
    services.letters.to_master(game, brief)


def rename(services: Services, game: Game, seat: SeatRecord, wanted: str, cause: Cause) -> SeatRecord:
    """Another pseudonym for a seat, while nobody has played against it yet. InputError says why not."""
    if game.status is not Status.FORMING:
        raise InputError(f"{game.key} has started, so {seat.name} keeps its name to the end (B-3).")
    if seat.power:
        told = f"You play {seat.name}: the seat of a power has the power's name."
        raise InputError(told, hint="RESIGN, and JOIN anew.")
    taken = tuple(one.name for one in services.files.seats(game.key).values() if one.number != seat.number)
    name = _own_name(wanted, taken, _no_names(services.variant(game), game))
    renamed = services.files.rename_seat(seat, name)
    services.log_event(game, "renamed", cause, actor=name, data={"number": seat.number, "seat": renamed.seat})
    return renamed


# ---- who may come in: by the record of a person, and by what a master has said of an address ------------------------


def recorded(services: Services, address: str, who: str) -> str:
    """The record of whoever has an address, in words: of the reader, or of `who`."""
    record = reliability.of(services.store, address)
    return services.renderer.answer("record", {"one": record, "share": record.share, "who": who})


def allowance(services: Services, game: Game, address: str) -> bool | None:
    """Whether the master has let an address in, or shut it out; None where he has said nothing."""
    row = services.store.table("doors").fetch(f"{game.key}/{address}")
    return None if row is None else bool(row["allow"])


def asks_its_master(services: Services, game: Game, address: str) -> bool:
    """Whether the master decides on each, and has not let this address in by name."""
    return options.of_house(game, "approve") == "yes" and not allowance(services, game, address)


def not_shut_out(services: Services, game: Game, address: str) -> bool:
    """Whether the master has let an address in by name (ALLOW). InputError where he has shut it out (DENY)."""
    allowed = allowance(services, game, address)
    if allowed is False:
        raise InputError(f"{game.key} is closed to you.", hint=f"Write to its master: {game.master}.")
    return bool(allowed)


def open_to(services: Services, game: Game, address: str) -> None:
    """InputError where the master, or a setting, keeps this address out, whatever seat it wants."""
    if game.house["open"] != "yes" and not not_shut_out(services, game, address):
        raise InputError(f"{game.key} is closed to newcomers.", hint="Its master may open it: SET open yes.")
    trusted(services, game, address)


def trusted(services: Services, game: Game, address: str) -> None:
    """InputError where a game wants players more reliable than this one; whoever is new is not unreliable."""
    wanted = int(options.of_house(game, "reliable") or 0)
    share = reliability.of(services.store, address).share
    if wanted and share is not None and share < wanted:
        raise InputError(
            f"{game.key} is for players of whose sheets {wanted} in a hundred came in time; of yours {share} did.",
            hint="RECORD tells yours; a practice game mends nothing, a finished one does.",
        )


# ---- pseudonyms, to offer to those who name none --------------------------------------------------------------------


NAMES = tables("judge.desk.words")["pseudonyms"].split()


def free(services: Services, game: Game, taken: Iterable[str], seed: str) -> str:
    """One that nobody in the game has (nor one that looks like it), the same for the same `seed`; beyond the
    list they are numbered."""
    gone = {lookalike(one) for one in (*taken, *_no_names(services.variant(game), game), *RESERVED)}
    start = int.from_bytes(hashlib.sha256(seed.encode()).digest()[:4], "big") % len(NAMES)
    names = [*NAMES[start:], *NAMES[:start]]
    numbered = (f"{name} {turn}" if turn > 1 else name for turn in count(1) for name in names)
    return next(name for name in numbered if lookalike(name) not in gone)
