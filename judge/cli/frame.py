"""The frame of the command line: global options, errors with exit codes, and the commands by lazy import."""

from __future__ import annotations

import gc
import importlib
import logging
import os
import re
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cached_property, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from judge import __version__
from judge.core.errors import Conflict, JudgeError

if TYPE_CHECKING:
    from judge.app import App
    from judge.config import Config

AGAIN_AFTER = (0.05, 0.1, 0.2, 0.4, 0.8)  # seconds
EX_FAILED, EX_USAGE, EX_TEMPFAIL = 1, 2, 75

_COMMANDS = """
homes: init doctor
keeping: authorize
homes: export import selftest docs units completion
running: run once demo metrics
letters: write letters
games: new start player join list show process preview rollback
papers: map calendar archive zine
keeping: backup restore migrate shelve unshelve forget
audits: replay verify-dice adjudicate read
"""
COMMANDS = {
    name: module
    for module, _, names in (row.partition(": ") for row in _COMMANDS.strip().split("\n"))
    for name in names.split()
}
"""Command -> the module of this package that has it, in the order in which --help lists them."""


T = TypeVar("T")
C = TypeVar("C", bound=Callable[..., Any])


@dataclass
class Frame:
    """What the global options say."""

    home: str | None = None
    now: datetime | None = None
    request: str = ""
    quiet: bool = False

    @property
    def folder(self) -> Path:
        from judge.config import find_home

        return find_home(self.home)

    @cached_property
    def config(self) -> Config:
        from judge.config import load

        return load(self.folder)

    @contextmanager
    def app(self, *, lock: bool = True, alone: bool = True) -> Iterator[App]:
        """The home opened, closed again at the end. In a shared store a command that writes waits until no judge is
        in the middle of a letter, and they wait for it, unless it is not to be `alone`."""
        from judge.app import open_app

        with closing(open_app(self.config, now=self.now, lock=lock)) as app:
            if lock and alone and app.store.shared:
                from judge.desk.mailroom.ordering_keys import HOUSE

                app.store.engine.hold([HOUSE], wait=True)
                app.store.engine.announce()  # letters it queues are sent at once by whoever runs
            yield app

    def have(self, task: str, **given: Any) -> None:
        """Have a task carried out and say what came of it: by the judge that runs on this home, or else here."""
        import secrets

        from judge.tasks.asking import settled
        from judge.tasks.wire import Request

        now = self.now.isoformat() if self.now else ""
        request = Request(self.request or secrets.token_hex(8), task, given, self.config.store_url, now)
        answer = settled(self.config, request, lambda: self.app(alone=task != "once"))
        for line in () if self.quiet else answer.said:
            click.echo(line)
        for line in answer.warned:
            click.echo(line, err=True)
        if answer.fault:
            raise _refusal(answer.fault, answer.code)
        if answer.code:
            sys.exit(answer.code)


def replaying(games: Sequence[T]) -> Iterator[T]:
    """The games one by one; a bar shows on a terminal how far it is."""
    with click.progressbar(games, label="replaying", file=sys.stderr, hidden=not sys.stderr.isatty()) as shown:
        yield from shown


@contextmanager
def counted(label: str, length: int, show_eta: bool = True) -> Iterator[Callable[[], bool]]:
    """A bar for work that calls this after each step; the answer, False, is that it shall go on."""
    hidden = not sys.stderr.isatty()
    with click.progressbar(length=length, label=label, file=sys.stderr, hidden=hidden, show_eta=show_eta) as shown:

        def step() -> bool:
            shown.update(1)
            return False

        yield step
        shown.update(length - shown.pos)  # the work is over, however few steps it took


