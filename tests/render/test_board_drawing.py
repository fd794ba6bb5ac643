"""Boards as pictures: what is drawn, in which size, the same every time, and in words."""

import json
import re
import xml.etree.ElementTree as ET
from collections.abc import Iterator, Mapping
from dataclasses import replace
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from judge.core.picture import Board, Deed, Gone, Mark, Note, Piece
from judge.core.shown import Shown
from judge.kits.board.opening import start_position
from judge.kits.board.standard import standard_map
from judge.kits.host.news import Standing
from judge.kits.host.picture import BoardShown, DrivenOut, picture
from judge.render.board import in_words, jpeg, legend, photo, svg
from judge.render.board.arrows import CASING
from judge.render.board.atlas import atlas
from judge.render.board.draw import living
from judge.render.board.pen import Bit
from judge.render.board.room import UNIT, Box, covered, inside, name_of, taken
from judge.render.board.ways import Ways
from judge.render.palette import POWERS
from tests.games.economic4.table import ECONOMIC, Table
from tests.tables import rows

SVG = "{http://www.w3.org/2000/svg}"
LETTER = 250_000
FIXTURES = Path(__file__).resolve().parents[1] / "fixtures"


def opening() -> Board:
    start = start_position(standard_map())
    pieces = tuple(Piece(unit.power, unit.type, unit.location) for unit in start.units.values())
    return Board(title="lira7 · Spring 1901, movement", pieces=pieces, owners=dict(start.owners))


def busy() -> Board:
    """Every kind of order and outcome, marks and notes, at once."""
    lon, nth, nwy = Piece("ENGLAND", "A", "LON"), Piece("ENGLAND", "F", "NTH"), Piece("RUSSIA", "A", "NWY")
    par, mar, bur, mun = (
        Piece("FRANCE", "A", "PAR"),
        Piece("FRANCE", "A", "MAR"),
        Piece("GERMANY", "A", "BUR"),
        Piece("GERMANY", "A", "MUN"),
    )
    ven, stp = Piece("ITALY", "A", "VEN"), Piece("RUSSIA", "F", "STP/SC")
    deeds = (
        Deed(lon, "move", "NWY", "", "fails", text="A LON - NWY"),
        Deed(nth, "convoy", "NWY", "LON", "convoys", text="F NTH C A LON - NWY"),
        Deed(nwy, "hold", result="holds"),
        Deed(par, "move", "BUR", "", "moves", text="A PAR - BUR"),
        Deed(mar, "support", "BUR", "PAR", "supports", text="A MAR S A PAR - BUR"),
        Deed(bur, "hold", result="holds", dislodged=True, text="A BUR H"),
        Deed(mun, "support", "", "BUR", "cut", text="A MUN S A BUR"),
        Deed(ven, "support", "", "STP", "void", text="A VEN S F STP"),
        Deed(bur, "retreat", "BEL", "", "retreats", text="A BUR R BEL"),
        Deed(Piece("FRANCE", "A", "PAR"), "build", result="builds", text="BUILD A PAR"),
        Deed(stp, "remove", result="removes", text="REMOVE F STP/SC"),
    )
    marks = (
        Mark("pawn", "SWI", "GW", "Grey Wolf is in Switzerland"),
        Mark("chest", "LON", "120", "a chest"),
        Mark("value", "PAR", "3", "PAR is worth 3"),
        Mark("price", "MUN", "17", "A MUN - BUR was paid 17"),
    )
    return Board(
        "troubleshooter",
        "x",
        "orders",
        (lon, nth, nwy, par, mar, bur, mun, ven, stp),
        {"BUR": "GERMANY", "PAR": "FRANCE", "BEL": "FRANCE"},
        (),
        deeds,
        {"BEL": "FRANCE"},
        marks,
        (Note("FRANCE", "12.50 a share"),),
        ("BER",),
    )


def waiting() -> Board:
    """Retreats to come."""
    gone = Gone(Piece("GERMANY", "A", "BUR"), "PAR", ("BEL", "RUH"))
    return Board(pieces=(Piece("FRANCE", "A", "BUR"),), owners={"PAR": "FRANCE"}, gone=(gone,))


BARE = Board(pieces=(Piece("ITALY", "F", "ION"),))
BOARDS = {"opening": opening(), "busy": busy(), "waiting": waiting(), "bare": BARE}
every_board = pytest.mark.parametrize("name", sorted(BOARDS))


