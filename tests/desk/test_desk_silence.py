"""Silence, letters of which nothing stood, and seats that were opened and taken back (D-9)."""

from pathlib import Path

import pytest

from judge.core.command import Sheets
from judge.core.dice import Dice
from judge.core.variant import Role, Seat
from judge.desk.cabinet import options
from judge.games import variants
from tests.desk.worlds import GAME, small_game
from tests.harness import MASTER, POWERS, Judge, Out, address_of, only, to

DIP = "dip3"
ANN = "ann@example.test"


def board(folder: Path, **options: str) -> Judge:
    return Judge(folder, trusted_authserv="mx.judge.test").with_game(DIP, "diplomacy", *POWERS, **options)


def season(judge: Judge, *, but: tuple[str, ...] = ("AUSTRIA",), phases: int = 1) -> list[Out]:
    """The next movement passes with orders of everybody else; what was sent with its results."""
    sent: list[Out] = []
    for _ in range(phases):
        for power in POWERS:
            if power not in but:
                judge.orders(DIP, power, "HOLD ALL")
        sent = judge.resolve(DIP)
        judge.tick(judge.after(hours=1))
    return sent


def opened(folder: Path) -> tuple[Judge, Out]:
    """Austria's seat is open; and the last letter that went to its player before."""
    judge = board(folder)
    season(judge, phases=2)
    assert judge.services.files.seats(DIP)["austria"].vacant
    last = [out for out in judge.letters(address_of("AUSTRIA")) if "+dip3.1-" in out.header("Reply-To")][-1]
    return judge, last


@pytest.mark.parametrize("way", ["password", "token", "ahead"])
def test_a_good_sheet_takes_back_the_seat_that_was_opened(tmp_path: Path, way: str) -> None:
    judge, last = opened(tmp_path)
    assert [out for out in judge.letters() if "takes it back with a good sheet" in out.flat]
    told = [out.to for out in judge.letters() if "so your seat is open now" in out.flat]
    assert told == [address_of("AUSTRIA")]
    text = f"FOR {judge.game(DIP).phase if way == 'token' else 'F1902M'}:\nA VIE H"
    sent = (
        judge.reply(last, text)
        if way == "token"
        else judge.orders(DIP, "AUSTRIA", text if way == "ahead" else "A VIE H")
    )
    seat = judge.services.files.seats(DIP)["austria"]
    assert not seat.vacant and seat.address == address_of("AUSTRIA") and seat.misses == 0 and not seat.lapsed[0]
    verdict = "[CHECK]" if way == "password" else "[OK]"  # without a token, an hour after the close
    assert any(out.subject.startswith(verdict) for out in to(sent, seat.address))
    assert any("its player is back" in out.flat for out in sent)
    (refused,) = judge.reply(judge.say(ANN, "REGISTER Ann")[0], f"TAKEOVER AUSTRIA@{DIP}")
    assert "not vacant" in refused.flat
    season(judge, but=())
    assert not judge.services.files.seats(DIP)["austria"].vacant
    assert judge.differences() == []


@pytest.mark.parametrize(
    "text", ["STATUS", "A VIE - LON", "A VIE - ???", "TRY\nA VIE H", "SET PASSWORD moonlight9", "RESIGN"]
)
def test_without_a_good_sheet_the_seat_stays_open_and_nothing_is_done(tmp_path: Path, text: str) -> None:
    judge, _ = opened(tmp_path)
    before = len(judge.relay.sent)
    (answer,) = judge.orders(DIP, "AUSTRIA", text)
    assert answer.to == address_of("AUSTRIA") and not answer.subject.startswith("[OK]")
    assert "makes it yours again" in answer.flat
    assert judge.services.files.seats(DIP)["austria"].vacant
    assert len(judge.relay.sent) == before + 1
    judge.orders(DIP, "AUSTRIA", "A VIE H")
    assert not judge.services.files.seats(DIP)["austria"].vacant


def test_a_wrong_password_takes_no_seat_back(tmp_path: Path) -> None:
    judge, _ = opened(tmp_path)
    judge.say(address_of("AUSTRIA"), f"SIGNON AUSTRIA@{DIP} guess\nA VIE H")
    assert judge.services.files.seats(DIP)["austria"].vacant


def test_who_was_faster_keeps_the_seat(tmp_path: Path) -> None:
    judge, last = opened(tmp_path)
    sent = judge.reply(judge.say(ANN, f"TAKEOVER AUSTRIA@{DIP}")[0], "")
    assert judge.services.files.seats(DIP)["austria"].address == ANN
    gone = only(sent, address_of("AUSTRIA"))
    assert "stood open because nothing came from you" in gone.flat and ANN not in gone.text
    (answer,) = judge.orders(DIP, "AUSTRIA", "A VIE H")
    assert answer.subject.startswith("[ERROR]")
    judge.reply(last, "A VIE H")
    assert judge.services.files.seats(DIP)["austria"].address == ANN


def test_who_was_ejected_or_left_does_not_come_back_so(tmp_path: Path) -> None:
    judge = board(tmp_path)
    judge.master(DIP, "EJECT AUSTRIA for rudeness")
    judge.orders(DIP, "FRANCE", "RESIGN")
    for power in ("AUSTRIA", "FRANCE"):
        judge.orders(DIP, power, "HOLD ALL")
        assert judge.services.files.seats(DIP)[power.lower()].vacant


# ---- wrote, but nothing stood ----------------------------------------------------------------------------------------


