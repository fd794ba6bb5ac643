"""HTML and MIME: what is hidden, struck out, attached, nested or encrypted."""

# ruff: noqa: E501  (letters stand as they come)

from __future__ import annotations

from tests.mail.reading.reading_letters import ORDERS, TYPED, Case, both, head, html, multi, part

HTML_CASES: dict[str, Case] = {
    "gmail, paragraphs as divs": (
        html('<div dir="ltr"><div>F Lon - ENG</div><div>A Lvp - Yor</div><div>F Edi - NTH</div></div>'),
        "orders",
        ORDERS,
    ),
    "outlook desktop": (
        html(
            '<body><div class="WordSection1"><p class="MsoNormal">F Lon – ENG<o:p></o:p></p><p class="MsoNormal">A Lvp - Yor</p>'
            '<p class="MsoNormal">F Edi - NTH</p><p class="MsoNormal">&nbsp;</p><div style="border:none;border-top:solid #E1E1E1 1.0pt">'
            "<p><b>From:</b> Game Judge &lt;judge@judge.test&gt;<br><b>Sent:</b> Thursday<br><b>To:</b> Ann<br><b>Subject:</b> [G9]</p></div>"
            "<p>F Lon Hold</p></div></body>"
        ),
        "orders",
        ORDERS,
    ),
    "outlook on the web": (
        html(
            '<div>F Lon - ENG</div><div>A Lvp - Yor</div><div>F Edi - NTH</div><div id="appendonsend"></div><hr>'
            '<div id="divRplyFwdMsg"><b>From:</b> Game Judge<br><b>Sent:</b> Thursday<br><b>To:</b> Ann<br></div><div>F Lon Hold</div>'
        ),
        "orders",
        ORDERS,
    ),
    "yandex writes the attribution without a class": (
        html(
            '<div>F Lon - ENG<br/>A Lvp - Yor<br/>F Edi - NTH</div><div><br/></div><div>19.11.2026, 20:01, "Game Judge" &lt;judge@judge.test&gt;:</div>'
            "<blockquote><p>F Lon Hold</p></blockquote>"
        ),
        "orders",
        ORDERS,
    ),
    "word's arrows": (
        html('F Lon <span style="font-family:Wingdings">à</span> ENG<br>A Lvp - Yor'),
        "orders",
        ["F Lon -> ENG", "A Lvp - Yor"],
    ),
    "struck-out text": (
        html(
            "<p><s>F Lon - NTH</s> F Lon - ENG</p><p><del>A Lvp H</del></p><p>A Lvp - Yor</p><p style='text-decoration: line-through'>F Edi H</p>F Edi - NTH"
        ),
        "orders",
        ORDERS,
    ),
    "blockquote is a quotation": (
        html("F Lon - ENG<br>A Lvp - Yor<br>F Edi - NTH<blockquote>F Lon Hold</blockquote>"),
        "orders",
        ORDERS,
    ),
    "blockquote used to indent": (
        html(
            '<blockquote style="margin:0 0 0 40px;border:none;padding:0px"><div>F Lon - ENG</div><div>A Lvp - Yor</div><div>F Edi - NTH</div></blockquote>'
        ),
        "orders",
        ORDERS,
    ),
    "gmail with attribution and quotation": (
        html(
            'F Lon - ENG<br>A Lvp - Yor<br>F Edi - NTH<br><div class="gmail_quote"><div class="gmail_attr">On Thu, Nov 19, 2026 at 8:01 PM Game Judge wrote:<br></div>'
            "<blockquote class='gmail_quote'>F Lon Hold</blockquote></div>"
        ),
        "orders",
        ORDERS,
    ),
    "interleaved in html": (
        html(
            "<div>On 19 Nov 2026 Game Judge wrote:</div><blockquote type=cite>F Lon Hold</blockquote>F Lon - ENG<blockquote type=cite>A Lvp Hold</blockquote>A Lvp - Yor<br>F Edi - NTH"
        ),
        "orders",
        ORDERS,
    ),
    "white space does not part words": (
        html("<p>F Lon\n - ENG</p>\n\n<p>A\nLvp - Yor<p>F&nbsp;Edi&#32;&#45; NTH"),
        "orders",
        ORDERS,
    ),
    "a layout table holds paragraphs": (
        html(
            "<table><tr><td><p>F Lon - ENG</p><p>A Lvp - Yor</p></td><td></td></tr><tr><td>F Edi - NTH</td></tr></table>"
        ),
        "orders",
        ORDERS,
    ),
    "hidden in several ways": (
        html(
            '<span style="font-size:0">F Lon H</span><div hidden>A Lvp H</div><p style="visibility: hidden">F Edi H</p><template>F Lon H</template>'
            '<div style="border-width:0;background-color: transparent">F Lon - ENG</div>A Lvp - Yor<br>F Edi - NTH'
        ),
        "orders",
        ORDERS,
    ),
    "five thousand nested boxes": (html("<div>" * 5000 + "F Lon - ENG" + "</div>" * 5000), "orders", ["F Lon - ENG"]),
    "a list with nested text": (
        html("<ul><li><p>F Lon - ENG</p></li><li><b>A</b> Lvp - <i>Yor</i></li><li>F Edi - NTH</ul>"),
        "orders",
        ORDERS,
    ),
    "raised figures": (html("sell 1<sup>2</sup> lira"), "orders", ["sell 1² lira"]),
    "html part only hidden from the text part": (
        both("", "<p>F Lon - ENG<p>A Lvp - Yor<p>F Edi - NTH"),
        "orders",
        ORDERS,
    ),
    "gmail forwards in html": (
        html(
            'see below<div class="gmail_quote">---------- Forwarded message ---------<br>From: Bob<br><br>F Lon - ENG</div>'
        ),
        "ask",
        [],
    ),
}

