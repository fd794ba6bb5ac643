"""What a newcomer finds: an open sample game, and how to send a first letter."""

import sys

from judge.app import App
from judge.core.tables import tables
from judge.desk.cabinet.records import Cause
from judge.optional import wanted

GAME = "lira1"
MASTER_PASSWORD = "sample-master"
NEWCOMER, PLAYED_AS, PRACTICE_PASSWORD = "newcomer@localhost", "Puffin", "puffin-pass"
VISITORS = (("Lupus", "lupus-pass"), ("Vulpes", "vulpes-pass"), ("Corvus", "corvus-pass"))


def open_sample(app: App) -> None:
    """In a home without games: a Bourse with three visitors' seats, started, that anybody may still join; and a game
    against robots, which waits for a newcomer."""
    from judge.core.words import Practice  # a judge at rest does without
    from judge.desk.words import addresses, creating, enrol

    services = app.services
    if services.files.games():
        return
    with app.store.batch():
        at = services.clock.now()
        game, _ = creating.create(
            services,
            GAME,
            "bourse",
            {"rules": "classic", "comment": "a sample: come in and try"},
            "master@localhost",
            MASTER_PASSWORD,
            Cause(at, "sample"),
        )
        for name, password in VISITORS:
            address = f"{name.lower()}@localhost"
            addresses.make_person(services, address, name, "")
            game, _, _ = enrol.take_seat(services, game, name, address, password, Cause(at, "sample"))
        creating.start_game(services, game, Cause(at, "sample"))
        addresses.make_person(services, NEWCOMER, "Newcomer", "")
        wanted("robots.words").begin(
            services, Practice("bourse", PLAYED_AS, PRACTICE_PASSWORD), NEWCOMER, Cause(at, "sample practice")
        )


def greeting(app: App) -> list[str]:
    """What `judge run` prints first."""
    config = app.config
    lines = [f"Judge {config.judge.name} <{config.judge.address}> at {config.home}"]
    games = app.services.files.games()
    lines.append(f"Games: {', '.join(game.key for game in games)}." if games else "No games yet: `judge new --help`.")
    if not config.mail.inbox.startswith("maildir:"):
        return [*lines, f"Letters come from {config.mail.inbox}."]
    door = f" and by SMTP on {config.mail.door}" if config.mail.door else ""
    lines.append(f"Letters come in at {config.folder_of(config.mail.inbox)}/new{door}.")
    lines.append(f"Answers lie in {config.home / config.mail.outbox.removeprefix('maildir:')}/new.")
    if config.mail.door and any(game.key == GAME for game in games):
        program = sys.argv[0] if sys.argv and sys.argv[0].endswith("judge") else "judge"
        names = {"game": GAME, "seat": PLAYED_AS, "password": PRACTICE_PASSWORD, "newcomer": NEWCOMER}
        names |= {"program": program, "address": config.judge.address, "door": config.mail.door}
        lines += tables("judge", "sample")["first_letter"].rstrip("\n").format_map(names).split("\n")
    return lines
