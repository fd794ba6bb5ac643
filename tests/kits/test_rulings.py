"""A ruling on money: the books balance whatever is ruled, nobody goes below zero, and the other sign undoes it."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from judge.core.errors import InputError
from judge.core.ledger import BANK, RULING, Ledger, Posting
from judge.core.notice import PUBLIC
from judge.kits.rulings import Correction, corrected

SEATS = ("Lupus", "Ursus")
rulings = st.lists(st.tuples(st.sampled_from(SEATS), st.integers(-300, 300).filter(bool)), max_size=12)


def ruled(books: Ledger, seat: str, amount: int, secret: bool = False):  # type: ignore[no-untyped-def]
    correction = Correction("S1901M", seat, seat, seat, "LIRA", amount, "a slip", lambda n: f"{n} Lira", secret)
    return corrected(books, correction)


@given(rulings, st.booleans())
def test_books_balance_after_any_rulings_and_counter_entries_bring_them_back(
    wanted: list[tuple[str, int]], secret: bool
) -> None:
    start = books = Ledger().post(Posting(BANK, seat, "LIRA", 100) for seat in SEATS)
    done = []
    for seat, amount in wanted:
        before = books.balance(seat, "LIRA")
        if before + amount < 0:
            with pytest.raises(InputError) as fault:
                ruled(books, seat, amount, secret)
            assert fault.value.hint
            assert not secret or str(before) not in str(fault.value).replace(str(-amount), "")
            continue
        books, (public, own) = ruled(books, seat, amount, secret)
        done.append((seat, amount))
        assert public.audience == PUBLIC and own.audience == seat
        assert books.balance(seat, "LIRA") == before + amount >= 0
        assert books.faults() == () and books.totals() == {"LIRA": 0}
    assert -books.balance(RULING, "LIRA") == sum(amount for _, amount in done)
    for seat, amount in reversed(done):
        books, _ = ruled(books, seat, -amount)
    assert {seat: books.balance(seat, "LIRA") for seat in (*SEATS, RULING, BANK)} == {
        seat: start.balance(seat, "LIRA") for seat in (*SEATS, RULING, BANK)
    }
