"""A whole judge under hostile letters: the honest game goes on as if they had never come."""

import os
import re
from collections import Counter
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest

from judge.desk.cabinet.keys import read_token
from judge.desk.cabinet.records import Status
from tests.conformance.test_conformance_games import boards, opened
from tests.desk.worlds import GAME, REPORT, SEATS, everything_in, public_face, resolutions, small_game, tokens_in
from tests.fuzz import fuzz_lines
from tests.fuzz.fuzz_driver import explore
from tests.fuzz.fuzz_hostile import aimed
from tests.fuzz.fuzz_lines import GAMES
from tests.harness import MASTER, MASTER_PASSWORD, START, Judge, Out, address_of, password_of

ADDRESS = {seat: address_of(seat) for seat in SEATS}
SHEETS = ("SELL 137 LIRA\nBUY 41 MARKS", "SELL 211 CROWNS", "BUY 5 FRANCS", "STATUS", "UNDO", "NO TRADE")
HOSTILE = 24  # letters a game


def played(folder: Path, plan: list[tuple[int, str, str]], hostile: Random | None) -> Judge:
    """A Bourse of two resolutions; letters of the plan by minute, with hostile ones strewn in."""
    judge = small_game(folder)
    tokens = {out.to: out.header("Reply-To") for out in judge.relay.sent if tokens_in(out.header("Reply-To"))}
    acts = [(minute, address, text, b"") for minute, address, text in plan]
    if hostile is not None:
        acts += [
            (hostile.randint(1, 20_000), "", "", aimed(hostile, GAME, ADDRESS, tuple(sorted(tokens.values())), number))
            for number in range(HOSTILE)
        ]
    for number, (minute, address, text, raw) in enumerate(sorted(acts, key=lambda act: (act[0], act[3]))):
        at = START + timedelta(minutes=minute)
        if raw:
            judge.put(raw, at)
        else:
            to = tokens[address] if minute % 2 else "judge@judge.test"
            words = text if minute % 2 else _signed(address, text)
            judge.post(address, words, at=at, to=to, headers=(f"X-Number: {number}",))
    judge.post(MASTER, f"MASTER {GAME} {MASTER_PASSWORD}\n{REPORT}\nSIGNOFF", at=START + timedelta(minutes=15_000))
    while judge.clock.now() < START + timedelta(minutes=20_100):
        judge.tick(judge.after(hours=13))
    return judge


def _signed(address: str, text: str) -> str:
    seat = next(seat for seat in SEATS if ADDRESS[seat] == address)
    return f'SIGNON "{seat}"@{GAME} {password_of(seat)}\n{text}\nSIGNOFF'


def face(out: Out) -> tuple[str, str, str]:
    return out.to, out.subject, out.text


def siege(folder: Path, r: Random) -> None:
    """One game twice, with and without. The folders hold caches and nothing of a game: those are in memory."""
    plan = sorted({r.randint(1, 20_000): (r.choice(SEATS), r.choice(SHEETS)) for _ in range(6)}.items())
    honest = [(minute, ADDRESS[seat], text) for minute, (seat, text) in plan]
    quiet = played(folder / f"quiet{os.getpid()}", honest, None)
    noisy = played(folder / f"noisy{os.getpid()}", honest, r)
    assert noisy.services.shunt.listing() == []
    assert noisy.game(GAME).status is Status.ACTIVE
    assert resolutions(noisy) == resolutions(quiet) and len(resolutions(noisy)) >= 1
    assert public_face(noisy) == public_face(quiet)
    missing = Counter(map(face, quiet.relay.sent)) - Counter(map(face, noisy.relay.sent))
    assert not missing, sorted(missing)
    nobody_learns_anything(noisy)


def true_tokens(judge: Judge, text: str) -> Iterator[int]:
    """Seats whose reply address stands in a text; one that a stranger made up is worth nothing and may be quoted."""
    seats = {seat.number: seat for seat in judge.services.files.seats(GAME).values()}
    for found in re.finditer(r"\+([a-z0-9]+\.\d+-\d+-[a-z2-7]{16})@", text):
        token = read_token(found[1])
        seat = seats.get(token.seat) if token and token.game == GAME else None
        if token and seat and judge.services.keys.matches(token, seat.nonce):
            yield seat.number


def nobody_learns_anything(judge: Judge) -> None:
    number = {seat.number: seat.address for seat in judge.services.files.seats(GAME).values()}
    for out in judge.relay.sent:
        said = everything_in(out)
        assert all(number[seat] == out.to for seat in true_tokens(judge, said)), out.subject
        for seat in SEATS:
            assert password_of(seat) not in said
            if out.to not in (ADDRESS[seat], MASTER, "keeper@example.test"):
                assert f"Person behind {seat}" not in said
                assert ADDRESS[seat] not in said, (out.to, out.subject)
            if "evil.test" in out.to:
                assert "137" not in out.text and "211" not in out.text, out.text


def test_hostile_letters_change_nothing_for_honest_players_and_learn_nothing(tmp_path: Path) -> None:
    explore("sieges of a running game", lambda r: siege(tmp_path, r), 1, 700, limit=1.0)  # of two whole games


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_no_sheet_of_a_game_is_set_aside_and_the_game_can_be_replayed(tmp_path: Path, slug: str) -> None:
    judge = opened(tmp_path, slug, boards(GAMES[slug])[-1], "least")
    judge.tick()
    seats = [seat.name for seat in judge.services.files.seats("game7").values()]
    letters = 0

    def write(r: Random) -> None:
        nonlocal letters
        letters += 1
        judge.tick(judge.after(seconds=1))
        if r.random() < 0.1:
            judge.master("game7", "\n".join(fuzz_lines.sheet(r, r.choice((slug, "session")))))
        else:
            judge.orders("game7", r.choice(seats), "\n".join(fuzz_lines.sheet(r, slug)))
        if r.random() < 0.05 and judge.game("game7").status is Status.ACTIVE:
            judge.resolve("game7")
        set_aside = judge.services.shunt.listing()
        assert set_aside == [], (judge.app.config.var / "shunt" / f"{set_aside[0]['reference']}.txt").read_text("utf-8")
        assert judge.game("game7").status is not Status.HELD, judge.game("game7").reason
        judge.relay.sent.clear()

    explore(f"sheets of {slug}", write, 6, 1_500)
    assert judge.differences() == []
