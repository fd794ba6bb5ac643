"""`judge docs`, `units` and `completion`: what there is to read, the units for systemd of this home, and what makes a
shell complete commands, options and names of files."""

import sys
from pathlib import Path

import click
from click.shell_completion import ShellComplete, get_completion_class

from judge.cli.frame import Frame, _group, command, output
from judge.core.errors import InputError


@click.command("docs", epilog="Example:  judge docs operating | less    (all pages:  judge docs --list)")
@click.argument("page", default="")
@click.option("--list", "every", is_flag=True, help="Name the pages.")
def docs_(page: str, every: bool) -> None:
    """Read the documentation. Name a PAGE, or none for the guide to all pages."""
    from judge.share import pages

    known = pages()
    if every:
        click.echo("\n".join(known))
        return
    name = (page or "docs").removesuffix(".md").removeprefix("docs/")
    if name not in known:
        raise InputError(f"There is no page {page!r}.", hint="judge docs --list names them.")
    click.echo(known[name].read_text("utf-8"), nl=False)


@command("units", "judge units --home ~/judge --user judge")
@click.option("--home", "home", metavar="DIR", default=None, help="The judge's home, as in `judge --home`.")
@click.option("--user", required=True, metavar="NAME", help="The user the judge is to run as.")
@output(
    click.Path(file_okay=False, path_type=Path), "Write them here (default: the folder systemd of the home).", "DIR"
)
def units_(frame: Frame, home: str | None, user: str, output: Path | None) -> None:
    """Write units for systemd that fit this home. It also says what root does with them."""
    from judge.keeper.units import program_of, steps, write_units

    config = Frame(home or frame.home).config
    folder = output or config.home / "systemd"
    made = write_units(config, user, program_of(sys.argv[0]), folder)
    for path in made:
        click.echo(f"{path} is written.")
    click.echo("\nThen, as root:\n")
    for line in steps(config, user, folder):
        click.echo(f"  {line}")


@click.command("completion", epilog="Example:  judge completion fish > ~/.config/fish/completions/judge.fish")
@click.argument("shell", type=click.Choice(["bash", "fish", "zsh"]))
def completion_(shell: str) -> None:
    """Print what SHELL needs to complete this program's words. Put it where the shell looks (bash:
    ~/.local/share/bash-completion/completions/judge; zsh: a folder of $fpath, as _judge; fish:
    ~/.config/fish/completions/judge.fish)."""
    found = get_completion_class(shell)
    assert found is not None
    # the base class's: that of bash starts a bash to look at its version
    click.echo(ShellComplete.source(found(_group, {}, "judge", "_JUDGE_COMPLETE")))
