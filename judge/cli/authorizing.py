"""`judge authorize`: the keeper gives the judge leave to use its mailbox."""

import click

from judge.cli.frame import Frame, pass_frame


@click.command(
    "authorize", epilog="Example:  judge authorize    (no browser on this machine:  judge authorize --paste)"
)
@click.option("--paste", is_flag=True, help="The browser is on another machine: paste the address where it ends.")
@click.option("--browser", is_flag=True, help="Use a browser even where the provider has a code to type.")
@pass_frame
def authorize_(frame: Frame, paste: bool, browser: bool) -> None:
    """Get permission to use the mailbox without a password. It gets tokens ([mail.oauth] in judge.toml), which are kept
    in var/secrets/oauth and renewed from then on; a running judge takes them by itself."""
    from judge.house.leave import asking, token_file

    config = frame.config
    kept, flow = token_file(config), asking(config)
    flow.tell, flow.paste = click.echo, lambda: str(click.prompt("Address or code"))
    tokens = flow.by_device() if flow.provider.device and not (paste or browser) else flow.by_browser(pasted=paste)
    kept.save(tokens)
    click.echo(f"The judge has its leave; it is kept in {kept.path}.\nNext:  judge doctor")
