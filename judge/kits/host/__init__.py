"""The board beside the book: hosted here, or reported by the master. A game need not know which.

Hosted: `hosted_season` plays one phase, `duties` and `undecided` say who must order, `check_orders` (a power's sheet)
and `check_voice` (any seat's, D-14) rule on orders, `outlook` forecasts them, `board_notices` tells the results.
"""