def test_a_phase_that_waits_says_who_wrote_in_vain(tmp_path: Path) -> None:
    judge = board(tmp_path, nmr="wait", grace="48")
    judge.orders(DIP, "AUSTRIA", "A VIE - LON")
    sent = season(judge, but=("AUSTRIA", "FRANCE"))
    told = next(out.flat for out in sent if "so the phase waits" in out.flat)
    assert "No orders have come from FRANCE, and nothing that AUSTRIA wrote could be taken" in told


@pytest.mark.parametrize("slug", sorted(set(variants()) - {"exchange"}))
def test_in_every_game_a_refused_letter_is_no_silence(slug: str) -> None:
    rules = variants()[slug]
    named = "power" in [str(role) for role in rules.info.roles] and slug not in ("bourse", "troubleshooter")
    names = POWERS if named else ("Lupus", "Ursa", "Vulpes", "Corvus", "Aquila", "Lynx", "Otter")
    role = Role.POWER if named else next(one for one in rules.info.roles if one is not Role.POWER)
    seats = tuple(Seat(name, role, name if named else "") for name in names)
    if slug == "troubleshooter":
        seats += tuple(Seat(power, Role.POWER, power) for power in POWERS)
    chosen, _ = options.settle(
        rules.info, {"bourse": {"board": "reported"}, "troubleshooter": {"board": "hosted"}}.get(slug, {})
    )
    dice = Dice(bytes(32), "START")
    state = rules.open(seats, {**chosen, "seed": "00" * 32}, dice).state
    for _ in range(8):
        empty = {seat.name: () for seat in seats}
        silent = rules.resolve(state, empty, dice).state
        if silent.silent:
            break
        state = silent
    assert silent.silent
    assert not rules.resolve(state, Sheets(empty, names), dice).state.silent


def test_a_rollback_knows_who_wrote_in_vain(tmp_path: Path) -> None:
    judge = board(tmp_path)
    judge.orders(DIP, "AUSTRIA", "A VIE - LON")
    season(judge)
    judge.master(DIP, "ROLLBACK TO S1901M by mistake")
    judge.resolve(DIP)
    assert judge.services.files.seats(DIP)["austria"].misses == 0
    assert judge.differences() == []


# ---- REPLACE ---------------------------------------------------------------------------------------------------------


def test_nobody_gets_by_replace_a_second_seat_that_join_would_refuse(judge: Judge) -> None:
    (answer,) = judge.master(GAME, f"REPLACE Lupus BY {address_of('Ursa')}")
    assert answer.subject.startswith("[ERROR]") and f"{address_of('Ursa')} is in lira7 already, as Ursa" in answer.flat
    assert judge.services.files.seats(GAME)["lupus"].address == address_of("Lupus")


def test_replace_by_who_sits_there_is_a_fresh_password_and_no_news(judge: Judge) -> None:
    sent = judge.master(GAME, f"REPLACE Lupus BY {address_of('Lupus')}")
    assert {out.to for out in sent} == {MASTER, address_of("Lupus")}
    assert "fresh password" in to(sent, MASTER)[0].flat
    assert not [out for out in sent if "new player" in out.text]
    assert judge.services.limits.used(f"tells:{GAME}:{judge.clock.now():%Y-%m-%d}") == 0


def test_a_power_with_nothing_behind_it_in_owners_has_none(tmp_path: Path) -> None:
    judge = small_game(tmp_path, board="reported")
    judge.resolve(GAME)
    (answer, *_) = judge.master(
        GAME,
        "RESULT F1901\nOWNERS\nAUSTRIA: BUD TRI VIE SER GRE\nENGLAND: LON LVP EDI NWY\nFRANCE: BRE MAR PAR SPA POR\n"
        "GERMANY: BER KIE MUN HOL DEN\nITALY: NAP ROM VEN TUN\nRUSSIA: MOS SEV STP WAR RUM SWE BUL CON ANK\n"
        "TURKEY:\nEND",
    )
    assert answer.subject.startswith("[OK]"), answer.text


# ---- what is counted -----------------------------------------------------------------------------------------------


def economy(folder: Path) -> Judge:
    """A game with a winter after every autumn."""
    return Judge(folder, trusted_authserv="mx.judge.test").with_game(DIP, "economic4", *POWERS)


def test_a_winters_orders_between_two_silent_movements_keep_no_seat_closed(tmp_path: Path) -> None:
    judge = economy(tmp_path)
    for power in POWERS:
        judge.orders(DIP, power, "HOLD ALL")
    judge.resolve(DIP)
    season(judge, but=("AUSTRIA",))
    assert judge.game(DIP).phase == "W1901A" and not judge.services.files.seats(DIP)["austria"].vacant
    judge.orders(DIP, "AUSTRIA", "REMOVE F ZAR")
    judge.resolve(DIP)
    sent = season(judge, but=("AUSTRIA",))
    told = next(out.flat for out in sent if "results of S1902M" in out.text)
    assert "Austria: nothing came for 2 movement phases. It stands in civil disorder" in told
    assert "Austria has missed two movements in a row: the seat is open." in told
    assert judge.services.files.seats(DIP)["austria"].vacant


def test_who_takes_a_seat_over_may_miss_one_movement_and_a_winter_before_it(tmp_path: Path) -> None:
    judge = economy(tmp_path)
    for _ in range(2):
        season(judge, but=("AUSTRIA",))
    assert judge.game(DIP).phase == "W1901A" and judge.services.files.seats(DIP)["austria"].vacant
    judge.reply(judge.say(ANN, f"TAKEOVER AUSTRIA@{DIP}")[0], "")
    judge.resolve(DIP)
    season(judge, but=("AUSTRIA",))
    assert judge.services.files.seats(DIP)["austria"].address == ANN
    season(judge, but=("AUSTRIA",))
    assert judge.services.files.seats(DIP)["austria"].vacant