@every_board
def test_the_svg_is_well_formed_and_has_a_path_for_every_province(name: str) -> None:
    board = BOARDS[name]
    tree = ET.fromstring(svg(board))
    paths = {path.get("id"): path for path in tree.iter(f"{SVG}path") if path.get("id") and path.get("class")}
    spaces = atlas(board.map).spaces
    assert set(paths) == set(spaces)
    for code, path in paths.items():
        kind = "sea" if spaces[code].sea else "land sc" if spaces[code].centre else "land"
        assert path.get("class") == kind and path.findtext(f"{SVG}title") == spaces[code].name
    assert tree.findtext(f"{SVG}desc") == in_words(board) and tree.get("role") == "img"


@every_board
def test_the_same_board_gives_the_same_bytes(name: str) -> None:
    board = BOARDS[name]
    again = replace(board, owners=dict(reversed(board.owners.items())))
    assert svg(board) == svg(again)
    assert jpeg(board, width=400) == jpeg(again, width=400)


@every_board
def test_a_picture_fits_into_a_letter(name: str) -> None:
    data = jpeg(BOARDS[name])
    assert len(data) < LETTER
    with Image.open(BytesIO(data)) as shown:
        assert shown.format == "JPEG" and shown.width == 1100 and 1000 < shown.height < 1300


def units_in(text: str) -> list[str]:
    return [g.findtext(f"{SVG}title") or "" for g in ET.fromstring(text).iter(f"{SVG}g") if g.get("class") == "unit"]


def test_marks_cover_no_name_no_unit_and_no_other_mark() -> None:
    crowd = tuple(Mark("pawn", "MOS", str(number), "") for number in range(3))
    chests = tuple(Mark("chest", code, "120", "") for code in ("LON", "ANK", "PAR", "ROM"))
    worths = tuple(Mark("value", code, "3", "") for code in atlas("standard").lands)
    board = replace(opening(), marks=(*crowd, *chests, *worths))
    chart = atlas("standard")
    ground = {"pawn": (26, 28), "chest": (30, 18), "value": (12, 12)}
    spot = re.compile(r'<g class="mark (\w+)" transform="translate\(([\d.]+) ([\d.]+)\)(?: scale\(([\d.]+)\))?">')
    drawn = [
        Box(float(x), float(y), *(side * float(scale or 1) for side in ground[kind]))
        for kind, x, y, scale in spot.findall(svg(board))
    ]
    assert len(drawn) == len(board.marks)
    standing = list(taken(board, chart))
    hidden = [box for number, box in enumerate(drawn) if covered(box, [*standing, *drawn[:number]]) > 30]
    assert len(hidden) <= 2, hidden


def test_a_bounce_leaves_the_names_of_the_place_to_be_read() -> None:
    kie, swe = Piece("GERMANY", "A", "KIE"), Piece("GERMANY", "F", "SWE")
    deeds = tuple(Deed(unit, "move", "DEN", "", "fails") for unit in (kie, swe))
    board = Board(pieces=(kie, swe), deeds=deeds)
    name = name_of(atlas("standard").spaces["DEN"])
    assert not any(name.shared(cross) for cross in Ways(board, atlas("standard")).crosses())


def test_every_unit_is_drawn_once_with_its_power_kind_and_place() -> None:
    assert sorted(units_in(svg(opening()))) == sorted(
        f"{piece.power.capitalize()}: {'army' if piece.kind == 'A' else 'fleet'} {piece.place}"
        for piece in opening().pieces
    )


def test_a_built_unit_is_drawn_once_and_one_driven_out_beside_its_conqueror() -> None:
    new = Piece("FRANCE", "F", "BRE")
    built = Board(pieces=(), deeds=(Deed(new, "build", result="builds", text="BUILD F BRE"),))
    assert units_in(svg(built)) == ["France: fleet BRE"]
    assert sorted(units_in(svg(waiting()))) == ["France: army BUR", "Germany: army BUR"]


def test_names_that_hold_markup_or_control_characters_break_nothing() -> None:
    odd = '<script>&"\x00\x1b\ufffe'
    board = replace(
        opening(), title=odd, caption=odd, marks=(Mark("pawn", "PAR", "<&", odd),), notes=(Note("ITALY", odd),)
    )
    tree = ET.fromstring(svg(board))
    assert not [element for element in tree.iter() if "script" in element.tag]
    assert jpeg(board, width=200)