class Lazy(click.Group):
    """Commands are imported when they are used, so that `judge --help` and `judge adjudicate` start at once."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        module = COMMANDS.get(name)
        if module is None:
            return None
        found: click.Command = getattr(importlib.import_module(f"judge.cli.{module}"), name.replace("-", "_") + "_")
        known = {option for param in found.params for option in param.opts}
        found.params += [option for option in _HOW_LOUD if not known & {"-q", "-v"} & set(option.opts)]
        for param in found.params:
            if isinstance(param, click.Option) and param.default == "":
                param.show_default = False
            if param.name in ("game", "seat"):
                find = _games if param.name == "game" else _seats
                param._custom_shell_complete = find
        return found

    def invoke(self, ctx: click.Context) -> Any:
        try:
            return super().invoke(ctx)
        except (JudgeError, OSError) as fault:
            from judge.durable import no_room
            from judge.tasks.wire import code_of

            told = fault if isinstance(fault, JudgeError) else no_room(fault)
            if told is None:
                raise
            raise _refusal(str(told), code_of(told)) from None


def _louder(ctx: click.Context, param: click.Parameter, value: bool) -> None:
    if value:
        (frame := ctx.ensure_object(Frame)).quiet = param.name == "hushed"
        if not frame.quiet:
            logging.basicConfig(level=logging.INFO, stream=sys.stderr, format="%(levelname)s %(name)s %(message)s")


_HOW_LOUD = (
    click.Option(["-q", "hushed"], is_flag=True, expose_value=False, callback=_louder, help="Say nothing but faults."),
    click.Option(["-v", "wordy"], is_flag=True, expose_value=False, callback=_louder, help="Log what is done as well."),
)
"""What every command takes beside its own options."""


def _names(ctx: click.Context, look: Callable[[App], Iterable[str]]) -> list[str]:
    """Names out of the home that the line names; none where it cannot be opened."""
    root = ctx.find_root()
    with suppress(Exception), Frame(root.params.get("home")).app(lock=False) as app:
        return sorted(look(app))
    return []


def _games(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    found = _names(ctx, lambda app: (game.key for game in app.services.files.games()))
    return [name for name in found if name.startswith(incomplete.lower())]


def _seats(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[str]:
    game = str(ctx.params.get("game") or "").lower()
    found = _names(ctx, lambda app: (seat.name for seat in app.services.files.seats(game).values()))
    return [name for name in found if name.casefold().startswith(incomplete.casefold())]


def _refusal(told: str, code: int) -> click.ClickException:
    refusal = click.ClickException(told)
    refusal.exit_code = code  # type: ignore[misc]  # click says: of the class
    return refusal


def _moment(ctx: click.Context, param: click.Parameter, value: str | None) -> datetime | None:
    if value is None:
        return None
    try:
        moment = datetime.fromisoformat(value)
    except ValueError:
        raise click.BadParameter("write an ISO time such as 2026-12-04T18:00:00+00:00") from None
    return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).astimezone(UTC)


def _request(ctx: click.Context, param: click.Parameter, value: str) -> str:
    if value and not re.fullmatch(r"[\w.-]{1,64}", value, re.ASCII):
        raise click.BadParameter("up to 64 letters, digits, dots, dashes")
    return value


@click.group(
    cls=Lazy,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100, "show_default": True},
    epilog="Example:  judge init ~/judge && cd ~/judge && judge run",
)
@click.option(
    "--home", metavar="DIR", help="The judge's home (default: JUDGE_HOME, or the judge.toml at or above here)."
)
@click.option("--now", callback=_moment, metavar="ISO8601", help="Use this as the current time (rehearsals, tests).")
@click.option(
    "--request",
    callback=_request,
    default="",
    metavar="ID",
    help="A name for this one command. Repeated under the same name it is not done twice, and gives the same answer.",
)
@click.version_option(__version__, prog_name="judge")
@click.pass_context
def _group(ctx: click.Context, home: str | None, now: datetime | None, request: str) -> None:
    """An e-mail judge for the economic games played on and beside Diplomacy."""
    ctx.obj = Frame(home, now, request)
    if os.environ.get("NO_COLOR"):
        ctx.color = False


def main() -> None:
    """Entry point: exits 0, 1 (failed), 2 (bad input or usage), 75 (try again later)."""
    gc.set_threshold(100_000, 20, 100)  # what a command loads stays loaded: looking for garbage in it takes a tenth
    try:
        _group.main(prog_name="judge")
    except BrokenPipeError:
        sys.stderr.close()
        sys.exit(EX_FAILED)
    finally:
        gc.freeze()  # the process ends: nothing is gone through once more


def output(
    kind: click.ParamType[Any], help_: str, metavar: str | None = None, default: str | None = None
) -> Callable[[C], C]:
    """The option -o of a command."""
    return click.option("-o", "--output", type=kind, default=default, metavar=metavar, help=help_)


def command(name: str, example: str) -> Callable[[Callable[..., None]], click.Command]:
    """A command that is handed the frame, with its example. What another judge of the store was faster at is done
    again: nothing of it was written, and a command says what it did when it is written."""

    def made(function: Callable[..., None]) -> click.Command:
        @click.pass_obj
        @wraps(function)
        def again(frame: Frame, *words: Any, **named: Any) -> None:
            for wait in AGAIN_AFTER:
                try:
                    return function(frame, *words, **named)
                except Conflict:
                    time.sleep(wait)
            return function(frame, *words, **named)

        return click.command(name, epilog=f"Example:  {example}")(again)

    return made
