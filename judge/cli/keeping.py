"""`judge backup`, `restore`, `migrate`, `shelve`, `unshelve`, `forget`: care for years."""

import sys
from collections.abc import Sequence
from contextlib import closing
from pathlib import Path

import click

from judge.cli.frame import Frame, command, replaying
from judge.core.errors import InputError

FILE = click.Path(path_type=Path, dir_okay=False)


@command("backup", "judge backup --check /srv/backups/judge.tar")
@click.argument("target", type=FILE)
@click.option("--check", is_flag=True, help="Then restore it into a temporary place and replay every game there.")
def backup_(frame: Frame, target: Path, check: bool) -> None:
    """Write a back-up while the daemon runs. TARGET.tar or .tar.gz holds the whole home (keep it as you keep your
    passwords: dice tips and keys stand in it); any other name gets a copy of the store alone, and then var/secrets
    is yours to keep."""
    from judge.clock import SystemClock
    from judge.keeper.backup import is_archive, write_backup

    write_backup(frame.config, target, frame.now or SystemClock().now())
    what = "the whole home" if is_archive(target) else "every game (keep var/secrets as well)"
    click.echo(f"{target} holds {what} up to the last commit.")
    if check:
        _rehearse(target)


@command("restore", "judge --home ~/judge restore /srv/backups/judge.tar --rehearse")
@click.argument("source", type=click.Path(path_type=Path, dir_okay=False, exists=True))
@click.option("--rehearse", "drill", is_flag=True, help="Only try it: in a temporary place, replaying every game.")
@click.option("--force", is_flag=True, help="Restore even if the home has a store; the old one is moved aside.")
@click.option("--letters-again", is_flag=True, help="Put letters handled since the back-up back into the mailbox.")
def restore_(frame: Frame, source: Path, drill: bool, force: bool, letters_again: bool) -> None:
    """Put a back-up into the home, all or nothing. The home is made if it is not there. Stop the daemon first."""
    from judge.clock import SystemClock
    from judge.keeper import restore

    if drill:
        _rehearse(source)
        return
    since = _time_of(source) if letters_again else ""
    now = frame.now or SystemClock().now()
    for line in restore.restore(source, frame.folder, force=force, now=now):
        click.echo(line)
    if letters_again:
        count = restore.letters_again(frame.config, since)
        click.echo(f"{count} letters that came since the back-up ({since}) are in the mailbox again.")


def _time_of(source: Path) -> str:
    import tempfile

    from judge.keeper.backup import unpack

    with tempfile.TemporaryDirectory() as folder:
        return unpack(source, Path(folder)).at


def _rehearse(source: Path) -> None:
    from judge.keeper.restore import rehearse

    _tell(*rehearse(source, replaying))
    click.echo("The back-up is good.")


def _tell(lines: Sequence[str], wrong: Sequence[str]) -> None:
    """What was done, and what is wrong, for which the command fails."""
    for line in lines:
        click.echo(line)
    for line in wrong:
        click.echo(f"wrong: {line}", err=True)
    if wrong:
        sys.exit(1)


@command("migrate", "judge backup b.tar && judge migrate --rehearse && judge migrate")
@click.option("--rehearse", "drill", is_flag=True, help="On a copy, replaying every game; the store is left alone.")
def migrate_(frame: Frame, drill: bool) -> None:
    """Update the store of an older judge. Stop the daemon and make a back-up first."""
    from judge.app import versions
    from judge.keeper.restore import rehearse_migration
    from judge.store import open_store

    wrong: list[str] = []
    if drill:
        done, wrong = rehearse_migration(frame.config, replaying)
    else:
        with closing(open_store(frame.config.store_url)) as store:
            done = versions.migrate(store)
    _tell(done or [f"Nothing to do: the store is of version {versions.CURRENT}."], wrong)


@command("shelve", "judge shelve lira7    (judge shelve alone lists the shelf)")
@click.argument("game", default="")
@click.option("--moved", is_flag=True, help="Also a running game, because it goes on at another judge.")
def shelve_(frame: Frame, game: str, moved: bool) -> None:
    """Move a finished game out of the store. It goes into var/finished/GAME.jsonl; `judge unshelve` brings it back."""
    if game:
        frame.have("shelve", game=game, moved=moved)
        return
    with frame.app(lock=False) as app:
        click.echo("\n".join(app.services.shelved()) or "The shelf is empty.")


@command("unshelve", "judge unshelve lira7")
@click.argument("game")
def unshelve_(frame: Frame, game: str) -> None:
    """Bring a shelved game back, computing every phase again."""
    frame.have("unshelve", game=game)


@command("forget", "judge forget ann@example.org --yes")
@click.argument("address", metavar="ADDR")
@click.option("--yes", is_flag=True, help="Erase it; without this it is only shown.")
def forget_(frame: Frame, address: str, yes: bool) -> None:
    """Show, or erase with --yes, what the judge knows of a person. Seats and what they did stay, without the address.
    Back-ups and letters on an IMAP server are yours to empty."""
    if yes:
        frame.have("forget", address=address)
        return
    from judge.keeper.forget import look_up

    with frame.app(lock=False) as app:
        known = look_up(app.services, address)
        if known.nothing:
            raise InputError(f"Nothing is known of {known.address}.")
        click.echo("\n".join(known.lines()))
    click.echo("Nothing was erased: say --yes.")


@command("authorize", "judge authorize    (no browser on this machine:  judge authorize --paste)")
@click.option("--paste", is_flag=True, help="The browser is on another machine: paste the address where it ends.")
@click.option("--browser", is_flag=True, help="Use a browser even where the provider has a code to type.")
def authorize_(frame: Frame, paste: bool, browser: bool) -> None:
    """Get permission to use the mailbox without a password. It gets tokens ([mail.oauth] in judge.toml), which are kept
    in var/secrets/oauth and renewed from then on; a running judge takes them by itself."""
    from judge.optional import wanted

    config, oauth = frame.config, wanted("oauth")
    kept, flow = oauth.token_file(config), oauth.asking(config)
    flow.tell, flow.paste = click.echo, lambda: str(click.prompt("Address or code"))
    tokens = flow.by_device() if flow.provider.device and not (paste or browser) else flow.by_browser(pasted=paste)
    kept.save(tokens)
    click.echo(f"The judge has its leave; it is kept in {kept.path}.\nNext:  judge doctor")
