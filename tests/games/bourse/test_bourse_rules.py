"""A Bourse played through its rules: opening, turns, report, elimination, end (B-1 to B-11, M-9 to M-15)."""

import pytest

from judge.core.dice import Dice
from judge.core.errors import InputError
from judge.core.notice import MASTER
from judge.core.ruling import Verdict, words
from judge.core.variant import Duty, Role, Seat, Step
from judge.games import variant
from judge.games.bourse.shown import BourseState
from judge.kits.host.commands import GameOver, ReportResult
from judge.kits.market.orders import NoTrade
from tests.games.setting import buy, notice, reader, sell, told
from tests.tables import sentences

BOURSE = variant("bourse")
read = reader("bourse")
DICE = Dice(b"\x01" * 32, "S1901M")
COUNTS = {"AUSTRIA": 5, "ENGLAND": 4, "FRANCE": 5, "GERMANY": 5, "ITALY": 4, "RUSSIA": 6, "TURKEY": 5}


def seats(*names: str) -> tuple[Seat, ...]:
    return tuple(Seat(name, Role.TRADER) for name in names)


def started(*names: str, **options: str) -> BourseState:
    return BOURSE.open(seats(*(names or ("Lupus", "Vulpes"))), options, DICE).state


def report(phase="F1901", **counts):
    return ReportResult.read({"phase": phase, "counts": COUNTS | counts})


def turn(state: BourseState, **orders) -> Step:
    return BOURSE.resolve(state, {seat: orders.get(seat, ()) for seat in (*state.traders, MASTER)}, DICE)


def autumn(**options) -> BourseState:
    return turn(started(**options), Lupus=(NoTrade(),), Vulpes=(NoTrade(),)).state


class Table:
    """A game under way: deadlines with what each seat wrote, and `report` (other counts than at the start), `end`, or
    who comes to `join` after it."""

    def __init__(self, options):
        self.state = started(**options)

    def play(self, turns):
        for written in turns:
            sheets = {MASTER: ()}
            for name, text in written.items():
                if name == "report":
                    sheets[MASTER] += (report(str(self.state.phase).removesuffix("M"), **text),)
                elif name == "end":
                    sheets[MASTER] += (GameOver(how=text[0], powers=tuple(text[1:])),)
                elif name != "join":
                    sheets[name] = tuple(command for line in text.split("; ") for command in read(line))
            self.step = turn(self.state, **sheets)
            self.state = self.step.state
            if "join" in written:
                self.state = BOURSE.admit(self.state, Seat(written["join"], Role.TRADER)).state
        return self

    def shows(self, asked):
        """What tables ask for."""
        ended = self.step.ended
        each = {
            "holding": lambda whose: dict(self.state.purse(whose).holding),
            "cash": lambda whose: self.state.purse(whose).cash,
            "prices": BOURSE.standing(self.state, None).market.prices.get,
            "scores": lambda whose: ended.scores[whose],
            "told": lambda asked: told(self.step, asked),
        }
        whole = {"ended": ended and [ended.reason, *ended.winners]}
        return {
            name: whole[name] if name in whole else {key: each[name](key) for key in of} for name, of in asked.items()
        }


@sentences("options", "turns", "shown")
def test_turns_come_out_as_they_are_ruled(options, turns, shown):
    assert Table(options).play(turns).shows(shown) == shown


# ---- opening ------------------------------------------------------------------------------------------------------


def test_at_the_start_a_player_is_worth_7000_dollars_and_220_credits():
    step = BOURSE.open(seats("Lupus", "Vulpes"), {}, DICE)
    data = notice(step, "market.opened")
    assert (data["worth"], data["credits"]) == ("7000.00", "220.00")
    assert data["prices"]["LIRA"] == "1.00" and len(data["prices"]) == 7
    assert str(step.state.phase) == "S1901M"


def test_B_10_a_bourse_is_for_two_players_upward():
    assert BOURSE.info.players == (2, None)


