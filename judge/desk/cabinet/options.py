"""The settings every game has, beside those of its variant, and how settings are read and checked."""

from collections.abc import Mapping

from judge.core.addressing import canonical
from judge.core.errors import InputError
from judge.core.tables import settings, tables
from judge.core.variant import GameInfo, Option
from judge.desk.cabinet import schedule
from judge.desk.cabinet.records import RENAMED, Game
from judge.mail.headers import deliverable

HOUSE = settings(tables("judge.desk.cabinet")["settings"])
_NAMES = {option.name: option for option in HOUSE}
_FLAGS = {**dict.fromkeys(("yes", "on", "true", "1"), "yes"), **dict.fromkeys(("no", "off", "false", "0"), "no")}
SPARSE = frozenset({"board_from", "board_game", "board_auto"})
"""Settings that few games have: kept where they were chosen, so that no other game's record grows by them."""


def settle(info: GameInfo, given: Mapping[str, str]) -> tuple[dict[str, str], dict[str, str]]:
    """(options of the variant, options of the house) with every default filled in. InputError names what is wrong,
    by itself or together."""
    for name in given:
        find(info, name)
    known = {option.name: option for option in info.options}
    preset = info.presets.get(given.get("rules", known["rules"].default if "rules" in known else ""), {})
    options = {name: check(option, given.get(name, preset.get(name, option.default))) for name, option in known.items()}
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
    known = (*info.options, *HOUSE)
    for option in known:
        if option.name == written(name):
            return option
    listing = ", ".join(option.name for option in known)
    raise InputError(f"{info.title} has no setting {name!r}.", hint=f"It has {listing}.")


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
        if text.lower() in _FLAGS:
            return _FLAGS[text.lower()]
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
