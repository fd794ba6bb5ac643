"""What every letter and part is rendered with in the tests: several cases of each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
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
    plain_confirmation,
    result_data,
    revised,
    sell,
    spring,
    start_data,
    statement_data,
    view,
)
from tests.tables import rows

TRADES = (sell(300, "LIRA"), buy("REST", "MARK"))
UNSURE = answer("error", "You seem not to be sure.", 3, "perhaps I sell 300 lira")
OFFERED = ["SELL 300 LIRA", "BUY REST MARK"]
ROW = dict(rows(__file__, "ROW"))


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
    "opened": (
        lambda: context(standing=True, view=view(TRADES, foretold="  No trades."), lost=[]),
        lambda: context(
            standing=False,
            view=view(foretold=""),
            lost=[{"text": "SELL 300 LIRA", "note": "You have 12 LIRA. " * 5}],
        ),
    ),
    "final": (lambda: final_data(autumn(ends=True)), lambda: final_data(autumn(ends=True), people=[])),
    "plain_senders": (outside,),
    "seat": (
        seat,
        lambda: seat(on_file=(OrderTold("SELL 300 LIRA", ""), OrderTold("BUY MARK WITH REST", "Cut to 3. (M-6)"))),
    ),
    "confirm_address": (
        lambda: asked(
            "words",
            nameless=True,
            enclosures=["LIST\n\n x"],
            answers=[answer("error", "There is no game called x.", 2, "JOIN x")],
        ),
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
    ),
    "session/listing.txt": (
        listing,
        lambda: listing(ended=ENDED, seats=[], played=[], list_address=""),
        lambda: listing(locked=True),
        lambda: listing(locked=True, looked=True),
    ),
    "session/status.txt": (standing,),
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
PARTS["lib/yours.txt"] = (
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


# ---- what has nothing but plain values stands in tables -----------------------------------------------------------

MAKERS = {made.__name__: made for made in (asked, bounced, context, kept, listing, master, outside, seat)}
for name, made, given, named in rows(__file__, "letters"):
    LETTERS[name] = (*LETTERS.get(name, ()), partial(MAKERS[made], *given, **named))
for name, given in rows(__file__, "parts"):
    PARTS[name] = (*PARTS.get(name, ()), partial(dict, given))
