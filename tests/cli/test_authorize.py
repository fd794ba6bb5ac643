"""`judge authorize`: leave to use a mailbox, and what the doctor and the figures say of it."""

from pathlib import Path

import pytest
from click.testing import CliRunner

from judge.app import open_app
from judge.cli.frame import _group
from judge.config import load
from judge.config_file import write_default
from judge.core.errors import SetupError
from judge.doctor import _leave
from tests.mail.token_server import TokenServer


def home(folder: Path, provider: TokenServer) -> Path:
    write_default(folder)
    toml = folder / "judge.toml"
    settings = provider.settings()
    names = ("provider", "client_id", "authorize_url", "token_url", "device_url", "scope")
    lines = [f'{name} = "{getattr(settings, name)}"' for name in names]
    toml.write_text(toml.read_text() + "\n".join(["[mail.oauth]", *lines, ""]))
    return folder


def test_leave_is_asked_for_kept_and_looked_at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("judge.extras.oauth.flows.time.sleep", lambda seconds: None)
    monkeypatch.setattr("judge.extras.oauth.flows.Asking.sleep", staticmethod(lambda seconds: None), raising=False)
    with TokenServer() as provider:
        where = home(tmp_path / "home", provider)
        app = open_app(load(where))
        assert [(one.good, one.remedy) for one in _leave(app)] == [(False, "Run: judge authorize")]
        done = CliRunner().invoke(_group, ["--home", str(where), "authorize"])
        assert done.exit_code == 0, done.output
        assert "ABCD-EFGH" in done.output and app.leave == "" and all(one.good for one in _leave(app))
        (where / "var/secrets/oauth").write_text("rubbish")
        assert "can be read" in app.leave
        app.close()


def test_a_misspelt_setting_of_oauth_is_named(tmp_path: Path) -> None:
    write_default(tmp_path)
    toml = tmp_path / "judge.toml"
    toml.write_text(toml.read_text() + '[mail.oauth]\nclientid = "x"\n')
    with pytest.raises(SetupError, match="clientid"):
        load(tmp_path)
