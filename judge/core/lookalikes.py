"""Names that look alike: the skeleton of a name, by the table of confusable characters of Unicode (UTS 39).

The two tables below hold what of that table concerns letters and digits, after case and accents are gone: each letter
as the numbers (hexadecimal) of the characters that are mistaken for it. The Unicode Consortium's licence allows it.
"""

from __future__ import annotations

import unicodedata
from functools import cache, lru_cache

_LATIN = """
1: 2780
2: 1a8 3e9 14bf 2781 a645 a6ef a75b
3: 21d 25c 292 437 4e1 2782 2ccd a76b 118ca 16f3b
4: 13ce 2783 118cf
5: 1bd 2784 118db
6: 431 13ee 2785 2cd3 118d5
7: 2786 104fa 118c6
8: 223 9ea a6a 2787 1031a
9: 9ed a67 b68 d6d 2788 2ccb a76f 118cc 118d6
a: 251 3b1 430 13aa 15c5 a4ee 102a0 16f40
b: 185 3b2 432 44c 13cf 13f4 1472 15af 15f7 a4d0 a7b5 10282 102a1 10301
c: 3c3 441 13df 1d04 2ca5 a4da 102a2 10302 1043d 1051c 118e9 118f2
d: 501 13a0 13e7 146f 15de 15ea a4d2 a4d3
e: 3b5 435 4bd 13ac 2d39 a4f0 ab32 10286 118ce
f: 3dd 15b4 a4dd a799 10287 102a5 10525 118c2
g: 18d 261 50d 581 13c0 13f3 1d83 a4d6
h: 3b7 43d 4bb 570 13bb 13c2 157c 2c8f a4e7 102cf
i: 31 6c 131 1c0 269 26a 3b9 456 4cf 6f1 13a5 16c1 2c93 2d4f a4f2 a647 1028a 10309 10320 118c3 16f28
j: 29d 3f3 458 13ab 148d a4d9
k: 3ba 43a 13e6 16d5 2c95 a4d7 10518
l: 13de 14aa 18f3 2cd1 a4e1 10443 10526 118d2 16f16
m: 3bc 3fb 43c 13b7 15f0 16d6 2c99 a4df ab51 102b0 10311
n: 272 3bd 578 57c 2c9b a4e0 10513
o: 30 3bf 43e 585 6f5 966 9e6 a66 ae6 b20 b66 be6 c66 ce6 d20 d66 e50 ed0 101d 1040 10ff 12d0 1d0f
  1d11 2c9f 2d54 3007 a4f3 ab3d 10292 102ab 1042c 104ea 10516 114d0 118c8 118d7 118e0
p: 3c1 440 13e2 146d 18d6 2ca3 a4d1 10295
q: 51b 563 566 2d55
r: 280 433 13a1 13b1 13d2 1587 18f4 1d26 2c85 a4e3 ab47 ab48 104dc 16f35
s: 66 455 57f 584 13d5 13da 18db 18f5 1e9d a4e2 a731 ab35 10296 10448 118c1 16f3a
t: 1ab 3c4 442 13a2 13bf 2ca7 a4d4 10297 102b1 10315 118dc 16f0a
u: 28b 3c5 57d 1200 144c 1d1c a4f4 a79f ab4e ab52 104f6 118d8 16f42
v: 475 6f7 13d9 142f 1d20 2d38 a4e6 a6df 1051d 11706 118c0 16f08
w: 26f 461 51d 561 13b3 13d4 1d21 a4ea 1170a 1170e 1170f 118e6 118ef
x: 3c7 445 1541 157d 16b7 2cad 2d5d a4eb ab53 10290 102b4 10317 10322 10527 118ec
y: 263 28f 3b3 443 4af 10e7 13a9 13bd 1d8c 1eff 2ca9 a4ec ab5a 102b2 118c4 16f43
z: 3b6 13c3 1646 1d22 a4dc 102f5 118c9 118e5
"""
_OTHER = """
fe 1bf 3f8 104ec; 138 1d0b; 185; 195 50b; 1a8 1d24; 1dd 259 4d9 2d3a a4f1; 21d 10f3; 237 575; 242
13ae; 24b 1d90; 250 15c4 a4ef; 252 10447; 254 37b 1d10 2184 a4db 1044b; 259; 25b 454 511 13cb 2c89
a793 10429 16f2d; 25c 1d08; 25e 10442; 262; 270 57a 1223; 277 1043f; 278 3c6 444 2cab; 280; 283 2d49
ab4d; 287 a4d5; 28a 162e 1634; 28c 3bb 43b 6f8 1431 18d4 1d27 2d37 a4e5 a6ce 1028d 104d8 16f3d; 28d
1d0d; 295 2c1; 298 2d59 a669 104eb; 299; 29a a79d 1042a; 29c; 29f; 2a1 a6cd; 2bf 559; 371 13a8 13b0
2c76 a6b1; 377 438 1d0e a6a1 1044d; 37d a73f; 3b2 13f0; 3b3 14a5 16f07; 3b4 56e 1403 1577 1e9f 2c87
2d60 10285 102a3 16f1a; 3bb 2c97 104db; 3c0 43f 1d28 2ca1 a6db; 3c3 3db; 3c4 1d1b; 3c6 583 1240 16f0
102b3; 3c7 ab55; 3c8 471 16d8 2caf 102b5 104f9; 3c9 13ef 162f 1635 2cb1 a64d a7b7 102b6; 3d7 2ce4;
3d9 102ad 10312; 3ed 2cdd; 43b 1d2b; 448 2cbd; 44f 1d19; 454; 459 ab60; 45b 104f5; 461 13c7 15ef;
4b7 4cc; 4c4 104e4; 56b 12ae; 571 1294; 574 1206; 578 1260 144e a4f5; 57a 1323; 57c 1261; 93d abd;
968 ae8; 969 ae9; 96a aea; 96e aee; 971 d4e; 998 11492; 99a 11494; 99c 11496; 99e 11498; 99f 11499;
9a1 1149b; 9a3 114aa; 9a4 1149e; 9a5 1149f; 9a6 114a0; 9a7 114a1; 9a8 114a2; 9aa 114a3; 9ac 114a9;
9ae 114a7; 9af 114a8; 9b0 114ab; 9b2 1149d; 9b7 114ad; 9b8 114ae; 9bd 114c4; 9e7 114d1; 9e8 114d2;
9ec 114d6; b85 bee; b88 bb0; b89 be8 d09; b8e bed; b90 b9c d1c; b95 be7; b9a bea; ba3 d23; baf bf0;
bb4 d34; bb6 d36; c05 c85; c06 c86; c07 c87; c12 c92; c1c c9c; c1e c9e; c23 ca3; c2f caf; c31 cb1;
c32 cb2; c67 ce7; c68 ce8; c6f cef; d1e d61; d30 d31; da2 dea; daf deb; e02 e03; e04 e14 e15; e06
e21; e08 e88; e0a e0b; e0e e0f; e11 e17; e1a e9a; e1b e9b; e1d e9d; e1e e9e; e1f e9f; e20 e26; e22
e8d; e32 e45; f62 f6a; 1041 1065; 1100 11a8; 1102 11ab; 1103 11ae; 1105 11af; 1106 11b7; 1107 11b8;
1109 11ba; 110b 11bc; 110c 11bd; 110e 11be; 110f 11bf; 1110 11c0; 1111 11c1; 1112 11c2; 1140 11eb;
114c 11f0; 1159 11f9; 1173 30fc 4e00 a7f7; 1175 4e28; 13a0 1d05; 13aa 1d00; 13ab 1d0a; 13ac 1d07;
13b0; 13e2 1d18 1d29; 1421 14d1; 1429 1540; 1489 1603; 1490 1602; 14d3 1604; 14da 1607; 1543 1622;
1546 1623; 154a 1624; 15b5 214e a4de; 15b7 a7fb; 15e1 a4f7; 1660 a4ed; 16b9 a6b0; 16bc 16e1; 16bd
16c2; 16dc 10294; 16e6 104f8; 16ef 2d63; 17a2 17a3; 1835 1855; 185c 1896; 199e 19d0; 19b1 19d1; 1a45
1a80 1a90; 1b0d 1b52; 1b11 1b53; 1b28 1b58; 2c3f a992; 2d00 a787; 2d40 102b8; 3078 30d8; 30a4 4ebb;
30a8 5de5; 30ab 529b; 30bf 5915; 30c8 535c; 30cb 4e8c; 30cf 516b; 30ed 53e3 56d7; 3588 439b; 363d
39b3; 3a41 6409; 3ada 66f6; 3b35 80f6; 3b3a 5e50; 3b3b 4420; 3ba3 69e9; 4039 9fc3; 403f 6663; 4443
6726; 46b6 8a1e; 4f75 5002; 5024 503c; 5553 555f; 571f 58eb; 5861 586b; 58ab 58ff; 5aaf 5b00; 5e21
5e32; 6236 6238; 665a 6669; 670c 80a6; 670f 80d0; 6710 80ca; 6713 8101; 6718 8127; 6723 81a7; 676e
67ff; 699d 6a27; 6e88 6f59; 7814 784f; 7d55 7d76; 80fc 8141; 848d 853f; 8637 8641; 8a2e 8a7d; 8b86
8b8f; 8c5c 8c63; 8d7f 8d86; 8de5 8dfa; 8e97 8e9b; 8eff 8f27; 90ce 90de; 93ad 93ae; 96b7 96b8; 9e42
9e43; 9ed1 9ed2; a4e4; a4f6 10439 16f26; a64d; a659 16f1c; a669; a69b 102a8; a727 a795; a79b 1043a;
a8fb 111dc; a99d a9a3; aa01 aa53; aa23 aa56; 10382 103d1; 10393 103d3; 1039a 12038; 10486 104a0;
11582 115d8 115d9; 11583 115da; 11584 115db
"""
_OF_OUR_OWN = {
    "\u00f8": "o",
    "\u0142": "i",
    "\u0111": "d",
    "\u0127": "h",
    "\u0153": "oe",
    "\u00e6": "ae",
    "\u00f0": "d",
}
_PAIRS = (("rn", "m"), ("vv", "w"), ("ci", "d"), ("nn", "m"))  # two letters that are read as one
_TOGETHER = {"HIRAGANA": "CJK", "KATAKANA": "CJK", "HANGUL": "CJK", "IDEOGRAPHIC": "CJK"}  # scripts of one language


