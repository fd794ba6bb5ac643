"""The settings every game has, beside those of its variant, and how settings are read and checked."""

from __future__ import annotations

from collections.abc import Mapping

from judge.core.addressing import canonical
from judge.core.errors import InputError
from judge.core.tables import settings
from judge.core.variant import GameInfo, Option
from judge.desk.cabinet import schedule
from judge.desk.cabinet.records import RENAMED, Game
from judge.mail.headers import deliverable

HOUSE: tuple[Option, ...] = settings(
    """
schedule: schedule = FRI 18:00 Europe/London (at any time) weekdays, time and zone of the deadlines
minor: schedule (at any time) the same for phases by the short clock, such as retreats; empty: the next day but
    one at that time
skip: dates (at any time) dates on which no deadline falls, like 2026-12-25, 2027-01-01
first: hours 0 to 720 = 48 () hours that lie at least between the start and the first deadline
list: address (at any time) where results are mailed, beside the judge's own subscribers
press: none | public | partial = partial (D-12, at any time) letters between players: none, public only, or
    partial, to some as well
press_limit: 1 to 100000 = 100 (at any time) pieces of press that a player may send in a phase
grey: no | yes (at any time) whether press may be sent without a name
press_delivery: now | results (at any time) press goes out at once, or bundled with the results
early: no | yes (at any time) a phase ends early when everybody is READY
reveal: yes | no (at any time) who was who is told at the end
open: yes | no (at any time) the game is shown by LIST and anybody registered may JOIN
max_players: 2 to 10000 () no more seats than this; empty for the game's own limit
comment: text (at any time) a line shown by LIST
robots: 1 to 30 () so many players of the house join at the start, and take the powers of the board that nobody
    plays
stand_in: no | robot (at any time) a robot gives the orders of a vacant power until somebody takes it over;
    everybody is told
reliable: 1 to 100 (at any time) joining asks for so many sheets of a hundred sent in time before; newcomers are
    welcome
start: master | full (at any time) who starts the game: its master, or it starts itself when it is full
fill_by: dates () a day by which the game should be full; on it everybody hears if it is not
asks: off | half | two_thirds | all = two_thirds (at any time) how many players must agree to more time or a pause
    that one of them asks for
owes: no | yes (at any time) the game's live page names who has not written yet
adjust: yes | no () the master may correct somebody's money (ADJUST); everybody is told of it
approve: no | yes (at any time) anyone who joins waits until the master approves
board_from: address (at any time) whose letters report the board that is played elsewhere
board_game: text (at any time) what the board game is called there; their letters must name it
board_auto: no | yes (at any time) results that came from there and fit are applied at once; unless chosen the
    master is asked first
practice: no | yes () a game to try things: it counts in no record and stands in no archive
"""
)

_NAMES = {option.name: option for option in HOUSE}
SPARSE = frozenset({"board_from", "board_game", "board_auto"})
"""Settings that few games have: kept where they were chosen, so that no other game's record grows by them."""


def settle(info: GameInfo, given: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """(options of the variant, options of the house) with every default filled in. InputError names what is wrong,
    by itself or together."""
    known = {option.name: option for option in info.options}
    for name in given:
        if name not in known and name not in _NAMES:
            raise InputError(f"{info.title} has no setting {name!r}.", hint=f"It has {_listing(info)}.")
    preset_name = given.get("rules", known["rules"].default if "rules" in known else "")
    preset = info.presets.get(preset_name, {})
    options = {}
    for name, option in known.items():
        options[name] = check(option, given.get(name, preset.get(name, option.default)))
    together(info, options)
    house = {}
    for name, option in _NAMES.items():
        if name in given or name not in SPARSE:
            house[name] = check(option, given.get(name, info.house.get(name, option.default)))
    return options, house


def together(info: GameInfo, options: dict[str, str]) -> dict[str, str]:
    """These options of the variant, which go together. InputError where they do not."""
    if info.together is not None:
        info.together(options)
    return options


def of_house(game: Game, name: str) -> str:
    """A setting of the house as the game has it, or its default in a game older than the setting."""
    return game.house.get(name, _NAMES[name].default)


def most_players(game: Game, info: GameInfo) -> int | None:
    """How many may play: as the game is set, else as its rules have it; None without a limit."""
    return int(game.house["max_players"]) if game.house["max_players"] else info.players[1]


def written(name: str) -> str:
    """A setting's name as it is kept: `stand-in` is stand_in, and `seats` another word for max_players."""
    plain = name.lower().replace("-", "_")
    return "max_players" if plain == "seats" else plain


def find(info: GameInfo, name: str) -> Option:
    """The option of that name, the variant's or the house's; InputError lists what there is."""
    for option in (*info.options, *HOUSE):
        if option.name == written(name):
            return option
    raise InputError(f"{info.title} has no setting {name!r}.", hint=f"It has {_listing(info)}.")


def check(option: Option, value: str) -> str:
    """The value in its one written form; InputError says what it may be."""
    text = value.strip()
    text = RENAMED.get((option.name, text.lower()), text)
    kind = option.kind
    if kind == "choice":
        if text.lower() not in option.choices:
            raise InputError(f"{option.name} cannot be {value!r}.", hint=f"It is one of {', '.join(option.choices)}.")
        return text.lower()
    if kind == "flag":
        for flag, ways in (("yes", ("yes", "on", "true", "1")), ("no", ("no", "off", "false", "0"))):
            if text.lower() in ways:
                return flag
        raise InputError(f"{option.name} cannot be {value!r}.", hint="It is yes or no.")
    if kind in ("int", "hours"):
        return _number(option, text.removesuffix("h") if kind == "hours" else text)
    if kind == "schedule" and text:
        return str(schedule.Grid.parse(text))
    if kind == "dates" and text:
        return ", ".join(str(day) for day in schedule.dates(text))
    if kind == "address" and text and not deliverable(text):
        raise InputError(f"{option.name}: {value!r} is no mail address.")
    return canonical(text) if kind == "address" else " ".join(text.split())


def _number(option: Option, text: str) -> str:
    if not text and not option.default:
        return ""
    if not text.isascii() or not text.isdigit() or len(text) > 9:
        raise InputError(f"{option.name} cannot be {text!r}.", hint="It is a whole number.")
    number = int(text)
    if (option.low is not None and number < option.low) or (option.high is not None and number > option.high):
        raise InputError(f"{option.name} cannot be {number}.", hint=f"It is from {option.low} to {option.high}.")
    return str(number)


def _listing(info: GameInfo) -> str:
    return ", ".join(option.name for option in (*info.options, *HOUSE))
