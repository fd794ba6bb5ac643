"""`judge completion`: what makes a shell complete commands, options and names of files."""

import click
from click.shell_completion import ShellComplete, get_completion_class

from judge.cli.frame import _group

WHERE = {
    "bash": "~/.local/share/bash-completion/completions/judge",
    "zsh": "a folder of $fpath, as _judge",
    "fish": "~/.config/fish/completions/judge.fish",
}


@click.command("completion", epilog="Example:  judge completion fish > ~/.config/fish/completions/judge.fish")
@click.argument("shell", type=click.Choice(sorted(WHERE)))
def completion_(shell: str) -> None:
    """Print what SHELL needs to complete this program's words. Put it where the shell looks (bash:
    ~/.local/share/bash-completion/completions/judge; zsh: a folder of $fpath, as _judge; fish:
    ~/.config/fish/completions/judge.fish)."""
    found = get_completion_class(shell)
    assert found is not None
    # the base class's: that of bash starts a bash to look at its version
    click.echo(ShellComplete.source(found(_group, {}, "judge", "_JUDGE_COMPLETE")))
