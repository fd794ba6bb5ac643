"""Every setting of A13 in players' letters: what is refused, what is answered, what comes of it (A13, D-9, D-11)."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from judge.core.errors import InputError
from judge.desk.cabinet.records import Cause
from judge.desk.words import addresses, enrol
from judge.games.payola import VARIANT
from tests.harness import MASTER, POWERS, Judge, Out
from tests.tables import cases, sentences


def game(folder: Path, *powers: str, **options: str) -> Judge:
    """A Payola in Spring 1901 with these settings."""
    return Judge(folder).with_game("pay1", "payola", *(powers or POWERS), **options)


def deadline(judge: Judge) -> list[Out]:
    """Let the deadline pass, and an hour more."""
    sent = judge.resolve("pay1")
    judge.clock.set(judge.after(hours=1))
    return sent


def units(judge: Judge) -> tuple[tuple[str, str, str], ...]:
    return judge.services.journal.state(VARIANT, judge.game("pay1")).host.units


def words(sent: list[Out], to: str = "") -> str:
    return " ".join(out.flat for out in sent if to.lower() in out.to)


def said(judge: Judge, seat: str, text: str) -> str:
    """The judge's answer to a seat's letter, in one line."""
    return words(judge.orders("pay1", seat, text), seat)


def statement(sent: list[Out], seat: str) -> str:
    return next(out.flat for out in sent if seat.lower() in out.to and "YOUR STATEMENT" in out.text)


def results(sent: list[Out]) -> str:
    return next(out.flat for out in sent if "Movement results" in out.text)


@sentences("options", "letters", "says")
def test_what_a_setting_allows_is_said_to_who_writes(
    tmp_path: Path, options: dict[str, Any], letters: list[list[str]], says: list[str]
) -> None:
    """The last answer has these words. A letter of nobody is the deadline."""
    settings = {name: value for name, value in options.items() if name != "powers"}
    judge = game(tmp_path, *options.get("powers", ()), **settings)
    for seat, text in letters:
        answer = said(judge, seat, text) if seat else words(deadline(judge))
    assert [said for said in says if said not in answer] == [], answer


# ---- the language --------------------------------------------------------------------------------------------------


# ---- who may be bribed ---------------------------------------------------------------------------------------------


def test_A13_pay_dummies_sells_unplayed_powers_alone_and_ones_own_obey(tmp_path: Path) -> None:
    judge = game(tmp_path, "FRANCE", "GERMANY", pay_dummies="yes", empty="dummy")
    said(judge, "FRANCE", "A PAR - BUR\n3 : A VEN - PIE\n2 : A LVP - YOR")
    said(judge, "GERMANY", "3 : A VEN - TYR\nA MUN - BOH")
    sent = deadline(judge)
    told = results(sent)
    assert "France: Army Paris -> Burgundy" in told
    assert "Germany: Army Munich -> Bohemia" in told
    assert re.search(r"Italy: (?:Holding|No order for) [^.]*A VEN", told)  # two payers offered the same (A10)
    assert "England: Army Liverpool -> Yorkshire" in told


# ---- money ---------------------------------------------------------------------------------------------------------


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


def year(judge: Judge) -> list[Out]:
    """From where the game stands to the next spring; all letters."""
    sent: list[Out] = []
    while not sent or judge.game("pay1").phase[0] != "S":
        sent += deadline(judge)
    return sent


def income(sent: list[Out], seat: str) -> str:
    return next(out.flat for out in sent if seat.lower() in out.to and "YOUR INCOME" in out.text)


def test_A13_money_is_not_kept_where_hoarding_is_off(tmp_path: Path) -> None:
    sent = year(game(tmp_path, hoarding="no"))
    assert "Balance 48 Not spent, and not kept -48 Income from 3 centres 48 New balance 48" in income(sent, "FRANCE")


def test_A13_a_zero_sum_year_pays_bribes_earned_and_the_price_of_centres(tmp_path: Path) -> None:
    judge = game(tmp_path, rules="zerosum")
    judge.orders("pay1", "AUSTRIA", "1 : A BUD - SER\nA VIE H\nF TRI - ALB")
    judge.orders("pay1", "ITALY", "2 : A VEN - TYR\n4 : A BUD - SER")
    assert "comes to you at the end of the year" in statement(deadline(judge), "AUSTRIA")
    judge.orders("pay1", "ITALY", "2 : A TYR - TRI\n3 : A VIE - GAL")
    sent = year(judge)
    told = income(sent, "AUSTRIA")
    assert "Balance 29 Bribes your units earned 8 First capture of SER 10 TRI lost to Italy -12 New balance 35" in told
    assert "TRI taken from Austria 12" in income(sent, "ITALY")


def test_A13_an_anonymous_giver_is_nowhere_in_the_receivers_letters(tmp_path: Path) -> None:
    judge = game(tmp_path, anonymous="yes")
    sent = judge.orders("pay1", "FRANCE", "TRANSFER 7 TO ITALY")
    italian = [out for out in sent if "italy" in out.to]
    assert "from somebody who is not named 7" in words(italian)
    for out in italian:
        assert "france" not in (out.subject + out.text + json.dumps(out.json)).lower()


def test_A13_nobody_loots_an_unplayed_power(tmp_path: Path) -> None:
    judge = game(tmp_path, "FRANCE", "GERMANY", empty="dummy")
    answer = words(judge.say("france@example.test", "SIGNON ITALY@pay1 italy-pass\nTRANSFER 5 TO FRANCE\nSIGNOFF"))
    assert "RECEIPT" not in answer


# ---- what is told --------------------------------------------------------------------------------------------------


OFFERS = {"FRANCE": "2 : F BRE - MAO\n5 $", "GERMANY": "37 : A PAR - BUR\n9 : A MUN - TYR"}


def told(folder: Path, **options: str) -> list[Out]:
    judge = game(folder, **options)
    for seat, text in OFFERS.items():
        judge.orders("pay1", seat, text)
    return deadline(judge)


def test_A13_hide_offers_leaves_nothing_that_proves_an_offer(tmp_path: Path) -> None:
    sent = told(tmp_path, hide_offers="yes")
    french = statement(sent, "FRANCE")
    assert "37 A PAR - BUR" in french
    assert "*" not in french
    assert "Your sheet was" not in french
    assert "Before" not in french
    assert "Left 46" in french
    german = statement(sent, "GERMANY")
    assert "A PAR" not in german.split("To send orders")[0]


def test_A13_a_signal_shows_as_a_question_mark(tmp_path: Path) -> None:
    judge = game(tmp_path / "owner", signals="owner")
    said(judge, "FRANCE", "0 : A PAR S A MUN - TYR\n2 : F BRE - MAO")
    said(judge, "TURKEY", "0 : A CON S F ANK - ARM")
    said(judge, "RUSSIA", "1 : A CON - BUL")
    sent = deadline(judge)
    assert "Army Paris SUPPORT German Army Munich -> Tyrolia. (*?*)" in results(sent)
    assert "A PAR a signal (A13)" in results(sent)
    assert "Army Constantinople -> Bulgaria" in results(sent)  # it does not hold, so it does not signal
    assert "0 : A PAR S A MUN - TYR" in statement(sent, "FRANCE")
    judge = game(tmp_path / "on", signals="on")
    said(judge, "GERMANY", "3 : A PAR S A MUN - TYR")
    assert "(*?*)" in results(deadline(judge))


# ---- eBayola -------------------------------------------------------------------------------------------------------


def test_P_50_ebayola_by_mail_says_what_may_come_back_and_charges_less(tmp_path: Path) -> None:
    judge = game(tmp_path, rules="ebayola")
    judge.orders("pay1", "FRANCE", "9 : A PAR - BUR\n4 : F BRE - MAO")
    judge.orders("pay1", "GERMANY", "4 : A PAR - PIC")
    french = statement(deadline(judge), "FRANCE")
    assert "5 A PAR - BUR" in french
    assert "1 F BRE - MAO" in french
    assert "Before 48 Bribes -6 Left 42" in french


def test_P_50_chart_and_archive_of_ebayola_tell_the_price_and_not_the_promise(tmp_path: Path) -> None:
    judge = game(tmp_path, rules="ebayola")
    judge.orders("pay1", "FRANCE", "9 : A PAR - BUR")
    judge.orders("pay1", "ENGLAND", "5 : A PAR - BUR")
    judge.orders("pay1", "GERMANY", "4 : A PAR - PIC\n2 : A MUN - TYR")
    chart = words(deadline(judge), MASTER)
    assert "* 14 A PAR - BUR (England 5, France 9), price 5 (England 5)" in chart
    assert "4 A PAR - PIC (Germany 4)" in chart
    judge.master("pay1", "END DRAW")
    deadline(judge)
    archive = words(judge.orders("pay1", "FRANCE", "HISTORY F1901M"))
    assert "* 5 A PAR - BUR (England 5) 4 A PAR - PIC (Germany 4)" in archive
    assert "* 1 A MUN - TYR (Germany 1)" in archive
    assert "England: 48 AgP, spent 5, left 43, list E?" in archive


# ---- the fog -------------------------------------------------------------------------------------------------------


def fog(folder: Path, **options: str) -> Judge:
    return game(folder, blind="yes", **options)


def test_A13_in_the_fog_what_the_reach_forbids_after_all_does_nothing_without_a_word(tmp_path: Path) -> None:
    """The French fleet in Gascony borders on Burgundy, which only armies can enter: it depends on what stands there."""
    judge = fog(tmp_path, reach="touch")
    judge.orders("pay1", "FRANCE", "1 : F BRE - GAS\n1 : A PAR - PIC\n3 : A MAR - SPA")
    deadline(judge)
    answer = said(judge, "FRANCE", "4 : A BUR - MUN\n1 : A SPA H")
    assert "Nobody says what stands there" in answer
    french = statement(deadline(judge), "FRANCE")
    assert "dropped" not in french
    assert "4 : A BUR - MUN" in french.split("Your sheet was")[1]


def test_A13_in_the_fog_a_statement_is_the_same_for_a_unit_that_is_not_there_and_one_that_is_outbid(
    tmp_path: Path,
) -> None:
    """Only the figures of what was paid differ: the sheet is shown as it was written, and nothing is said of a line."""
    judge = fog(tmp_path)
    said(judge, "FRANCE", "1 : A PAR - BUR\n3 : UKR - GAL\n3 : MUN - RUH\n2 : A MUN S A BUR | - TYR")
    judge.orders("pay1", "GERMANY", "9 : A MUN H")
    french = statement(deadline(judge), "FRANCE")
    assert "Your sheet was: 1 : A PAR - BUR 3 : UKR - GAL 3 : MUN - RUH 2 : A MUN S A BUR | - TYR" in french
    assert "Before 48 Bribes -1 Left 47" in french


def test_A13_in_the_fog_who_offered_only_to_units_that_are_not_there_is_told_like_one_outbid(tmp_path: Path) -> None:
    judge = fog(tmp_path)
    said(judge, "FRANCE", "3 : A UKR - GAL")
    french = statement(deadline(judge), "FRANCE")
    assert "None of your bribes was accepted" in french


def test_A13_in_the_fog_the_answer_to_a_way_by_sea_does_not_tell_of_fleets(tmp_path: Path) -> None:
    """Whether a foreign fleet stands in the North Sea is not to be read from the answer to an army that sails."""
    answers = []
    for name, english in (("with", "1 : F LON - NTH"), ("without", "1 : F LON H")):
        judge = fog(tmp_path / name)
        judge.orders("pay1", "ENGLAND", english)
        judge.orders("pay1", "FRANCE", "1 : A PAR - PIC")
        deadline(judge)
        answer = said(judge, "FRANCE", "1 : A PIC - NWY\n1 : A PIC - NWY VIA\n1 : A PIC - LVN")
        answers.append(answer)
    assert answers[0] == answers[1]
    assert "1 : A PIC - NWY VIA" in answers[0]


def test_A13_in_the_fog_results_and_bribes_name_no_orders_out_of_sight(tmp_path: Path) -> None:
    judge = fog(tmp_path)
    judge.orders("pay1", "TURKEY", "1 : A CON - BUL\n3 : A WAR - GAL\n2 : A PAR - BUR")
    sent = deadline(judge)
    turkish = statement(sent, "TURKEY")
    assert "3 a unit of Russia" in turkish
    assert "2 a unit of France" in turkish
    shown = " ".join(out.text for out in sent if "turkey" in out.to and "Movement results" in out.text)
    assert "Warsaw" not in shown
    assert "Paris" not in shown
    public = [out for out in sent if "results@" in out.to]
    assert "Paris" not in words(public)
    assert not any("PAR" in json.dumps(out.json) for out in public)


def test_PR_9_a_bounce_names_no_unit_out_of_sight(tmp_path: Path) -> None:
    judge = fog(tmp_path)
    judge.orders("pay1", "FRANCE", "1 : A PAR - BUR")
    judge.orders("pay1", "GERMANY", "1 : A MUN - BUR")
    sent = deadline(judge)
    (french,) = [out.text for out in sent if "france" in out.to and "Movement results" in out.text]
    assert "bounced with somebody unseen" in french
    assert "MUN" not in french.split("YOUR STATEMENT")[0]


def test_A13_in_the_fog_no_unit_is_for_sale_where_nobody_is_unplayed(tmp_path: Path) -> None:
    judge = game(tmp_path / "two", "FRANCE", "GERMANY", blind="yes", pay_dummies="yes", empty="dummy")
    said(judge, "FRANCE", "3 : A MUN - TYR\n2 : A VEN - PIE")
    sent = deadline(judge)
    french = statement(sent, "FRANCE")
    assert "2 a unit of Italy" in french
    assert "dropped" not in french
    assert ("GERMANY", "A", "MUN") in units(judge)


# ---- silence, wishes, and the rest of the house --------------------------------------------------------------------


def test_D_9_silence_may_make_a_movement_wait_once(tmp_path: Path) -> None:
    judge = game(tmp_path, nmr="wait", grace="24")
    for seat in POWERS[1:]:
        judge.orders("pay1", seat, "NMR")
    before = judge.deadline("pay1")
    sent = judge.tick(before)
    assert judge.game("pay1").phase == "S1901M"
    assert (judge.deadline("pay1") - before).total_seconds() == 24 * 3600
    assert "No orders have come from AUSTRIA, so the phase waits once" in words(sent)
    assert "Your purse" in said(judge, "AUSTRIA", "3 : A VIE - TYR")
    sent = judge.tick(judge.deadline("pay1"))
    assert judge.game("pay1").phase == "F1901M"
    assert "Austria: Army Vienna -> Tyrolia" in results(sent)


def test_A3_an_emptied_sheet_is_filed_like_an_NMR_and_is_no_silence(tmp_path: Path) -> None:
    judge = game(tmp_path)
    judge.orders("pay1", "AUSTRIA", "3 : A VIE - TYR")
    assert "Taken off your sheet: 1 order" in said(judge, "AUSTRIA", "CLEAR")
    assert "ON FILE for S1901M (Spring 1901, movement), version 1 1 NMR" in said(judge, "ENGLAND", "CLEAR OFFERS")
    assert "There was nothing on file" in said(judge, "ENGLAND", "CLEAR")
    assert "1 2 : F LON - NTH Your" in said(judge, "ENGLAND", "CLEAR\n2 : F LON - NTH")
    judge.orders("pay1", "FRANCE", "NMR")
    told = words(deadline(judge))
    for power in ("Austria", "England", "France"):
        assert f"{power}: nothing came" not in told
    assert "Germany: nothing came" in told


def test_A3_what_is_cleared_for_every_phase_is_nothing_and_no_NMR(tmp_path: Path) -> None:
    judge = game(tmp_path)
    judge.orders("pay1", "AUSTRIA", "FOR EVERY PHASE\n3 : A VIE - TYR")
    judge.orders("pay1", "AUSTRIA", "FOR EVERY PHASE\nCLEAR")
    deadline(judge)
    assert "Austria: nothing came" in words(deadline(judge))


def test_A3_CLEAR_empties_the_offers_and_leaves_the_acceptance_list(tmp_path: Path) -> None:
    judge = game(tmp_path)
    judge.orders("pay1", "AUSTRIA", "3 : A VIE - TYR\nACCEPT AFG?")
    assert "Your acceptance list is AFG?" in said(judge, "AUSTRIA", "CLEAR")
    assert "Your acceptance list is A?" in said(judge, "AUSTRIA", "CLEAR ACCEPTANCE")


def test_D_9_a_list_or_a_gift_of_money_is_no_silence(tmp_path: Path) -> None:
    judge = game(tmp_path)
    judge.orders("pay1", "AUSTRIA", "ACCEPT AFG?")
    judge.orders("pay1", "ENGLAND", "TRANSFER 3 TO ITALY")
    told = words(deadline(judge))
    assert "Austria: nothing came" not in told
    assert "England: nothing came" not in told
    assert "Italy: nothing came for 1 movement phase" in told


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


@pytest.mark.parametrize("conditional", ["on", "only"])
def test_D_7_a_season_may_be_sent_in_one_letter(tmp_path: Path, conditional: str) -> None:
    judge = game(tmp_path, conditional=conditional)
    judge.orders("pay1", "GERMANY", "1 : A MUN - RUH\n1 : F KIE - HOL")
    deadline(judge)
    judge.orders("pay1", "GERMANY", "1 : A RUH - BEL\nBUILD A MUN, A BER")
    sent = deadline(judge)
    assert "Germany" in words(sent)
    while judge.game("pay1").phase[0] != "S":
        deadline(judge)
    assert ("GERMANY", "A", "MUN") in units(judge)


# ---- how it is explained -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("option", VARIANT.info.options, ids=lambda option: option.name)
def test_A13_each_setting_is_explained_by_HELP_and_stands_in_the_rules(tmp_path: Path, option) -> None:
    judge = Judge(tmp_path)
    judge.new("pay1", "payola")
    answer = words(judge.say(MASTER, f"MASTER pay1 gm-secret\nHELP {option.name}\nRULES payola\nSIGNOFF"))
    assert f"SET {option.name}" in answer
    assert answer.count(" ".join(option.help.split())[:60]) >= 2
    for choice in option.choices:
        assert choice in answer


def test_A13_the_start_letter_tells_what_is_special_in_the_game(tmp_path: Path) -> None:
    judge = game(tmp_path, reach="touch", hide_cost="yes", transfers="one")
    (letter,) = [out for out in judge.letters("france@") if "SETTINGS AND DICE" in out.text]
    flat = letter.flat
    assert "As usual, but hide_cost=yes, reach=touch, transfers=one. RULES pay1 lists all." in flat


@cases("options", "told")
def test_A13_the_start_letter_says_what_centres_bring_in_this_game(
    tmp_path: Path, options: dict[str, str], told: str
) -> None:
    letters = words(list(game(tmp_path, **options).letters("france@")))
    assert told in letters


def test_A13_the_examples_show_only_what_the_game_has(tmp_path: Path) -> None:
    def form(name: str, **options: str) -> str:
        judge = game(tmp_path / name, **options)
        (letter,) = [out for out in judge.letters("france@") if "These lines only show the form" in out.text]
        return letter.text.split("only show the form:")[1].split("Sentences are read")[0]

    assert "5 ! F BRE - ENG | - GAS" in form("full")
    assert "25 $" in form("full2")
    classic = form("classic", rules="classic")
    assert "!" not in classic
    assert "$" not in classic
    assert "$" not in form("savings", savings="no")


def test_A13_another_rule_set_leaves_nothing_of_the_last(tmp_path: Path) -> None:
    judge = Judge(tmp_path)
    judge.new("pay1", "payola")
    for rules in ("tincup", "classic", "standard"):
        judge.say(MASTER, f"MASTER pay1 gm-secret\nSET rules {rules}\nSIGNOFF")
    defaults = {option.name: option.default for option in VARIANT.info.options}
    assert judge.game("pay1").options == defaults
