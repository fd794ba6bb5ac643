import pytest

from judge.desk.cabinet import keys


@pytest.fixture(autouse=True)
def _cheap_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keys.SlowHasher.__init__, "__defaults__", (64, 1))
    monkeypatch.delenv("JUDGE_HOME", raising=False)