def words_of(board: Board) -> list[str]:
    return [text.text or "" for text in ET.fromstring(svg(board)).iter(f"{SVG}text")]


def test_the_legend_counts_what_the_phase_left_and_what_was_before() -> None:
    new = Piece("FRANCE", "F", "BRE")
    built = Board(
        pieces=(Piece("FRANCE", "A", "PAR"),),
        owners={"PAR": "FRANCE", "BRE": "FRANCE"},
        deeds=(Deed(new, "build", result="builds"),),
        former={"PAR": "FRANCE"},
        later=(Piece("FRANCE", "A", "PAR"), new),
    )
    assert [words for words in words_of(built) if "→" in words] == ["1 → 2 centres,", "1 → 2 units"]
    assert "France: 1 → 2 centres: BRE, PAR; 1 → 2 units: A PAR." in in_words(built)


def test_a_unit_that_was_driven_out_is_counted_until_it_is_disbanded() -> None:
    army = waiting().gone[0].piece
    back = replace(waiting(), later=(Piece("FRANCE", "A", "BUR"), replace(army, place="BEL")))
    lost = replace(waiting(), later=(Piece("FRANCE", "A", "BUR"),))
    assert "Germany: 0 centres; 1 unit." in in_words(back) and "→" not in in_words(back)
    assert "Germany: 0 centres; 1 → 0 units." in in_words(lost)


def test_the_key_has_a_word_for_every_sign_of_the_picture() -> None:
    words = words_of(busy())
    for meaning in rows(__file__, "KEY"):
        assert words.count(meaning) - (meaning == "void") == 1, meaning
    assert "owner of a centre" not in words_of(BARE)


def test_the_key_stays_within_the_picture() -> None:
    tree = ET.fromstring(svg(busy()))
    wide, high = float(tree.attrib["width"]), float(tree.attrib["height"])
    keys = [sign for sign in tree.iter(f"{SVG}g") if sign.find(f"{SVG}text[@font-size='12.5']") is not None]
    places = [re.findall(r"[\d.]+", sign.attrib["transform"]) for sign in keys]
    assert keys and len({y for _, y in places}) > 1
    for sign, (x, y) in zip(keys, places, strict=True):
        words = sign.findall(f"{SVG}text")[-1]
        assert float(y) + float(words.attrib["y"]) < high - 4
        assert float(x) + float(words.attrib["x"]) + 6.9 * len(words.text or "") < wide


def test_places_that_are_not_on_the_map_are_left_out() -> None:
    nowhere = Piece("FRANCE", "A", "XYZ")
    board = Board(
        pieces=(nowhere,),
        owners={"XYZ": "FRANCE"},
        gone=(Gone(nowhere, "", ("QQQ",)),),
        idle=("XYZ",),
        deeds=(Deed(nowhere, "move", "PAR", "", "moves"), Deed(Piece("ITALY", "A", "ROM"), "move", "XYZ", "", "fails")),
        marks=(Mark("price", "XYZ", "1", "nowhere"),),
        taken={"XYZ": "ITALY"},
    )
    assert units_in(svg(board)) == []


def test_in_words_tells_all_that_the_picture_tells() -> None:
    told = in_words(busy())
    for piece in busy().pieces:
        assert piece.text in told
    for phrase in rows(__file__, "IN_WORDS"):
        assert phrase in told
    assert "may retreat to BEL or RUH" in in_words(waiting())


# ---- from public facts ------------------------------------------------------------------------------------------


class Seen(Shown, kw_only=False):
    """What everybody sees of a game that is a board alone."""

    board: BoardShown


def seen(army: str, centres: Mapping[str, str] = {"PAR": "FRANCE"}, gone: tuple[DrivenOut, ...] = ()) -> Seen:
    """A board with a French army."""
    units = (Standing(power="FRANCE", type="A", loc=army),)
    return Seen(BoardShown(units=units, centres=centres, counts={}, eliminated=(), source="hosted", dislodged=gone))


STANDING, MOVED = seen("PAR"), seen("BUR")
ROW = {"power": "FRANCE", "unit": "A PAR", "order": "A PAR - BUR", "result": "moves", "dislodged": False}


