"""Signatures of the sender's domain: what proves a letter, what does not, and how little a stranger can cost us."""

import logging
import re
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.mail import dkim_check
from judge.mail.dkim_check import SignatureCheck
from judge.mail.reading import ReadingRules, read_message
from judge.post import Action, Authentication
from tests.counts import drawn
from tests.mail.dkim_letters import RECORD, letter, signed

RULES = ReadingRules("judge@judge.test", "mx.judge.test", "require")


class Names:
    """A name server in memory; `slow` names cost all the time there is."""

    def __init__(self, **records: str) -> None:
        self.records = {"s1._domainkey.players.test": RECORD, **records}
        self.asked: list[str] = []
        self.now = 0.0
        self.slow: Callable[[str], bool] = lambda name: False

    def __call__(self, name: str, seconds: float) -> str | None:
        self.asked.append(name)
        if self.slow(name):
            self.now += seconds
            raise TimeoutError(name)
        return self.records.get(name)

    def monotonic(self) -> float:
        return self.now


def check(names: Names | None = None) -> tuple[SignatureCheck, Names]:
    found = names or Names()
    return SignatureCheck(found, found.monotonic), found


def holds(raw: bytes, domain: str = "players.test", names: Names | None = None) -> bool:
    return check(names)[0](raw, domain) is not None


def test_a_signature_of_the_senders_domain_proves_the_letter() -> None:
    assert holds(signed(letter()))


def test_a_domain_signs_for_those_below_it_and_not_for_those_above() -> None:
    names = Names(**{"s1._domainkey.mail.players.test": RECORD, "s1._domainkey.test": RECORD})
    below = letter(sender="ann@mail.players.test")
    assert holds(signed(below), "mail.players.test", names)
    assert not holds(signed(letter(), "mail.players.test"), names=names)
    assert not holds(signed(letter(), "test"), names=names)


def test_a_signature_of_somebody_else_proves_nothing_and_asks_nobody() -> None:
    tool, names = check(Names(**{"s1._domainkey.evil.test": RECORD}))
    assert tool(signed(letter(), "evil.test"), "players.test") is None
    assert names.asked == []


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"SELL 100", b"SELL 900"),
        (b"Ann <ann@", b"Eve <eve@"),
        (b"21:14:01", b"21:14:02"),
        (b"From: Ann", b"From: eve@players.test\r\nFrom: Ann"),
        (b"MIME-Version: 1.0\r\n", b"MIME-Version: 1.0\r\nFrom the hand of Eve\r\nSELL:900 LIRA\r\n"),
    ],
)
def test_a_letter_changed_behind_its_signature_is_not_proved(old: bytes, new: bytes) -> None:
    raw = signed(letter())
    assert raw.count(old) >= 1
    assert not holds(raw.replace(old, new, 1))


def test_a_signature_with_zeros_before_it_is_known_for_the_same() -> None:
    raw, (tool, _) = signed(letter()), check()
    again = re.sub(rb"\bb=", b"b=AAAA", raw, count=1).replace(b"MIME-Version: 1.0", b"X-Other: 1")
    told = [read_message(one, RULES, signatures=tool).signed for one in (raw, again)]
    assert told[0] and told[0] == told[1]


@pytest.mark.parametrize("site", ["co.uk", "com.au", "ac.nz", "github.io", "duckdns.org", "test"])
def test_a_domain_below_which_strangers_have_names_signs_for_none_of_them(site: str) -> None:
    names = Names(**{f"s1._domainkey.{site}": RECORD})
    raw = signed(letter(sender=f"Ann <ann@players.{site}>"), site)
    assert not holds(raw, f"players.{site}", names) and names.asked == []


def told(raw: bytes) -> Authentication:
    return read_message(raw, RULES, signatures=check()[0]).verdict


