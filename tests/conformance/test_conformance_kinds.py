"""No kind of letter is unknown to the tests: every template of the house and of each game is rendered on a tour through
all that can happen to a game, timers and mishaps too, or in one of the game's stories."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from jinja2 import Environment

from judge.desk import timers
from judge.post import Outcome, Receipt
from judge.render.environment import LetterEnvironment
from judge.render.template_renderer import TemplateRenderer
from tests.conformance import test_conformance_games as stories
from tests.conformance.matrix import GAME, GAMES, KEEPER, OBSERVER, STRANGER, World, boards, orders, world
from tests.conformance.test_conformance_letters import wrong_in
from tests.desk.test_desk_bounces import report, sender_of
from tests.harness import ROOT, Judge, address_of
from tests.tables import rows

TEMPLATES = ROOT / "templates"
ELSEWHERE = dict(rows(__file__, "ELSEWHERE"))
"""Templates of the house that need more than a game and its letters -> where they are rendered."""


@contextmanager
def recorded(patch: pytest.MonkeyPatch) -> Iterator[set[str]]:
    """The names of the templates that are rendered meanwhile, those they include or import among them."""
    found: set[str] = set()

    def noting(way: Callable[..., Any]) -> Callable[..., Any]:
        def noted(*args: Any, **more: Any) -> Any:
            template = way(*args, **more)
            if template:
                found.add(template if isinstance(template, str) else template.name)
            return template

        return noted

    with patch.context() as within:
        within.setattr(TemplateRenderer, "_first", noting(TemplateRenderer._first))
        within.setattr(LetterEnvironment, "get_template", noting(LetterEnvironment.get_template))
        within.setattr(Environment, "select_template", noting(Environment.select_template))
        yield found


# ---- the tour -----------------------------------------------------------------------------------------------------


def tour(folder: Path, slug: str, board: str) -> None:
    """All that can happen to a game. Whatever is wrong with a letter on the way fails the test."""
    settings = {"health": "DAILY 07:00", "trusted_authserv": "mx.judge.test", "received_by": "mx.judge.test"}
    for state, stations in STATIONS.items():
        if state == "awaiting" and board != "reported":
            continue
        made = world(folder / state, slug, board, state, **settings)
        seen = 0
        for station in stations:
            with made.unchanged():
                station(made)
                sent = made.judge.relay.sent[seen:]
                wrong = [f"{out.subject}: {fault}" for out in sent for fault in wrong_in(out)]
                assert not wrong, (state, station.__name__, wrong)
            seen = len(made.judge.relay.sent)  # the letters on the way to this state
    world(folder / "strict", slug, board, "active", authentication="require")  # its players' letters are held


def register(judge: Judge, address: str, name: str) -> None:
    judge.say(address, f"REGISTER {name}")
    judge.reply(judge.letters(address, "[CONFIRM]")[-1], "Yes.")


def people_come(made: World) -> None:
    judge = made.judge
    register(judge, STRANGER, "Ann Archer")
    judge.say(
        STRANGER,
        f"JOIN {GAME} AS Hydra\nHELP\nHELP KEEPER\nHELP SIGNON\nHELP DICE\nHELP PASSWORD\nLIST\nLIST {GAME}"
        f"\nHELP {made.slug}\nRULES {made.slug}",
    )
    judge.say(STRANGER, f"JOIN {GAME} AS TURKEY PASSWORD some-word")
    register(judge, KEEPER, "The Keeper")
    judge.say(KEEPER, f"CREATE other7 {made.slug}")
    judge.say(OBSERVER, "Good evening!")


def people_go(made: World) -> None:
    judge, seats = made.judge, made.seats
    judge.orders(
        GAME, seats[0], "HISTORY\nWHO\nSTATEMENT\nABSENCE 2026-12-20 TO 2027-01-03\nSET ADDRESS new@example.test"
    )
    judge.reply(judge.letters("new@example.test")[-1], "Yes.")
    judge.reply(judge.letters(address_of(seats[0]), "[CONFIRM]")[-1], "Yes.")
    judge.master(GAME, f"REPLACE {seats[1]} BY other@example.test")
    judge.master(GAME, f"AS {seats[1]}\nRESIGN")
    judge.master(GAME, f"EJECT {seats[2]} silent\nANNOUNCE: A seat is free.\nREPLACE {seats[1]} BY next@example.test")
    register(judge, STRANGER, "Ann Archer")
    judge.say(STRANGER, f"TAKEOVER {seats[2]}@{GAME}")


def words_are_sent(made: World) -> None:
    judge, seats = made.judge, made.seats
    judge.orders(GAME, seats[0], f"HISTORY S1901M\nSTATEMENT S1901M\nPRESS TO {seats[1]}\nHello.\nENDPRESS\nSTATUS")
    judge.orders(GAME, seats[0], f"FOR EVERY PHASE:\n{orders(made.variant)}")
    judge.orders(GAME, seats[0], f"TRY\n{orders(made.variant)}")
    judge.master(GAME, f"PREVIEW\nMISSING\nQUARANTINE\nRESEND RESULTS\nRESEND STATEMENT {seats[0]}\nHISTORY")
    judge.master(GAME, "EXTEND 24h snow")
    judge.say(address_of(seats[0]), f"> SIGNON {seats[0]}@{GAME} x\n> STATUS\n")


def until(made: World, end: datetime) -> None:
    """Everything that is due up to then, in order of time."""
    while (due := timers.next_due(made.judge.services)) is not None and due < end:
        made.judge.tick(max(due, made.judge.clock.now()))
    made.judge.tick(end)


def deadlines_pass(made: World) -> None:
    """Reminders, the results of a phase with whatever waits for it, the next one open, the letters of every week."""
    judge = made.judge
    judge.orders(GAME, made.seats[0], f"FOR EVERY PHASE:\n{orders(made.variant)}")
    until(made, judge.deadline(GAME) + timedelta(days=15))


def mail_comes_back(made: World) -> None:
    """A player's letters come back till they are stopped, and the master hears of him before the deadline."""
    judge, address = made.judge, address_of(made.seats[1])
    judge.master(GAME, "DEADLINE 2026-02-20 18:00")
    judge.orders(GAME, made.seats[0], "SET ADDRESS slow@example.test")
    judge.reply(judge.letters("slow@example.test")[-1], "Yes.")
    for _ in range(4):
        judge.put(report(sender_of(judge, judge.letters(address)[-1]), address=address))
        judge.tick(judge.after(days=1))
    judge.orders(GAME, made.seats[0], "SET ADDRESS slow@example.test")
    until(made, judge.deadline(GAME))
    judge.orders(GAME, made.seats[1], "STATUS")
    judge.master(GAME, f"REINSTATE {made.seats[1]}")


