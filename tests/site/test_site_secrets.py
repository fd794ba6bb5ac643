"""Nothing private stands anywhere in the archive: not in pages, pictures' words, feeds, machine parts or file names."""

from pathlib import Path

import pytest
from hypothesis import given

from judge.core.codec import pack
from judge.core.notice import PUBLIC
from judge.desk.cabinet.records import instant
from judge.extras import facts
from judge.extras.zine import gather, letter, page
from judge.extras.zine.issue import Issue, Kept
from judge.games import slugs
from tests.demos import archived, opened
from tests.desk.test_desk_secrets import HUSH, plans, play
from tests.desk.worlds import FEW, GAME, SEATS, small_game, tokens_in
from tests.harness import MASTER, MASTER_PASSWORD, address_of, password_of
from tests.site.sites import files, said, without_examples, written

pytestmark = pytest.mark.usefixtures("no_posters")


@FEW
@given(plans)
def test_no_secret_of_a_seat_is_anywhere_on_the_site(
    tmp_path_factory: pytest.TempPathFactory, plan: list[tuple[str, str]]
) -> None:
    folder = tmp_path_factory.mktemp("secrets")
    judge = small_game(folder / "home", archive="web", archive_url="https://judge.test")
    play(judge, plan)
    written(judge, folder / "home/web")
    told = said(folder / "home/web")
    assert f"games/{GAME}/s1901m.html" in files(folder / "home/web")
    nonces = [seat.nonce for seat in judge.services.files.seats(GAME).values()]
    chain = [link.hex() for link in judge.services.chain(GAME)]
    for secret in (
        *map(address_of, SEATS),
        *map(password_of, SEATS),
        *HUSH.values(),
        *nonces,
        *chain,
        MASTER,
        MASTER_PASSWORD,
        *(f"Person behind {seat}" for seat in SEATS),
        "example.test",
    ):
        assert secret not in told, secret
    assert not tokens_in(told)


@pytest.mark.parametrize("slug", slugs())
def test_nothing_of_a_private_notice_is_on_the_site(slug: str) -> None:
    """Every number of a private notice that stands in no public one stands nowhere on the site."""
    pages = said(archived(slug) / "games")  # before the game is opened: one house at a time opens a home
    app = opened(slug)
    services = app.services
    (game,) = services.files.games()
    told = without_examples(pages, services.variant(game)) + zine_of(
        services, game
    )  # the rules have examples of orders
    private: set[str] = set()
    for played in game.played:
        for notice in services.journal.event(game.key, played.event)["data"]["notices"]:
            if notice["audience"] != PUBLIC:
                private |= set(marks_of(notice["data"]))
    known = set(marks_of([n["data"] for p in game.played for n in public(services, game, p)]))
    known |= set(
        marks_of([p.phase for p in game.played] + [game.phase, facts.Facts(services, game).started["data"]["notices"]])
    )
    known |= set(marks_of(pack(facts.Facts(services, game).standing)))
    secret = {mark for mark in private - known if len(mark) >= 5}
    assert not {mark for mark in secret if mark in told}
    for number in range(1, len(services.files.seats(game.key)) + 1):
        assert f"player{number}@demo.test" not in told and f"pass-{number}" not in told
    app.close()


def zine_of(services, game) -> str:  # type: ignore[no-untyped-def]
    """All that an issue says of a game from its beginning to this day."""
    before = Kept(Issue(0, "", game.created, "", "UTC"), {game.key: 0})
    issue = gather.issue(services, 1, before, instant(game.settled)).issue
    assert issue.stories and issue.stories[0].results and issue.stories[0].standing.text
    return letter.words(services, issue) + page.alone(services, issue)


def public(services, game, played):  # type: ignore[no-untyped-def]
    return [n for n in services.journal.event(game.key, played.event)["data"]["notices"] if n["audience"] == PUBLIC]


def marks_of(data: object) -> list[str]:
    """Every exact amount with a fraction, and every text of one piece that looks like an order: what would tell."""
    if isinstance(data, dict):
        return [mark for value in data.values() for mark in marks_of(value)]
    if isinstance(data, list | tuple):
        return [mark for value in data for mark in marks_of(value)]
    text = str(data)
    return [text] if any(ch.isdigit() for ch in text) else []


@pytest.mark.parametrize("reveal", ["yes", "no"])
def test_who_was_who_is_on_the_site_only_at_the_end_and_where_the_game_tells_it(tmp_path: Path, reveal: str) -> None:
    judge = small_game(tmp_path / "home", reveal=reveal)
    judge.resolve(GAME)
    written(judge, tmp_path / "site")
    assert "Person behind" not in said(tmp_path / "site")
    judge.master(GAME, "END DRAW")
    judge.master(GAME, "RESULT F1901 CENTRES A 5 E 4 F 5 G 5 I 4 R 6 T 5")
    judge.resolve(GAME)
    written(judge, tmp_path / "site")
    assert judge.game(GAME).ended
    assert ("Person behind Ursa" in said(tmp_path / "site")) is (reveal == "yes")
    judge.master(GAME, f"ROLLBACK TO {judge.game(GAME).played[-1].phase} it was too early")
    written(judge, tmp_path / "site")
    assert "Person behind" not in said(tmp_path / "site")


def test_in_the_fog_the_site_shows_no_board(tmp_path: Path) -> None:
    from tests.desk.test_desk_boards import table

    judge = table(tmp_path / "home", "payola", blind="yes")
    judge.orders("game7", "France", "5 : A PAR - BUR")
    judge.resolve("game7")
    written(judge, tmp_path / "site")
    told = without_examples(said(tmp_path / "site/games"), judge.services.variant(judge.game("game7")))
    assert "BUR" not in told and not (tmp_path / "site/map").exists()
