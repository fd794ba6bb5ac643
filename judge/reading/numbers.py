"""Figures as people write them (M-13): exact, or refused with a question. Money is in ticks of 1/100 cent."""

from __future__ import annotations

import re

from judge.core.regex import regex
from judge.reading.faults import Fault

DIGITS = 12
TOO_LONG = f"A number of more than {DIGITS} digits cannot be meant (M-13). How many?"
TICKS = 10_000  # in a dollar
_FINEST = 4  # decimals of a tick

_PLAIN = regex(r"\d+", re.ASCII)
_GROUPED = regex(r"\d{1,3}([, '])\d{3}(?:\1\d{3})*", re.ASCII)
_MONEY = regex(r"(?P<whole>\d+|\d{1,3}(?:([, '])\d{3})(?:\2\d{3})*)(?:\.(?P<part>\d+))?", re.ASCII)
_POINT_THOUSANDS = regex(r"\d{1,3}(?:\.\d{3})+", re.ASCII)
_COMMA_DECIMALS = regex(r"\d+,\d{1,2}", re.ASCII)


def amount(text: str) -> int:
    """Units: a whole number from 1 up. Raises Fault with a sentence that names M-13."""
    plain = text.replace("\u00a0", " ")
    if _PLAIN.fullmatch(plain) or _GROUPED.fullmatch(plain):
        return _positive(int_of(plain), text)
    raise Fault(_complaint(plain))


def money(text: str) -> tuple[int, int]:
    """A sum of money -> ticks, and how many decimals were written: the rules decide how many there may be."""
    plain = text.replace("\u00a0", " ").lstrip("$ ").strip()
    match = _MONEY.fullmatch(plain)
    if not match:
        raise Fault(_of_money(plain))
    part = match["part"] or ""
    if len(part) > _FINEST:
        raise Fault(f"{plain} has {len(part)} decimals, and no price is as fine as that (M-13). Which sum is meant?")
    if len(part) == 3:
        because = "sums have two decimals, four where prices move by 1/100 cent,"
        raise Fault(_which(plain, because, f"{match['whole']}.{part[:2]}"))
    ticks = int_of(match["whole"]) * TICKS + int(part.ljust(_FINEST, "0"))
    if not ticks:
        raise Fault(f"{text.strip()} is no sum that can be spent: write one above 0, or REST (M-13). How much?")
    return ticks, len(part)


def int_of(text: str) -> int:
    """Digits with or without thousands signs -> int. Raises Fault beyond 12 digits."""
    digits = re.sub(r"[, ']", "", text)
    if len(digits.lstrip("0")) > DIGITS:
        raise Fault(TOO_LONG)
    return int(digits)


def _positive(value: int, text: str) -> int:
    if value == 0:
        raise Fault(f"{text} is no amount: write a whole number from 1 up, or leave the order out (M-13). How many?")
    return value


def _complaint(text: str) -> str:
    """Why a figure is refused: a sentence with M-13 and a question."""
    if text[:1] in "+-":
        return f"In {text} the sign is too much: behind a verb an amount has no sign (M-13). Do you mean {text[1:]}?"
    if not text.isascii():
        return "Raised figures, fractions and foreign digits are not read as a number (M-13). How many?"
    if text.endswith("%"):
        return f"{text} is a share, no number of units (M-13). How many?"
    if re.search(r"[ek]", text, re.IGNORECASE):
        return f"{text} is not read as a number: write every digit, such as 1000 (M-13). How many?"
    if _POINT_THOUSANDS.fullmatch(text):
        return _which(text, "units are whole", text.split(".")[0])
    if _COMMA_DECIMALS.fullmatch(text):
        either = f"{_joined(text)} or {text.split(',')[0]}"
        return f"In {text} the comma has not exactly three digits behind it (M-13). Do you mean {either}?"
    if "." in text and "," not in text:
        return f"{text} is no whole number: units are not divided (M-13). How many?"
    return f"{text} is not read as a number: write 1000, 1,000 or 1 000 (M-13). How many?"


def _of_money(text: str) -> str:
    """Why a sum of money is refused: a sentence with M-13 and a question."""
    if text[:1] in "£€":
        return f"A sum of money needs no sign of a currency (M-13). Do you mean {text[1:].strip()}?"
    if text[:1] in "+-":
        return f"In {text} the sign is too much: a sum of money has no sign (M-13). Do you mean {text[1:].strip()}?"
    if text[:1] == ".":
        return f"In {text} the figure before the point is missing (M-13). Do you mean 0{text}?"
    if _COMMA_DECIMALS.fullmatch(text):
        return f"In {text} the comma is no point (M-13). Do you mean {_joined(text)} or {text.replace(',', '.')}?"
    if text.endswith("%"):
        return f"{text} is a share, no sum of money (M-13). How much?"
    return f"{text} is not read as a sum of money: write 1000, 1,000 or 1000.50 (M-13). How much?"


def _which(text: str, because: str, other: str) -> str:
    either = f"{text} could be {_joined(text)} or {other}"
    return f"{either}: {because} and a point is no thousands sign (M-13). Which do you mean?"


def _joined(text: str) -> str:
    """The figure with its sign left out: `1.000` as 1000."""
    return re.sub(r"[.,]", "", text).lstrip("0") or "0"
