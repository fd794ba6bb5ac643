"""What a letter, a deadline and an adjudication may cost, in counted work.

A ceiling is what it cost when it was written, and a little more. Lower it when the work gets less. Who raises one says
why where it stands.
"""

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from judge.app import open_app, opening
from judge.clock import SetClock
from judge.config import Config, JudgeSettings, MailSettings
from judge.desk.cabinet.records import Cause, instant
from judge.desk.news import drawings
from judge.desk.phases import resolving
from judge.desk.words import addresses, creating, enrol
from judge.entropy import SeededEntropy
from judge.kits.board.opening import position_of
from judge.kits.board.resolve import resolve_movement
from judge.kits.board.standard import standard_map
from judge.reading import Reader
from judge.render.drawing import draw
from tests.counting import Count, counting_calls, counting_disk
from tests.harness import HASHER, START
from tests.stores import sqlite_only

pytestmark = sqlite_only("statements and octets are those of the embedded engine")

SEATS = 8
HARD = Path(__file__).parent / "fixtures" / "board" / "hard_positions.jsonl"
TALK = Path(__file__).parent / "reading" / "clauses" / "prose.txt"
ORDERS = "SELL 300 LIRA, 200 CROWNS\nBUY 115 MARKS\nBUY FRANCS WITH REST\n"
LETTER = (
    "Return-Path: <{sender}>\nDelivered-To: judge@bench.test\n"
    "Received: from mx by bench.test; Mon, 5 Jan 2026 12:00:00 +0000\n"
    "From: Somebody <{sender}>\nTo: judge@bench.test\nSubject: my orders\nMessage-ID: <{number}@bench.test>\n"
    "Date: Mon, 5 Jan 2026 12:00:00 +0000\nMIME-Version: 1.0\nContent-Type: text/plain; charset=utf-8\n\n"
    "SIGNON Player {seat}@game3 pass-{seat}\nHello judge,\n{orders}SIGNOFF\n"
)


class Services:
    """Started Bourses of eight in a home with a store and mail folders of its own."""

    def __init__(self, folder: Path, html: bool = True, games: int = 4, store: str = "var/judge.db") -> None:
        self.folder, self.number = folder, 0
        (folder / "var/mail/in/new").mkdir(parents=True)
        judge = JudgeSettings(
            name="COUNT",
            address="judge@bench.test",
            list="results@bench.test",
            html=html,
            letters_per_hour=100_000,
            store=store,
        )
        config = Config(folder, judge, MailSettings(settle="0m"))
        self.app = open_app(config, clock=SetClock(START), entropy=SeededEntropy("count"), hasher=HASHER)
        services = self.app.services
        with self.app.store.batch():
            for number in range(games):
                name = f"game{number}"
                game, _ = creating.create(
                    services, name, "bourse", {}, f"gm{number}@b.test", "gm-secret", Cause(START, "count")
                )
                for seat in range(SEATS):
                    who, address = f"Player {seat}", f"p{seat}@bench.test"
                    addresses.make_person(services, address, who, "")
                    game, _, _ = enrol.take_seat(
                        services, game, who, address, f"pass-{seat}", Cause(START, f"{number}/{seat}")
                    )
                creating.start_game(services, game, Cause(START, "count"))
        drawings.draw_all(services)
        self.app.outbox.flush(START)

    def post(self, count: int, talk: str = "") -> None:
        """Lay so many order letters into the mailbox, each with talk above its orders that no other letter has."""
        for _ in range(count):
            self.number += 1
            seat = self.number % SEATS
            orders = turned(talk, self.number) + ORDERS
            text = LETTER.format(sender=f"p{seat}@bench.test", number=self.number, seat=seat, orders=orders)
            path = self.folder / "var/mail/in/new" / f"{self.number:08d}"
            path.write_text(text)
            os.utime(path, (START.timestamp() + self.number, START.timestamp() + self.number))

    def turn(self, letters: int) -> None:
        now = START + timedelta(hours=1)
        self.app.clock.set(now)  # type: ignore[attr-defined]
        tally, sent = self.app.once(now)
        assert (tally.letters, tally.shunted, sent.sent) == (letters, 0, letters)

    def deadline(self, name: str) -> None:
        """Resolve the open phase and queue everything that tells of it."""
        services = self.app.services
        game = services.files.game(name)
        assert game is not None
        with self.app.store.batch():
            resolving.due(services, game, instant(game.deadline))
        after = services.files.game(name)
        assert after is not None and after.phase != game.phase

    def draw(self) -> None:
        """What the letters of a deadline wait for."""
        assert drawings.draw_all(self.app.services) == 2 + SEATS  # the list, the master, the players


