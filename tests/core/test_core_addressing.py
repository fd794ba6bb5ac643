"""One person, one address: however a program writes it."""

import unicodedata
from pathlib import Path

import pytest

from judge.core.addressing import Addressing, canonical, former_form
from judge.core.errors import InputError
from judge.desk.cabinet.records import Person
from judge.mail.headers import checked
from judge.mail.reading.headers import addresses
from tests.harness import Judge

ASCII = "ann@xn--mnchen-3ya.test"
FORMS = [ASCII, "ann@münchen.test", unicodedata.normalize("NFD", "Ann@MÜNCHEN.test"), "ann@XN--MNCHEN-3YA.test"]


@pytest.mark.parametrize("form", FORMS)
def test_every_form_of_an_address_is_one(form: str) -> None:
    assert canonical(form) == ASCII
    assert addresses(f"Ann <{form}>, Bob <bob@x.test>")[0] == ("Ann", ASCII)
    assert Addressing(FORMS[1]).key_of(form.replace("@", "+g9.k3@").replace("Ann", "ann")) == "g9.k3"


def test_a_local_part_is_composed_and_a_sharp_s_is_no_double_s() -> None:
    assert canonical(unicodedata.normalize("NFD", "zoë@x.test")) == "zoë@x.test"
    assert canonical("a@straße.test") == "a@xn--strae-oqa.test" == checked("a@straße.test")


def test_a_domain_that_has_no_ascii_form_is_left_and_no_letter_goes_there() -> None:
    assert canonical("a@☃\u0301-.test") == "a@☃\u0301-.test"
    with pytest.raises(InputError):
        checked("a@☃\u0301-.test")


def test_an_older_store_is_found_in_the_form_it_kept() -> None:
    assert (former_form(ASCII), former_form("a@x.test"), former_form("a@xn--.test")) == ("ann@münchen.test", "", "")


def test_who_was_kept_in_unicode_is_known_by_the_ascii_form(tmp_path: Path) -> None:
    files = Judge(tmp_path).services.files
    files.store.table("players").put_record("ann@münchen.test", Person("ann@münchen.test"))
    found = files.person(ASCII)
    assert found is not None and found.address == ASCII
    files.drop_person(ASCII)
    assert files.person(ASCII) is None
