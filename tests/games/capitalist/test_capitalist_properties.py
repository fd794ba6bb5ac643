"""What holds of every Capitalist Diplomacy, whatever is ordered."""

from hypothesis import given
from hypothesis import strategies as st

from judge.core.codec import digest, document, pack, pack_sheet, unpack, unpack_sheet
from judge.core.notice import MASTER, PUBLIC
from judge.games.capitalist.bulletin import bonus
from judge.kits.host.commands import UnitOrder
from judge.kits.market.orders import Buy, NoTrade, Sell
from judge.kits.market.settle import CASH
from tests.counts import drawn
from tests.games.capitalist.capitalist_cases import GAME, dice, opened
from tests.tables import rows

NAMES = ("Ada", "Bob", "Cy", "Di")
CODES = ("CROWN", "FRANC", "LIRA", "MARK", "PIASTRE", "POUND", "ROUBLE")
POWERS = ("AUSTRIA", "ENGLAND", "FRANCE", "GERMANY", "ITALY", "RUSSIA", "TURKEY")
ORDERS = tuple(rows(__file__, "ORDERS"))
TRADES = st.one_of(
    st.builds(
        lambda amount, currency: Sell(amount=amount, currency=currency),
        st.one_of(st.integers(-5, 900), st.sampled_from(["MAX", "ALL"])),
        st.sampled_from(CODES),
    ),
    st.builds(
        lambda amount, currency: Buy(amount=amount, currency=currency),
        st.one_of(st.integers(-5, 900), st.just("MAX")),
        st.sampled_from(CODES),
    ),
    st.builds(lambda currency: Buy(budget="REST", currency=currency), st.sampled_from(CODES)),
    st.just(NoTrade()),
)
UNITS = st.builds(
    lambda text, hat: UnitOrder(text=text, hat=hat), st.sampled_from(ORDERS), st.sampled_from(("", "", "", *POWERS))
)
SHEETS = st.fixed_dictionaries(
    {
        name: st.tuples(st.lists(TRADES, max_size=3), st.lists(UNITS, max_size=7)).map(lambda two: (*two[0], *two[1]))
        for name in NAMES
    }
)
TURNS = st.lists(SHEETS, min_size=1, max_size=7)
OPTIONS = st.fixed_dictionaries(
    {
        "phases": st.sampled_from(["separate", "combined"]),
        "ties": st.sampled_from(["dice", "incumbent"]),
        "conditional": st.sampled_from(["off", "on", "only"]),
        "last_year": st.sampled_from(["1901", "1902", "1915"]),
    }
)
few = drawn(8)


def accepted(state, seat, sheet):
    """What would stand on file, as the office files it."""
    ordered = sorted(sheet, key=lambda command: command.section != "trades")
    return tuple(ruling.command for ruling in GAME.rule_on(state, seat, tuple(ordered)) if ruling.stands)


def played(options, turns, filed=True):
    """Every state with the sheets that led to the next, until the game is over."""
    state = opened(*NAMES, **options)
    for sheets in turns:
        given = {name: accepted(state, name, sheet) if filed else sheet for name, sheet in sheets.items()}
        orders = {**given, MASTER: ()}
        step = GAME.resolve(state, orders, dice(state.phase))
        yield state, orders, step
        if step.ended:
            return
        state = step.state


@given(OPTIONS, TURNS)
@few
def test_M_15_units_and_francs_are_conserved_and_nobody_goes_below_zero(options, turns):
    for before, _, step in played(options, turns):
        assert step.state.books.faults() == ()
        nets = {
            row["currency"]: row["net"]
            for n in step.notices
            if n.kind == "market.quotes"
            for row in document(n.data)["quotes"]
        }
        for code in CODES:
            held = [sum(state.purse(name).holding[code] for name in NAMES) for state in (before, step.state)]
            assert held[1] - held[0] == nets.get(code, 0)
        if not before.trading:
            assert step.state.books == before.books


@given(OPTIONS, TURNS)
@few
def test_M_9_a_living_rate_is_at_least_a_centime_and_whole_centimes(options, turns):
    for _, _, step in played(options, turns):
        for code, price in step.state.prices.items():
            dead = step.state.powers[code] in step.state.host.eliminated
            assert price == 0 if dead else price >= 100 and price % 100 == 0


