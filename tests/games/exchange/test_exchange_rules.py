"""Single orders and whole phases, as the tables have them: what stands, and what comes of it."""

from tests.games.exchange.exchange_table import Table, written
from tests.tables import sentences


@sentences("options", "start", "steps", "order", "code")
def test_an_order_stands_or_is_refused(options, start, steps, order, code):
    seat, (command,) = written(order)
    assert Table(**options).play(start, steps).code(seat, command) == code


@sentences("options", "start", "steps", "shown")
def test_phases_come_out_as_they_are_ruled(options, start, steps, shown):
    assert Table(**options).play(start, steps).shows(shown) == shown
