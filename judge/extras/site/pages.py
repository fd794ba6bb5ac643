"""The archive's pages: from facts to HTML, plain text and JSON."""

from collections.abc import Mapping
from dataclasses import field
from typing import Any

from judge.config import site_path
from judge.core.picture import Board
from judge.core.values import Value
from judge.desk.cabinet.records import Game, Status
from judge.desk.news import publish, results
from judge.desk.services import Services
from judge.extras.facts import START, Facts, Place
from judge.extras.pictures import laid, tried
from judge.extras.site import live, poster
from judge.extras.site.faces import face, players, seats, settings, years
from judge.render import board as drawing
from judge.render import charts, page
from judge.render.charts import Chart
from judge.render.page import Block, Picture
from judge.render.text import called

ALONE = 800  # pixels: a board by itself, for readers of feeds
SMALL = 320  # a thumbnail of it
ALL = 50  # rows of a scoreboard on the game's own pages
UP = "../../"  # from a game's folder to the front


class Leaf(Value):
    """A page's files by path. `map` names the map under its picture, which all pages share; `image` is the length of
    the picture by itself, which feeds show, `taken` what changed hands: province -> power, `told` what is told of
    every province."""

    files: dict[str, bytes]
    map: str = ""
    image: int = 0
    taken: Mapping[str, str] = field(default_factory=dict)
    told: Mapping[str, str] = field(default_factory=dict)


