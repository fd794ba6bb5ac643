"""Results of a board elsewhere that come by themselves: from the address that reports it (`board_from`), or passed on
by the game's master from their own. They are a robot's letters, let through for this alone: nobody there is answered.

What fits the board before is filed as the master's RESULT (`board_auto`), all else is shown to the master, whose YES
files it. What the letters told last stands in the game's record, so that the next can be held against it.
"""

import hashlib
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from judge.core.command import Command
from judge.core.notice import MASTER
from judge.core.phase import Phase
from judge.core.regex import regex
from judge.core.ruling import Reason, Remark
from judge.core.ruling import words as worded
from judge.core.values import Value
from judge.desk.cabinet.limits import DAY, ONCE_A_DAY, Limit
from judge.desk.cabinet.records import Game, Status, iso
from judge.desk.counter import conversation, proposals
from judge.desk.services import Services
from judge.desk.sheets.letter_context import LetterContext, Level
from judge.desk.words.report import REPORT_RESULT, REPORT_WINTER
from judge.desk.writing.letterform import Brief
from judge.kits.board.standard import standard_map
from judge.kits.host.elsewhere import REASONS, Before, Came, after_autumn, oddities
from judge.kits.host.picture import board_in
from judge.mail.reading import whole_texts
from judge.post import Action, Line, Message
from judge.reading.report import ReportText
from judge.reading.report_pasted import Season, Told

ASKED = Limit(24, DAY)  # letters about results that one game's master gets
READ = (Action.AUTO, Action.ORDERS, Action.ASK, Action.NO_ORDERS, Action.HELP, Action.UNVERIFIED)
_SIGNED = regex(r"\s*(?:SIGN ?ON\s+\S*@|MASTER\s+\S+\s+\S|CREATE\s)", re.IGNORECASE)
_KNOWN = regex(r"(?:standard|classic|diplomacy)\b", re.IGNORECASE)
_PRESS = regex(r"\b(?:message|broadcast|press|announces?)\b", re.IGNORECASE)
_OWN = {
    "ahead": Reason("B-9", "The market stands at {now}. YES keeps this report for {phase}."),
    "loose": Reason("", "This is no list of another judge's; look whether I read it right."),
    "resting": Reason("", "The game is {status}: RESUME comes before YES."),
}


class Report(Value):
    """What one season's results would be filed as, and what is odd about them."""

    season: str
    command: Command
    came: Came
    odd: tuple[str, ...]

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.command.canonical().encode()).hexdigest()[:16]


def came(services: Services, message: Message, raw: bytes, games: Sequence[Game]) -> bool:
    """Whether a letter of the address that reports the board of these games was dealt with here, whatever it holds."""
    if message.action not in READ or message.credential or _signed(message):
        return False
    for game in games:
        if not message.vouched:
            _count(services, game)
            _once(services, game, message, "unproved")
        elif not _taken(services, game, message, raw, direct=True):
            _count(services, services.files.game(game.key) or game)
    return True


def passed_on(services: Services, message: Message, raw: bytes, games: Sequence[Game]) -> bool:
    """Whether the letter of the master of these games, each beside a board that reports itself, passes on results of
    one, and so was dealt with here."""
    if _signed(message):
        return False
    return any([_taken(services, game, message, raw, direct=False) for game in games])


def _signed(message: Message) -> bool:
    return any(_SIGNED.match(line.text) for line in message.lines[:3])


# ---- one letter, one game -----------------------------------------------------------------------------------------


def _taken(services: Services, game: Game, message: Message, raw: bytes, direct: bool) -> bool:
    """Deal with the results in a letter; False if it holds none of this game's."""
    if game.status in (Status.FORMING, Status.FINISHED):
        return False
    if REPORT_RESULT not in services.variant(game).vocabulary or game.options.get("board") == "hosted":
        return False
    for lines in whole_texts(raw):
        row = game.elsewhere
        before = (row.get("at", ""), [tuple(unit) for unit in (*row.get("units", ()), *row.get("open", ()))])
        told, texts = services.reader.arrived(lines, services.variant(game).names(game.options), before)
        if told.seasons and _meant(game, told, message.subject, lines, direct):
            _results(services, game, message, told, texts, told.loose or (direct and not told.begins))
            return True
    return False