def mail_is_refused(made: World) -> None:
    """The relay takes nothing for one of the players, and an address on file is none."""
    judge, address = made.judge, address_of(made.seats[1])
    send = judge.relay.send_many
    judge.relay.send_many = lambda parcels: [  # type: ignore[method-assign]
        Receipt(Outcome.REFUSED, 550, "no such user") if parcel.recipient == address else send([parcel])[0]
        for parcel in parcels
    ]
    judge.master(GAME, "ANNOUNCE: Snow.")
    del judge.relay.send_many
    seat = judge.seat(GAME, made.seats[0])
    judge.services.files.save_seat(replace(seat, address="not an address"))
    judge.tick(judge.deadline(GAME))


def letters_stumble(made: World) -> None:
    """A letter is set aside, looked at by the master, and handled after all."""
    judge, seat = made.judge, made.seats[0]

    def broken(*args: object) -> None:
        raise RuntimeError("a fault of ours")

    with pytest.MonkeyPatch.context() as patch:
        for name in {"rule_on", "forecast", "weigh"} & set(dir(type(made.variant))):
            patch.setattr(type(made.variant), name, broken)
        patch.setattr("logging.Logger.error", lambda *args, **more: None)
        judge.orders(GAME, seat, orders(made.variant))
    judge.master(GAME, "QUARANTINE LIST\nQUARANTINE RELEASE 1")


