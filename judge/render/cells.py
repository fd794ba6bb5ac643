"""The rows of a page's tables. A letter has hundreds of cells, so they are written here, not by a macro each."""

from markupsafe import Markup, escape

from judge.render.page import Block, is_graph, swatch


def cells(table: Block) -> Markup:
    """The body of a table, a row a line."""
    align, lead = table["align"], table["lead"]
    rows = [
        "<tr>" + "".join([cell(words, align[at], at - lead) for at, words in enumerate(row)]) + "</tr>\n"
        for row in table["rows"]
    ]
    return Markup("".join(rows))


def cell(words: str, side: str, place: int) -> str:
    """One cell. `place` counts from the one that names the row."""
    shown = words if words.isalnum() else str(escape(words))
    if place == 0:
        classes = f"{side} graph names" if is_graph(words) else f"{side} names"
        named = f'<th scope="row" class="{classes}">{sign(words)}{shown}</th>'
        return named if words else f'<td class="{classes}"></td>'
    moved = words[1:2].isdigit() and words[0] in "+-"
    look = (" up" if words[0] == "+" else " down") if moved else " graph" if is_graph(words) else ""
    return f'<td class="{side}{look}{" ahead" if place < 0 else ""}">{shown}</td>'


def sign(words: str) -> Markup:
    """A small square in the colour of a power or its currency; nothing before any other word."""
    colour = swatch(words)
    square = f'<span class="sign" aria-hidden="true" style="color:{colour}">&#9632;</span>&nbsp;'
    return Markup(square if colour else "")
