"""What machines hand in: positions for `judge adjudicate`, settings, rows of an export, and words to the mail door."""

import copy
import json
from pathlib import Path
from random import Random
from typing import Any

from tests.fuzz import fuzz_letters, fuzz_lines
from tests.tables import rows

BOARD = Path(__file__).parents[1] / "fixtures" / "board"
ODD: tuple[Any, ...] = (*rows(__file__, "ODD"), 2**31, 2**63, 10**40, "x" * 5000)


def _cases() -> list[dict[str, Any]]:
    """The board's test cases as `judge adjudicate` takes them, and some boards of offers."""
    found: list[dict[str, Any]] = []
    for text in (BOARD / "datc.jsonl").read_text("utf-8").splitlines():
        case = json.loads(text)
        units = [
            dict(zip(("type", "loc"), unit.split(" ", 1), strict=True)) | {"power": power}
            for power, listed in sorted(case.get("units", {}).items())
            for unit in listed
        ]
        orders = [{"power": one[0], "order": one[1]} for one in case.get("orders", ())]
        found.append(
            {"id": case["id"], "phase": case["phase"], "rules": case["rules"], "units": units, "orders": orders}
        )
    offers = {
        "id": "p",
        "variant": "payola",
        "units": {"FRANCE": ["A PAR", "F BRE"], "GERMANY": ["A MUN"]},
        "balances": {"FRANCE": 48, "GERMANY": 20},
        "accept": {"FRANCE": "FEG?", "GERMANY": "G?"},
        "offers": {"FRANCE": ["4+6 : A PAR - BUR | - GAS", "3 ! A MUN - BUR"], "GERMANY": ["25 $", "2 : F BRE H"]},
        "dummies": ["TURKEY"],
        "ebayola": False,
        "seed": "x",
        "options": {"empty": "dummy"},
    }
    pushed = {
        "id": "r",
        "phase": "retreat",
        "units": [{"power": "ITALY", "type": "A", "loc": "VEN"}],
        "contested": ["TYR"],
        "dislodged": [{"power": "ITALY", "type": "F", "loc": "TRI", "by": "ALB", "may_retreat_to": ["VEN"]}],
        "orders": [{"power": "ITALY", "order": "F TRI R VEN"}],
    }
    built = {
        "id": "w",
        "phase": "adjustment",
        "units": [{"power": "ITALY", "type": "A", "loc": "VEN"}],
        "owners": {"PAR": "FRANCE", "ROM": "ITALY"},
        "orders": [{"power": "FRANCE", "order": "BUILD A PAR"}],
    }
    return [*found, *[offers, pushed, built] * 40]


CASES = _cases()


def record(r: Random) -> str:
    """A line for `judge adjudicate`, mostly JSON."""
    case = copy.deepcopy(r.choice(CASES))
    for _ in range(r.choice((0, 1, 1, 2, 3))):
        bent(r, case)
    if isinstance(case.get("orders"), list) and r.random() < 0.7:
        case["orders"].append({"power": r.choice(("FRANCE", "ITALY", "X")), "order": _order(r)})
    if isinstance(case.get("offers"), dict) and r.random() < 0.7:
        case["offers"]["FRANCE"] = [fuzz_lines.line(r, "payola") for _ in range(r.randint(0, 6))]
    text = json.dumps(case)
    return text if r.random() < 0.9 else fuzz_lines.damaged(r, text)


def _order(r: Random) -> str:
    return fuzz_lines.line(r, r.choice(("diplomacy", "economic4")))


def bent(r: Random, value: Any) -> None:
    """One value anywhere inside taken away, doubled, moved or changed to something odd."""
    while True:
        keys = sorted(value) if isinstance(value, dict) else list(range(len(value)))
        if not keys:
            return
        key = r.choice(keys)
        inner = value[key]
        if isinstance(inner, (dict, list)) and inner and r.random() < 0.7:
            value = inner
            continue
        kind = r.randrange(4)
        if kind == 0:
            del value[key]
        elif kind == 1 and isinstance(value, list):
            value.append(inner)
        elif kind == 2 and isinstance(inner, str):
            value[key] = fuzz_lines.damaged(r, inner)
        else:
            value[key] = copy.deepcopy(r.choice(ODD))
        return


def settings(r: Random, template: str) -> bytes:
    """A judge.toml with some lines changed."""
    lines = template.split("\n")
    for _ in range(r.randint(1, 4)):
        at = r.randrange(len(lines))
        name, _, _ = lines[at].lstrip("# ").partition("=")
        odd = r.choice(
            (
                json.dumps(r.choice(ODD)),
                "1979-05-27",
                "inf",
                "[1, 2",
                "'''",
                '"MON 25:00"',
                '"99999999d"',
                '"maildir:"',
                '"imaps://"',
                '"smtp://a:b@c:99999"',
                '"imaps://u@[::1"',
                '"Europe/../x"',
                '"a@b@c"',
                '"10000d"',
            )
        )
        lines[at] = r.choice(
            (f"{name}= {odd}", lines[at].lstrip("# "), fuzz_lines.damaged(r, lines[at]), f"[{name.strip()}]")
        )
    raw = "\n".join(lines).encode("utf-8", "surrogatepass")
    return raw if r.random() < 0.9 else fuzz_letters.damaged(r, raw)


def export(r: Random, lines: list[str]) -> list[str]:
    """The lines of an exported game with some rows changed, lost, doubled or out of order."""
    rows = list(lines)
    for _ in range(r.randint(1, 3)):
        at = r.randrange(len(rows))
        kind = r.randrange(6)
        if kind == 0:
            del rows[at]
        elif kind == 1:
            rows.insert(r.randrange(len(rows)), rows[at])
        elif kind == 2:
            rows[at] = fuzz_lines.damaged(r, rows[at])
        else:
            try:
                row = json.loads(rows[at])
            except ValueError:
                continue
            if isinstance(row, dict):
                bent(r, row)
            rows[at] = json.dumps(row)
        if not rows:
            rows = [""]
    return rows


def dialogue(r: Random) -> bytes:
    """What a client may say at the mail door before it hangs up, in one piece."""
    body = fuzz_letters.letter(r)[:20_000].replace(b"\r\n", b"\n").replace(b"\n", r.choice((b"\r\n", b"\r\n", b"\n")))
    said = [
        b"EHLO x",
        b"MAIL FROM:<ann@players.test>",
        b"RCPT TO:<judge@localhost>",
        b"DATA",
        body.replace(b"\r\n.", b"\r\n..") + b"\r\n.",
        b"QUIT",
    ]
    for _ in range(r.choice((0, 1, 2, 3))):
        at = r.randrange(len(said))
        kind = r.randrange(5)
        if kind == 0:
            said.insert(at, r.choice(WORDS))
        elif kind == 1:
            del said[at]
        elif kind == 2:
            said[at] = fuzz_letters.damaged(r, said[at])
        elif kind == 3:
            said.insert(at, said[r.randrange(len(said))])
        else:
            said[at] = r.choice(WORDS)
        said = said or [b""]
    return b"\r\n".join(said) + r.choice((b"\r\n", b"\r\n", b""))


WORDS = (*(row.encode("latin-1") for row in rows(__file__, "WORDS")), b"EHLO " + b"a" * 600, b"X" * 3000)
