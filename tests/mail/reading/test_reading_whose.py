"""Whose words they are: orders above an attribution count, those below it never; and what robots say."""

from judge.mail.reading import read_message
from judge.mail.reading.quotes import own_text
from judge.post import Action
from tests.mail.reading.reading_letters import RULES, both, dsn, html, letter
from tests.tables import cases


def own(text: str) -> list[str]:
    return [line.text for line in own_text(text.split("\n")).lines if line.text]


@cases("text", "kept")
def test_orders_above_an_attribution_are_the_writers(text: str, kept: list[str]) -> None:
    assert own(text) == kept


@cases("head")
def test_orders_below_any_head_of_a_letter_are_not_the_writers(head: str) -> None:
    assert own(f"A WAR - GAL\n\n{head}\n\nF LON H\nF EDI H") == ["A WAR - GAL"]


BOUNCES = "judge+bounce.g9.ann.c17@judge.test"


def test_an_absence_note_at_a_bounce_address_is_no_bounce() -> None:
    raw = letter("I am on holiday until Monday and will answer then.", to=BOUNCES, path="")
    assert read_message(raw, RULES).action is Action.AUTO
    failed = letter("Your letter could not be delivered: user unknown.", to=BOUNCES, path="")
    assert read_message(failed, RULES).action is Action.BOUNCE


def test_what_is_no_report_at_a_bounce_address_is_never_answered() -> None:
    raw = letter("We have received your request and will answer soon.\nF Lon - ENG", to=BOUNCES)
    assert read_message(raw, RULES).action is Action.AUTO


@cases("status", "said", "kind")
def test_where_the_status_says_nothing_the_words_decide(status: str, said: str, kind: str) -> None:
    raw = dsn("failed", status).replace(b"no such user", said.encode())
    bounce = read_message(raw, RULES).bounce
    assert bounce is not None and bounce.kind == kind


@cases("struck")
def test_what_the_html_strikes_is_no_order_though_the_text_beside_it_shows_it(struck: str) -> None:
    markup = f"<div>F Lon - ENG</div><div>{struck.format('A Lvp - Yor')}</div>"
    alone, beside = (read_message(raw, RULES) for raw in (html(markup), both("F Lon - ENG\nA Lvp - Yor", markup)))
    assert [line.text for line in beside.lines] == [line.text for line in alone.lines] == ["F Lon - ENG"]
    assert "~~A Lvp - Yor~~" in beside.asides and "~~A Lvp - Yor~~" in alone.asides


def test_what_stands_between_double_tildes_is_struck() -> None:
    message = read_message(letter("F Lon - ENG\n~~A Lvp - Yor~~\nF Edi ~~- NWG~~ - NTH\n~~~~\nA ~ B"), RULES)
    assert [line.text for line in message.lines][:2] == ["F Lon - ENG", "F Edi - NTH"]
    assert message.asides == ("~~A Lvp - Yor~~", "~~- NWG~~")


def test_a_letter_all_of_which_is_struck_orders_nothing() -> None:
    message = read_message(both("F Lon - ENG", "<div><del>F Lon - ENG</del></div>"), RULES)
    assert (message.action, message.lines) == (Action.NO_ORDERS, ())