@given(OPTIONS, TURNS, st.permutations([*NAMES, MASTER]))
@few
def test_M_2_the_order_in_which_sheets_arrive_changes_nothing(options, turns, order):
    """Neither does it to resolve the phase again, from the store."""
    for before, orders, step in played(options, turns):
        stored = pack(before)
        filed = {seat: unpack_sheet(GAME.vocabulary, pack_sheet(GAME.vocabulary, orders[seat])) for seat in order}
        again = GAME.resolve(unpack(GAME.state_type, stored), filed, dice(before.phase))
        assert again == step and digest(pack(again)) == digest(pack(step))
        assert pack(before) == stored and unpack(GAME.state_type, pack(step.state)) == step.state


@given(OPTIONS, TURNS)
@few
def test_C_2_commanders_hold_most_and_stay_until_the_season_is_over(options, turns):
    for before, _, step in played(options, turns):
        after = step.state
        if before.trading and not step.ended:
            made = {charge.power: charge for charge in (after.heirs or after.charges)}
            for code, power in after.powers.items():
                held = [after.purse(name).holding[code] for name in NAMES]
                if power in made:
                    assert made[power].units == max(held) and (made[power].seat or max(held) == 0)
        if after.phase.kind in "RA" and not step.ended:
            assert {p: s for p, s in after.commanders.items() if p in after.host.living} == {
                p: s for p, s in before.commanders.items() if p in after.host.living
            }


@given(OPTIONS, TURNS)
@few
def test_C_4_what_a_seat_writes_without_command_never_reaches_the_board(options, turns):
    for before, orders, step in played(options, turns, filed=False):
        clean = {seat: accepted(before, seat, sheet) if seat != MASTER else () for seat, sheet in orders.items()}
        idle = {
            seat: tuple(c for c in sheet if c.section == "trades" or before.commands(seat))
            for seat, sheet in clean.items()
        }
        assert idle == clean
        for seat, sheet in orders.items():
            if seat != MASTER and not before.commands(seat):
                mute = {**orders, seat: tuple(c for c in sheet if c.section == "trades")}
                again = GAME.resolve(before, mute, dice(before.phase)).state
                assert again.host == step.state.host


@given(OPTIONS, TURNS)
@few
def test_C_5_no_seat_is_told_what_is_anothers(options, turns):
    for before, orders, step in played(options, turns):
        for notice in step.notices:
            if notice.audience != PUBLIC:
                assert (
                    notice.audience in NAMES and document(notice.data).get("seat", notice.audience) == notice.audience
                )
        for name in NAMES:
            others = {seat: sheet if seat == name else () for seat, sheet in orders.items()}
            alone = GAME.resolve(before, others, dice(before.phase))
            mine = [n for n in (step.notices) if n.audience == name and n.kind == "book.statement"]
            same = [n for n in (alone.notices) if n.audience == name and n.kind == "book.statement"]
            assert [document(n.data)["lines"] for n in mine] == [document(n.data)["lines"] for n in same]


@given(OPTIONS, TURNS)
@few
def test_what_the_confirmation_promised_is_what_happens_to_the_account(options, turns):
    for before, orders, step in played(options, turns):
        for name in NAMES if before.trading else ():
            promised = document(GAME.forecast(before, name, orders[name]).exchange)
            (told,) = [document(n.data) for n in step.notices if n.kind == "book.statement" and n.audience == name]
            assert {key: told[key] for key in promised} == promised
            assert step.state.books.balance(name, CASH) >= 0


@given(OPTIONS, TURNS)
@few
def test_every_refusal_has_words_and_the_agenda_never_stands_still(options, turns):
    state = opened(*NAMES, **options)
    for sheets in turns:
        for name, sheet in sheets.items():
            for ruling in GAME.rule_on(state, name, sheet):
                for remark in filter(None, (ruling.because, *ruling.remarks)):
                    assert GAME.reasons[remark.code].text.format_map(dict(remark.figures))
        agenda = GAME.agenda(state)
        assert str(agenda.phase) == str(state.phase) and agenda.sections
        step = GAME.resolve(state, {}, dice(state.phase))
        if step.ended:
            return
        assert GAME.info.calendar.before(state.phase, step.state.phase)
        state = step.state


@given(st.integers(1, 10**6), st.integers(-19, 18))
@few
def test_C_7_the_bonus_is_simple_and_goes_the_way_of_the_centres(cents, gained):
    price = cents * 100
    after = bonus(price, gained, 100)
    assert after % 100 == 0 and after >= 100
    assert 0 <= price * (100 + 5 * gained) - after * 100 < 100 * 100 or after == 100
    assert (after >= price) == (gained >= 0) or after == price