def doubts_arise(made: World) -> None:
    """Guesses at a password, senders that cannot be verified, clocks that disagree, too many letters, ways out."""
    judge, seat = made.judge, made.seats[0]
    for number in range(12):
        judge.say("guesser@example.test", f"SIGNON {seat}@{GAME} guess-{number}\nSTATUS")
    fail = ["Authentication-Results: mx.judge.test; dmarc=fail header.from=example.test"]
    judge.say(address_of(seat), f"JOIN {GAME} AS Hydra", headers=fail)
    future = ["Received: from a.test by mx.judge.test with ESMTP id 1; Mon, 01 Mar 2027 12:00:00 +0000"]
    judge.orders(GAME, seat, "STATUS", headers=future)
    judge.say(address_of(seat), "LOST PASSWORD")
    (asking,) = [out for out in judge.letters(address_of(seat)) if "please answer" in out.subject][-1:]
    judge.say(address_of(seat), "", to=asking.header("Reply-To"))
    for number in range(40):
        judge.say(STRANGER, f"LIST\nHELP {number}")
        judge.say(address_of(seat), f"LIST\nHELP {number}")
    judge.tick(judge.after(hours=2))
    (out,) = judge.letters(OBSERVER)[-1:]
    judge.say(OBSERVER, "", to=out.header("List-Unsubscribe").strip("<>").removeprefix("mailto:").partition("?")[0])


def a_letter_is_late(made: World) -> None:
    """It was there before the deadline and came to light when the phase was resolved; or it comes just after, or it
    answers an old letter."""
    judge, seat = made.judge, made.seats[0]
    for other in made.seats[1:]:
        judge.orders(GAME, other, orders(made.variant))
    judge.orders(GAME, seat, orders(made.variant), at=judge.clock.now() - timedelta(days=5))
    for letter in made.old:
        judge.reply(letter, orders(made.variant))


def it_is_asked_for(made: World) -> None:
    """Whatever state the game is in: where it stands, and the master's wish to end it."""
    judge = made.judge
    judge.orders(GAME, made.seats[0], "STATUS\nHISTORY\nHISTORY S1901M\nSTATEMENT")
    judge.master(GAME, "END DRAW\nPREVIEW\nMISSING\nSTATUS")
    judge.say(OBSERVER, f"LIST {GAME}")


def the_report_is_late(made: World) -> None:
    made.judge.master(GAME, "MISSING\nPREVIEW")
    until(made, made.judge.after(days=4))


STATIONS = {
    "forming": (people_come, people_go, it_is_asked_for),
    "active": (words_are_sent, deadlines_pass, mail_comes_back, mail_is_refused, letters_stumble, doubts_arise),
    "awaiting": (the_report_is_late, it_is_asked_for),
    "paused": (it_is_asked_for,),
    "held": (it_is_asked_for,),
    "resolved": (people_come, people_go, words_are_sent, a_letter_is_late, it_is_asked_for),
    "finished": (it_is_asked_for,),
}


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_every_kind_of_letter_is_rendered(slug: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with recorded(monkeypatch) as rendered:
        for board in boards(GAMES[slug]):
            tour(tmp_path / board, slug, board)
    asked = {"session/report_wanted.txt"} if "reported" in boards(GAMES[slug]) else set()
    own = {path.relative_to(TEMPLATES).as_posix() for path in (TEMPLATES / slug).glob("*.txt")}
    told = {f"{slug}/{kind}.txt" for kind, _ in stories.told(slug)}
    told.add(f"{slug}/practice.txt")  # tests/robots read it in the first letter of each practice game
    app = {f"session/{path.stem}.txt" for path in (TEMPLATES / "session").glob("*.txt") if path.stem not in ELSEWHERE}
    replaced = {f"session/{Path(name).name}" for name in own}  # a game's own words stand for those of the house
    assert sorted(one for one in own - rendered - told if not named(slug, one)) == []
    assert sorted(app - rendered - replaced - {"session/report_wanted.txt"}) == []
    assert asked <= rendered | replaced


def named(slug: str, template: str) -> bool:
    """Whether the words of a notice that comes seldom are asked for in the game's own tests, by the notice's kind."""
    kind = Path(template).stem
    folder = ROOT / "tests" / "games" / slug
    return "." in kind and any(
        kind in path.read_text("utf-8") for path in [*folder.glob("test_*.py"), *folder.glob("tables/*.txt")]
    )