def _meant(game: Game, told: Told, subject: str, lines: Sequence[Line], direct: bool) -> bool:
    """Whether they are results of the board this game stands beside, and not words of a player there."""
    name = game.house.get("board_game", "").casefold()
    if not name:
        return False
    top = (subject, *[line.text for line in lines if line.text.strip()][:6])
    if direct and not told.begins and (told.games or any(map(_PRESS.search, top))):
        return False  # another judge's letter in which somebody else speaks first
    if told.games:
        return name in {one.casefold() for one in told.games}
    bound = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
    return any(bound.search(text.casefold()) for text in (subject, *(line.text for line in lines)))


def _results(services: Services, game: Game, message: Message, told: Told, texts: list[ReportText], shy: bool) -> None:
    """Season by season. `shy`: nothing of it is applied unasked."""
    if told.variant and not _KNOWN.match(told.variant):
        return _once(services, game, message, "variant", name=told.variant[:40])
    done = False
    for season, text in zip(told.seasons, texts, strict=True):
        game = services.files.game(game.key) or game
        place = _place(game, season.phase)
        newer = _order(season.phase) > _order(game.elsewhere.get("at", ""))
        if place == "past" and newer and season.units and not season.wants and not text.problems:
            report = _report(services, game, season, text, told)
            _remember(services, game, season, report.came.owners, report.digest)
            continue  # resolved here already, or needed by no report: known for the season that follows
        if place == "past" and season is not told.seasons[-1]:
            continue
        if season.wants:
            _tell(services, game, message, "wants", season=season.phase)
        elif text.problems:
            unread = [f"{one.line.text.strip()[:70]}: {one.reason}" for one in text.problems[:5]]
            _tell(services, game, message, "unread", season=season.phase, odd=unread)
        elif season.open:
            _remember(services, game, season, {}, "")
        elif place == "past":
            if not done:
                _past(services, game, message, _report(services, game, season, text, told))
        else:
            _current(services, game, message, _report(services, game, season, text, told), season, shy)
            done = True


def _place(game: Game, season: str) -> str:
    """Where a season stands beside the open phase: now, past or ahead. A winter is told in the spring after it."""
    if not game.phase or not season:
        return "past"
    now, then = Phase.parse(game.phase), Phase.parse(f"{season}M")
    if then.season == "W":
        return "now" if (now.year, now.season) == (then.year + 1, "S") else "ahead" if now.year <= then.year else "past"
    return "now" if then.place == now.place else "past" if then.place < now.place else "ahead"


def _order(season: str) -> tuple[str, int]:
    return season[1:], "SFW".find(season[:1])


def _before(services: Services, game: Game, season: str) -> Before:
    """The board before a season: as letters told it last, else as the game has it."""
    row = game.elsewhere if game.elsewhere.get("at", "") != season else game.elsewhere.get("prior", {})
    year = int(season[1:])
    last = {"S": (f"W{year - 1}", f"F{year - 1}"), "F": (f"S{year}",), "W": (f"F{year}",)}[season[0]]
    if row.get("at", "") in last and not row.get("open"):
        return Before(frozenset(tuple(unit) for unit in row["units"]) or None, row["owners"])
    board = board_in(services.standing(game, None))
    units = frozenset((one.power, one.type, one.loc) for one in board.units) if board else frozenset()
    known = board is not None and _place(game, season) == "now"
    return Before(units or None if known else None, board.centres if board and (known or season[0] != "F") else {})


def _report(services: Services, game: Game, season: Season, text: ReportText, told: Told) -> Report:
    """The season's results as the master would report them; owners follow from the units where they are not told."""
    board, before, units = standard_map(), _before(services, game, season.phase), frozenset(text.units)
    owners = dict(text.owners)
    if not owners and before.owners and not (season.phase[0] == "F" and not units):
        owners = after_autumn(board, before.owners, units) if season.phase[0] == "F" else dict(before.owners)
    came_ = Came(season.phase, season.stood, units, owners, text.counts)
    place, rests = _place(game, season.phase), game.status is not Status.ACTIVE
    odd = [worded(REASONS, one) for one in oddities(board, before, came_)]
    own = [("ahead", place == "ahead"), ("loose", told.loose), ("resting", rests)]
    figures: dict[str, str | int] = {"now": game.phase, "phase": season.phase, "status": str(game.status)}
    odd += [worded(_OWN, Remark(code, figures)) for code, so in own if so]
    counts = {power: list(owners.values()).count(power) for power in sorted(board.powers)} if owners else text.counts
    winter = season.phase[0] == "W"
    kind = services.variant(game).vocabulary.get(REPORT_WINTER if winter else REPORT_RESULT)
    fields = {"phase": f"{season.phase}{'A' if winter else 'M'}", "units": text.units, "unit_counts": text.unit_counts}
    fields |= {} if winter else {"counts": counts, "owners": owners}
    kind = kind or services.variant(game).vocabulary[REPORT_RESULT]
    return Report(season.phase, kind.read(fields), came_, tuple(odd))


