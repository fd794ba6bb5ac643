"""Figures as people write them (M-13): exact, or refused with a question. Money is in ticks of 1/100 cent."""

from __future__ import annotations

import re

from judge.parse.faults import Fault

DIGITS = 12
TICKS = 10_000  # in a dollar

_PLAIN = re.compile(r"\d+", re.ASCII)
_GROUPED = re.compile(r"\d{1,3}([, '])\d{3}(?:\1\d{3})*", re.ASCII)
_MONEY = re.compile(r"(?P<whole>\d+|\d{1,3}(?:([, '])\d{3})(?:\2\d{3})*)(?:\.(?P<part>\d{1,4}))?", re.ASCII)
_POINT_THOUSANDS = re.compile(r"\d{1,3}(?:\.\d{3})+", re.ASCII)
_COMMA_DECIMALS = re.compile(r"\d+,\d{1,2}", re.ASCII)


def amount(text: str) -> int:
    """Units: a whole number from 1 up. Raises Fault with a sentence that names M-13."""
    plain = text.replace("\u00a0", " ")
    if _PLAIN.fullmatch(plain) or _GROUPED.fullmatch(plain):
        return _positive(int_of(plain), text)
    raise Fault(_complaint(plain))


def money(text: str) -> int:
    """A sum in dollars and up to four decimals -> ticks. The rules decide whether fractions of a cent are allowed."""
    plain = text.replace("\u00a0", " ").lstrip("$").strip()
    if plain[:1] in ("£", "€"):
        raise Fault(f"Money is in dollars: is {text} meant as ${plain[1:].strip()} (M-13)?")
    match = _MONEY.fullmatch(plain)
    if not match:
        raise Fault(_complaint(plain))
    part = match["part"] or ""
    if len(part) == 3:
        raise Fault(_which(plain, "money has two decimals"))
    ticks = int_of(match["whole"]) * TICKS + int(part.ljust(4, "0"))
    return _positive(ticks, text)


def int_of(text: str) -> int:
    """Digits with or without thousands signs -> int. Raises Fault beyond 12 digits."""
    digits = re.sub(r"[, ']", "", text)
    if len(digits.lstrip("0")) > DIGITS:
        raise Fault(f"A number of more than {DIGITS} digits cannot be meant (M-13). How many?")
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
        return _which(text, "units are whole")
    if _COMMA_DECIMALS.fullmatch(text):
        return f"In {text} the comma has not exactly three digits behind it (M-13). Do you mean {_both(text, ',')}?"
    if "." in text and "," not in text:
        return f"{text} is no whole number: units are not divided (M-13). How many?"
    return f"{text} is not read as a number: write 1000, 1,000 or 1 000 (M-13). How many?"


def _which(text: str, because: str) -> str:
    return f"{text} could be {_both(text, '.')}: {because} and a point is no thousands sign (M-13). Which do you mean?"


def _both(text: str, sign: str) -> str:
    whole = text.split(sign)[0]
    return f"{text.replace(sign, '').lstrip('0') or '0'} or {whole}"
