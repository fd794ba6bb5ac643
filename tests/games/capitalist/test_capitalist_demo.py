"""The scripted players play a game to its end, and every line of theirs is understood."""

from __future__ import annotations

from judge.core.notice import MASTER
from judge.core.words import As, Place
from judge.extras.players import capitalist as demo
from judge.parse.reading import Grammar, Understood
from judge.post import Line
from tests.games.capitalist.capitalist_cases import GAME, dice, opened
from tests.harness import shared_reader

READER = shared_reader()
GRAMMAR = Grammar("capitalist", GAME.vocabulary, GAME.names({}))


def written(text):
    """The orders of a letter below their hats; press is left out."""
    hat, sheet = "", []
    for number, row in enumerate(text.partition("\nBROADCAST")[0].split("\n"), 1):
        line = Line(number, row)
        said = READER.word(line, Place.PLAYER)
        if isinstance(said, Understood):
            (word,) = said.commands
            assert isinstance(word, As), row
            hat = "" if word.who == "SELF" else word.who
            continue
        found = READER.orders(GRAMMAR).read(line, hat)
        assert row == "Thanks!" or all(isinstance(one, Understood) for one in found), (row, found)
        sheet += [command for one in found if isinstance(one, Understood) for command in one.commands]
    return tuple(sheet)


def test_the_demonstration_reaches_its_last_winter_with_powers_changing_hands():
    state, step, commanders, refused = opened(*demo.PLAYERS, **demo.OPTIONS), None, set(), set()
    for number in range(100):
        public = GAME.standing(state, None)
        letters = demo.letters(str(state.phase), number, public, state.investors)
        rulings = {seat: GAME.rule_on(state, seat, written(text)) for seat, text in letters.items()}
        refused |= {r.because.code for found in rulings.values() for r in found if r.because and not r.stands}
        orders = {seat: tuple(r.command for r in found if r.stands) for seat, found in rulings.items()}
        step = GAME.resolve(state, {**orders, MASTER: ()}, dice(state.phase))
        state = step.state
        commanders |= {(power, seat) for power, seat in state.commanders.items() if seat}
        if step.ended:
            break
    assert step is not None and step.ended is not None
    assert step.ended.reason == f"Winter {demo.OPTIONS['last_year']} was the last"
    assert len(commanders) > 10
    assert "not-commander" in refused and refused <= {"not-commander", "not-your-unit"}
