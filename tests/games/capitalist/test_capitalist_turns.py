"""Turns and sheets as the table has them, from the exchange to the end (C-1 to C-8, M-7 to M-10)."""

from judge.core.ruling import words
from tests.games.capitalist.capitalist_cases import GAME, Table, lines
from tests.tables import sentences


@sentences("given", "turns", "shown")
def test_turns_come_out_as_they_are_ruled(given, turns, shown):
    assert Table(**given).play(turns).shows(shown) == shown


@sentences("given", "turns", "sheet", "codes", "says")
def test_lines_of_a_sheet_stand_or_are_refused(given, turns, sheet, codes, says):
    seat, commands = lines(*sheet.split(": ", 1))
    reasons = [ruling.because for ruling in GAME.rule_on(Table(**given).play(turns).state, seat, commands)]
    assert [because.code if because else "" for because in reasons] == codes
    told = " ".join(words(GAME.reasons, because) for because in reasons if because)
    assert [part for part in says if part not in told] == []