def test_a_phase_with_orders_shows_the_units_where_they_stood() -> None:
    shown = picture(STANDING, MOVED, [("board.results", {"orders": [ROW]})])
    assert shown is not None and [piece.place for piece in shown.pieces] == ["PAR"]
    assert shown.deeds == (Deed(Piece("FRANCE", "A", "PAR"), "move", "BUR", "", "moves", text="A PAR - BUR"),)


def test_a_phase_shows_the_owners_it_left_and_rings_who_took_what() -> None:
    before = seen("PAR", {"PAR": "FRANCE", "BEL": "GERMANY", "KIE": "GERMANY"})
    after = seen("BUR", {"PAR": "FRANCE", "BEL": "FRANCE", "KIE": "GERMANY"})
    shown = picture(before, after, [("board.results", {"orders": [ROW]})])
    assert shown is not None and shown.owners == after.board.centres
    assert shown.taken == {"BEL": "FRANCE"} and shown.former == before.board.centres
    assert [piece.place for piece in shown.pieces] == ["PAR"]
    assert "France: 1 → 2 centres: BEL, PAR; 1 unit: A PAR." in in_words(shown)


def test_a_phase_without_orders_shows_the_board_after_it() -> None:
    shown = picture(STANDING, MOVED, [("market.quotes", {"quotes": []})])
    assert shown is not None and [piece.place for piece in shown.pieces] == ["BUR"] and not shown.deeds


def test_an_order_that_cannot_be_read_leaves_its_unit_standing() -> None:
    row = {**ROW, "order": "A PAR jumps", "result": "illegal"}
    shown = picture(STANDING, STANDING, [("board.results", {"orders": [row]})])
    assert shown is not None and (shown.deeds[0].verb, shown.deeds[0].result) == ("hold", "illegal")
    assert "France A PAR jumps: not allowed" in in_words(shown)


def test_a_board_of_which_nothing_is_public_has_no_picture() -> None:
    empty = replace(STANDING.board, units=(), centres={}, counts={"FRANCE": 3})
    assert picture(Seen(empty), Seen(empty)) is None
    assert picture(Shown(), Shown()) is None


# ---- what covers what -----------------------------------------------------------------------------------------------


def test_every_line_of_an_order_has_dark_edges() -> None:
    drawn = svg(busy())
    edges = re.findall(rf'd="([^"]+)" fill="none" stroke="{CASING}"', drawn)
    lines = re.findall(r'd="([^"]+)" fill="none" stroke="#fff" stroke-opacity="0.6"', drawn)
    assert lines and edges == lines


def test_at_the_start_every_chest_stands_whole_on_its_own_land_and_is_smaller_where_there_is_little() -> None:
    chart, before = atlas("economic4"), ECONOMIC.standing(Table().state, None)
    board = ECONOMIC.picture(before, before, ())
    assert board is not None
    spot = re.compile(r'class="mark chest" transform="translate\(([\d.]+) ([\d.]+)\)(?: scale\(([\d.]+)\))?"')
    chests = sorted((mark for mark in board.marks if mark.kind == "chest"), key=lambda mark: mark.power)
    drawn = [tuple(float(part or 1) for part in found) for found in spot.findall(svg(board))]
    assert len(drawn) == len(chests) == 7 and {scale for _, _, scale in drawn} <= {1, 0.9, 0.8, 0.7}
    for mark in chests:
        half = (7.0 * len(f"{mark.power[0]} {mark.text}") + 9) / 2
        space = chart.spaces[mark.place.partition("/")[0]]
        assert any(
            all(inside((x + dx * scale, y + dy * scale), space) for dx in (-half, half) for dy in (-9, 9))
            for x, y, scale in drawn
        ), mark.place


HARD = [json.loads(line) for line in (FIXTURES / "board" / "hard_positions.jsonl").read_text("utf-8").splitlines()]


def fought(position: dict[str, Any]) -> Board:
    """A board of a hard position with its orders and what became of them."""
    placed = [(power, *text.split()) for power, texts in position["units"].items() for text in texts]
    pieces = {place.partition("/")[0]: Piece(power, kind, place) for power, kind, place in placed}
    deeds = []
    for _power, text in position["orders"]:
        _kind, at, verb, *rest = text.replace(" VIA", "").split()
        code = at.partition("/")[0]
        places = [word for word in rest if word not in ("A", "F", "-", "H")]
        result = position["results"].get(code, "")
        if verb == "-":
            deeds.append(Deed(pieces[code], "move", places[0], "", result))
        elif verb in "SC":
            deeds.append(Deed(pieces[code], "support" if verb == "S" else "convoy", places[-1], places[0], result))
    return Board(pieces=tuple(pieces.values()), deeds=tuple(deeds), title=position["id"])


