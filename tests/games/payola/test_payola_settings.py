"""The settings of A13 as the master chooses and reads them; test_letters.py has what they do to letters (A13, D-11)."""

from pathlib import Path

import pytest

from judge.core.errors import InputError
from judge.desk.cabinet.records import Cause
from judge.desk.words import addresses, enrol
from judge.games.payola import VARIANT
from tests.harness import MASTER, POWERS, Judge, Out


def words(sent: list[Out]) -> str:
    return " ".join(out.flat for out in sent)


@pytest.mark.parametrize("clash", [{"tax": "5"}, {"cap": "5"}, {"tax_centres": "PAR 5"}, {"hoarding": "no"}])
def test_A13_zero_sum_has_no_taxes(tmp_path: Path, clash: dict[str, str]) -> None:
    judge = Judge(tmp_path)
    with pytest.raises(InputError, match="Zero-Sum has no taxes"):
        judge.new("pay1", "payola", rules="zerosum", **clash)
    judge.new("pay1", "payola", rules="zerosum")
    judge.join("pay1", *POWERS)
    setting, value = next(iter(clash.items()))
    judge.say(MASTER, f"MASTER pay1 gm-secret\nSET {setting} {value}\nSTART\nSIGNOFF")
    assert judge.game("pay1").status == "forming"
    assert "Zero-Sum has no taxes" in words(judge.letters(MASTER))


def test_A13_in_the_fog_the_answer_to_a_way_by_sea_does_not_tell_of_fleets(tmp_path: Path) -> None:
    """Whether a foreign fleet stands in the North Sea is not to be read from the answer to an army that sails."""
    answers = []
    for name, english in (("with", "1 : F LON - NTH"), ("without", "1 : F LON H")):
        judge = Judge(tmp_path / name).with_game("pay1", "payola", *POWERS, blind="yes")
        judge.orders("pay1", "ENGLAND", english)
        judge.orders("pay1", "FRANCE", "1 : A PAR - PIC")
        judge.resolve("pay1")
        judge.clock.set(judge.after(hours=1))
        answers.append(words(judge.orders("pay1", "FRANCE", "1 : A PIC - NWY\n1 : A PIC - NWY VIA\n1 : A PIC - LVN")))
    assert answers[0] == answers[1]
    assert "1 : A PIC - NWY VIA" in answers[0]


def test_D_11_powers_are_dealt_by_wish(tmp_path: Path) -> None:
    judge = Judge(tmp_path)
    judge.new("pay1", "payola")
    wishes = {"Ann": ("TURKEY", "ITALY"), "Ben": ("TURKEY", "ITALY"), "Cat": ("AUSTRIA",)}
    for name in ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus"):
        person = f"{name.lower()}@example.test"
        with judge.app.store.batch():
            addresses.make_person(judge.services, person, name, "")
            enrol.take_seat(
                judge.services,
                judge.game("pay1"),
                name,
                person,
                f"{name}-pass",
                Cause(judge.clock.now(), f"join {name}"),
                wishes.get(name, ("FRANCE", "ITALY")),
            )
    judge.start("pay1")
    judge.tick()
    powers = {seat.name: seat.power for seat in judge.services.files.seats("pay1").values()}
    assert sorted(powers.values()) == list(POWERS)
    assert "TURKEY" in (powers["Ann"], powers["Ben"])
    assert powers["Cat"] == "AUSTRIA"


@pytest.mark.parametrize("option", VARIANT.info.options, ids=lambda option: option.name)
def test_A13_each_setting_is_explained_by_HELP_and_stands_in_the_rules(tmp_path: Path, option) -> None:
    judge = Judge(tmp_path)
    judge.new("pay1", "payola")
    answer = words(judge.say(MASTER, f"MASTER pay1 gm-secret\nHELP {option.name}\nRULES payola\nSIGNOFF"))
    assert f"SET {option.name}" in answer
    assert answer.count(" ".join(option.help.split())[:60]) >= 2
    for choice in option.choices:
        assert choice in answer


def test_A13_another_rule_set_leaves_nothing_of_the_last(tmp_path: Path) -> None:
    judge = Judge(tmp_path)
    judge.new("pay1", "payola")
    for rules in ("tincup", "classic", "standard"):
        judge.say(MASTER, f"MASTER pay1 gm-secret\nSET rules {rules}\nSIGNOFF")
    defaults = {option.name: option.default for option in VARIANT.info.options}
    assert judge.game("pay1").options == defaults
