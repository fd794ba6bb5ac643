"""Games made, started, filled, resolved and rolled back."""

from judge.app import App
from judge.core.errors import InputError
from judge.desk.cabinet.records import Cause, Game
from judge.desk.news.publish import needed
from judge.desk.words import addresses, clock, creating, enrol, repair
from judge.tasks.registry import Work


def game_of(app: App, name: str) -> Game:
    """The game of that name. InputError names those there are."""
    game = app.services.files.game(name)
    if game is None:
        known = ", ".join(g.key for g in app.services.files.games()) or "none yet"
        raise InputError(f"There is no game called {name!r} here.", hint=f"Games: {known}.")
    return game


def new_(
    work: Work, game: str, variant: str, settings: dict[str, str], master: str, master_password: str, start: bool
) -> None:
    """Make a game; without a password one is made and mailed to its master."""
    services = work.app.services
    made, password = creating.create(services, game, variant, settings, master, master_password, Cause(work.at, "cli"))
    if not master_password:
        settings = dict(made.options)
        services.letters.to_master(
            made, creating.letter(services, made, password, settings, Cause(work.at, f"{made.key}:created"))
        )
    if start:
        made = creating.start_game(services, made, Cause(work.at, "cli"), players_follow=True)
    work.say(f"{made.key}: a game of {variant}, {made.status}. Its master is {made.master}.")
    work.say(f"Dice anchor: {made.anchor}")
    work.say(" ".join(needed(services, made, True)))


def start_(work: Work, game: str) -> None:
    """Start a game, as the master's START."""
    made = creating.start_game(work.app.services, game_of(work.app, game), Cause(work.at, "cli"))
    work.say(f"{made.key} is in {made.phase}; first deadline {made.deadline}.")
    work.say(" ".join(needed(work.app.services, made, True)))


def player_(work: Work, address: str, name: str, zone: str, password: str) -> None:
    """Register a person, as REGISTER does by mail."""
    person = addresses.make_person(work.app.services, address, name, zone, password)
    work.say(f"{person.name} <{person.address}> is registered.")


def join_(work: Work, game: str, seat: str, address: str, password: str) -> None:
    """Seat a person, as JOIN does by mail; the address is registered if it is new."""
    services = work.app.services
    address = addresses.mail_address(address)
    if services.files.person(address) is None:
        addresses.make_person(services, address, "", "")
    record = game_of(work.app, game)
    record, taken, _ = enrol.take_seat(services, record, seat, address, password, Cause(work.at, "cli"))
    enrol.tell_joined(services, record, taken, Cause(work.at, f"{record.key}:{taken.number}:cli"))
    work.say(f"{taken.name} sits in {record.key}.")


def process_(work: Work, game: str, phase: str) -> None:
    """Resolve the open phase now, as the master's PROCESS."""
    after = clock.process_phase(work.app.services, game_of(work.app, game), phase, Cause(work.at, "cli"))
    work.say(f"{after.key} is {after.status} in {after.phase}." + (f" {after.reason}" if after.reason else ""))


def rollback_(work: Work, game: str, phase: str, reason: str) -> None:
    """Go back to the moment before a phase was resolved, as the master's ROLLBACK."""
    after = repair.rollback_to(work.app.services, game_of(work.app, game), phase, reason, Cause(work.at, "cli"))
    work.say(f"{after.key} is in {after.phase} again; its deadline is {after.deadline}.")
