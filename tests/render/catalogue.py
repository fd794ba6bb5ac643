"""What every letter and part is rendered with in the tests: several cases of each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import product
from typing import Any

from judge.core.manual import MANUAL, MASTERS, PLAYERS
from judge.core.notice import fields_of
from judge.desk.counter.answering import problems_of, remarks_of, to_sender
from judge.desk.writing.machine import AnswerTold, OrderTold
from judge.games.bourse.shown import OrderText, UnitsForecast
from judge.kits.host.picture import PowerShown
from tests.render.samples import (
    ANCHOR,
    DEADLINE,
    NAMES,
    OLD,
    SENT,
    VARIANT,
    answer,
    autumn,
    buy,
    confirmation,
    context,
    final_data,
    opened,
    outcome,
    outside,
    partial_confirmation,
    parts,
    plain_confirmation,
    renderer,
    result_data,
    revised,
    sell,
    spring,
    start_data,
    statement_data,
    view,
)

TRADES = (sell(300, "LIRA"), buy("REST", "MARK"))
UNSURE = answer("error", "You seem not to be sure.", 3, "perhaps I sell 300 lira")
OFFERED = ["SELL 300 LIRA", "BUY REST MARK"]
ROW = {
    "name": "lira7",
    "title": "Bourse",
    "variant": "bourse",
    "phase": "S1903M",
    "words": "Spring 1903, movement",
    "deadline": DEADLINE,
    "seats": 8,
    "zone": "Europe/London",
    "comment": "newcomers welcome",
    "status": "active",
    "locked": False,
    "looked": False,
}


def asked(purpose: str, **more: Any) -> dict[str, Any]:
    what = {"lines": ["REGISTER Ann Archer", "JOIN lira7 AS Lupus"], "notes": ["A note on what was asked for. " * 4]}
    base = {
        "known": False,
        "proved": False,
        "nameless": False,
        "asks": False,
        "unread": False,
        "problems": problems_of(more.get("answers", ())),
        "said": remarks_of(more.pop("answers", ())),
        "remarks": [],
        "enclosures": [],
    }
    return outside(**{"token": "k7m2x9qdw3ab", "purpose": purpose, "what": what, "days": 14, **base, **more})


def replied(verdict: str, *answers: AnswerTold, refused: bool = False, **more: Any) -> dict[str, Any]:
    done, rest = outcome((), answers, verdict=verdict, **more)
    said = to_sender(done, "judge@example.org", refused=refused)
    return outside(**{"verdict": verdict, "said": said, "enclosures": ["HELP\n\n x"], "seats_own": "", **rest})


def master(**more: Any) -> dict[str, Any]:
    return partial_confirmation(**{"master": True, "who": "MASTER", **more})


def seat(**more: Any) -> dict[str, Any]:
    private = VARIANT.standing(opened().state, "Lupus")
    data = {"password": "moonlight9", "title": "Bourse", "private": private, "samples": ["SELL 300 LIRA"]}
    data |= {
        "power": "",
        "fills": False,
        "enclosed": False,
        "enclosures": [],
        "on_file": (),
        "spoken": "Sell 300 lira, then buy marks with the rest, please.",
    }
    return context(**{**data, **more})


def kept(lines: list[str], **more: Any) -> dict[str, Any]:
    """A letter that is held until somebody answers for it."""
    base = {"left_out": 0, "listed": False, "own": True, "unsigned": False, "last": False, "by_address": ""}
    came = {"token": "abcdefghijkl", "sender": "a@example.org", "days": 7, "came": SENT}
    return context(lines=lines, **{**base, **came, **more})


def put_aside(**more: Any) -> dict[str, Any]:
    return {
        "reference": "abcdef012345",
        "sender": "ann@example.org",
        "subject": "Re: orders " * 9,
        "reason": "KeyError",
        **more,
    }


def bounced(status: str, kind: str, *, proved: bool = True, suspended: bool = False) -> dict[str, Any]:
    return context(address="ann@example.org", status=status, kind=kind, proved=proved, suspended=suspended)


def bundled(good: bool, text: str) -> dict[str, Any]:
    return {"at": SENT, "subject": f"[{'OK' if good else 'ERROR'}] lira7 S1903M Lupus v7", "text": text, "good": good}


LETTERS: dict[str, tuple[Callable[[], dict[str, Any]], ...]] = {
    "confirmation": (
        plain_confirmation,
        partial_confirmation,
        lambda: confirmation([], [], game_status="forming"),
        lambda: confirmation([], [answer("error", "Who?")], game_status="finished"),
        lambda: confirmation([view()], [], locked=True, left=""),
        lambda: confirmation([view(TRADES, tried=True, version=0, replaces=0)], [], tried=True),
        lambda: confirmation([view((), version=0, replaces=0)], [], by_master=True),
        lambda: confirmation([view((), phase="*", later=True)], []),
        lambda: confirmation([view(TRADES)], [], verdict="NOTED"),
        lambda: confirmation([], [answer("check", "Read as SELL 300 LIRA.")], verdict="CHECK"),
        lambda: confirmation([view(TRADES)], [], verdict="CHECK", checks=["Two lines above were not read. " * 4]),
        lambda: confirmation([], [answer("error", "Who?")], verdict="ASK"),
        lambda: confirmation([view()], [UNSURE], verdict="ASK", proposal=OFFERED),
        lambda: confirmation([view(TRADES)], [UNSURE], verdict="PARTIAL", proposal=OFFERED),
    ),
    "master": (
        master,
        lambda: master(locked=True, sheets=[]),
        lambda: master(by_master=True, who="Lupus"),
        lambda: master(verdict="NOTED", answers=[]),
        lambda: master(verdict="CHECK", answers=[answer("check", "Read as DEADLINE +2 DAYS.")]),
        lambda: master(verdict="ASK", answers=[answer("error", "Who?")]),
        lambda: master(verdict="ASK", answers=[UNSURE], proposal=["REPLACE Lupus ann@example.org"]),
    ),
    "reply": (
        lambda: replied("OK"),
        lambda: replied("OK", answer("ok", "The judge is here."), enclosures=[]),
        lambda: replied("ERROR", answer("error", "No."), refused=True, subject=""),
        lambda: replied("PARTIAL", answer("ok", "fine"), answer("error", "bad", 3, "BAD LINE")),
        lambda: replied("ASK", UNSURE, proposal=["JOIN lira7 AS Curlew"]),
        lambda: replied("OK", seats_own="lira7 Lupus: your seat"),
    ),
    "question": (
        lambda: context(notes=["Quoted."], subject="x", lines=["SELL 1 LIRA"]),
        lambda: outside(lines=[], ways="TAKING PART\n\n  JOIN lira7 AS Lupus\n"),
    ),
    "nothing_found": (
        lambda: context(notes=[], subject="x", lines=[]),
        lambda: outside(lines=[], ways="TAKING PART\n\n  JOIN lira7 AS Lupus\n"),
    ),
    "start": (start_data,),
    "welcome": (
        lambda: start_data(
            parts=[], seat="Grey Wolf", samples=["SELL 300 LIRA"], spoken="Sell 300 lira.", further=False, handed=None
        ),
        lambda: start_data(
            parts=[],
            seat="Grey Wolf",
            samples=[],
            spoken="",
            further=True,
            handed={"password": "zabnmj6ee2", "said": ["ann@example.test is registered."]},
        ),
    ),
    "results": (
        lambda: result_data(autumn()),
        lambda: revised(autumn(ends=True)),
        lambda: result_data(spring(), press=[], draws=[], wrote=["Lupus", "Grey Wolf"], opened="Two seats are open."),
        lambda: result_data(autumn(), headed=True),
    ),
    "statement": (
        lambda: statement_data(autumn(), "Lupus"),
        lambda: statement_data(autumn(), "Corvus", misses=2),
        lambda: statement_data(autumn(ends=True), "Lupus", revision=2),
        lambda: statement_data(autumn(), "nobody", asked="none", samples=[]),
        lambda: statement_data(autumn(), "Lupus", asked="may", further=True, headed=False),
        lambda: statement_data(autumn(), "Corvus", misses=0, wrote=True),
        lambda: statement_data(autumn(), "Corvus", misses=2, open_now=True),
        lambda: statement_data(autumn(), "Corvus", misses=1, meant=True),
        lambda: statement_data(autumn(), "Corvus", misses=3, meant=True),
    ),
    "elsewhere": tuple(
        lambda what=what: context(  # type: ignore[misc]
            what=what,
            season="spring 1901",
            lines=["A PAR - BUR"],
            odd=["France has 9 units."],
            name="loeb9",
            source="judge@elsewhere.example",
            ignored=2,
        )
        for what in ("asked", "applied", "refused", "again", "corrected", "wants", "unread", "variant", "unproved")
    ),
    "reminder": (
        lambda: context(hours=12, title="Bourse", wrote="", samples=["SELL 300 LIRA"]),
        lambda: context(hours=1, title="Bourse", wrote=SENT, samples=[]),
    ),
    "opened": (
        lambda: context(standing=True, view=view(TRADES, foretold="  No trades."), lost=[]),
        lambda: context(
            standing=False,
            view=view(foretold=""),
            lost=[{"text": "SELL 300 LIRA", "note": "You have 12 LIRA. " * 5}],
        ),
    ),
    "final": (lambda: final_data(autumn(ends=True)), lambda: final_data(autumn(ends=True), people=[])),
    "bulletin": (lambda: context(text="The game goes on. " * 9), lambda: context(text="A\n  B", game_status="paused")),
    "press": (
        lambda: context(sender="Vulpes", to=["Lupus", "Ursa"], text="Sell! " * 40, public_only=False),
        lambda: context(sender="Vulpes", to=[], text="Sell!", public_only=True),
        lambda: context(sender="", to=[], text="boo"),
        lambda: context(sender="MASTER", to=[], text="Happy new year"),
    ),
    "report_wanted": (
        lambda: context(closed=OLD, due=DEADLINE, again=False, late=0),
        lambda: context(closed=OLD, due=DEADLINE, again=True, late=7),
    ),
    "plain_senders": (outside,),
    "lost_words": (
        lambda: outside(to="ann@example.org", kind="welcome", game_name=""),
        lambda: outside(to="gm@example.org", kind="report_wanted.1", game_name="lira7"),
    ),
    "promoted": (lambda: context(who="ann@example.org"),),
    "not_begun": (lambda: context(why="a Bourse needs two traders at least."),),
    "approval": (
        lambda: context(
            address="ann@example.org", seat="Lupus", record="She has sent 9 of 10 sheets in time.", over=False
        ),
        lambda: context(address="ann@example.org", seat="", record="", over=False),
        lambda: context(address="ann@example.org", seat="Grey Wolf", record="No record.", over=True),
    ),
    "not_approved": (
        lambda: context(seat="Grey Wolf", why=""),
        lambda: context(seat="", why=""),
        lambda: context(seat="Grey Wolf", why="back"),
        lambda: context(seat="FRANCE", why="taken"),
        lambda: context(seat="", why="over"),
    ),
    "look": (lambda: context(parts=parts(autumn())),),
    "look_again": (lambda: context(since=OLD),),
    "sending_limit": (
        lambda: outside(waiting=1, per_hour=20, per_day=0),
        lambda: outside(waiting=40, per_hour=20, per_day=300),
    ),
    "map": (lambda: context(title="Spring 1903, movement", text="France: A PAR, F BRE. " * 9),),
    "standby": (
        lambda: context(seat="FRANCE", title="Payola", results="", asks=False, board="", stands=""),
        lambda: context(
            seat="Lupus",
            title="Bourse",
            results="PRICES\n\n  x",
            asks=True,
            board="France: A PAR, F BRE. " * 9,
            stands="Lupus 100 LIRA",
        ),
    ),
    "held": (lambda: context(reason="The books of lira7 do not balance: CROWN is 1 off. " * 3),),
    "held_letter": (
        lambda: kept(["SELL 1 LIRA"]),
        lambda: kept(["X"], left_out=1, listed=True),
        lambda: kept([], left_out=2, seat="MASTER"),
        lambda: kept(["SELL 1 LIRA"], unsigned=True, last=True),
        lambda: kept(["SELL 1 LIRA"], unsigned=True, own=False, by_address="judge+confirm.abcdefghijkl@example.org"),
    ),
    "seat": (
        seat,
        lambda: seat(private=None, game_status="forming", seat="Grey Wolf"),
        lambda: seat(private=None, game_status="forming", seat="Grey Wolf", fills=True),
        lambda: seat(password="", enclosures=["RESULTS\n\n x"]),
        lambda: seat(on_file=(OrderTold("SELL 300 LIRA", ""), OrderTold("BUY MARK WITH REST", "Cut to 3. (M-6)"))),
    ),
    "joined_master": (
        lambda: context(seat="Lupus", address="ann@example.org", was="", record=""),
        lambda: context(
            seat="Grey Wolf", address="ann@example.org", was="Lupus", record="Lupus has sent 9 of 10. " * 5
        ),
    ),
    "replaced": (
        lambda: context(seat="Lupus", silent=False),
        lambda: context(seat="Lupus", silent=True),
    ),
    "confirm_address": (
        lambda: asked("words"),
        lambda: asked("words", known=True, proved=True, unread=True, remarks=["Others got a copy of your letter."]),
        lambda: asked(
            "words",
            nameless=True,
            enclosures=["LIST\n\n x"],
            answers=[answer("error", "There is no game called x.", 2, "JOIN x")],
        ),
        lambda: asked("address"),
        lambda: asked("password"),
    ),
    "new_password": (
        lambda: outside(made=[("Lupus@lira7", "moonlight9")]),
        lambda: outside(made=[("Lupus@lira7", "moonlight9"), ("MASTER lira7", "lighthouse4")]),
    ),
    "moved": (lambda: outside(new="new@example.org"),),
    "move_master": (
        lambda: context(seat="Lupus", since="2026-12-01T18:00:00+00:00", old="old@example.org", new="new@example.org"),
    ),
    "created": tuple(
        lambda fills=fills: context(  # type: ignore[misc]
            password="lighthouse4",
            settings=[("cash", "forfeit")],
            anchor=ANCHOR,
            needed=["Wanted."],
            pseudonyms=not fills,
        )
        for fills in (False, True)
    ),
    "resigned": (lambda: context(seat="Lupus"),),
    "ejected": (lambda: context(seat="Lupus", reason="two turns without a sheet"), lambda: context(reason="")),
    "absence": (lambda: context(start="2026-12-20", end="2027-01-03"),),
    "late_master": (
        lambda: context(at=SENT, cutoff=OLD, late_phase="F1902M", kept=True),
        lambda: context(at=SENT, cutoff=OLD, late_phase="F1902M", kept=False),
    ),
    "just_after_master": (
        lambda: context(at=SENT, over=OLD, phase="F1902M", now="S1903M", ago="3 minutes", early=False, orders=True),
        lambda: context(at=SENT, over=OLD, phase="F1902M", now="S1903M", ago="1 hour", early=True, orders=False),
    ),
    "bounce": (
        lambda: bounced("5.1.1", "hard"),
        lambda: bounced("", "soft"),
        lambda: bounced("5.1.1", "hard", suspended=True),
        lambda: bounced("5.1.1", "hard", proved=False),
        lambda: bounced("", "complaint"),
    ),
    "unreachable": (
        lambda: context(rows=[{"seat": "Lupus", "address": "ann@example.org", "stopped": False}]),
        lambda: context(
            rows=[
                {"seat": "Lupus", "address": "ann@example.org", "stopped": True},
                {"seat": "Grey Wolf", "address": "b@example.org", "stopped": False},
            ]
        ),
    ),
    "reinstated": (lambda: outside(since=SENT, waited=0), lambda: outside(since=SENT, waited=3)),
    "unsubscribed": (
        lambda: context(reader="ann@example.org", plays=True),
        lambda: context(reader="ann@example.org", plays=False),
    ),
    "unsubscribed_zine": (lambda: outside(reader="ann@example.org"),),
    "column": (
        lambda: outside(number=7, signed="Ann Archer", writer="ann@example.org", text="Dear all,\n\nwho has won?"),
        lambda: outside(number=8, signed="Lupus, lira7", writer="", text="A long line. " * 30),
    ),
    "letter_kept_out": (
        lambda: outside(number=7, text="Dear all,\n\nwho has won?", reason="It names a player. " * 5),
        lambda: outside(number=7, text="Dear all,", reason=""),
    ),
    "stuck": (
        lambda: outside(names=["1696161600.M1.mx", "7:12"], more=0),
        lambda: outside(names=["7:12"] * 20, more=3),
    ),
    "clock": (lambda: outside(at=SENT, server="mx.judge.test"),),
    "siege": (
        lambda: context(seat="Lupus", sender="thief@example.org", count=12),
        lambda: outside(seat="Lupus", sender="", count=12),
    ),
    "bundle": (
        lambda: context(
            entries=[bundled(True, ""), bundled(False, "NOT TAKEN"), bundled(True, "OK.")],
            full=[bundled(False, "NOT TAKEN"), bundled(True, "OK.")],
            more=2,
        ),
        lambda: outside(entries=[bundled(True, "OK.")], full=[bundled(True, "OK.")], more=0),
    ),
    "unaddressed": (
        lambda: context(to="ann at example.org"),
        lambda: outside(to="ann at example.org"),
    ),
    "undelivered": (lambda: context(to="ann@example.org", error="550 no such user", kind="statement.1"),),
    "shunted": (lambda: context(**put_aside()), lambda: context(**put_aside(sender="", subject=""))),
    "set_aside": (lambda: outside(**put_aside()),),
    "unread": (lambda: outside(reference="a1b2c3", deaths=3), lambda: outside(reference="a1b2c3", deaths=0)),
    "budget": (lambda: outside(what="answers to unproved addresses", most=3),),
    "jumped": (lambda: outside(ahead="2:00:00"),),
    "not_drawn": (lambda: context(faults=["KeyError: 'x'"], result_phase="F1901M"),),
    "master_notices": (lambda: context(parts=["X"], result_phase="F1901M"),),
    "health": (
        lambda: outside(**health()),
        lambda: outside(
            **health(
                alarms=["3 letters wait to be sent; is the mail server away? (judge doctor)", "A game is held."],
                more=3,
                running=[
                    {"name": "lira7", "phase": "S1903M", "deadline": DEADLINE, "locked": False, "looked": False},
                    {"name": "mark2", "phase": "F1901M", "deadline": DEADLINE, "locked": True, "looked": False},
                    {"name": "dipl3", "phase": "F1901M", "deadline": DEADLINE, "locked": True, "looked": True},
                ],
                held=[{"name": "mark3", "reason": "KeyError: 'x'"}],
                set_aside=[{**KEPT, "for": "lira7"}],
                bounced=[{"address": "ann@example.org", "on": "2026-11-20"}],
            )
        ),
    ),
    "digest": (
        lambda: outside(
            running=[
                {**ROW, "standing": digest_standing()},
                {**ROW, "standing": "", "locked": True},
                {**ROW, "standing": "", "locked": True, "looked": True},
            ],
            wanted=[{**ROW, "free": ["Lupus"]}, {**ROW, "status": "forming", "free": []}],
            over=[{**ROW, "ended": {"winners": ["Lupus"]}}],
            judge_zone="Europe/London",
        ),
        lambda: outside(running=[], wanted=[], over=[], judge_zone="Europe/London"),
    ),
}


def health(**more: Any) -> dict[str, Any]:
    held, set_aside = len(more.get("held", ())), len(more.get("set_aside", ()))
    figures = {
        "games": {"active": 2, "forming": 1, "paused": 0, "held": held},
        "waiting": 3,
        "oldest": SENT,
        "unread": 1,
        "unread_since": SENT,
        "overdue": 0,
        "withheld": 0,
        "set_aside": set_aside,
        "disk": 2048,
        "backup": SENT,
    }
    base = {
        "figures": figures,
        "post": {
            "hour": 2,
            "day": 14,
            "kinds": {"owed": 12, "press": 2},
            "most": {"recipient": ("ann@example.test", 5), "cause": ("lira7#12", 7), "sender": ("-", 7)},
        },
        "alarms": [],
        "held": [],
        "running": [],
        "more": 0,
        "bounced": [],
        "set_aside": [],
        "judge_zone": "Europe/London",
    }
    return {**base, **more}


def digest_standing() -> str:
    return renderer().part(("bourse/digest.txt",), {"public": VARIANT.standing(autumn().state, None)}) or ""


def listing(**more: Any) -> dict[str, Any]:
    seats = [
        {"name": name, "role": "trader", "power": "", "vacant": n == 2, "misses": n % 3, "robot": n > 5}
        for n, name in enumerate(NAMES)
    ]
    data = {
        "title": "Bourse",
        "credits": VARIANT.info.credits,
        "seats": seats,
        "options": [("cash", "forfeit")],
        "house": [("press", "partial"), ("comment", "")],
        "anchor": ANCHOR,
        "list_address": "list@example.org",
        "played": [f"{s}{y}M" for y in range(1901, 1912) for s in "SF"],
        "ended": None,
        "locked": False,
        "looked": False,
    }
    return context(**{**data, **more})


def standing(name: str = "Lupus", over: bool = False) -> dict[str, Any]:
    state = autumn().state
    return {
        "public": VARIANT.standing(state, None),
        "private": VARIANT.standing(state, name),
        "seat": name,
        "game": "lira7",
        "over": over,
    }


ENDED = {"reason": "draw ITALY TURKEY", "scores": {"Lupus": "1.00"}, "winners": ["Lupus"]}
KEPT = {"reference": "abcdef012345", "at": SENT, "sender": "", "subject": "x", "reason": "KeyError: 'y'"}
PARTS: dict[str, tuple[Callable[[], dict[str, Any]], ...]] = {
    "session/help.txt": tuple(
        lambda given=given: {
            "address": "judge@example.org",
            "variants": [("bourse", "Bourse")],
            **given,
        }
        for given in (
            {"game": None, "master": (), "seat": ""},
            {
                "game": {"key": "lira7", "variant": "bourse", "phase": "S1903M", "deadline": DEADLINE},
                "master": (),
                "samples": ("SELL 5 LIRA",),
                "spoken": "Sell 5 lira.",
                "seat": "Lupus",
                "phase_words": "Spring 1903, movement",
                "zone": "Europe/London",
            },
            {"game": {"key": "lira7", "variant": "bourse"}, "master": MASTERS, "seat": ""},
            {
                "game": {"key": "lira7", "variant": "bourse", "phase": "", "deadline": ""},
                "master": (),
                "samples": (),
                "usual": ("SELL 300 LIRA",),
                "spoken": "",
                "seat": "Lupus",
            },
        )
    ),
    "session/needed.txt": tuple(
        (
            lambda given=given: {
                "name": "lira7",
                "forming": given[0],
                "master": given[1],
                "low": 2,
                "high": 2 if given[1] else None,
                "fills": given[2],
                "due": "RESULT F1901, within 48 hours" if given[3] else "",
                "robots": given[2],
                "beside": given[1],
            }
        )
        for given in product((True, False), repeat=4)
    ),
    "session/help_words.txt": (lambda: {"players": PLAYERS, "masters": MASTERS},),
    "session/help_entry.txt": tuple(
        (lambda entry=entry: {"entry": entry, "address": "judge@example.org"})
        for entry in (*MANUAL.values(), *VARIANT.info.help)
    ),
    "session/help_password.txt": (lambda: {},),
    "session/help_keeper.txt": (lambda: {"keeper": "keeper@example.test"}, lambda: {"keeper": ""}),
    "session/taking_part.txt": (
        lambda: {
            "places": [
                {"line": "JOIN lira7 AS Lupus", "title": "Bourse", "asks": False, "stands": "forming"},
                {
                    "line": "TAKEOVER FRANCE@dipl3",
                    "title": "Diplomacy",
                    "asks": True,
                    "stands": "S1901M",
                },
            ],
            "name": "Ann Archer",
            "new": True,
            "judge": "TEST",
            "address": "judge@example.org",
            "free": ["Vulpes", "Corvus"],
            "creates": True,
            "kind": "bourse",
            "watched": "lira7",
            "keeper": "keeper@example.test",
        },
        lambda: {
            "places": [{"line": "TAKEOVER FRANCE@dipl3", "title": "X", "asks": True, "stands": "S1901M"}],
            "name": "Ann Archer",
            "new": False,
            "free": [],
            "creates": False,
            "kind": "bourse",
            "watched": "",
            "keeper": "",
        },
        lambda: {
            "places": [],
            "name": "Ann Archer",
            "new": False,
            "free": [],
            "creates": False,
            "kind": "bourse",
            "watched": "",
            "keeper": "",
        },
    ),
    "session/help_variant.txt": (lambda: {"info": VARIANT.info},),
    "session/help_dice.txt": (dict,),
    "session/list.txt": (
        lambda: {
            "rows": [ROW, {**ROW, "status": "forming", "phase": "", "deadline": ""}],
            "zone": "UTC",
            "seat": "",
            "asks": False,
            "kind": "bourse",
        },
        *(
            lambda asks=asks: {
                "rows": [ROW],
                "zone": "Europe/London",
                "seat": "JOIN lira7 AS Sandpiper",
                "asks": asks,
                "kind": "bourse",
            }
            for asks in (False, True)
        ),
        lambda: {"rows": [], "zone": "UTC", "seat": "", "asks": False, "kind": "bourse"},
    ),
    "session/listing.txt": (
        listing,
        lambda: listing(ended=ENDED, seats=[], played=[], list_address=""),
        lambda: listing(locked=True),
        lambda: listing(locked=True, looked=True),
    ),
    "session/corrections.txt": (lambda: {"lines": ["ADJUST Lupus +7 Mark second"]},),
    "session/history.txt": (
        lambda: {"rows": [{"phase": "S1901M", "revision": 2, "deadline": OLD}], "zone": "UTC", "game": "lira7"},
        lambda: {"rows": [], "zone": "UTC", "game": "lira7"},
    ),
    "session/status.txt": (standing,),
    "session/preview.txt": (
        lambda: {"parts": ["X"], "phase": "S1901M", "draws": [], "ended": None},
        lambda: {"parts": [], "phase": "S1901M", "ended": ENDED, "draws": [{"label": "a", "sides": 6, "value": 3}]},
    ),
    "session/quarantine.txt": (lambda: {"rows": [KEPT], "zone": "UTC"}, lambda: {"rows": [], "zone": "UTC"}),
    "bourse/help.txt": (lambda: {"info": VARIANT.info},),
    "bourse/rules.txt": (lambda: {"info": VARIANT.info},),
    "bourse/status.txt": (standing, lambda: standing("Corvus"), lambda: standing("Corvus", over=True)),
    "bourse/digest.txt": (standing,),
    "bourse/forecast.txt": (
        lambda: {"forecast": view(TRADES).forecast},
        lambda: {"forecast": view().forecast},
        lambda: {"forecast": VARIANT.forecast(spring().state, "MASTER", ())},
    ),
}


# ---- a power's player beside the market ---------------------------------------------------------------------------

POWER = PowerShown(
    power="ITALY",
    units=("A VEN", "A ROM", "F NAP"),
    retreats={"A MUN": ("BOH", "SIL"), "A TYR": ()},
    due=0,
    sites=(),
)
MOVES = {
    "phase": "S1901M",
    "kind": "movement",
    "orders": [
        {
            "power": "ITALY",
            "unit": "A VEN",
            "order": "A VEN - TRI",
            "result": "fails",
            "dislodged": False,
            "reason": "two attacks of the same strength meet there, so neither of them goes through",
        },
        {"power": "AUSTRIA", "unit": "F TRI", "order": "F TRI H", "result": "holds", "dislodged": True, "reason": ""},
        {
            "power": "ITALY",
            "unit": "F NAP",
            "order": "F NAP - ION",
            "result": "moves",
            "dislodged": False,
            "reason": "",
        },
    ],
    "dislodged": [
        {"power": "AUSTRIA", "unit": "F TRI", "by": "VEN", "may_retreat_to": ["ALB", "ADR"]},
        {"power": "TURKEY", "unit": "A SMY", "by": "", "may_retreat_to": []},
    ],
    "captures": [
        {"centre": "SER", "loser": "", "captor": "AUSTRIA", "way": "moved", "season": "spring"},
        {"centre": "TRI", "loser": "AUSTRIA", "captor": "ITALY", "way": "moved", "season": "autumn"},
    ],
}
WINTER = {
    "phase": "W1901A",
    "kind": "adjustments",
    "orders": [
        {"power": "ITALY", "unit": "A ROM", "order": "BUILD A ROM", "result": "builds", "reason": ""},
        {"power": "TURKEY", "unit": "", "order": "BUILD F SER", "result": "fails", "reason": ""},
    ],
}


def of_power(phase: str = "S1901M", missing: tuple[str, ...] = ("A ROM", "F NAP"), **more: Any) -> UnitsForecast:
    lines = (OrderText("A VEN - TRI"),)
    return UnitsForecast(phase=phase, lines=lines, missing=missing, **{**fields_of(POWER), **more})


PARTS["bourse/forecast.txt"] += (
    lambda: {"forecast": of_power()},
    lambda: {"forecast": of_power(missing=())},
    lambda: {"forecast": of_power("F1901R", missing=("A MUN",))},
    lambda: {"forecast": of_power("W1901A", missing=(), due=2, sites=("VEN", "ROM"))},
    lambda: {"forecast": of_power("W1901A", missing=(), due=-1)},
)
PARTS["bourse/status.txt"] += (
    lambda: {**standing(), "seat": "ITALY", "private": replace(POWER, due=1, sites=("VEN",))},
    lambda: {**standing(), "seat": "ITALY", "private": replace(POWER, due=-2, units=())},
)
MOVED = {"power": "ITALY", "unit": "A VEN", "order": "A VEN - TRI", "words": "", "result": "fails", "ordered": True}
BUILT = {
    "power": "TURKEY",
    "unit": "A CON",
    "order": "BUILD A CON",
    "words": "Builds an army in CON",
    "result": "builds",
}
PARTS["session/table.txt"] = (
    lambda: {"title": "PRICES", "rows": [["S1901M", "1.00", "0.92"]], "heads": ["Phase", "Crown", "Lira"], "text": ""},
    lambda: {"title": "HOLDINGS", "rows": [["Lupus", "a trader"]], "heads": [], "text": ""},
    lambda: {"title": "HOLDINGS", "rows": [], "heads": [], "text": "Nothing is public yet."},
)
PARTS["lib/yours.txt"] = (
    lambda: {"rows": [{**MOVED, "reason": "bounced with A VIE"}], "powers": ["ITALY"], "phase": "F1901M"},
    lambda: {
        "rows": [{**MOVED, "reason": "no order; it held", "ordered": False}, {**BUILT, "reason": "built"}],
        "powers": ["ITALY", "TURKEY"],
        "phase": "F1901M",
    },
)
PARTS["bourse/stand.txt"] = (
    lambda: {**standing(), "seat": "Lupus", "kinds": []},
    lambda: {**standing(), "seat": "ITALY", "private": replace(POWER, due=1, sites=("VEN",)), "kinds": []},
)
LETTERS["seat"] += (lambda: seat(private=POWER, seat="ITALY", seat_role="power", samples=["A VEN - TRI"]),)
LETTERS["reminder"] += (
    lambda: context(hours=48, title="Bourse", seat_role="power", wrote="", samples=["A VEN - TRI"]),
)
PARTS["bourse/forecast.txt"] += (
    lambda: {
        "forecast": replace(
            VARIANT.forecast(spring().state, "MASTER", ()),
            ends="CONCEDED ITALY",
            counts={"ITALY": 7, "TURKEY": 0},
            eliminated=("TURKEY",),
            kept=("F1902M",),
        )
    },
)
LETTERS["confirmation"] += (
    lambda: confirmation([view(TRADES)], [answer("error", "No.", 1, "SEL 3 X")], by_master=True, elsewhere="gm@x.org"),
)
