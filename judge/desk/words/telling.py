"""How much of what a master does is told to everybody, and how many strangers he may bring: whoever may make a game
must not have a judge that writes to anybody as often as he likes."""

from __future__ import annotations

from judge.core.errors import InputError
from judge.desk.cabinet.limits import DAY, Limit
from judge.desk.sheets.letter_context import LetterContext

A_LETTER = 20  # things that one letter tells everybody
A_DAY = 100  # that one game tells everybody
NEWCOMERS = Limit(12, DAY)  # addresses that nobody knows, brought into one game


def everybody(context: LetterContext) -> None:
    """One more thing that all readers of the game get a letter about."""
    limits, game = context.services.limits, context.the_game()
    letter, day = f"tells:{context.message.key}", f"tells:{game.key}:{context.at:%Y-%m-%d}"
    if limits.used(letter) >= A_LETTER:
        raise InputError(
            f"Everybody is told {A_LETTER} things in one letter; this was not done.", hint="Send it in another."
        )
    if limits.used(day) >= A_DAY:
        raise InputError(
            f"Everybody is told {A_DAY} things a day in one game; this was not done.", hint="Send it another day."
        )
    for name in (letter, day):
        limits.add(name, context.at, 1)


def newcomer(context: LetterContext, address: str) -> None:
    """Somebody is written to who has not asked for it."""
    services, game = context.services, context.the_game()
    if services.files.proved(address) or services.files.seats_of(address):
        return
    if not services.limits.take(f"newcomers:{game.key}", context.at, NEWCOMERS):
        raise InputError(
            f"{NEWCOMERS.count} addresses a day that nobody knows here may be brought into a game; {address} was not.",
            hint="Whoever registers first may come at any time.",
        )
