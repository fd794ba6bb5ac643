"""Every notice has its words, within the width of a letter, and forecasts and standings have theirs."""

from judge.core.codec import pack
from judge.games.economic4.money import Loan
from judge.kits.host.commands import GameOver
from tests.games.economic4.table import DICE, ECONOMIC, Table
from tests.harness import shared_renderer

PEN = shared_renderer()


def words(names: tuple[str, ...], context: dict) -> str:
    text = PEN.part(names, context)
    assert text is not None, names
    assert "None" not in text and "{{" not in text
    wide = [line for line in text.split("\n") if len(line) > 72]
    assert wide == []
    return text


def told(table: Table) -> dict[str, str]:
    """Kind -> the words of the last of that kind."""
    return {
        notice.kind: words(
            (f"economic4/{notice.kind}.txt", f"lib/{notice.kind}.txt"), {"data": notice.data, "game": "econ1"}
        )
        for notice in table.last.notices
    }


def test_the_autumn_report_of_a_game_that_has_ended_advises_nobody():
    poor = {"credits": {"TURKEY": 0}, "units": {"TURKEY": "F ANK, F SMY, F CON, F BLA, F AEG"}}
    won = Table(victory="30").set("F1901M", owners={"RUSSIA": "NWY SWE DEN RUM"}, **poor).play()
    decreed = Table().set("F1901M", **poor)
    step = ECONOMIC.resolve(decreed.state, {"MASTER": (GameOver(how="ABANDONED"),)}, DICE)
    decreed.last = step
    for table in (won, decreed):
        said = told(table)["treasury.autumn"]
        assert table.last.ended is not None
        assert not any(words in said for words in ("To win", "units go", "No free home centre", "win alone"))
    going_on = told(Table().set("F1901M", **poor).play())["treasury.autumn"]
    assert all(words in going_on for words in ("To win", "units go", "No free home centre", "win alone"))


def test_removals_that_are_not_needed_are_named():
    table = Table().set("W1901A", {"ITALY": "A ROM, A VEN, F NAP"}, credits={"ITALY": 10})
    sheet = tuple(ruling.command for ruling in table.rule("ITALY", "REMOVE A ROM, A VEN"))
    text = words(("economic4/forecast.txt",), {"forecast": ECONOMIC.forecast(table.state, "ITALY", sheet)})
    assert "Not needed, so it stays: A VEN. (E-5)" in text
    data = table.play(ITALY="REMOVE A ROM, A VEN").statement("ITALY")
    text = words(("economic4/treasury.statement.txt",), {"data": pack(data), "game": "econ1"})
    assert "Not needed, so it stays: A VEN. (E-5)" in text


def forecast_of(table: Table, power: str, text: str) -> str:
    sheet = tuple(ruling.command for ruling in table.rule(power, text))
    said = words(("economic4/forecast.txt",), {"forecast": ECONOMIC.forecast(table.state, power, sheet)})
    return " ".join(said.split())


def test_E_7_a_winter_forecast_names_the_units_lost_and_builds_waived_if_ones_gift_is_answered():
    table = Table().set("W1901A", {"ITALY": "A ROM, A VEN, F NAP"}, credits={"ITALY": 40})
    said = forecast_of(table, "ITALY", "GIVE 40 TO FRANCE")
    assert "If your transfers are answered, you lose A ROM, A VEN and F NAP: 0 are there to pay with. (E-5)" in said
    assert "Left 27 0" in said
    table = Table().set("W1901A", {"ITALY": "A ROM, A VEN"}, credits={"ITALY": 14})
    said = forecast_of(table, "ITALY", "GIVE 3 TO FRANCE\nBUILD F NAP")
    assert "If your transfers are answered, BUILD F NAP is waived. (E-6)" in said and "you lose" not in said


def test_E_7_a_winter_forecast_says_what_fails_if_only_what_one_sends_is_answered():
    table = Table().set("W1901A", {"ITALY": "A ROM, A VEN"}, credits={"ITALY": 8})
    said = forecast_of(table, "ITALY", "GIVE 3 TO FRANCE\nRECEIVE 3 FROM TURKEY (LOAN)")
    assert "If what you send is answered and nothing comes in, you lose A ROM" in said
    assert "If your transfers are answered, you lose" not in said


def test_E_8_spring_and_autumn_show_the_next_winter_and_the_most_one_could_be_called_for():
    table = Table().set(credits={"TURKEY": 3}, loans=(Loan("RUSSIA", "TURKEY", 20, 3, "S1901M"),))
    said = forecast_of(table, "TURKEY", "A CON H")
    assert "Next winter, as things stand: 3 + income 13 - bill 11 = 5 left." in said
    assert "You owe 20 to Russia: the most you could be called for in autumn is 16." in said
    assert "At the worst 11 would be missing for the bill, and units go. (E-5)" in said
    said = forecast_of(Table(), "TURKEY", "GIVE 2 TO RUSSIA")
    assert "Your transfers, if they are answered: -2. At the worst 3 are left." in said and "You owe" not in said