class Pages:
    """Renders pages. Knows their addresses, but nothing about folders."""

    def __init__(self, services: Services) -> None:
        self.services = services

    def html(self, template: str, root: str, **context: Any) -> bytes:
        """A page; `root` is the way from it to the front."""
        judge = self.services.config.judge
        base = {
            "judge": judge.name,
            "address": judge.address,
            "judge_zone": judge.zone,
            "root": root,
            "allowed": "'none'",
        }
        text = self.services.renderer.part((f"site/{template}.html",), {**base, **context})
        assert text is not None
        return text.encode()

    def text(self, template: str, **context: Any) -> str:
        return self.services.renderer.part((f"site/{template}.txt",), context) or ""

    def style(self) -> bytes:
        return (self.services.renderer.part(("site/style.css",), {}) or "").encode()

    def story(self, facts: Facts, place: Place) -> str:
        """The results of a phase as a piece of HTML without pictures, for feeds."""
        told = publish.public(facts.event(place.seq)["data"]["notices"])
        marked = "\n\n".join(publish.parts(self.services, facts.game, told, ()))
        blocks = page.with_pictures(page.blocks(marked, titled=False), ())
        return self.services.renderer.part(("site/entry.html",), {"blocks": blocks}) or ""

    # ---- a game -----------------------------------------------------------------------------------------------

    def game(self, facts: Facts, notes: Mapping[str, Mapping[str, Any]], printed: bool = False) -> Leaf:
        """The game's own page: where it stands, how it came there, who plays, by what settings. `notes`: by page of a
        phase, what its provinces were told of as, and who took them. `printed`: a poster for paper lies beside it."""
        game, info = facts.game, facts.info
        board, files = self._board(facts, None)
        played = [p for p in facts.places if p.standing and p.seq]
        past = ((p.words.partition(",")[0], notes[p.page]["told"], notes[p.page]["taken"]) for p in played)
        changes, known = drawing.replayed(past)
        script = self._script("board")
        charts = self._charts(facts)
        if board and (small := tried(lambda: drawing.thumbnail(board["drawn"], width=SMALL), b"", game.key)):
            files[f"games/{game.key}/board.jpg"] = small
        elif charts:
            files[f"games/{game.key}/board.svg"] = charts[0].encode()
        made = tried(lambda: self.poster_of(facts), None, game.key) if facts.finished and game.played else None
        image = tried(lambda: poster.png(made), b"", game.key) if made else b""
        files |= {f"games/{game.key}/poster.png": image} if image else {}
        files[site_path(game.key)] = self.html(
            "game",
            UP,
            poster=bool(image),
            printed=printed,
            game=face(facts),
            info=info,
            board=board,
            provinces=known(drawing.places(board["drawn"])) if board else {},
            frames=[[p.page, p.words, change] for p, change in zip(played, changes, strict=True)] if board else [],
            script=script,
            allowed=live.scripted(script) if board else "'none'",
            standing=self._standing(facts),
            charts=charts,
            turns=made.turns if made else (),
            years=years(facts.places),
            newest=next((p for p in reversed(facts.places) if p.standing), None),
            players=players(facts),
            settings=settings(info, game),
            over=self._over(game),
            spoken=facts.press(game.phase) if not facts.finished else [],
        )
        files |= self._live(facts, board)
        return Leaf(files, board["map"] if board else "")

    def poster_of(self, facts: Facts) -> poster.Poster:
        """What the poster of a game that is over shows."""
        over = self._over(facts.game)
        return poster.poster(facts, over["words"] if over else "")

    def _live(self, facts: Facts, board: Mapping[str, Any] | None) -> dict[str, bytes]:
        """The pages to keep open: the game now, its deadlines for calendars, and while orders are taken their form."""
        game, folder = facts.game, f"games/{facts.game.key}"
        files = {f"{folder}/live.html": self._now(facts, board), f"{folder}/deadlines.ics": live.deadlines([facts])}
        if game.status is Status.ACTIVE and not game.locked:
            script = self._script("orders")
            files[f"{folder}/orders.html"] = self.html(
                "orders",
                UP,
                game=face(facts),
                form=live.form(facts),
                letter=live.letter(facts),
                script=script,
                allowed=live.scripted(script),
            )
        return files

    def _now(self, facts: Facts, board: Mapping[str, Any] | None) -> bytes:
        script = self._script("live")
        return self.html(
            "live",
            UP,
            game=face(facts),
            board=board,
            newest=next((p for p in reversed(facts.places) if p.standing), None),
            scores=self.scores(facts, ALL),
            over=self._over(facts.game),
            owing=live.owing(facts),
            spoken=facts.press(facts.game.phase) if not facts.finished else [],
            script=script,
            allowed=live.scripted(script),
        )

    def _script(self, name: str) -> str:
        return (self.services.renderer.part((f"site/{name}.js",), {}) or "").strip()

    def place(self, facts: Facts, place: Place, before: Place | None, after: Place | None) -> Leaf:
        """A page of the game's story."""
        around = {"before": before, "after": after, "place": place, "game": face(facts)}
        if place.phase == START:
            return self._start(facts, place, around)
        return self._phase(facts, place, around) if place.standing else self._undone(facts, place, around)

    def _phase(self, facts: Facts, place: Place, around: Mapping[str, Any]) -> Leaf:
        services, game, event = self.services, facts.game, facts.event(place.seq)
        found = results.result_data(services, game, event)
        pictures = self._pictures(facts, place)
        told = publish.public(event["data"]["notices"])
        marked = "\n\n".join(publish.parts(services, game, told, pictures))
        spoken = facts.press(place.phase)
        board, files = self._board(facts, place)
        stem = f"games/{game.key}/{place.page}"
        files[f"{stem}.html"] = self.html(
            "phase",
            UP,
            **around,
            at=event["at"],
            board=board,
            found=found,
            blocks=page.with_pictures(page.blocks(marked, titled=False), pictures),
            spoken=spoken,
            reason=facts.taken_back(place)["data"]["reason"] if place.undone else "",
            over=self._over(game) if found["ended"] else None,
        )
        files[f"{stem}.txt"] = self.text("results", **found, game=game.key, spoken=spoken).encode()
        files[f"{stem}.json"] = results.machine_result(game, event).written()
        image = tried(lambda: drawing.jpeg(board["drawn"], width=ALONE), b"", game.key) if board else b""
        if image:
            files[f"{stem}.jpg"] = image
        if board is None:
            return Leaf(files)
        return Leaf(files, board["map"], len(image), board["drawn"].taken, drawing.places(board["drawn"]))

    def _start(self, facts: Facts, place: Place, around: Mapping[str, Any]) -> Leaf:
        game, event = facts.game, facts.started
        told = publish.public(event["data"]["notices"])
        blocks = page.blocks("\n\n".join(publish.parts(self.services, game, told, ())), titled=False)
        found = {
            "result_phase": "START",
            "link": 1,
            "secret": event["data"]["link"],
            "anchor": game.anchor,
            "draws": [],
        }
        html = self.html(
            "start",
            UP,
            **around,
            at=event["at"],
            blocks=page.with_pictures(blocks, ()),
            found=found,
            spoken=facts.press(START),
            players=seats(facts),
            settings=settings(facts.info, game),
        )
        return Leaf({f"games/{game.key}/{place.page}.html": html})

    def _undone(self, facts: Facts, place: Place, around: Mapping[str, Any]) -> Leaf:
        event = facts.taken_back(place)
        path = f"games/{facts.game.key}/{place.page}.html"
        return Leaf({path: self.html("undone", UP, **around, at=event["at"], reason=event["data"]["reason"])})

    # ---- parts of them ----------------------------------------------------------------------------------------

    def _standing(self, facts: Facts) -> list[Block]:
        if not facts.game.snapshot:
            return []
        renderer = self.services.renderer.marking
        text = renderer.part((f"{facts.game.variant}/digest.txt",), {"public": facts.standing, "whole": True}) or ""
        return page.blocks(text, titled=False)

    def scores(self, facts: Facts, most: int) -> dict[str, Any] | None:
        """The scoreboard of the race that is run, its best rows; None before anything was counted."""
        found = tried(lambda: charts.scoreboard(facts.turns()), None, facts.game.key) if facts.game.played else None
        return found.document(most) if found else None

    def _pictures(self, facts: Facts, place: Place) -> list[Picture]:
        """The charts of a phase, each beside its notice."""
        found = tried(lambda: charts.public_figures(facts.turns(place.seq)), dict[str, list[Chart]](), facts.game.key)
        drawn = [(kind, chart, self._drawn(chart, facts.game)) for kind in found for chart in found[kind]]
        form = "image/svg+xml"
        return [Picture(one.name, form, svg.encode(), one.alt, beside=kind) for kind, one, svg in drawn if svg]

    def _charts(self, facts: Facts) -> list[str]:
        found = tried(facts.charts_now, list[Chart](), facts.game.key) if facts.game.played else []
        return list(filter(None, (self._drawn(chart, facts.game) for chart in found)))

    def _drawn(self, chart: Chart, game: Game) -> str:
        return tried(lambda: charts.draw(chart), "", game.key)

    def _board(self, facts: Facts, place: Place | None) -> tuple[dict[str, Any] | None, dict[str, bytes]]:
        """The picture for a page, and the file of tints it lies on: pages of the same owners share it."""
        none: tuple[dict[str, Any] | None, dict[str, bytes]] = (None, {})
        return tried(lambda: self._laid(facts.board(place)), none, facts.game.key)

    def _laid(self, board: Board | None) -> tuple[dict[str, Any] | None, dict[str, bytes]]:
        if board is None:
            return None, {}
        svg, path, tint = laid(board, UP)
        words, corners = drawing.in_words(board), drawing.corners(board)
        return {"svg": svg, "words": words, "corners": corners, "map": board.map, "drawn": board}, {path: tint}

    def _over(self, game: Game) -> dict[str, Any] | None:
        if game.status is not Status.FINISHED or not game.ended:
            return None
        words, winners = self.text("ending", ended=game.ended).strip(), game.ended["winners"]
        told = all(called(name) in words for name in winners)  # powers; who trades under a name is not in the ending
        return {"winners": winners, "words": words, "told": told}
