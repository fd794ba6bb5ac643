"""Games whose rules cannot be had: packages that cannot be imported, and rules that have gone on."""

import json
import shutil
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from judge import games
from judge.app import Shelf
from judge.audit import replay_game
from judge.core.errors import InputError
from judge.desk.cabinet.records import Status
from judge.doctor import examine
from judge.games.bourse import VARIANT
from judge.keeper.watch import hold_unknown
from tests.harness import Judge
from tests.keeper.homes import bourse_home, good, run


def clear() -> None:
    games.slugs.cache_clear()
    games._load.cache_clear()


@pytest.fixture
def strangers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that is searched for games as well."""
    folder = tmp_path / "more"
    folder.mkdir()
    monkeypatch.setattr(games, "__path__", [*games.__path__, str(folder)])
    clear()
    yield folder
    for name in [name for name in sys.modules if name.startswith("judge.games.zz_")]:
        del sys.modules[name]
    clear()


BROKEN = ["import nothing_of_that_name", "def broken(:", "raise SystemError('half installed')", "1 / 0"]


@pytest.mark.parametrize("text", BROKEN)
def test_a_game_that_cannot_be_imported_costs_the_others_nothing(strangers: Path, tmp_path: Path, text: str) -> None:
    (strangers / "zz_bad").mkdir()
    (strangers / "zz_bad/__init__.py").write_text(text)
    assert "bourse" in games.variants() and "zz_bad" not in games.variants()
    assert set(games.broken()) == {"zz_bad"}
    assert "zz_bad" not in Shelf() and "bourse" in Shelf()
    with pytest.raises(InputError, match="cannot be loaded here"):
        games.variant("zz_bad")
    judge = Judge(tmp_path)
    (told,) = judge.say("keeper@example.test", "HELP")
    assert "bourse" in told.text.lower() and "zz_bad" not in told.text
    made = judge.say("keeper@example.test", "CREATE mine bourse\nCREATE other zz_bad")
    assert judge.game("mine").variant == "bourse"
    assert "zz_bad" in made[-1].text and judge.services.files.game("other") is None


def test_the_doctor_names_a_game_that_cannot_be_imported_with_the_reason(strangers: Path, tmp_path: Path) -> None:
    (strangers / "zz_bad").mkdir()
    (strangers / "zz_bad/__init__.py").write_text("import nothing_of_that_name")
    home = bourse_home(tmp_path / "home")
    (finding,) = [found for found in examine(home) if not found.good and "zz_bad" in found.what]
    assert "ModuleNotFoundError: No module named 'nothing_of_that_name'" in finding.what
    assert run(home, "list", "--variants").exit_code == 0


def pinned(judge: Judge, version: int) -> None:
    with judge.app.store.batch():
        judge.services.files.save_game(replace(judge.game("lira7"), rules_version=version))


def bourse(tmp_path: Path) -> Judge:
    judge = Judge(tmp_path).with_game("lira7", "bourse", "Lupus", "Ursus", rules="later")
    judge.orders("lira7", "Lupus", "SELL 300 LIRA")
    return judge


def test_a_running_game_of_unknown_rules_is_held_and_comes_back_whole(tmp_path: Path) -> None:
    judge = bourse(tmp_path)
    before = judge.services.journal.length("lira7")
    pinned(judge, 99)
    assert hold_unknown(judge.services, judge.clock.now()) == ["lira7"]
    assert hold_unknown(judge.services, judge.clock.now()) == []
    assert judge.game("lira7").status is Status.HELD
    assert "rules bourse 99; this judge has bourse 1" in judge.tick()[0].text.replace("\n    ", " ")
    assert judge.services.journal.length("lira7") == before + 1
    told = judge.orders("lira7", "Lupus", "SELL 100 LIRA", at=judge.after(hours=1))
    assert told == [] or all("judge has bourse 1" not in out.text for out in told)
    judge.tick(judge.after(hours=1))
    (row,) = judge.services.shunt.listing("lira7")
    assert "rules bourse 99" in row["reason"]
    judge.tick(judge.deadline("lira7"))
    assert judge.game("lira7").phase == "S1901M"
    assert "cannot be replayed" in replay_game(judge.services, judge.game("lira7")).differences[0]
    pinned(judge, 1)
    judge.master("lira7", "RESUME")
    judge.master("lira7", f"QUARANTINE RELEASE {row['reference']}")
    assert judge.game("lira7").status is Status.ACTIVE
    assert judge.on_file("lira7", "Lupus", "S1901M") == ["SELL 100 LIRA"]
    judge.resolve("lira7")
    assert judge.differences() == []


def test_without_a_daemon_the_deadline_holds_a_game_of_unknown_rules(tmp_path: Path) -> None:
    judge = bourse(tmp_path)
    pinned(judge, 99)
    judge.resolve("lira7")
    assert judge.game("lira7").status is Status.HELD
    assert judge.game("lira7").phase == "S1901M"


def test_earlier_rules_that_a_game_keeps_go_on_for_its_running_games(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    judge = bourse(tmp_path)
    module = sys.modules["judge.games.bourse"]

    class Newer(type(VARIANT)):  # type: ignore[misc]
        info = replace(VARIANT.info, rules_version=2)

    monkeypatch.setattr(module, "VARIANT", Newer())
    clear()
    judge.services._rules.clear()  # rules are asked for once in a life of the judge
    try:
        assert judge.services.known_variant(judge.game("lira7")) is None
        monkeypatch.setattr(module, "EARLIER", (VARIANT,), raising=False)
        clear()
        judge.services._rules.clear()
        judge.services._grammars.clear()
        judge.resolve("lira7")
        assert judge.game("lira7").phase == "F1901M" and judge.differences() == []
        assert judge.new("lira8", "bourse").rules_version == 2
    finally:
        monkeypatch.undo()
        clear()


def test_a_digest_and_the_lists_go_on_beside_a_game_of_unknown_rules(tmp_path: Path) -> None:
    judge = bourse(tmp_path)
    judge.new("lira8", "bourse")
    pinned(judge, 99)
    hold_unknown(judge.services, judge.clock.now())
    (listed,) = [out for out in judge.say("ann@example.test", "LIST") if out.to == "ann@example.test"]
    assert "lira8" in listed.text and "lira7" in listed.text
    digest = [out for out in judge.tick(judge.after(days=7)) if "digest" in out.subject]
    assert "lira7" in digest[0].text and "held" in digest[0].text


def test_show_tells_what_it_can_of_a_game_of_unknown_rules(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = bourse_home(tmp_path / "home")
    monkeypatch.setattr(games, "edition", lambda slug, version: None)
    monkeypatch.setattr(games, "variant", lambda slug: (_ for _ in ()).throw(InputError("gone")))
    document = json.loads(good(home, "show", "lira7", "--json"))
    assert (document["game"], document["status"], "market" in document) == ("lira7", "active", False)
    shutil.rmtree(home)
