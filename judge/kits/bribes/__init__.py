"""The bribes kit: orders are sold to the highest promise (Payola; the corporations and investors of Exchange).

    line = read_offer("4+6 ! A PAR - BUR | - GAS")          an Offer or a Saving; OfferFault says where reading stopped
    screen(Table(Survey(board, position), "GERMANY", "GERMANY", balance=48), [line])        may it be filed (A5)?
    decide(units, {"GERMANY": Purse(48, (line,))}, welcome)          every unit's order, every payer's bill (A7-A9)
    rule_on_offers(table, commands), bid_of(table, commands)         a letter's sheet at entry, and at the deadline
    statement(decision, payer, purse), tables(decision)              what a payer is told; the chart of everything

A payer is any account: a power, or an investor without units (XR-2). Amounts are whole numbers, rounding never occurs.
"""
