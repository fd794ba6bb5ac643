"""`judge adjudicate`: the JSON lines that mappers and checks rely on."""

import json
from pathlib import Path
from typing import Any

import pytest

from judge import adjudicate
from judge.adjudicate import adjudicate_lines
from judge.core.errors import InputError
from tests.tables import cases

FIXTURES = Path(__file__).parent / "fixtures" / "board"


def run(*records: Any, variant: str = "diplomacy", rules: str = "2023") -> list[Any]:
    lines = [record if isinstance(record, str) else json.dumps(record) for record in records]
    return [json.loads(line) for line in adjudicate_lines(lines, variant, rules)]


def units(*texts: str) -> list[dict[str, str]]:
    return [dict(zip(("power", "type", "loc"), text.split(), strict=True)) for text in texts]


def orders(*texts: str) -> list[dict[str, str]]:
    return [dict(zip(("power", "order"), text.split(" ", 1), strict=True)) for text in texts]


def test_a_movement_answers_for_every_unit_with_its_reason() -> None:
    (answer,) = run(
        {
            "id": "x1",
            "phase": "movement",
            "units": units("ITALY A VEN", "ITALY A TYR", "AUSTRIA F TRI", "AUSTRIA A VIE"),
            "orders": orders("ITALY A VEN - TRI", "ITALY A TYR S A VEN - TRI", "AUSTRIA A VIE - BOH"),
            "unknown": "keys are ignored",
        }
    )
    assert answer["id"] == "x1"
    assert answer["units"]["VEN"] == {
        "power": "ITALY",
        "type": "A",
        "loc": "VEN",
        "result": "moves",
        "dislodged": False,
        "reason": "moved",
    }
    assert answer["units"]["TRI"]["reason"] == "no order; it held; dislodged from VEN"
    assert answer["final"] == units("AUSTRIA A BOH", "ITALY A TRI", "ITALY A TYR")
    assert answer["dislodged"] == [
        {
            "power": "AUSTRIA",
            "type": "F",
            "loc": "TRI",
            "by": "VEN",
            "by_convoy": False,
            "may_retreat_to": ["ADR", "ALB"],
        }
    ]
    assert answer["contested"] == []


def test_a_retreat_answers_for_the_dislodged_only() -> None:
    record = {
        "id": "x2",
        "phase": "retreat",
        "units": units("ITALY A TRI"),
        "dislodged": [{**units("AUSTRIA F TRI")[0], "by": "VEN", "may_retreat_to": ["ADR", "ALB"]}],
        "orders": orders("AUSTRIA F TRI R ALB"),
        "contested": [],
    }
    assert run(record) == [
        {
            "id": "x2",
            "units": {
                "TRI": {"power": "AUSTRIA", "type": "F", "loc": "TRI", "result": "retreats", "reason": "retreated"}
            },
            "final": units("AUSTRIA F ALB", "ITALY A TRI"),
        }
    ]


def test_retreat_places_are_worked_out_where_the_line_does_not_list_them() -> None:
    gone = {**units("AUSTRIA F TRI")[0], "by": "VEN"}
    record = {"phase": "retreat", "units": units("ITALY A TRI"), "dislodged": [gone], "contested": ["ADR"]}
    (to_sea,) = run({**record, "orders": orders("AUSTRIA F TRI R ADR")})
    assert to_sea["units"]["TRI"]["reason"] == "disbanded: ADR was not open to it"
    (back,) = run({**record, "orders": orders("AUSTRIA F TRI R VEN")})
    assert back["units"]["TRI"]["result"] == "disbanded"
    (along,) = run({**record, "orders": orders("AUSTRIA F TRI R ALB")})
    assert along["units"]["TRI"]["result"] == "retreats"


def test_an_adjustment_answers_in_the_order_of_its_orders() -> None:
    record = {
        "id": "x3",
        "phase": "adjustment",
        "units": units("ITALY A ROM", "ITALY A PIE", "ITALY F ION"),
        "owners": {"PAR": "FRANCE", "ROM": "ITALY"},
        "orders": orders("ITALY REMOVE A PIE", "FRANCE BUILD A PAR", "ITALY BUILD A ROM", "FRANCE nonsense"),
    }
    (answer,) = run(record)
    assert [(item["power"], item["result"]) for item in answer["orders"]] == [
        ("ITALY", "removes"),
        ("FRANCE", "builds"),
        ("ITALY", "fails"),
        ("FRANCE", "fails"),
    ]
    assert answer["civil_disorder_removals"] == units("ITALY F ION")
    assert answer["final"] == units("FRANCE A PAR", "ITALY A ROM")


def test_a_line_s_own_rules_win_over_the_default() -> None:
    record = {"phase": "movement", "units": units("FRANCE A PIC"), "orders": orders("FRANCE A PIC - BEL VIA")}
    (new,) = run(record)
    (old,) = run(record, rules="2000")
    (own,) = run({**record, "rules": "2000"})
    assert new["units"]["PIC"]["result"] == "illegal"
    assert old["units"]["PIC"]["result"] == own["units"]["PIC"]["result"] == "moves"


def test_a_bad_order_is_answered_and_never_stops_the_run() -> None:
    record = {
        "phase": "movement",
        "units": units("FRANCE A PAR", "FRANCE F BRE"),
        "orders": orders("FRANCE A PAR ???", "ITALY F BRE - MAO", "FRANCE A ROM H"),
    }
    (answer,) = run(record)
    assert {place: unit["result"] for place, unit in answer["units"].items()} == {"PAR": "illegal", "BRE": "holds"}


