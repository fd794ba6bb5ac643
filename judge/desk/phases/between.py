"""What changes a running game between two deadlines: a late joiner, a setting, a seat left or taken, a ruling of the
master on somebody's money, and orders that are carried out at once."""

from collections.abc import Mapping
from typing import Any

from judge.core.abilities import Matching, Peopled, Tunable
from judge.core.codec import pack, pack_sheet
from judge.core.command import Command, Orders
from judge.core.notice import MASTER
from judge.core.variant import Seat, Step
from judge.desk.cabinet.records import Cause, Game, Status
from judge.desk.news import publish
from judge.desk.phases.computing import audit
from judge.desk.services import Services
from judge.desk.sheets import shown
from judge.desk.sheets.letter_context import LetterContext


def admit(services: Services, game: Game, seat: Seat, cause: Cause) -> Game:
    """A late joiner: the variant takes the seat in, as an event of the open phase."""
    step = services.variant(game).admit(services.state(game), seat)
    return _acted(services, game, step, "admitted", seat.name, {"seat": seat}, cause)[0]


def _acted(
    services: Services, game: Game, step: Step, kind: str, actor: str, data: Mapping[str, Any], cause: Cause
) -> tuple[Game, int]:
    """An event of the open phase, and its number, after which the game stands as the rules say."""
    audit(services, game, step)
    seq = services.log_event(game, kind, cause, actor=actor, data=data)
    return services.journal.acted(game, seq, step.state), seq


def retune(services: Services, game: Game, changed: Mapping[str, str], cause: Cause) -> tuple[Game, bool]:
    """The rules take in options the master has changed, as an event of the open phase; and whether everybody has been
    told of it. InputError where the rules forbid the change."""
    variant = services.variant(game)
    if not isinstance(variant, Tunable) or game.status in (Status.FORMING, Status.FINISHED):
        return game, False
    step = variant.retune(services.state(game), changed)
    return happened(services, game, step, "retuned", MASTER, {"options": dict(changed)}, cause), bool(step.notices)


def happened(
    services: Services, game: Game, step: Step, kind: str, actor: str, data: Mapping[str, Any], cause: Cause
) -> Game:
    """An event of the open phase, after which the game stands as the rules say, and everybody knows."""
    game, seq = _acted(services, game, step, kind, actor, {**data, "notices": step.notices}, cause)
    # letters are named by the one that caused it and which of its events it is: the journal counts what others file
    counted, named = f"events:{cause.key}", Cause(cause.at, f"{game.key}#{seq}")
    if cause.key:
        services.limits.add(counted, cause.at, 1)
        named = cause.part(f"event{services.limits.used(counted)}")
    publish.acted(services, game, pack(step.notices), named)
    return game


def seated(services: Services, game: Game, seat: str, taken: bool, cause: Cause) -> Game:
    """Rules that ask who is at the table learn that a seat was left or taken over, as an event of the open phase."""
    variant = services.known_variant(game)
    if variant is None or not isinstance(variant, Peopled) or game.status in (Status.FORMING, Status.FINISHED):
        return game
    step = variant.seated(services.state(game), seat, taken)
    return happened(services, game, step, "seated", seat, {"seat": seat, "taken": taken}, cause)


def act_at_once(context: LetterContext, command: Command, trying: bool) -> None:
    """A command of an ACT section: ruled on, carried out unless it is only tried, journalled."""
    game, variant, services = context.the_game(), context.variant(), context.services
    seat = MASTER if context.master else context.the_seat().name
    state = services.state(game)
    (ruling,) = variant.rule_on(state, seat, (command,))
    shown.tell(context, variant, (ruling,))
    if not ruling.stands or trying:
        return
    step = variant.act(state, seat, ruling.command)
    data = {"command": pack_sheet(variant.vocabulary, (ruling.command,))[0], "notices": step.notices}
    context.game, _ = _acted(services, game, step, "acted", seat, data, context.letter)
    context.acts += step.notices
    context.did = True


def tell(context: LetterContext) -> None:
    """What was carried out so far is told, all of it in one letter to each who may know."""
    if context.acts:
        # not by an event's number: that counts what others have filed
        cause = context.cause.part(f"act{len(context.answers)}")
        publish.acted(context.services, context.the_game(), pack(context.acts), cause)
        context.acts = ()


def tell_pairs(context: LetterContext, pairs: Matching, before: Orders) -> None:
    """After filing: lines that have met their other half, or no longer do, are told to their two parties alone."""
    services, game = context.services, context.the_game()
    after = services.orders(game)
    notices = pairs.met(services.state(game), before, after) if after != before else ()
    if notices:
        services.log_event(game, "met", context.letter, data={"notices": notices})
        publish.acted(services, game, pack(notices), context.cause.part(f"met{len(context.answers)}"))
