"""`judge init`, `doctor`, `export`, `import`, `selftest`; `docs`, `units` and `completion`: what there is to read, the
units for systemd of this home, and what makes a shell complete commands, options and names of files."""

import json
import sys
from pathlib import Path
from typing import TextIO

import click
from click.shell_completion import ShellComplete, get_completion_class

from judge.cli.frame import Frame, _group, command, output
from judge.core.errors import InputError


@click.command("init", epilog="Example:  judge init ~/judge --ask")
@click.argument("folder", metavar="DIR", type=click.Path(path_type=Path, file_okay=False))
@click.option("--ask", is_flag=True, help="Ask the few questions a real mailbox needs.")
def init_(folder: Path, ask: bool) -> None:
    """Make a home: a commented judge.toml and var/. An existing judge.toml is never touched; no game is made."""
    from judge.cli.questions import Answers, ask_all
    from judge.config_file import set_mail, write_default

    answers = ask_all() if ask and not (folder / "judge.toml").exists() else Answers()
    made = write_default(folder, answers.password, **answers.values)
    if made:
        set_mail(folder, answers.settings)
    if made and answers.certificate:
        from judge.durable import write

        write(folder / answers.settings["ca_file"], answers.certificate)
    click.echo(f"{folder / 'judge.toml'} {'is written' if made else 'was there and is left as it is'}.")
    first = f"judge --home {folder} {answers.next}    then    " if answers.next else ""
    click.echo(f"Next:  {first}judge --home {folder} doctor    then    judge --home {folder} run")
    if answers.values.get("inbox", "maildir:").partition(":")[0] != "maildir":
        click.echo(f"Once:  judge --home {folder} doctor --round-trip    shows what your provider does to letters")


@command("doctor", "judge doctor    (and once:  judge doctor --post)")
@click.option("--json", "as_json", is_flag=True, help="Machine-readable.")
@click.option("--post", is_flag=True, help="Send a test letter to the keeper and to the list as well.")
@click.option("--quick", is_flag=True, help="Look quickly, without the network: is all there, and is a judge running?")
@click.option("--round-trip", is_flag=True, help="Send letters to the judge itself, and see which keys survive.")
@click.option("--set", "write", is_flag=True, help="With --round-trip: write what was found into judge.toml.")
def doctor_(frame: Frame, as_json: bool, post: bool, quick: bool, round_trip: bool, write: bool) -> None:
    """Check settings, folders, games, store, mail and clock. Secrets and disk too. Exit 1 with remedies when something
    is wrong; what DNS says about the judge's domain is advice only."""
    from judge import doctor
    from judge.clock import SystemClock

    findings = doctor.quick(frame.folder) if quick else doctor.examine(frame.folder)
    if post and not any(finding.fails for finding in findings):
        findings += doctor.post(frame.config, frame.now or SystemClock().now())
    if round_trip and not any(finding.fails for finding in findings):
        findings += doctor.round_trip(frame.config, frame.now or SystemClock().now(), write)
    if as_json:
        click.echo(json.dumps([finding.__dict__ for finding in findings], indent=1))
    else:
        for finding in findings:
            mark, colour = (
                ("ok  ", "green") if finding.good else ("hint", "yellow") if finding.hint else ("FAIL", "red")
            )
            click.echo(f"{click.style(mark, fg=colour)} {finding.what}")
            if finding.remedy:
                click.echo(f"     {finding.remedy}")
    if any(finding.fails for finding in findings):
        sys.exit(1)


@command("export", "judge export lira7 > lira7.jsonl")
@click.argument("game")
@output(click.File("w", encoding="utf-8"), "Write to this file instead of the screen.", default="-")
def export_(frame: Frame, game: str, output: TextIO) -> None:
    """Write a game as JSON lines. People can read them, and another judge can import them."""
    from judge.keeper.moving import export_game

    with frame.app(lock=False) as app:
        count = 0
        for line in export_game(app.services, game):
            click.echo(line, file=output)
            count += 1
    click.echo(f"{count} rows.", err=True)


@command("import", "judge import lira7.jsonl")
@click.argument("source", type=click.File("r", encoding="utf-8"))
def import_(frame: Frame, source: TextIO) -> None:
    """Read a game that `judge export` wrote. A game of that name must not be here."""
    frame.have("import", text=source.read())


@click.command("selftest", epilog="Example:  judge selftest")
def selftest_() -> None:
    """Test an installation. It plays a short game by letters in a throw-away home."""
    from judge.optional import wanted

    problems = wanted("demo").selftest()
    for problem in problems:
        click.echo(problem, err=True)
    if problems:
        raise InputError("The self-test failed.")
    click.echo("The self-test passed: grammars, templates, store and letters work.")


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