def test_names_can_be_read_on_the_most_crowded_boards() -> None:
    """Of two hundred hard positions, name by name: what lies above names leaves them legible, and whatever an order
    crosses is written once more above it. Where a dozen crosses meet in one small place a few are still touched."""
    chart = atlas("standard")
    names = {space.code: name_of(space) for space in chart.spaces.values()}
    touched, hidden = [], []
    for position in HARD[::8]:
        board = fought(position)
        signs = tuple(Ways(board, chart).crosses())
        for code, box in names.items():
            share = covered(box, signs) / (box.wide * box.high)
            touched += [(position["id"], code)] if share > 0.1 else []
            hidden += [(position["id"], code)] if share > 0.5 else []
    assert len(HARD) >= 200 and len(touched) <= 4 and len(hidden) <= 1, (touched, hidden)
    crowded = max(HARD, key=lambda position: len(position["orders"]))
    board, drawn = fought(crowded), svg(fought(crowded))
    again, ink = 0, tuple(Ways(board, chart).ink())
    for code, box in names.items():
        near = any(abs(x - box.x) < box.wide / 2 and abs(y - box.y) < box.high / 2 for x, y in ink)
        stands = [Box(*chart.spot(piece.place), *UNIT) for piece in board.pieces]
        if near and covered(box, stands) < box.wide * box.high * 0.5:
            shown = code if chart.spaces[code].sea else code.capitalize()
            assert drawn.count(f">{shown}</text>") == 2, code
            again += 1
    assert again > 5


def test_no_note_of_the_legend_runs_into_the_next_power_s() -> None:
    """A power has 154 of the picture's units; a letter of a note has 7 of them, its widest ones set aside."""
    said = "commanded by Mrs Miggins"
    drawn = svg(Board(notes=(Note("AUSTRIA", said), Note("ENGLAND", "commanded by Lupus"))))
    lines = [line for line in re.findall(r'font-size="11"[^>]*>([^<]+)<', drawn) if line in said]
    assert " ".join(lines) == said and max(map(len, lines)) * 7 <= 154


# ---- A picture is laid together of bits, each drawn by itself: nothing of one is cut off, and lands keep ... -------


def carried() -> Board:
    """An army that goes a long way by its fleets, with names and sums as wide as they come."""
    fleets = [Piece("ITALY", "F", place) for place in ("EAS", "ION", "WES", "MAO", "NAO", "NWG", "BAR")]
    army = Piece("ITALY", "A", "SYR")
    convoys = tuple(Deed(fleet, "convoy", "STP", "SYR", "convoys") for fleet in fleets)
    marks = (
        Mark("broken", "MOS", "WWWWW", "", "RUSSIA"),
        Mark("chest", "SPA", "99999", "", "FRANCE"),
        Mark("price", "UKR", "WWWWW", ""),
        Mark("pawn", "NAF", "WW", "", "ITALY"),
        Mark("changed", "LVN", "", "", "GERMANY"),
    )
    notes = tuple(Note(power, "30 shares at 3, Mrs Miggins, Zaharoff") for power in POWERS)
    deeds = (*convoys, Deed(army, "move", "STP", "", "moves"))
    return Board("standard", "W" * 24, "Wg" * 20, (*fleets, army), deeds=deeds, marks=marks, notes=notes)


def bits() -> Iterator[Bit]:
    for board in (busy(), opening(), waiting(), carried(), *map(fought, HARD[::40])):
        yield from living(board)
        yield from legend.title(board, atlas(board.map))
        yield from legend.band(board, atlas(board.map), 0)


def test_every_bit_lies_within_its_edges() -> None:
    """Drawn with more room about it, it reaches no farther. (A title longer than the sheet would; none here is.)"""
    seen = {(bit.body, bit.edges): bit for bit in bits()}
    for bit in seen.values():
        left, top, right, bottom = bit.edges
        within, corner = photo._made(bit.body, bit.edges, 1)
        beyond, same = photo._made(bit.body, (left - 30, top - 30, right + 30, bottom + 30), 1)
        assert (within.size, corner) == (beyond.size, same), bit
    assert len(seen) > 100
