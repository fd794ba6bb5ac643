"""The settings, verbs and reasons of a game, written as tables. An indented line continues the entry above it.

    cash: forfeit | keep | keep_after_first (M-7) money left over at the end of a turn is lost, kept, or kept from the
        second turn on
    report_hours: 1 to 720 = 48 (B-8, at any time) hours within which the master's report is due
    min_bid: text = 50 (4.1) the least that may be bid
    first: hours 0 to 720 = 48 () hours that lie at least between the start and the first deadline
    draws concession                                       settings that games share, by name
    draws concession

    BUY: BUY amount currency / BUY currency WITH money (M-6)
        buys units at the published price, from the proceeds of your sales
        > BUY 115 MARKS / BUY MARKS WITH REST

    no-cash (2.1) It costs {cost}, and you have {cash}.
    holding-cut (M-4, loses) You hold {held}: the rest is not on file.

A setting's default is its first choice, or what stands behind `=`; one that may be changed in a running game says so.
"""

import re
from functools import cache
from itertools import takewhile
from pkgutil import get_data

from judge.core.command import Command
from judge.core.regex import regex
from judge.core.ruling import Reason
from judge.core.variant import Help, Mode, Option, Section

_SETTING = regex(
    r"(?P<name>\w+): (?P<values>[^()=]+?)(?: = (?P<default>[^()]+?))? "
    r"\((?P<rule>[^),]*?)(?:, )?(?P<open>at any time)?\) (?P<text>.+)"
)
_KINDS = ("text", "schedule", "dates", "address")
_FLAGS = ("master", "lasting", "asks")  # of a section, behind its mode
_VERB = regex(r"(?P<verb>.+?): (?P<form>.+?)(?: \((?P<rule>[^()]+)\))?")
_REASON = regex(r"(?P<code>[\w-]+) \((?P<rule>[^)]*?)(?P<loses>, loses)?(?P<look>, look)?\) (?P<text>.+)")


@cache
def tables(package: str, file: str = "words") -> dict[str, str]:
    """The tables of the file of that name beside the modules of a package, each by the `[name]` above it. What a game
    or a kit says is a part of it, as its modules are."""
    text = re.sub(r"^//.*\n", "", (get_data(package, f"{file}.txt") or b"").decode(), flags=re.MULTILINE)
    _, *named = re.split(r"^\[(\w+)\]\n", text, flags=re.MULTILINE)
    return dict(zip(named[::2], named[1::2], strict=True))


def settings(table: str, *shared: Option) -> tuple[Option, ...]:
    """The options of a table, in its order. A line of names alone stands for options that games share."""
    known, found = {option.name: option for option in shared}, []
    for entry in _entries(table):
        names = entry[0].split()
        found += [known[name] for name in names] if known.keys() >= set(names) else [_option(" ".join(entry))]
    return tuple(found)


def verbs(table: str, *shared: Help) -> tuple[Help, ...]:
    """The help of a table, in its order. A verb alone on its line stands for help that games share."""
    known = {help_.verb: help_ for help_ in shared}
    return tuple(known[entry[0]] if entry[0] in known else _help(*entry) for entry in _entries(table))


def sections(table: str, **emptied: Command) -> tuple[Section, ...]:
    """The sections of a sheet, in their order: `report: amend master Report of the board`. `emptied` by section."""
    found = []
    for name, row in called(table).items():
        mode, *words = row.split()
        flags = list(takewhile(_FLAGS.__contains__, words))
        title = " ".join(words[len(flags) :])
        found.append(Section(name, title, Mode(mode), emptied=emptied.get(name), **dict.fromkeys(flags, True)))
    return tuple(found)


def called(table: str) -> dict[str, str]:
    """What each name is called, `name: words` a line."""
    return dict(row.split(": ", 1) for row in table.strip().split("\n"))


def rule_sets(table: str) -> dict[str, dict[str, str]]:
    """The settings that each rule set stands for: `classic: cash=forfeit step=whole`."""
    return {name: dict(one.split("=") for one in chosen.split()) for name, chosen in called(table).items()}


def line(table: str) -> str:
    """A text of several lines as one."""
    return " ".join(table.split())


def reasons(table: str) -> dict[str, Reason]:
    """Code -> reason."""
    return dict(_reason(" ".join(entry)) for entry in _entries(table))


def _entries(table: str) -> list[list[str]]:
    entries = re.split(r"\n(?! )", table.strip("\n"))
    return [[line.strip() for line in entry.split("\n")] for entry in entries if not entry.startswith("#")]


def _reason(entry: str) -> tuple[str, Reason]:
    row = _REASON.fullmatch(entry)
    assert row, entry
    return row["code"], Reason(row["rule"], row["text"], bool(row["loses"]), bool(row["look"]))


def _option(entry: str) -> Option:
    row = _SETTING.fullmatch(entry)
    assert row, entry
    name, values, text, rule, frozen = row["name"], row["values"], row["text"], row["rule"], not row["open"]
    hours, values = values.startswith("hours "), values.removeprefix("hours ")
    low, bounded, high = values.partition(" to ")
    if bounded:
        kind = "hours" if hours else "int"
        return Option(name, kind, row["default"] or "", text, (), int(low), int(high), rule, frozen)
    if values in _KINDS:
        return Option(name, values, row["default"] or "", text, rule=rule, frozen=frozen)
    choices = tuple(values.split(" | "))
    default = row["default"] or choices[0]
    if set(choices) == {"yes", "no"}:
        return Option(name, "flag", default, text, rule=rule, frozen=frozen)
    return Option(name, "choice", default, text, choices, rule=rule, frozen=frozen)


def _help(head: str, *lines: str) -> Help:
    row = _VERB.fullmatch(head)
    assert row, head
    examples = (line[2:].split(" / ") for line in lines if line.startswith("> "))
    text = " ".join(line for line in lines if not line.startswith("> "))
    return Help(row["verb"], row["form"], text, tuple(each for line in examples for each in line), row["rule"] or "")