def test_a_signed_letter_to_somebody_else_proves_nothing_when_that_somebody_sends_it_on_to_us() -> None:
    private = letter("A PAR - BUR\r\n").replace(b"To: judge@judge.test", b"To: bob@rivals.test")
    raw = signed(private, headers=("from", "to", "subject", "date"))
    assert told(raw) is Authentication.NONE
    assert told(b"To: judge@judge.test\r\n" + raw) is Authentication.NONE
    assert told(b"Cc: judge@judge.test\r\n" + raw) is Authentication.NONE
    by_server = b"Authentication-Results: mx.judge.test; dmarc=pass header.from=players.test\r\n"
    assert told(by_server + raw) is Authentication.NONE and told(by_server + letter()) is Authentication.PASS


@pytest.mark.parametrize("name", ["Subject: RESIGN", "Date: Fri, 1 Jan 2027 10:00:00 +0000", "Content-Type: text/html"])
def test_a_field_set_on_top_of_a_signed_one_takes_its_proof_away(name: str) -> None:
    raw = signed(letter())
    assert told(raw) is Authentication.PASS and told(f"{name}\r\n".encode() + raw) is Authentication.NONE


@pytest.mark.parametrize(
    "server", [b"", b"Authentication-Results: mx.judge.test; dmarc=pass header.from=players.test\r\n"]
)
def test_every_copy_of_a_letter_has_one_mark_whatever_its_unsigned_fields_say(server: bytes) -> None:
    raw = signed(letter(), headers=("from", "to", "subject", "date"))
    copies = [
        raw,
        raw.replace(b"<x1@mail.players.test>", b"<another@mail.players.test>"),
        raw.replace(b"MIME-Version: 1.0\r\n", b"MIME-Version: 1.0\r\nX-More: 1\r\n"),
        raw.replace(b"SELL 100 LIRA\r\n", b"SELL  100 LIRA \r\n\r\n\r\n"),
    ]
    read = [read_message(server + one, RULES, signatures=check()[0]) for one in copies]
    assert {one.verdict for one in read} == {Authentication.PASS} and len({one.signed for one in read}) == 1
    assert read_message(server + signed(letter(number=2)), RULES, signatures=check()[0]).signed != read[0].signed


def test_a_signature_over_a_part_of_the_body_proves_nothing() -> None:
    assert not holds(signed(letter(), length=True) + b"SELL 900 LIRA\r\n")
    assert not holds(signed(letter(), length=True))


def test_a_signature_that_leaves_out_the_sender_proves_nothing() -> None:
    raw = signed(letter())
    assert not holds(re.sub(rb"h=from : ", b"h=", raw, count=1))
    assert not holds(signed(letter(), headers=("from", "subject")))


@pytest.mark.parametrize(
    "record", ["", "v=DKIM1; p=", "v=DKIM1; k=rsa; p=AAAA", "v=spf1 -all", "é" + RECORD, RECORD + " " * 2000, "p"]
)
def test_a_key_that_is_none_is_no_proof(record: str) -> None:
    assert not holds(signed(letter()), names=Names(**{"s1._domainkey.players.test": record}))


def test_without_an_answer_of_the_name_server_there_is_no_proof_and_no_reproach() -> None:
    names = Names()
    names.slow = lambda name: True
    message = read_message(signed(letter()), ReadingRules("judge@judge.test"), signatures=check(names)[0])
    assert (message.verdict, message.action) == (Authentication.NONE, Action.ORDERS)


def test_a_second_signature_counts_when_the_first_is_broken() -> None:
    raw = signed(signed(letter()))
    assert holds(re.sub(rb"bh=\S\S\S", b"bh=AAA", raw, count=1))


def test_keys_are_remembered_for_an_hour_and_failures_for_minutes() -> None:
    tool, names = check()
    for _ in range(5):
        assert tool(signed(letter()), "players.test")
    assert len(names.asked) == 1
    names.now += dkim_check.FRESH + 1
    assert tool(signed(letter()), "players.test") and len(names.asked) == 2
    for _ in range(5):
        assert tool(signed(letter(sender="bob@none.test"), "none.test"), "none.test") is None
    assert len(names.asked) == 3


