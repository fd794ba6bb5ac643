"""The corpus of real shapes, and one letter of each kind beside it (`kinds/`), read as a whole."""

import json
from pathlib import Path

import pytest

from judge.mail.reading import ReadingRules, read_message, report

CORPUS = Path(__file__).parents[2] / "fixtures" / "eml"
MANIFEST = json.loads((CORPUS / "manifest.json").read_text("utf-8"))
KINDS = json.loads((CORPUS / "kinds" / "manifest.json").read_text("utf-8"))
LETTERS = {**MANIFEST, **{f"kinds/{name}": expected for name, expected in KINDS.items()}}
RULES = ReadingRules("judge@judge.test", "mx.judge.test", "warn", "mx.judge.test")
READ_AS = {"duplicate": "orders", "late": "orders"}  # told by the desk and the clock, not by the letter


@pytest.mark.parametrize("name", sorted(LETTERS))
def test_each_letter_of_the_corpus_is_read_as_its_manifest_says(name: str) -> None:
    expected = LETTERS[name]
    seen = report(read_message((CORPUS / name).read_bytes(), RULES))
    optional = set(expected.get("ignore_lines", []))
    lines = [line for line in seen["lines"] if line not in optional]
    assert (seen["action"], lines) == (READ_AS.get(expected["action"], expected["action"]), expected["lines"])


@pytest.mark.parametrize("name", sorted(MANIFEST))
def test_nothing_the_manifest_forbids_is_read(name: str) -> None:
    lines = report(read_message((CORPUS / name).read_bytes(), RULES))["lines"]
    assert [(bad, line) for bad in MANIFEST[name].get("must_not", []) for line in lines if bad in line] == []


@pytest.mark.parametrize("name", sorted(name for name in MANIFEST if "bounce" in MANIFEST[name]))
def test_a_delivery_report_names_address_status_and_letter(name: str) -> None:
    bounce = read_message((CORPUS / name).read_bytes(), RULES).bounce
    assert bounce is not None
    assert {key: getattr(bounce, key) for key in MANIFEST[name]["bounce"]} == MANIFEST[name]["bounce"]
    assert bounce.reply_key == "bounce.g9.ann.c17"


def test_two_deliveries_of_one_letter_share_a_key_and_another_body_does_not() -> None:
    first, again, other = (
        read_message((CORPUS / name).read_bytes(), RULES).key
        for name in ("104_duplicate_a.eml", "105_duplicate_b.eml", "106_same_id_other_body.eml")
    )
    assert first == again
    assert first != other


def test_a_date_that_a_mail_server_wrote_anew_does_not_make_another_letter() -> None:
    raw = b"From: ann@players.test\nMessage-ID: <one@players.test>\nDate: %s\n\nSELL 300 LIRA\n"
    first = read_message(raw % b"Fri, 20 Nov 2026 12:00:00 +0000", RULES)
    again = read_message(raw % b"Fri, 20 Nov 2026 12:05:00 +0000", RULES)
    assert first.key == again.key
    assert first.former_key != again.former_key


def test_without_an_id_the_date_tells_letters_apart() -> None:
    raw = b"From: ann@players.test\n%sDate: %s\n\nREADY\n"
    for head in (b"", b"Message-ID:\n", b"Message-ID: <>\n"):
        first = read_message(raw % (head, b"Fri, 20 Nov 2026 12:00:00 +0000"), RULES)
        later = read_message(raw % (head, b"Fri, 27 Nov 2026 12:00:00 +0000"), RULES)
        assert first.key != later.key and first.former_key == later.former_key == ""


def test_the_stamp_of_our_server_counts_and_not_the_sender_s_date() -> None:
    message = read_message((CORPUS / "109_date_early_received_late.eml").read_bytes(), RULES)
    assert message.arrived.isoformat() == "2026-11-20T20:00:31+00:00"
