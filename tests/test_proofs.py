"""Dice checked from letters: what a forger may change, and what is told of honest letters."""

import copy
import json
import re
from collections.abc import Callable
from email import message_from_bytes
from pathlib import Path
from typing import Any

import pytest

from judge.core.dice import Dice, draw, link
from judge.kits.bribes.values import drawn_order
from judge.proofs import DiceCheck, die_order, lots_order, verify_dice, verify_letters
from tests.harness import Judge

OTHER = bytes(range(32))


@pytest.fixture(scope="module")
def letters(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The start letter and the results of the first bids of an Exchange of four investors."""
    judge = Judge(tmp_path_factory.mktemp("dice")).with_game("czar1", "exchange", "Anna", "Bob", "Carl", "Dora")
    judge.orders("czar1", "Anna", "BID ITALY 60")
    judge.resolve("czar1")
    found = {}
    for out in judge.letters("results@"):
        part = out.json
        if part is not None:
            found[part["schema"].partition("/")[2]] = out.raw
    return found


def machine(raw: bytes) -> dict[str, Any]:
    message = message_from_bytes(raw)
    part = next(one for one in message.walk() if one.get_content_type() == "application/json")
    found: dict[str, Any] = json.loads(part.get_payload(decode=True) or b"")
    return found


def file(part: dict[str, Any]) -> bytes:
    return json.dumps(part).encode()


def forged(part: dict[str, Any], **changes: Any) -> bytes:
    """The machine part, by itself, with other dice."""
    mine = copy.deepcopy(part)
    mine["dice"].update(changes)
    return file(mine)


def other_chain(part: dict[str, Any]) -> bytes:
    """Consistent in itself: link, anchor and every draw are those of another chain."""
    number, phase = part["dice"]["link"], part["dice"]["phase"]
    secret = link(OTHER, number)
    draws = [{**row, "value": draw(secret, phase, row["label"], row["sides"])} for row in part["dice"]["draws"]]
    return forged(part, secret=secret.hex(), anchor=link(OTHER, 0).hex(), draws=draws)


def in_words(raw: bytes, part: dict[str, Any]) -> bytes:
    """A letter of nothing but the words on dice that say what this machine part says, and its subject."""
    dice = part["dice"]
    rows = [f'dice draw "{row["label"]}" {row["sides"]} {row["value"]}' for row in dice["draws"]]
    head = [f"dice phase {dice['phase']}", f"dice link {dice['link']}", dice["secret"], "dice anchor", dice["anchor"]]
    return ("Subject: x\nContent-Type: text/plain\n\n" + "\n".join(f"  {row}" for row in (*head, *rows))).encode()


def test_honest_letters_and_their_machine_parts_alone_are_good(letters):
    checks = verify_letters(list(letters.values()))
    assert [check.problems for check in checks] == [(), ()] and all(check.link for check in checks)
    alone = verify_letters([file(machine(raw)) for raw in letters.values()])
    assert [(one.good, one.link, one.draws) for one in alone] == [(c.good, c.link, c.draws) for c in checks]


def test_a_chain_that_ends_in_another_anchor_than_the_start_letters_is_refused(letters):
    start, results = machine(letters["start"]), machine(letters["results"])
    fake = other_chain(results)
    assert verify_dice(fake).good, "by itself it is consistent"
    for one in (fake, in_words(letters["results"], json.loads(fake))):
        honest, false = verify_letters([letters["start"], one])
        assert honest.good and not false.good
        assert "another anchor than that of the start letter" in false.words()
    assert not verify_letters([file(start), fake])[1].good


def test_letters_of_one_game_with_two_anchors_are_refused_without_a_start_letter_too(letters):
    results = machine(letters["results"])
    checks = verify_letters([letters["results"], other_chain(results)])
    assert [check.good for check in checks] == [False, False]


def test_a_letter_of_a_game_whose_start_letter_is_not_among_them_says_so(letters):
    results = machine(letters["results"])
    stranger = {**json.loads(other_chain(results)), "game": "other2"}
    assert "no start letter of other2" in verify_letters([letters["start"], file(stranger)])[1].words()


@pytest.mark.parametrize("what", ["secret", "anchor", "link", "phase", "value", "sides", "label", "gone"])
def test_what_is_changed_in_the_machine_part_alone_is_caught(letters, what):
    raw = letters["results"]
    part = machine(raw)
    false = copy.deepcopy(part)
    dice = false["dice"]
    row = dice["draws"][0]
    if what == "gone":
        dice["draws"] = dice["draws"][1:]
    elif what in row:
        row[what] = "x" if what == "label" else row[what] + 1
    else:
        dice[what] = {"link": dice["link"] + 1, "phase": "S1999M"}.get(what, "0" * 64)
    message = message_from_bytes(raw)
    for one in message.walk():
        if one.get_content_type() == "application/json":
            one.set_payload(json.dumps(false))
            del one["Content-Transfer-Encoding"]
    check = verify_dice(message.as_bytes())
    assert not check.good and "machine part" in check.words()


def test_what_is_changed_in_the_words_alone_is_caught(letters):
    message = message_from_bytes(letters["results"])
    for one in message.walk():
        if one.get_content_type() == "text/plain":
            text = (one.get_payload(decode=True) or b"").decode()
            false = re.sub(r'(dice draw "auction/1" 4) (\d)', lambda m: f"{m[1]} {int(m[2]) % 4 + 1}", text)
            assert false != text
            one.set_payload(false)
            del one["Content-Transfer-Encoding"]
    check = verify_dice(message.as_bytes())
    assert not check.good and "auction/1" in check.words() and "another draws" in check.words()


def in_text(raw: bytes, change: Callable[[str], str]) -> bytes:
    """The letter with its words changed, and its machine part as it was."""
    message = message_from_bytes(raw)
    part = next(one for one in message.walk() if one.get_content_type() == "text/plain")
    text = (part.get_payload(decode=True) or b"").decode()
    false = change(text)
    assert false != text
    part.set_payload(false)
    del part["Content-Transfer-Encoding"]
    return message.as_bytes()


@pytest.fixture(scope="module")
def undrawn(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """The start letter of a Diplomacy whose powers were named: nothing is drawn."""
    judge = Judge(tmp_path_factory.mktemp("undrawn")).with_game(
        "dip1", "diplomacy", "Austria", "England", "France", "Germany", "Italy", "Russia", "Turkey"
    )
    raw: bytes = judge.letters("results@")[0].raw
    assert verify_dice(raw).good and verify_dice(raw).draws == 0
    return raw


def test_any_sign_changed_in_the_words_on_dice_is_noticed_where_nothing_was_drawn_too(undrawn: bytes) -> None:
    text = next(one for one in message_from_bytes(undrawn).walk() if one.get_content_type() == "text/plain")
    words = (text.get_payload(decode=True) or b"").decode()
    block = re.search(r"dice phase.*dice anchor\s+[0-9a-f]{64}", words, re.DOTALL)
    assert block is not None
    for at in range(block.start(), block.end(), 3):
        for sign in "0gX":
            if words[at].isspace() or words[at] == sign:
                continue
            false = in_text(undrawn, lambda text, at=at, sign=sign: text[:at] + sign + text[at + 1 :])  # type: ignore[misc]
            assert not verify_dice(false).good, (words[at - 9 : at + 9], sign)


def test_draws_that_only_the_machine_part_tells_of_are_noticed(letters: dict[str, bytes]) -> None:
    check = verify_dice(in_text(letters["results"], lambda text: re.sub(r"(?m)^\s*dice .*$", "", text)))
    assert not check.good and "words" in check.words()


@pytest.mark.parametrize("broken", [{"secret": "zz"}, {"link": "7"}, {"draws": [{}]}, {"draws": [7]}, {"anchor": None}])
def test_a_machine_part_that_cannot_be_read_is_no_proof(letters, broken):
    assert not verify_dice(forged(machine(letters["results"]), **broken)).good


def test_the_start_letter_names_the_phase_of_its_draws_and_its_seats(letters):
    part = machine(letters["start"])
    assert part["dice"]["phase"] == "START" and part["seats"] == ["Anna", "Bob", "Carl", "Dora"]


def test_the_orders_drawn_are_told_by_name_beside_the_start_letter_and_by_place_without(letters):
    results = machine(letters["results"])
    dice = Dice(bytes.fromhex(results["dice"]["secret"]), results["dice"]["phase"])
    order = dice.shuffle("auction", ("Anna", "Bob", "Carl", "Dora"))
    told: list[DiceCheck] = verify_letters([letters["start"], letters["results"]])
    assert told[1].orders == (f"auction: {', '.join(order)}",)
    (alone,) = verify_letters([letters["results"]])
    assert alone.orders[0] == "auction: " + ", ".join(str("ABCD".index(name[0]) + 1) for name in order)


def test_lots_and_the_die_of_n_sides_give_the_orders_that_the_games_use():
    names = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
    for number in range(1, 40):
        dice = Dice(link(OTHER, number), "S1901M")
        shuffled, drawn = dice.shuffle("float", names), drawn_order(dice, "welcome FRANCE", names)
        values = {row.label: row.value for row in dice.drawn}
        lots = lots_order([values[f"float/{n}"] for n in range(1, 7)])
        assert tuple(names[place - 1] for place in lots) == shuffled
        assert tuple(names[place - 1] for place in die_order(values["welcome FRANCE"], 7)) == drawn


def test_a_file_that_is_no_letter_of_ours_has_no_dice(tmp_path: Path):
    for raw in (b"", b"{", b"{}", b'{"schema": "other/start"}', b"[1]", b"Subject: hello\n\nno dice"):
        assert verify_dice(raw) == DiceCheck(True, 0, 0, ())
