"""The master's report of a board played elsewhere, and what follows when the phase was waiting for it."""

from judge.core import words
from judge.core.errors import InputError
from judge.core.phase import Phase
from judge.core.variant import Variant
from judge.desk.cabinet.records import Game, Status
from judge.desk.phases import between, resolving, waiting
from judge.desk.services import Services
from judge.desk.sheets.filing import Drafts
from judge.desk.sheets.letter_context import LetterContext, Level
from judge.post import Line

REPORT_RESULT = "report_result"
REPORT_WINTER = "report_winter"
GAME_OVER = "game_over"


def check_source(services: Services, variant: Variant, board: str, address: str) -> None:
    """InputError for an address that may not report a game's board, because it is somebody's here."""
    ours = services.config.judge
    if REPORT_RESULT not in variant.vocabulary or board == "hosted":
        raise InputError("The board of this game is played here; nothing is reported from elsewhere.")
    if address in (ours.address, ours.list, ours.keeper, ours.zine_list) or services.files.mastered_by(address):
        raise InputError(f"{address} is an address of this judge or of a master.", hint="A master passes letters on.")
    if services.files.person(address) is not None:
        raise InputError(f"{address} is registered here: its letters would no longer be answered.")


def take(context: LetterContext, word: words.Result | words.EndGame, drafts: Drafts) -> None:
    """RESULT or END into the master's sheet of its phase. InputError when this game takes no reports."""
    game, variant = context.the_game(), context.variant()
    if game.status is not Status.ACTIVE:
        way_out = "RESUME comes first; both may stand in one letter." if game.status is Status.PAUSED else ""
        raise InputError(f"{game.key} is {game.status}, so nothing can be reported.", hint=way_out)
    kind = variant.vocabulary.get(REPORT_RESULT if isinstance(word, words.Result) else GAME_OVER)
    if kind is None:
        raise InputError("The board of this game is played here; nothing is reported from elsewhere.")
    if isinstance(word, words.EndGame):
        powers = tuple(_power(context, name) for name in word.powers)
        return drafts.add(kind.read({"how": word.how, "powers": powers, "line": word.line}))
    calendar = variant.info.calendar
    phase = str(calendar.parse(word.phase))
    body = [Line(word.line + 1 + number, text) for number, text in enumerate(word.body)]
    text = context.services.reader.report(body, variant.names(game.options))
    for problem in text.problems:
        told = problem.reason + (f" {problem.hint}" if problem.hint else "")
        context.echoes = {**context.echoes, problem.line.number: problem.line.text}
        context.put(told, Level.ERROR, problem.line.number)
    if text.problems:
        raise InputError(
            "The report was not taken, because lines of it could not be read.", hint="Send it again whole."
        )
    board = {name: getattr(text, name) for name in ("counts", "owners", "units", "unit_counts")}
    fields = {"phase": phase, **board, "line": word.line}
    if Phase.parse(phase).kind == "A" and REPORT_WINTER in variant.vocabulary:
        return between.act_at_once(context, variant.vocabulary[REPORT_WINTER].read(fields), drafts.trying)
    later = game.phase and calendar.before(Phase.parse(game.phase), Phase.parse(phase))
    if later:
        drafts.aim(phase)
    drafts.add(kind.read(fields))
    if later:
        drafts.aim("NOW")


def _power(context: LetterContext, name: str) -> str:
    powers = context.variant().names(context.the_game().options).get("power", {})
    for power, aliases in powers.items():
        if name.upper() == power or name.casefold() in {alias.casefold() for alias in aliases}:
            return power
    raise InputError(f"{name!r} is no power of this game.", hint=f"Powers are {', '.join(powers)}.")


def after_filing(context: LetterContext, game: Game) -> Game:
    """Resolve at once when the phase was waiting for just this report, or when everybody is READY."""
    services = context.services
    if game.status is not Status.ACTIVE or not game.phase or not context.did or game.held_back:
        return game  # what is held back is sent by RELEASE
    if game.locked:
        over = not waiting.missing_report(services, game, services.agenda(game))
    else:
        over = waiting.everybody_ready(services, game)
    if not over:
        return game
    if game.holding:
        return resolving.look_first(services, game, context.at)
    resolved = resolving.resolve(services, game, context.letter, by="JUDGE")
    if game.locked:
        context.say("report_resolved", phase=game.phase, now=resolved.phase, held=resolved.status is Status.HELD)
    else:
        waited = services.renderer.answer("ready", {})  # no longer true: nothing is waited for
        context.answers = [answer for answer in context.answers if answer.text != waited]
        context.say("early_resolved", phase=game.phase, now="" if resolved.untold else resolved.phase)
    return resolved
