"""What our own mail server wrote on top of a letter, and what a stranger can make it write."""

from datetime import UTC, datetime

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from judge.mail.reading.headers import Head, lexed
from judge.mail.reading.identity import verdict
from judge.mail.reading.stamp import arrival, relay
from judge.post import Authentication
from tests.counts import drawn
from tests.tables import cases, rows

NAME = "mx.judge.test"
NOON = datetime(2026, 11, 20, 12, 0, tzinfo=UTC)
OUR_DATE = "Fri, 20 Nov 2026 11:50:00 +0000 (UTC)"
OUR_STAMP = datetime(2026, 11, 20, 11, 50, tzinfo=UTC)
FORGED_DATE = "Thu, 19 Nov 2026 11:50:00 +0000"
FORGED = f"from a (a [198.51.100.9]) by {NAME} (Postfix) with ESMTP id 1; {FORGED_DATE}"
LMTP = f"from {NAME} by {NAME} (Dovecot) with LMTP id 1; Fri, 20 Nov 2026 11:59:59 +0000"
TRAPS = rows(__file__, "TRAPS")
TEXT = st.lists(st.sampled_from([*TRAPS, ">", "a", "[192.0.2.9]", "helo=[192.0.2.9]", " ", "from x", "id 1"])).map(
    "".join
)


def stack(*lines: str) -> Head:
    return Head(received=list(lines))


def postfix(helo: str, sender: str = "a@x.test", recipient: str = f"judge@{NAME}") -> str:
    """As Postfix writes it: of a greeting it keeps words and blanks, but no mark that means anything."""
    safe = "".join("?" if char in '<>()\\";:@' else char for char in helo).strip() or "x"
    return (
        f"from {safe} (x.test [192.0.2.66]) by {NAME} (Postfix) with ESMTPS id 4X for <{quoted(recipient)}>; {OUR_DATE}"
    )


def exim(helo: str, sender: str = "a@x.test", recipient: str = f"judge@{NAME}") -> str:
    """As Exim writes it, with the envelope's sender in a comment."""
    safe = "".join(char for char in helo if char.isalnum() or char in ".-[]") or "x"
    return (
        f"from x.test ([192.0.2.66] helo={safe}) by {NAME} with esmtps (TLS1.3) tls TLS_AES (Exim 4.98)"
        f" (envelope-from <{quoted(sender)}>) id 1abc for {quoted(recipient)}; {OUR_DATE}"
    )


def quoted(address: str) -> str:
    local, _, domain = address.rpartition("@")
    if all(char.isalnum() or char in "+.-" for char in local):
        return address
    return '"' + local.replace("\\", "\\\\").replace('"', '\\"') + f'"@{domain}'


@cases("top")
def test_whatever_the_sender_calls_itself_our_own_line_counts(top: str) -> None:
    assert arrival(stack(top, FORGED), NAME, NOON) == (OUR_STAMP, "")
    assert relay(stack(top, FORGED), NAME) == "192.0.2.66"
    assert arrival(stack(LMTP, top, FORGED), NAME, NOON)[0] == OUR_STAMP


STORE = "from {} ([127.0.0.1]) by machine7 with {} id 1; Fri, 20 Nov 2026 11:59:59 +0000"


def test_a_store_by_the_machines_name_is_passed_over_where_it_took_the_letter_from_our_server() -> None:
    ours = postfix("x")
    assert arrival(stack(STORE.format(NAME, "LMTP"), ours, FORGED), NAME, NOON)[0] == OUR_STAMP
    assert arrival(stack(STORE.format(NAME, "ESMTP"), ours, FORGED), NAME, NOON)[0] == NOON
    assert arrival(stack(STORE.format("evil.test", "LMTP"), ours), NAME, NOON)[0] == NOON


@pytest.mark.parametrize(
    "top", [postfix("x by evil.test"), f"from a by other.test with ESMTP; {OUR_DATE}", "rubbish", f"by; {OUR_DATE}", ""]
)
def test_below_a_line_that_is_not_our_servers_nothing_counts(top: str) -> None:
    assert arrival(stack(top, FORGED), NAME, NOON) == (NOON, "")
    assert relay(stack(top, FORGED), NAME) == ""


def test_machines_behind_the_server_are_passed_over_where_they_are_named() -> None:
    inner = f"from {NAME} by imap.judge.test with ESMTP; Fri, 20 Nov 2026 11:59:00 +0000"
    again = f"from localhost (localhost [127.0.0.1]) by {NAME} with ESMTP; Fri, 20 Nov 2026 11:58:00 +0000"
    scan = f"from {NAME} ([127.0.0.1]) by localhost (amavis) with ESMTP; Fri, 20 Nov 2026 11:57:00 +0000"
    letter = stack(inner, again, scan, postfix("x"), FORGED)
    assert arrival(letter, NAME, NOON)[0] == NOON
    assert arrival(letter, f"{NAME}, imap.judge.test localhost", NOON)[0] == OUR_STAMP
    assert arrival(stack(again, FORGED), NAME, NOON)[0].minute == 58


@drawn(60)
@given(TEXT, TEXT, TEXT, st.lists(TEXT, max_size=3), st.booleans(), st.sampled_from([postfix, exim]))
@example("x", '") with LMTP (', "a", [], False, exim)
def test_nothing_a_sender_writes_becomes_the_stamp(helo, sender, recipient, below, local, server) -> None:  # type: ignore[no-untyped-def]
    own = server(helo, f"{sender}@evil.test", f"{recipient}@{NAME}")
    head = stack(*([LMTP] if local else []), own, *below, FORGED)
    assert arrival(head, NAME, NOON)[0] in (OUR_STAMP, NOON)
    assert relay(head, NAME) in ("192.0.2.66", "")


def results(*values: str) -> Authentication:
    return verdict(Head({"authentication-results": list(values)}), NAME, "ann@p.test")


@cases("value", "said")
def test_authentication_results_are_read_by_their_grammar(value: str, said: str) -> None:
    assert results(f"{NAME}; {value}") is Authentication[said]
    assert results(f"(c) {NAME} 1; {value}", f"{NAME}; dmarc=pass") is Authentication[said]


@drawn(60)
@given(st.lists(st.sampled_from([*TRAPS, "dmarc=pass", "; dmarc=pass header.from=p.test;", "a", " "])).map("".join))
def test_nothing_in_a_string_or_a_comment_changes_the_verdict(text: str) -> None:
    inside = text.replace("\\", "\\\\").replace('"', '\\"')
    comment = inside.replace("(", "\\(").replace(")", "\\)")
    for said in Authentication:
        end = f"dmarc={said} header.from=p.test"
        assert results(f'{NAME}; spf=pass smtp.mailfrom="{inside}"@evil.test; {end}') is said
        assert results(f"{NAME}; spf=pass ({comment}) smtp.mailfrom=a@evil.test; {end}") is said
    assert results(f"{NAME}; spf=pass ({text}) smtp.mailfrom={quoted(text + '@evil.test')}; dmarc=fail") is (
        Authentication.FAIL
    ) or text.count(")") > text.count("(")


def test_a_field_is_cut_into_words_strings_and_comments() -> None:
    assert lexed('a=b "c;d" (e (f) \\) g); <"h;"@i>') == ("a", "=", "b", '"c;d"', "(e (f) \\) g)", ";", '<"h;"@i>')
    assert lexed('a "b') is lexed("a (b") is lexed("a ) b") is None
