"""A turn in which nothing is to be done loads hardly anything, and is taken for one only when it is."""

import json
import os
import re
import subprocess
import sys
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from click.testing import CliRunner

from judge.app import open_app
from judge.cli.frame import _group
from judge.config import load
from tests.stores import sqlite_only

pytestmark = sqlite_only("looks at a home with a store of its own")
NOW = datetime(2026, 11, 21, 10, tzinfo=UTC)
HEAVY = ("lark", "jinja2", "PIL", "icalendar", "aiosmtpd", "dkim", "dns", "imapclient", "argon2", "resvg_py")
ROOMS = tuple(
    """
    judge.reading judge.render judge.games. judge.kits judge.extras.site judge.desk.counter
    judge.desk.words
""".split()
)
AT_REST = ("judge.render", "judge.render.text", "judge.render.dates", "judge.render.marks", "judge.render.palette")
TURN = """
import json, sys
from judge.cli.frame import _group
_group.main(["--now", {now!r}, "once"], prog_name="judge", standalone_mode=False)
print(json.dumps(sorted(sys.modules)))
"""
REST = """
import json, logging, os, signal, sys
from pathlib import Path
from judge.cli.running import log_to_stderr
from judge.config import load
from judge.daemon import Daemon
from judge.app import open_app
log_to_stderr(logging.INFO)
app = open_app(load(Path(os.environ["JUDGE_HOME"])))
app.inbox.wait = lambda seconds: signal.raise_signal(signal.SIGTERM)
Daemon(app).run()
print("rests")
print(json.dumps(sorted(sys.modules)))
"""

VALUES = """
import json
from judge.cli.frame import _group
from judge.core.values import Value
_group.main(["--now", {now!r}, "once"], prog_name="judge", standalone_mode=False)
def below(kind):
    return {{each for direct in kind.__subclasses__() for each in (direct, *below(direct))}}
kinds = below(Value)
made = [kind for kind in kinds if isinstance(kind.__dict__["__dataclass_fields__"], dict)]
print(json.dumps([len(made), len(kinds)]))
"""


def home(tmp_path: Path) -> Path:
    assert CliRunner().invoke(_group, ["init", str(tmp_path)]).exit_code == 0
    return tmp_path


def once(folder: Path, now: datetime = NOW) -> str:
    return CliRunner().invoke(_group, ["--home", str(folder), "--now", now.isoformat(), "once"]).output


def loaded(folder: Path, code: str) -> tuple[str, list[Any]]:
    """What a fresh process that runs this in a home says, and what it tells at the end: every module it has loaded."""
    env = {**os.environ, "JUDGE_HOME": str(folder)}
    ran = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, check=True)
    said, _, names = ran.stdout.partition("\n")
    return said, json.loads(names)


def unwanted(modules: list[str]) -> list[str]:
    return [name for name in modules if name.partition(".")[0] in HEAVY or name.startswith(ROOMS)]


def test_once_with_nothing_to_do_loads_nothing_that_reads_writes_or_draws(tmp_path: Path) -> None:
    folder = home(tmp_path)
    once(folder)
    said, modules = loaded(folder, TURN.format(now=NOW.isoformat()))
    assert said.startswith("0 letters, 0 deadlines")
    assert unwanted(modules) == []
    assert len(modules) <= 290


def test_a_turn_with_one_letter_makes_dataclasses_of_less_than_half_of_what_it_loads(tmp_path: Path) -> None:
    folder = home(tmp_path)
    once(folder)
    letter = folder / "var/mail/in/new/letter"
    letter.write_bytes(b"From: anna@example.test\n\nHello\n")
    os.utime(letter, (NOW.timestamp() - 60,) * 2)
    said, (made, kinds) = loaded(folder, VALUES.format(now=NOW.isoformat()))
    assert said.startswith("1 letters") and kinds > 100 and made * 2 < kinds, (said, made, kinds)


def test_a_judge_at_rest_has_loaded_nothing_that_reads_writes_or_draws(tmp_path: Path) -> None:
    folder = home(tmp_path)
    settings = folder / "judge.toml"
    settings.write_text(
        re.sub(r"(?m)^door *=.*$", 'door = ""', settings.read_text("utf-8")), "utf-8"
    )  # its port may be taken
    said, modules = loaded(folder, REST)
    assert said == "rests"
    found = [name for name in unwanted(modules) if not name.startswith("aiosmtpd")]  # the door for letters by SMTP
    assert set(found) <= set(AT_REST) and "judge.mail.reading" not in modules
    assert len(modules) <= 400


def test_a_first_look_sees_what_is_due_what_waits_and_what_came(tmp_path: Path) -> None:
    folder = home(tmp_path)
    assert once(folder).startswith("0 letters, 0 deadlines")
    with closing(open_app(load(folder), now=NOW)) as app:
        assert app._nothing(NOW)
        app.services.store.table("outbox").put("k", {"status": "queued", "due": "2099", "to": "a@b.test"})
        assert not app._nothing(NOW)
        app.services.store.table("outbox").drop("k")
        app.services.store.table("deadlines").put(
            "g:deadline:0",
            {"game": "g", "kind": "deadline", "due": "2026-11-21T10:00:00.000000+00:00", "round": 1, "hours": 0},
        )
        assert app._nothing(NOW - timedelta(seconds=1))
        assert not app._nothing(NOW)
        app.services.store.table("deadlines").drop("g:deadline:0")
        (folder / "var/mail/in/new/letter").write_bytes(b"From: anna@example.test\n\nHello\n")
        assert not app._nothing(NOW)