def retreat(**more: Any) -> dict[str, Any]:
    """A fleet driven out of Trieste, with Tyrolia and Trieste occupied."""
    gone = {**units("AUSTRIA F TRI")[0], "by": "VEN", **more}
    return {
        "phase": "retreat",
        "units": units("ITALY A TRI", "ITALY A TYR"),
        "dislodged": [gone],
        "orders": orders("AUSTRIA F TRI R ALB"),
    }


def test_places_of_a_retreat_are_read_in_any_case_as_those_of_units_are() -> None:
    (answer,) = run(retreat(by="ven", may_retreat_to=["alb"]))
    assert answer["final"][0] == units("AUSTRIA F ALB")[0]
    record = {**retreat(by="ven"), "contested": ["alb"], "orders": orders("AUSTRIA F TRI R VEN")}
    (answer,) = run(record)
    assert answer["units"]["TRI"]["reason"] == "disbanded: VEN was not open to it"
    (answer,) = run({**record, "orders": orders("AUSTRIA F TRI R ALB")})
    assert answer["units"]["TRI"]["reason"] == "disbanded: ALB was not open to it"
    coast = {
        "units": units("FRANCE A SPA"),
        "orders": orders("ITALY F SPA/SC R MAO"),
        "dislodged": [{**units("ITALY F SPA/SC")[0], "by": "GAS", "may_retreat_to": ["por", "mao"]}],
    }
    (answer,) = run({"phase": "retreat", **coast})
    assert answer["units"]["SPA"]["result"] == "retreats"
    build = {"phase": "adjustment", "units": [], "owners": {"par": "FRANCE"}, "orders": orders("FRANCE BUILD A PAR")}
    assert run(build)[0]["final"] == units("FRANCE A PAR")


def test_the_edition_may_be_a_number() -> None:
    record = {"phase": "movement", "units": units("FRANCE A PIC"), "orders": orders("FRANCE A PIC - BEL VIA")}
    assert run({**record, "rules": 2000}) == run({**record, "rules": "2000"}) != run({**record, "rules": 2023})


@pytest.mark.parametrize(("variant", "rules"), [("nope", "2023"), ("diplomacy", "1999")])
def test_an_unknown_default_is_refused_though_there_is_nothing_to_read(variant: str, rules: str) -> None:
    with pytest.raises(InputError):
        run(variant=variant, rules=rules)


@pytest.mark.parametrize("line", [b'\xff\xfe{"id"', b'{"id":"\xff","phase":"movement","units":[]}', b'"\xe9"'])
def test_octets_that_are_no_text_are_refused_by_line_and_lines_before_them_answered(line: bytes) -> None:
    answers = adjudicate_lines([json.dumps(GOOD).encode(), line], "diplomacy", "2023")
    assert json.loads(next(answers))["id"] == 1
    with pytest.raises(InputError, match="line 2"):
        next(answers)


def test_a_byte_order_mark_is_passed_over() -> None:
    (answer,) = adjudicate_lines([b"\xef\xbb\xbf" + json.dumps(GOOD).encode()], "diplomacy", "2023")
    assert json.loads(answer)["id"] == 1


GOOD = {"id": 1, "phase": "movement", "units": [{"power": "FRANCE", "type": "A", "loc": "PAR"}], "orders": []}


@cases("line", "where")
def test_unreadable_input_is_refused_by_line_and_field(line: Any, where: str) -> None:
    with pytest.raises(InputError) as fault:
        run(GOOD, line)
    assert fault.value.where == where
    assert fault.value.message


def test_lines_before_a_bad_one_are_answered_and_blank_ones_skipped() -> None:
    answers = adjudicate_lines([json.dumps(GOOD), "", "  \n", "oops"], "diplomacy", "2023")
    assert json.loads(next(answers))["id"] == 1
    with pytest.raises(InputError, match="line 4"):
        next(answers)


def test_a_variant_with_its_own_records_is_handed_the_whole_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(adjudicate.READERS, "echo", f"{__name__}:echo")
    (answer,) = run({"id": "x4", "variant": "echo", "balances": {"FRANCE": 48}})
    assert answer == {"id": "x4", "balances": {"FRANCE": 48}}
    monkeypatch.setitem(adjudicate.BOARDS, "missing", "judge.no_such_module:board")
    with pytest.raises(InputError, match="not installed"):
        run({**GOOD, "variant": "missing"})


def echo(record: Any) -> Any:
    return {"id": record["id"], "balances": record["balances"]}


def test_every_case_in_the_house_s_own_form_passes_through_the_lines() -> None:
    for line in (FIXTURES / "datc.jsonl").read_text(encoding="utf-8").splitlines():
        case = json.loads(line)
        if case["phase"] != "movement":
            continue
        record = {
            "phase": "movement",
            "units": [u for power, texts in case["units"].items() for text in texts for u in units(f"{power} {text}")],
            "orders": [{"power": power, "order": text} for power, text in case["orders"]],
        }
        (answer,) = run(record, rules=case["rules"])
        assert {place: unit["result"] for place, unit in answer["units"].items()} == case["results"], case["id"]
        assert answer["contested"] == case["contested"]
        assert all(unit["reason"] for unit in answer["units"].values())