MIME_CASES: dict[str, Case] = {
    "a text attachment beside orders": (
        multi(
            "mixed",
            part("text/plain", TYPED),
            part('text/plain; name="notes.txt"', "F Lon H", "Content-Disposition: attachment\n"),
        ),
        "orders",
        ORDERS,
    ),
    "apple splits the text around a picture": (
        multi(
            "mixed",
            part("text/plain", ORDERS[0]),
            part("image/png; name=x.png", "xx", "Content-Disposition: inline\n"),
            part("text/plain", "A Lvp - Yor\nF Edi - NTH"),
        ),
        "orders",
        ORDERS,
    ),
    "a list's footer is a part of its own": (
        multi(
            "mixed",
            part("text/plain", TYPED),
            part("text/plain", "_______________________________________________\nGames mailing list\nGames@lists.test"),
        ),
        "orders",
        ORDERS,
    ),
    "winmail.dat beside orders": (
        multi(
            "mixed",
            part("text/plain", TYPED),
            part('application/ms-tnef; name="winmail.dat"', "x", "Content-Disposition: attachment\n"),
        ),
        "orders",
        ORDERS,
    ),
    "winmail.dat alone": (
        multi(
            "mixed",
            part("text/plain", ""),
            part('application/ms-tnef; name="winmail.dat"', "x", "Content-Disposition: attachment\n"),
        ),
        "ask",
        [],
    ),
    "a forward as attachment": (
        multi(
            "mixed",
            part("text/plain", "please use these"),
            part("message/rfc822", f"From: Ann <ann@home.test>\nSubject: orders\n\n{TYPED}"),
        ),
        "ask",
        [],
    ),
    "encrypted": (
        multi(
            'encrypted; protocol="application/pgp-encrypted"',
            part("application/pgp-encrypted", "Version: 1"),
            part("application/octet-stream", "x"),
        ),
        "ask",
        [],
    ),
    "encrypted by smime": (
        head()
        + b'Content-Type: application/pkcs7-mime; smime-type=enveloped-data; name="smime.p7m"\nContent-Transfer-Encoding: base64\n\nMIIB\n',
        "ask",
        [],
    ),
    "signed by openpgp": (
        multi(
            "signed",
            part("text/plain", TYPED),
            part("application/pgp-signature; name=signature.asc", "-----BEGIN PGP SIGNATURE-----"),
        ),
        "orders",
        ORDERS,
    ),
    "a visiting card": (
        multi("mixed", part("text/plain", "Thanks!"), part("text/vcard; name=ann.vcf", "BEGIN:VCARD")),
        "no_orders",
        [],
    ),
    "html alternative within related within mixed": (
        multi(
            "mixed",
            b'Content-Type: multipart/related; boundary="b2"\n\n--b2\nContent-Type: multipart/alternative; boundary="b3"\n\n--b3\n'
            + part("text/plain", TYPED)
            + b"\n--b3\n"
            + part("text/html", "<p>F Lon - ENG<p>A Lvp - Yor<p>F Edi - NTH")
            + b"\n--b3--\n--b2\nContent-Type: image/png\nContent-ID: <a>\n\nx\n--b2--\n",
        ),
        "orders",
        ORDERS,
    ),
    "a boundary that never comes": (
        head() + b'Content-Type: multipart/mixed; boundary="nowhere"\n\n' + TYPED.encode(),
        "orders",
        ORDERS,
    ),
    "rubbish in base64": (
        head() + b"Content-Type: text/plain\nContent-Transfer-Encoding: base64\n\nF Lon - ENG\n",
        "ask",
        [],
    ),
}