def turned(text: str, places: int) -> str:
    """A text with the words of each line moved around by so many places."""
    rows = [row.split(" ") for row in text.split("\n")]
    return "\n".join(" ".join(row[places % len(row) :] + row[: places % len(row)]) for row in rows)


def counted(services: Services, work: Callable[[], None], again: Callable[[], None]) -> Count:
    """The same work twice: once its calls are counted, once what goes to the disk."""
    with counting_calls() as calls:
        work()
    with counting_disk(services.app) as disk:
        again()
    disk.calls = calls.calls
    return disk


@pytest.fixture(scope="module")
def services(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    made = Services(tmp_path_factory.mktemp("counted"))
    made.post(2 * SEATS)
    made.turn(2 * SEATS)  # what is read and built once is there
    made.deadline("game0")
    made.draw()
    yield made
    made.app.close()


@pytest.fixture(scope="module")
def in_words(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Services]:
    made = Services(tmp_path_factory.mktemp("words"), html=False)
    made.deadline("game0")
    yield made
    made.app.close()


# What each may cost: calls of Python functions, SQL statements, octets written, waits for the disk. (Python 3.11; newer
# ones call fewer functions. Per letter in a batch of 64, so that a batch's waits are fewer than one a letter.)
# Measured: 1,639. Confirmation and forecast are what their templates say, in one way alone (adr/0018): 1,447 to 1,776.
# A first sheet has the phase in words beside it: two calls.
LETTER_COSTS = Count(calls=1_650, statements=6, octets=12_600, waits=0)
# Sixty lines of talk above the orders, read by a judge that has read nothing but such letters. (With whatever other
# tests left in its memories the count went from 73,000 to 93,000. What the process remembers of spellings still makes
# some hundred calls more or less. What is said of an order behind a comma is told apart from it since: 80,600 to
# 82,900. Of each sentence it is asked whether it takes orders back or puts them off: 84,000 to 87,800.)
# All that a sale brings is looked for in more words: 91,225 to 91,300, and up to 1,200 more by what ran before.
# Every sentence is held against the courtesies and weighed: 91,900 to 95,700. Each courtesy is compiled when a letter
# first needs it, which takes 25 ms from the first letter of a process and is counted in these eight: 1,700.
# Its confirmation is what its template says, too: 97,600 to 97,860. What a short sentence points at is looked for in
# the one above it: 98,250. What a player takes back is looked for in three languages, and a reason may stand in front
# of its order: 99,640. A sentence of which every word is known is answered by its meaning first, and a part of it by
# itself; one that changes a line may go on with an order: 106,270. What counts as courtesy around an order is held
# against the list; what adds to a sheet is looked for where a word says so: 105,510.
# Much talk no longer takes their proposals from clauses in doubt: 400 calls. Each part of a request is read, and a
# short sentence that changes a line is read without the remark beside it, so that no sheet is written anew by mistake:
# 105,700 to 110,700.
TALK_COSTS = Count(calls=112_000)
# Everybody has one letter with a part of his own, in two rows (what it consists of goes when it is sent: two pages of
# the store more than in one), and a record of whether his sheet came in time. Octets come in pages of 4120.
# What happened to each reader stands in front of his part: 86 calls.
WORDS_COST = Count(calls=12_310, statements=56, octets=225_000, waits=1)
# The master has a copy too. With pages, each part says how the board is had large. Whose units a seat gave orders to,
# for the board round them, is asked of the position before: a statement. Each reader's race is planned too.
# Boxes of charts are cells of tables, so that Outlook knows their sizes: two pages of the store more.
# Headings with the words of their season are wrapped, and a scoreboard is looked for: 150 calls.
PAGES_COST = Count(calls=36_300, statements=59, octets=455_000, waits=1)
# A board and two charts, put into the letters of nine readers and of the master, whose page is another. Each letter
# is written once more to be let go.
DRAWN_COST = Count(calls=10_500, statements=32, octets=850_000, waits=1)
HARD_COSTS = Count(calls=121)
COLD_COSTS = Count(calls=340)


def test_a_plain_letter_of_orders_stays_below_its_ceiling(services: Services) -> None:
    def handle() -> None:
        services.post(64)
        services.turn(64)

    assert not counted(services, handle, handle).each(64).over(LETTER_COSTS)


def test_a_letter_with_much_talk_stays_below_its_ceiling(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(opening, "reader_of", Reader)  # one that has read nothing else, whatever ran before
    services = Services(tmp_path)
    talk = TALK.read_text("utf-8") + "\n"
    services.post(16, talk)
    services.turn(16)  # what reads talk is made when it is wanted

    def handle() -> None:
        services.post(8, talk)
        services.turn(8)

    with counting_calls() as calls:
        handle()
    services.app.close()
    assert not calls.each(8).over(TALK_COSTS)


def test_a_deadline_in_words_stays_below_its_ceiling(in_words: Services) -> None:
    count = counted(in_words, lambda: in_words.deadline("game1"), lambda: in_words.deadline("game2"))
    assert not count.over(WORDS_COST)


def test_a_deadline_with_pages_and_its_pictures_afterwards_stay_below_their_ceilings(services: Services) -> None:
    with counting_calls() as calls:
        services.deadline("game1")
    with counting_disk(services.app) as committed:
        services.deadline("game2")
    committed.calls = calls.calls
    first, second = drawings.tasks(services.app.services)
    with counting_calls() as calls:
        assert drawings.finish(services.app.services, draw(first)) == 2 + SEATS
    with counting_disk(services.app) as drawn:
        assert drawings.finish(services.app.services, draw(second)) == 2 + SEATS
    drawn.calls = calls.calls
    assert not committed.over(PAGES_COST)
    assert not drawn.over(DRAWN_COST)


def test_a_shift_of_letters_waits_for_the_disk_three_times(services: Services) -> None:
    """For what they did, for the answers' files, and for the folder these lie in."""
    services.post(64)
    with counting_disk(services.app) as disk:
        services.turn(64)
    assert disk.waits == 3


def test_an_adjudication_stays_below_its_ceiling() -> None:
    board = replace(standard_map())  # tables of its own: what other tests have read does not count
    cases = hard_positions()

    def adjudicate() -> None:
        for units, orders in cases:
            resolve_movement(board, position_of(board, units), orders)

    with counting_calls() as cold:
        adjudicate()
    with counting_calls() as known:
        adjudicate()
    assert not known.each(len(cases)).over(HARD_COSTS)
    assert not cold.each(len(cases)).over(COLD_COSTS)


def hard_positions() -> list[tuple[dict[str, list[str]], dict[str, list[str]]]]:
    """Units and orders by power."""
    cases = []
    for line in HARD.read_text("utf-8").splitlines():
        case = json.loads(line)
        sheets: dict[str, list[str]] = {}
        for power, text in case["orders"]:
            sheets.setdefault(power, []).append(text)
        cases.append((case["units"], sheets))
    return cases