# ---- agenda -------------------------------------------------------------------------------------------------------


def test_B_9_every_phase_is_a_movement_phase_on_the_weekly_grid():
    state, phases = started(), []
    for _ in range(4):
        agenda = BOURSE.agenda(state)
        phases.append(str(agenda.phase))
        assert agenda.pace == "full"
        assert agenda.duties == {"Lupus": Duty.MAY, "Vulpes": Duty.MAY}
        state = turn(state, MASTER=(report(str(state.phase)),)).state
    assert phases == ["S1901M", "F1901M", "S1902M", "F1902M"]


def test_B_8_spring_accepts_a_report_and_autumn_needs_it_within_its_hours():
    spring, fall = BOURSE.agenda(started()), BOURSE.agenda(autumn(report_hours="24"))
    assert (spring.needs, spring.accepts) == ((), ("report",))
    assert (fall.needs, fall.accepts, fall.report_hours) == (("report",), ("report",), 24)


def test_B_8_an_autumn_without_its_report_is_not_resolved():
    with pytest.raises(InputError, match="F1901M"):
        turn(autumn())


# ---- trades -------------------------------------------------------------------------------------------------------


def test_B_1_on_turn_one_with_all_money_spent_the_nets_sum_to_nothing():
    step = turn(started(), Lupus=(sell(500, "CROWN"), buy(500, "LIRA")), Vulpes=(sell(77, "MARK"), buy(77, "POUND")))
    assert sum(row["net"] for row in notice(step, "market.quotes")["quotes"]) == 0


def test_M_14_the_statement_is_private_and_says_what_was_done_and_why():
    step = turn(started(), Lupus=(sell(600, "CROWN"), buy("MAX", "LIRA")))
    mine = notice(step, "book.statement", "Lupus")
    assert mine["lines"][0]["executes"] == 500 and "sell limit is 500" in mine["lines"][0]["because"]
    assert mine["holding_before"]["CROWN"] == 1000 and mine["holding_after"]["CROWN"] == 500
    assert mine["sellable"]["CROWN"] == 500 and mine["next_phase"] == "F1901M"
    assert notice(step, "book.statement", "Vulpes")["lines"] == []


def test_B_1_the_confirmation_warns_of_the_sum_that_will_be_lost():
    rulings = BOURSE.rule_on(started(), "Lupus", (sell(500, "CROWN"),))
    assert "500.00" in words(BOURSE.reasons, rulings[0].remarks[0])


# ---- joining ------------------------------------------------------------------------------------------------------


def test_B_2_nobody_joins_a_game_that_is_over():
    over = turn(started(), MASTER=(GameOver(how="DRAW"),)).state
    with pytest.raises(InputError, match="over"):
        BOURSE.admit(over, Seat("Ursus", Role.TRADER))


# ---- elimination --------------------------------------------------------------------------------------------------


def test_M_9_a_dead_currency_is_closed_stays_in_the_list_and_never_comes_back():
    dead = turn(autumn(), MASTER=(report(AUSTRIA=0),)).state
    ruling = BOURSE.rule_on(dead, "Lupus", (sell(5, "CROWN"),))[0]
    assert ruling.verdict is Verdict.REFUSED
    later = turn(dead, Lupus=(sell(5, "CROWN"),))
    assert BOURSE.standing(later.state, None).market.prices["CROWN"] == "0.0000"
    assert later.state.purse("Lupus").holding["CROWN"] == 1000
    assert BOURSE.standing(later.state, "Lupus").sellable.get("CROWN") is None


# ---- the end ------------------------------------------------------------------------------------------------------


def test_when_the_game_is_over_nothing_is_asked_of_anybody():
    over = turn(started(), MASTER=(GameOver(how="ABANDONED"),)).state
    agenda = BOURSE.agenda(over)
    assert set(agenda.duties.values()) == {Duty.NONE} and agenda.sections == () and agenda.accepts == ()
