"""ADJUST: a ruling of the master on somebody's money, where a game's rules have money and its setting lets him."""

import re
from collections.abc import Sequence
from decimal import Decimal

from judge.core import words
from judge.core.abilities import Adjustable, Coin
from judge.core.errors import InputError
from judge.core.listing import listing
from judge.core.notice import MASTER
from judge.desk.cabinet.options import of_house
from judge.desk.cabinet.records import Game, Status
from judge.desk.phases import between
from judge.desk.sheets.letter_context import LetterContext
from judge.desk.words.binding import handles, may_tell_everybody

BACK = "ROLLBACK TO phase and the reason takes a phase back."
MOST = 10**9
"""Of any money: a slip of the finger stays a sum that fits into a table."""


@handles(words.Adjust)
def adjust(context: LetterContext, word: words.Adjust) -> None:
    """ADJUST seat ±sum money reason: posted, told to everybody, and told again in the results."""
    game, services = context.the_game(), context.services
    variant = _rules(context, game)
    state = services.state(game)
    account = variant.account(state, word.seat)
    coin, reason = _coin(word, variant.coins(state, account))
    moved = Decimal(word.change) * coin.parts
    if moved != int(moved):
        raise InputError(f"{coin.called[0]}: there are whole ones only.", hint="Leave the decimals away.")
    if not 0 < abs(moved) <= MOST * coin.parts:
        raise InputError(f"A ruling moves more than nothing and at most {MOST:,}.")
    amount = int(moved)
    may_tell_everybody(context)
    step = variant.adjust(state, account, coin.unit, amount, reason)
    ruled = {"account": account, "unit": coin.unit, "amount": amount, "reason": reason}
    ruled["line"] = f"ADJUST {word.seat} {word.change} {coin.called[0]} {reason}"  # as he may send it again
    context.game = between.happened(services, game, step, "adjusted", MASTER, ruled, context.letter)
    back = f"ADJUST {word.seat} {'-' if amount > 0 else '+'}{word.change[1:]} {coin.called[0]}"
    context.done("adjusted", line=word.line, back=back, looked=bool(game.looked and game.looked == game.round))


def _rules(context: LetterContext, game: Game) -> Adjustable:
    """The game's rules on money. InputError where there is none, or none yet."""
    if game.status is Status.FORMING:
        raise InputError(f"{game.key} has not started: nobody has money yet.", hint="ADJUST is for a running game.")
    if of_house(game, "adjust") == "no":
        raise InputError(f"{game.key} was made with adjust=no: its master corrects nobody's money.", hint=BACK)
    variant = context.services.variant(game)
    if not isinstance(variant, Adjustable):
        raise InputError(f"{variant.info.title} has no money that could be corrected.", hint=BACK)
    return variant


def _coin(word: words.Adjust, coins: Sequence[Coin]) -> tuple[Coin, str]:
    """Which money is meant, and the reason behind it: the longest name that the text begins with."""
    text = " ".join(word.text.split())
    names = sorted(((name, coin) for coin in coins for name in coin.called), key=lambda one: -len(one[0]))
    for name, coin in names:
        found = re.match(re.escape(name) + r"(?!\w)[\s,.;:-]*", text, re.IGNORECASE)
        if found is None:
            continue
        reason = text[found.end() :].strip()
        if not reason:
            raise InputError(
                "A ruling needs a reason; everybody is told.",
                hint=f"ADJUST {word.seat} {word.change} {coin.called[0]} and the reason.",
            )
        return coin, reason
    usual = [coin.called[0] for coin in coins]
    raise InputError(
        f"{text.split()[0]!r} is no money that {word.seat} has here.",
        hint=f"It is {listing(usual, 'or')}: ADJUST {word.seat} {word.change} {usual[0]} and the reason.",
    )
