"""Commands that make, run and show games."""

import json

import click

from judge.cli import view
from judge.cli.frame import Frame, command
from judge.core.errors import InputError
from judge.desk.words import clock
from judge.tasks.games import game_of


@command(
    "new",
    "judge new lira7 --variant bourse --master gm@example.org "
    "--option rules=later --schedule 'FRI 18:00 Europe/London'",
)
@click.argument("game")
@click.option("--variant", required=True, help="Which game is played (see `judge list --variants`).")
@click.option("--master", required=True, metavar="ADDR", help="The human who runs it.")
@click.option("--master-password", default="", help="4 to 64 characters; without it one is made and mailed.")
@click.option("--list", "list_", default="", metavar="ADDR", help="Where results are mailed.")
@click.option("--schedule", default="", help="Deadlines, such as 'FRI 18:00 Europe/London'.")
@click.option("--option", "options", multiple=True, metavar="K=V", help="A setting of the game; may be repeated.")
@click.option("--start", is_flag=True, help="Start at once, where players may join a running game.")
def new_(frame: Frame, list_: str, schedule: str, options: tuple[str, ...], **given: str | bool) -> None:
    """Make a game."""
    settings = {}
    for text in options:
        name, sign, value = text.partition("=")
        if not sign:
            raise InputError(f"--option {text!r} is not of the form name=value.")
        settings[name.strip()] = value.strip()
    if list_:
        settings["list"] = list_
    if schedule:
        settings["schedule"] = schedule
    frame.have("new", settings=settings, **given)


@command("start", "judge start lira7")
@click.argument("game")
def start_(frame: Frame, game: str) -> None:
    """Start a game, as the master's START."""
    frame.have("start", game=game)


@command("player", "judge player ann@example.org --name Ann --zone Europe/London")
@click.argument("address", metavar="ADDR")
@click.option("--name", required=True, help="The person's name.")
@click.option("--password", default="", help="Good for all seats of this person.")
@click.option("--zone", default="", help="The person's time zone.")
def player_(frame: Frame, address: str, name: str, password: str, zone: str) -> None:
    """Register a person, as REGISTER does by mail."""
    frame.have("player", address=address, name=name, zone=zone, password=password)


@command("join", "judge join lira7 Lupus --address ann@example.org --password secret")
@click.argument("game")
@click.argument("seat")
@click.option("--address", required=True, metavar="ADDR", help="The person's address.")
@click.option("--password", required=True, help="The seat's password.")
def join_(frame: Frame, game: str, seat: str, address: str, password: str) -> None:
    """Seat a person, as JOIN does by mail. The address is registered if it is new."""
    frame.have("join", game=game, seat=seat, address=address, password=password)


@command("list", "judge list    (the games that can be played:  judge list --variants)")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
@click.option("--variants", is_flag=True, help="The games this judge knows, rather than those being played.")
@click.option("--variant", default="", metavar="NAME", help="One of the games this judge knows, with its settings.")
def list_(frame: Frame, as_json: bool, variants: bool, variant: str) -> None:
    """List the games."""
    if variants or variant:
        rows = view.variants(variant)
        click.echo(json.dumps(rows, indent=1) if as_json else view.variant_lines(rows))
        return
    with frame.app(lock=False) as app:
        rows = [view.brief(app.services, game) for game in app.services.files.games()]
        click.echo(json.dumps(rows, indent=1) if as_json else view.brief_lines(rows))


@command("show", "judge show lira7 --seat Lupus")
@click.argument("game", default="")
@click.option("--budget", is_flag=True, help="Rather than a game: what went out by the mail budget, and what did not.")
@click.option("--seat", default="", help="Show what this seat may see as well.")
@click.option("--phase", default="", help="As it stood when this phase was open.")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
def show_(frame: Frame, game: str, budget: bool, seat: str, phase: str, as_json: bool) -> None:
    """Show what is public of a game. With --seat also that seat's secrets; or the mail budget."""
    if not game and not budget:
        raise click.UsageError("Name a game, or --budget.")
    with frame.app(lock=False) as app:
        if budget:
            spent = view.budget(app.services, app.clock.now())
            click.echo(json.dumps(spent) if as_json else view.budget_lines(app.services, spent))
            return
        services, found = app.services, game_of(app, game)
        if as_json:
            click.echo(json.dumps(view.show(services, found, seat, phase), ensure_ascii=False))
        else:
            click.echo(view.show_lines(services, found, seat, phase))


@command("process", "judge process lira7 F1901M")
@click.argument("game")
@click.argument("phase")
def process_(frame: Frame, game: str, phase: str) -> None:
    """Resolve the open phase now, as the master's PROCESS."""
    frame.have("process", game=game, phase=phase)


@command("preview", "judge preview lira7")
@click.argument("game")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
def preview_(frame: Frame, game: str, as_json: bool) -> None:
    """Show what the open phase would give now. The dice are samples, and nothing is written."""
    with frame.app(lock=False) as app:
        found = game_of(app, game)
        if as_json:
            click.echo(json.dumps(clock.preview_data(app.services, found), ensure_ascii=False))
        else:
            click.echo(clock.preview_text(app.services, found))


@command("rollback", "judge rollback lira7 F1901M --reason 'the report was wrong'")
@click.argument("game")
@click.argument("phase")
@click.option("--reason", required=True, help="Told to everybody.")
def rollback_(frame: Frame, game: str, phase: str, reason: str) -> None:
    """Take a game back, as the master's ROLLBACK. It goes to the moment before PHASE was resolved."""
    frame.have("rollback", game=game, phase=phase, reason=reason)
