"""What an Exchange tells of its own, beside the kit's news of the board."""

from judge.core.notice import News, news_in
from judge.games.exchange.news import founding, offices, season, trade
from judge.kits.host.news import HOSTED_NEWS
from judge.kits.rulings import RULING_NEWS

NEWS: tuple[type[News], ...] = (
    *HOSTED_NEWS,
    *RULING_NEWS,
    *(kind for module in (founding, offices, season, trade) for kind in news_in(vars(module))),
)