def _past(services: Services, game: Game, message: Message, report: Report) -> None:
    """Results of a season that is over here: the same as were told, or others."""
    known = game.elsewhere.get("told", {}).get(report.season)
    again = report.season[:1] in ("W", "") or known in (None, report.digest)
    if again:
        _once(services, game, message, "again", season=report.season)
    else:
        _tell(services, game, message, "corrected", season=report.season, lines=_lines(report.command))


def _current(services: Services, game: Game, message: Message, report: Report, season: Season, shy: bool) -> None:
    auto = game.house.get("board_auto") == "yes" and not shy
    if game.elsewhere.get("told", {}).get(report.season) == report.digest and auto:
        return _once(services, game, message, "again", season=report.season)
    if not report.odd or not game.elsewhere:
        _remember(services, game, season, report.came.owners, report.digest)
        game = services.files.game(game.key) or game
    if report.season[0] == "W" and REPORT_WINTER not in services.variant(game).vocabulary:
        return  # this game needs no winters: the units are kept for the spring that follows
    if report.season[0] == "W" and _place(game, report.season) == "ahead":
        return
    if report.odd or not auto:
        keys = _tell(
            services, game, message, "asked", season=report.season, lines=_lines(report.command), odd=list(report.odd)
        )
        kept = proposals.Proposal(f"{game.key}/{MASTER}", game.phase, 0, (report.command.canonical(),))
        for key in keys:
            proposals.keep(services, key, kept, iso(message.arrived))
        return
    lines = [Line(number, text) for number, text in enumerate(_lines(report.command), 1)]
    (block, *_) = services.reader.blocks(lines, signed=True)
    bare = replace(message, subject="", lines=(), asides=(), references=())
    context = LetterContext(services, bare, message.arrived, game=game, master=True)
    conversation.converse(context, block)
    problems = [answer.text for answer in context.answers if answer.level is Level.ERROR]
    what = "refused" if problems else "applied"
    fresh = services.files.game(game.key) or game
    _tell(services, fresh, message, what, season=report.season, lines=_lines(report.command), odd=problems)


def _lines(command: Command) -> list[str]:
    return command.canonical().split("\n")


def _remember(services: Services, game: Game, season: Season, owners: Any, digest: str) -> None:
    """What the letters told last; the season before it stays beside it, for when it is told anew."""
    row = game.elsewhere
    prior = row.get("prior", {}) if row.get("at", "") == season.phase else row
    told = {**row.get("told", {}), **({season.phase: digest} if digest else {})}
    kept = {
        "at": season.phase,
        "units": sorted(season.units),
        "open": sorted(season.open),
        "owners": dict(owners),
        "told": dict(list(told.items())[-6:]),
        "ignored": row.get("ignored", 0),
    }
    services.files.save_game(replace(game, elsewhere={**kept, "prior": {k: prior[k] for k in prior if k in _KEPT}}))


_KEPT = ("at", "units", "open", "owners")


# ---- what the master hears ----------------------------------------------------------------------------------------


def _count(services: Services, game: Game) -> None:
    """One more letter of that address was left alone."""
    row = {**game.elsewhere, "ignored": game.elsewhere.get("ignored", 0) + 1}
    services.files.save_game(replace(game, elsewhere=row))


def _once(services: Services, game: Game, message: Message, what: str, **data: Any) -> None:
    """Said once a day."""
    if services.limits.take(f"elsewhere:{game.key}/{what}", message.arrived, ONCE_A_DAY):
        _tell(services, game, message, what, **data)


def _tell(services: Services, game: Game, message: Message, what: str, **data: Any) -> list[str]:
    """A letter to the game's masters; the keys of its copies. So many a day, whoever wrote."""
    if not services.limits.take(f"elsewhere:{game.key}", message.arrived, ASKED):
        _count(services, services.files.game(game.key) or game)
        return []
    shown = {"season": "", "lines": [], "odd": [], "name": "", **data}
    shown["season"] = Phase.parse(f"{shown['season']}M").season_words if shown["season"] else ""
    facts = {"what": what, "source": game.board_from, "ignored": game.elsewhere.get("ignored", 0), **shown}
    cause, kind = f"{message.key}/{facts['season']}", f"elsewhere.{what}"
    services.letters.to_master(game, Brief(cause, kind, facts, message.arrived, template="session/elsewhere.txt"))
    return [services.letters.key(cause, f"master.{kind}", one, game.key) for one in game.masters]
