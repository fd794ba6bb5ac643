"""Every example that HELP shows is answered with the thing it asks for, in every game, never with another's page."""

import re
from pathlib import Path

import pytest

from judge.core.manual import MANUAL
from judge.desk.news.publish import samples
from judge.extras.robots.plays import play
from tests.conformance.matrix import GAMES, SMALL_TABLE, boards
from tests.conformance.test_conformance_games import seats_of
from tests.desk.worlds import filed
from tests.harness import Judge, Out, address_of

GAME = "lira7"
RULE = "  - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - - -\n"
LINES = 40


def table(folder: Path, slug: str) -> tuple[Judge, str]:
    """A small game that has started, and the first of its seats."""
    seats = seats_of(GAMES[slug], boards(GAMES[slug])[0], "least")
    return Judge(folder).with_game(GAME, slug, *seats, **SMALL_TABLE.get(slug, {})), seats[0]


def answer(judge: Judge, seat: str, text: str) -> Out:
    return next(out for out in judge.orders(GAME, seat, text) if out.to == address_of(seat) and "[" in out.subject)


def pages(out: Out) -> list[str]:
    """What was asked for, below the answer itself."""
    return [page.strip() for page in out.text.split(RULE)[1:]]


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_help_fits_on_a_page_and_each_of_its_sentences_does_what_it_says(tmp_path: Path, slug: str) -> None:
    judge, seat = table(tmp_path, slug)
    (page,) = pages(answer(judge, seat, "HELP"))
    assert len(page.split("\n")) <= LINES
    *orders, first, second, third = (" ".join(said.split()) for said in re.findall(r'"([^"]+)"', page))
    asked = [first, second, third]
    assert asked == ["How do I stand?", "When is the deadline?", "Please cancel my orders."]
    assert "read in a Bourse" not in " ".join(page.split()), "the example of somebody else's game"
    for order in orders:
        assert answer(judge, seat, order).subject.startswith("[OK]") and filed(judge, seat)
    for question in asked[:2]:
        out = answer(judge, seat, question)
        assert pages(out)[0].startswith(f"STATUS of {seat}") and "\n  Deadline  " in out.text
    before = filed(judge, seat)
    cancelled = answer(judge, seat, asked[2])
    assert cancelled.subject[:4] in ("[OK]", "[CHE") and (filed(judge, seat) != before or not before)


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_help_before_the_start_shows_orders_of_that_game(tmp_path: Path, slug: str) -> None:
    judge, variant = Judge(tmp_path), GAMES[slug]
    judge.new(GAME, slug, **SMALL_TABLE.get(slug, {}))
    (seat, *_) = seats_of(variant, boards(variant)[0], "least")
    judge.join(GAME, seat)
    (page,) = pages(answer(judge, seat, "HELP"))
    for entry in variant.info.help[:2]:
        assert f"\n  {entry.examples[0]}\n" in page
    assert "Bourse" not in page and f"\n  signon {seat}@{GAME} password\n".lower() in page.lower()
    assert len(page.split("\n")) <= LINES


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_a_start_letter_has_at_most_forty_lines_and_the_answer_to_its_three_lines_twenty(
    tmp_path: Path, slug: str
) -> None:
    judge, seat = table(tmp_path, slug)
    starts = judge.letters(subject=f"{GAME} start")
    assert len(starts) > 1 and max(out.text.count("\n") for out in starts) <= LINES
    orders = samples(judge.services, judge.game(GAME), seat)[:3]
    out = answer(judge, seat, "\n".join(orders))
    assert out.subject.startswith("[OK]") and len(filed(judge, seat)) == len(orders)
    assert out.text.count("\n") <= 20, out.text


@pytest.mark.parametrize("slug", sorted(filter(play, GAMES)))
def test_a_practice_game_begins_with_a_letter_of_at_most_forty_lines(tmp_path: Path, slug: str) -> None:
    judge = Judge(tmp_path)
    asked = judge.say("ann@example.test", f"REGISTER Ann Archer\nJOIN PRACTICE {slug}")
    (begun,) = (out for out in judge.reply(asked[-1], "yes") if out.subject.endswith("start"))
    assert begun.text.count("\n") <= LINES and "WHAT WINS" in begun.text


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_help_on_a_word_is_that_word_s_page_and_this_game_s(tmp_path: Path, slug: str) -> None:
    judge, seat = table(tmp_path, slug)
    own = GAMES[slug].info.help
    others = {entry.text for one in GAMES for entry in GAMES[one].info.help} - {entry.text for entry in own}
    for entry in (*MANUAL.values(), *own):
        told = pages(answer(judge, seat, f"HELP {entry.verb}"))
        flat = " ".join(" ".join(told).split())
        assert entry.verb in [re.split(r" \(|\n", page)[0] for page in told], entry.verb
        assert not [text for text in others if " ".join(text.split()) in flat], entry.verb


SHOWN = {"status": "STATUS of", "map": "THE BOARD", "prices": "PRICES", "holdings": "(HOLDINGS|STATUS of)"}
SENTENCES = ("{}", "What is the {}?", "Show me the {}, please.")
NONE_HERE = re.compile("There is no board to be seen|This game has no market")


@pytest.mark.parametrize("slug", sorted(GAMES))
def test_what_is_asked_for_by_a_word_comes_however_it_is_asked(tmp_path: Path, slug: str) -> None:
    judge, seat = table(tmp_path, slug)
    for word, begins in SHOWN.items():
        for said in SENTENCES:
            text = said.format(word.upper() if said == "{}" else word)
            sent = [out.text for out in judge.orders(GAME, seat, text) if out.to == address_of(seat)]
            told = [page.strip() for one in sent for page in one.split(RULE)[1:]]
            by_itself = slug == "exchange" and word == "prices" and any("COMPANY-OWNED SHARES" in one for one in sent)
            shown = by_itself or any(re.match(begins, page) for page in told)
            assert shown or any(NONE_HERE.search(" ".join(one.split())) for one in sent), text
