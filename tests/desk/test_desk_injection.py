"""Hostile text in every place where a person may write freely: it stays text, in its own place."""

import email
import json
import logging
import re
from pathlib import Path

import pytest

from tests.counts import SOAK, some
from tests.desk.worlds import GAME, LUPUS, everything_in, everything_stored, filed, small_game
from tests.harness import MASTER, Judge, Out, address_of
from tests.tables import cases, rows

HOSTILE = {
    "a path": "../../../../etc/passwd",
    "a null path": "/tmp/x\x00.eml",
    "a header": "x\r\nBcc: evil@evil.test\r\n\r\nbody",
    "an encoded header": "=?utf-8?Q?x=0D=0ABcc=3A_evil=40evil.test?=",
    "line separators": "x\u2028Bcc: evil@evil.test\u2029\x85Bcc: evil@evil.test\x0b\x0c\x1cy",
    "a template": "{{ 7 * 7 }}{% for x in range(9) %}{{ x }}{% endfor %}{# gone #}",
    "an attribute": "{{ ''.__class__.__mro__[1].__subclasses__() }}",
    "a format": "%s%n%(x)s {0} {game.master_hash} $HOME `id` $(id)",
    "an escape": "\x1b[31mred\x1b]0;title\x07\x1b[2J",
    "markup": "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "a formula": '=HYPERLINK("http://evil.test")',
    "directions": "abc\u202egnp.exe\u2066\u200bx",
    "blanks": " " * 5000 + "x",
    "brackets": "(" * 5000,
    "quotes": '"' * 3001 + "'" * 3001,
    "commas": "a," * (3000 if SOAK else 300),  # each piece is read by itself
    "colons": "PRESS TO " + "a:" * 2500,
    "signs": "@" * 4000,
    "words": "SIGNON " * 800,
    "digits": "9" * 5000,
    "dots": "a." * 2500 + "@",
    "surrogates": "x\ud800y".encode("utf-8", "surrogatepass").decode("utf-8", "replace"),
}
PLACES = dict(rows(__file__, "PLACES"))
INSIDE = dict(rows(__file__, "INSIDE"))
MASTERS = dict(rows(__file__, "MASTERS"))

KNOWN = set(rows(__file__, "KNOWN"))


@pytest.fixture(scope="module")
def world(tmp_path_factory: pytest.TempPathFactory) -> Judge:
    judge = small_game(tmp_path_factory.mktemp("world"), grey="yes")
    judge.say("ann@example.test", "REGISTER Ann")
    judge.reply(judge.letters("ann@", "[CONFIRM]")[-1], "")
    return judge


def harmless(judge: Judge, sent: list[Out], text: str) -> None:
    """Everything that came of it is a proper letter to somebody who was meant, and nothing was run."""
    people = {address_of(s) for s in ("Lupus", "Grey Wolf", "Ursa")} | {
        MASTER,
        "ann@example.test",
        "results@list.test",
        "keeper@example.test",
    }
    for out in sent:
        assert out.to in people, out.to
        message = email.message_from_bytes(out.raw)
        assert {name.lower() for name in message} <= KNOWN
        assert len(message.get_all("Subject", [])) == len(message.get_all("To", [])) == 1
        assert not any(len(line) > 998 for line in out.raw.split(b"\n"))
        assert not re.search(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]", out.text.replace("\n", ""))
        said = everything_in(out)
        assert "\x1b" not in said and "<class" not in said and "root:" not in said
        assert "0123456789" not in said.replace(text, "") if "{% for" in text else True
    assert list(judge.inbox.settled.values())[-1] == "Done"
    files = {path.name for path in judge.app.config.home.rglob("*") if path.is_file()}
    assert not any("passwd" in name or name.endswith(".eml") for name in files)


def send(judge: Judge, sender: str, text: str, **more: object) -> list[Out]:
    judge.tick(judge.after(minutes=7))
    return judge.say(sender, text, **more)


