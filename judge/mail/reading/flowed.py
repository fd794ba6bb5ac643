"""Text that a mail program wrapped or wrapped up: format=flowed (RFC 3676) and OpenPGP armour (RFC 9580)."""

from judge.core.plain import plain_line
from judge.core.regex import regex
from judge.order_hints import looks_like_order

_LINE_END = regex("\r\n|[\r\n\u2028\u2029\f\v]")
SHORT_LINE = 50  # a program wraps near column 72: an order that ends in a blank here was ended by hand


def split_lines(text: str) -> list[str]:
    """Lines of a text whatever ends them: CRLF, LF, CR, form feed, the Unicode separators."""
    return _LINE_END.split(text)


def unflow(lines: list[str], delsp: bool) -> list[str]:
    """Join soft-wrapped lines of one quotation depth; space stuffing is undone, `-- ` never joined."""
    joined: list[str] = []
    held: list[str] = []
    held_depth = 0
    for line in lines:
        depth, text = _depth(line)
        if held and (depth != held_depth or text == "-- " or _ended_by_hand(held, text)):
            joined.append(_quoted(held_depth, "".join(held)))
            held = []
        if text.endswith(" ") and text != "-- ":
            held.append(text[:-1] if delsp else text)
            held_depth = depth
        elif held:
            joined.append(_quoted(depth, "".join(held) + text))
            held = []
        else:
            joined.append(_quoted(depth, text))
    if held:
        joined.append(_quoted(held_depth, "".join(held)))
    return joined


def _depth(line: str) -> tuple[int, str]:
    text = line.lstrip(">")
    depth = len(line) - len(text)
    return depth, text[1:] if text[:1] == " " else text


def _quoted(depth: int, text: str) -> str:
    return f"{'>' * min(depth, 9)} {text}" if depth else text


def _ended_by_hand(held: list[str], text: str) -> bool:
    """A short line that is an order, and another one below it: the blank at its end was typed, not made."""
    if len(held) > 1 or len(held[0]) > SHORT_LINE:
        return False
    return not text.strip() or (looks_like_order(plain_line(text)) and looks_like_order(plain_line(held[0])))


def without_armour(lines: list[str]) -> tuple[list[str], bool, bool]:
    """OpenPGP armour taken off: signed text kept with its dash escapes undone, signatures and keys dropped; whether any
    was signed, and whether any was encrypted."""
    kept: list[str] = []
    skip_to, in_head, signed = "", False, False
    any_signed = sealed = False
    for line in lines:
        mark = line.strip()
        if skip_to:
            if mark == skip_to:
                skip_to = ""
        elif in_head:
            in_head = bool(mark)
        elif mark == "-----BEGIN PGP SIGNED MESSAGE-----":
            in_head = signed = any_signed = True
        elif mark.startswith("-----BEGIN PGP ") and mark.endswith("-----"):
            skip_to = mark.replace("BEGIN", "END", 1)
            sealed = sealed or "MESSAGE" in mark
            signed = False
        else:
            kept.append(line[2:] if signed and line.startswith("- ") else line)
    return kept, any_signed, sealed
