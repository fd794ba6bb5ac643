"""Every example order in a player's letter could be sent by that player, that day, as it stands."""

import re
from pathlib import Path

import pytest

from judge.desk.cabinet.records import Status
from tests.conformance.matrix import GAMES, REPORT, SMALL_TABLE, boards
from tests.conformance.test_conformance_games import seats_of
from tests.conformance.test_conformance_help import table
from tests.harness import Judge, Out, address_of, to

TABLES = [(slug, board) for slug, variant in GAMES.items() for board in boards(variant)]
PHASES = 9
SHOWN = re.compile(r"only show the form:\n\n((?:  .*\n)+)")
SAID = re.compile(r"This is read as well:\n\n((?:  .*\n)+)")


def shown(out: Out) -> str:
    """The example orders of a letter."""
    found = SHOWN.search(out.text)
    return "\n".join(line.strip() for line in found[1].splitlines()) if found else ""


@pytest.mark.parametrize(("slug", "board"), TABLES, ids=[f"{slug}-{board}" for slug, board in TABLES])
def test_what_a_letter_shows_can_be_sent_as_it_stands(slug: str, board: str, tmp_path: Path) -> None:
    """A game whose players write nothing but the examples of their letters, and its master what he is asked for."""
    variant = GAMES[slug]
    settings = {**SMALL_TABLE.get(slug, {}), **({"board": board} if len(boards(variant)) > 1 else {})}
    seats = seats_of(variant, board, "least")
    judge = Judge(tmp_path).with_game("lira7", slug, *seats, **settings)
    letters, tried = list(judge.relay.sent), 0
    for _ in range(PHASES):
        phase = judge.game("lira7").phase
        for seat in seats:
            own = next((out for out in letters if out.to == address_of(seat) and shown(out)), None)
            if own is None:
                continue
            text = shown(own)
            sheets = [out for out in judge.reply(own, text) if out.to == address_of(seat)]
            assert [out.subject[:4] for out in sheets] == ["[OK]"], f"{phase}\n{text}\n{sheets[-1].text}"
            tried += 1
        letters = judge.resolve("lira7")
        if judge.game("lira7").status is not Status.ACTIVE:
            break
        if judge.game("lira7").locked:
            letters = judge.master("lira7", REPORT.format(year=phase[:-1]))
            letters += judge.tick(judge.after(hours=1))
    assert tried > len(seats)


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_a_sentence_that_a_letter_shows_is_read_without_a_question(slug: str, tmp_path: Path) -> None:
    judge, seat = table(tmp_path, slug)
    for own in to(judge.relay.sent, address_of(seat)):
        found = SAID.search(own.text)
        said = " ".join(found[1].split()) if found else ""
        if said:
            answers = judge.reply(own, said)
            assert answers[-1].subject.startswith("[OK]"), f"{said}\n{answers[-1].text}"


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_a_letter_to_the_list_shows_no_orders(slug: str, tmp_path: Path) -> None:
    """Its readers have nothing to order."""
    judge, _ = table(tmp_path, slug)
    judge.resolve("lira7")
    told = to(judge.relay.sent, "results@list.test")
    assert told and not any(SHOWN.search(out.text) or SAID.search(out.text) for out in told)


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_the_example_of_a_refusal_is_one_the_writer_could_send(slug: str, tmp_path: Path) -> None:
    judge, seat = table(tmp_path, slug)
    for line in ("SELL 3 ZLOTYS", "BUILD GAS", "BID 4", "A PAR BUR BUR", "5 : A PAR BUR BUR"):
        (refused, *_) = to(judge.orders("lira7", seat, line), address_of(seat))
        found = re.search(r"^ +For example: (.*)$", refused.text, re.MULTILINE)
        if found:
            (answer, *_) = judge.orders("lira7", seat, f"TRY\n{found[1]}")
            assert answer.subject.startswith(("[OK]", "[CHECK]")), f"{line}\n{refused.text}\n{answer.text}"