def test_slow_name_servers_cost_twenty_seconds_in_five_minutes_and_spare_known_domains() -> None:
    tool, names = check()
    assert tool(signed(letter()), "players.test")
    names.slow = lambda name: "slow" in name
    for number in range(50):
        site = f"slow{number}.test"
        tool(signed(letter(sender=f"eve@{site}"), site), site)
    assert names.now <= dkim_check.PATIENCE + dkim_check.SECONDS
    assert tool(signed(letter()), "players.test")
    names.now += dkim_check.PATIENCE_SPAN
    names.records["s1._domainkey.late.test"] = RECORD
    assert tool(signed(letter(sender="a@late.test"), "late.test"), "late.test")


def test_what_would_be_slow_to_check_is_not_checked() -> None:
    tool, names = check()
    assert tool(signed(letter("x" * (dkim_check.LETTER_LIMIT + 1))), "players.test") is None
    assert tool(b"DKIM-Signature: v=1\r\n" + letter(" " * 600_000), "players.test") is None
    assert tool(b"DKIM-Signature: " + b"b=;" * 9000 + b"\r\n" + letter(), "players.test") is None
    many = b"".join(
        b"DKIM-Signature: v=1; a=rsa-sha256; d=players.test; s=%d; h=from; b=AAAA; bh=AAAA\r\n" % n for n in range(500)
    )
    assert tool(many + letter(), "players.test") is None
    assert len(names.asked) <= dkim_check.SIGNATURES


@drawn(66)
@given(st.data())
def test_a_damaged_signature_never_raises_and_never_holds_for_another_text(data: st.DataObject) -> None:
    raw = signed(letter())
    start = data.draw(st.integers(0, len(raw) - 1))
    middle = data.draw(st.binary(min_size=1, max_size=12))
    changed = raw[:start] + middle + raw[start + len(middle) :]
    found = check()[0](changed, "players.test")
    if found is not None:  # a blank, a capital or an unsigned field: nothing that was signed
        assert changed.split(b"\r\n\r\n", 1)[1].split() == raw.split(b"\r\n\r\n", 1)[1].split()


def test_nothing_a_stranger_wrote_gets_into_the_log(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    holds(signed(letter("\x1b[31mred\r\n")).replace(b"s=s1", b"s=\x1b[31m"))
    assert "\x1b" not in caplog.text and caplog.records == []


def test_the_signature_counts_where_the_mail_server_says_nothing() -> None:
    tool, _ = check()
    message = read_message(signed(letter()), RULES, signatures=tool)
    assert (message.verdict, message.action) == (Authentication.PASS, Action.ORDERS) and message.signed
    other = read_message(signed(letter(number=2)), RULES, signatures=tool)
    assert other.signed != message.signed
    bare = read_message(letter(), RULES, signatures=tool)
    assert (bare.verdict, bare.action, bare.signed) == (Authentication.NONE, Action.UNVERIFIED, "")


def test_what_our_own_mail_server_said_goes_before_a_signature() -> None:
    tool, names = check()
    raw = b"Authentication-Results: mx.judge.test; dmarc=fail header.from=players.test\r\n" + signed(letter())
    message = read_message(raw, RULES, signatures=tool)
    assert message.verdict is Authentication.FAIL and names.asked == []


def test_an_arc_chain_is_believed_by_nobody() -> None:
    arc = (
        b"ARC-Seal: i=1; a=rsa-sha256; cv=none; d=players.test; s=s1; b=AAAA\r\n"
        b"ARC-Authentication-Results: i=1; mx.judge.test; dmarc=pass header.from=players.test\r\n"
    )
    assert read_message(arc + letter(), RULES, signatures=check()[0]).verdict is Authentication.NONE


@pytest.mark.parametrize(
    "more",
    [
        b"Auto-Submitted: auto-replied\r\n",
        b"Resent-From: bob@players.test\r\n",
        b"Delivered-To: judge+g9.k3x7@judge.test\r\n",
    ],
)
def test_no_name_server_is_asked_where_the_answer_would_change_nothing(more: bytes) -> None:
    tool, names = check()
    read_message(more + signed(letter()), RULES, signatures=tool)
    read_message(signed(letter()), ReadingRules("judge@judge.test", "", "off"), signatures=tool)
    assert names.asked == []