@pytest.mark.parametrize("place", sorted(PLACES))
def test_a_stranger_or_registered_person_writes_hostile_text(world: Judge, place: str) -> None:
    for hostile in some(HOSTILE.values(), place, 3):
        harmless(world, send(world, "ann@example.test", PLACES[place].format(hostile)), hostile)
    seats = world.services.files.seats(GAME).values()
    assert all(re.fullmatch(r"[\w .'-]+", seat.name) for seat in seats)


@pytest.mark.parametrize("place", sorted(INSIDE))
def test_a_player_writes_hostile_text(judge: Judge, place: str) -> None:
    for hostile in some(HOSTILE.values(), place, 3):
        sent = judge.reply(mine(judge), INSIDE[place].format(hostile))
        sent += judge.tick(judge.after(minutes=1))
        harmless(judge, [out for out in sent if "evil.test" not in out.to], hostile)
    assert filed(judge, "Ursa") == ()


def mine(judge: Judge) -> Out:
    return [out for out in judge.letters(LUPUS) if ".1-" in out.header("Reply-To")][-1]


@pytest.mark.parametrize("place", sorted(MASTERS))
def test_a_master_writes_hostile_text(judge: Judge, place: str) -> None:
    for hostile in some(HOSTILE.values(), place, 3):
        sent = judge.master(GAME, MASTERS[place].format(hostile))
        harmless(judge, [out for out in sent if "evil.test" not in out.to], hostile)
        judge.tick(judge.after(minutes=1))
    harmless(judge, judge.orders(GAME, "Lupus", f"STATUS\nLIST {GAME}\nBROADCAST: hello"), "")


@pytest.mark.parametrize("kind", sorted(HOSTILE))
def test_heads_and_file_names_with_hostile_text_stay_in_their_place(world: Judge, kind: str) -> None:
    text = HOSTILE[kind]
    inline = re.sub(r"[\r\n]+", " ", text)
    quoted = inline.replace('"', "")
    world.tick(world.after(minutes=7))
    world.put(
        (
            f"From: {quoted} <{LUPUS}>\nTo: judge@judge.test\nSubject: {inline}\nMessage-ID: <{hash(kind)}@x.test>\n"
            f"In-Reply-To: {inline}\nReferences: {inline}\n"
            f"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nPING\n--b\n"
            f'Content-Type: text/plain; name="{quoted}"\n'
            f'Content-Disposition: attachment; filename="{quoted}"\n\nSELL 5 LIRA\n--b--\n'
        ).encode("utf-8", "replace")
    )
    harmless(world, world.tick(), text)


@pytest.mark.parametrize("kind", sorted(HOSTILE))
def test_a_credential_with_hostile_text_is_none(world: Judge, kind: str) -> None:
    tail = re.sub(r"\s+", "", HOSTILE[kind])[:200]
    for prefix in ("", f"{GAME}.", "confirm.", "unsubscribe.", "copy.", "b."):
        send(world, "ann@example.test", "STATUS", to=f"judge+{prefix}{tail}@judge.test")
    assert list(world.inbox.settled.values())[-1] == "Done"


def test_nothing_a_person_writes_gets_into_the_log(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    judge = small_game(tmp_path)
    for kind, text in HOSTILE.items():
        judge.orders(GAME, "Lupus", f"{text}\nBROADCAST\nMARKER{text}\nENDPRESS", subject="MARKER " + kind)
    assert "MARKER" not in caplog.text and "\x1b" not in caplog.text


def test_nothing_hostile_becomes_a_key_of_the_store(world: Judge) -> None:
    for table, row in everything_stored(world):
        key = str(row.get("key", ""))
        if table not in ("limits", "bundles"):
            assert not set(key) & set('\n\r\x00\x1b<>"'), (table, key)
    assert json.dumps([dict(row) for _, row in everything_stored(world)])


@cases("text")
def test_a_number_that_nobody_can_mean_is_answered_like_any_other_doubt(judge: Judge, text: str) -> None:
    (letter,) = judge.reply(mine(judge), text.format("9" * 5000))
    assert list(judge.inbox.settled.values())[-1] == "Done"
    assert not letter.subject.startswith(("[OK]", "[CHECK]"))