@cache
def _table() -> dict[int, str]:
    found = {ord(one): other for one, other in _OF_OUR_OWN.items()}
    letter = ""
    for word in _LATIN.split():
        if word.endswith(":"):
            letter = word[0]
        else:
            found[int(word, 16)] = letter
    found = {one: "i" if other in ("1", "l") else other for one, other in found.items()}
    found |= {ord("0"): "o", ord("1"): "i", ord("l"): "i"}
    for group in _OTHER.split(";"):
        first, *rest = (int(word, 16) for word in group.split())
        found |= {other: chr(first) for other in rest}
    return found


def fold(text: str) -> str:
    """The form in which names are compared: no case, no accents, no spaces or punctuation (B-3)."""
    decomposed = text if text.isascii() else unicodedata.normalize("NFKD", text)
    return "".join(filter(str.isalnum, decomposed)).casefold()


@lru_cache(maxsize=4096)
def skeleton(text: str) -> str:
    """What names have in common that look the same at a glance: `Lupus`, `Iupus`, and the like in other alphabets."""
    found = fold(fold(text).translate(_table()))
    for pair, one in _PAIRS:
        found = found.replace(pair, one)
    return found


def scripts(text: str) -> tuple[str, ...]:
    """The alphabets that the letters of a name are of; figures are of every alphabet."""
    found: dict[str, None] = {}
    for ch in unicodedata.normalize("NFKD", text):
        if ch.isalnum() and not (ch.isascii() and ch.isdigit()):
            first = unicodedata.name(ch, "UNKNOWN").split()[0].split("-")[0]
            found[_TOGETHER.get(first, first)] = None
    return tuple(found)
