"""Atom feeds (RFC 4287) and the map of the site. Written as trees: well-formed whatever anybody wrote."""

import re
from collections.abc import Mapping, Sequence
from html import escape
from xml.etree import ElementTree as Tree

from judge.config import Config

ATOM = "http://www.w3.org/2005/Atom"
SITEMAP = "http://www.sitemaps.org/schemas/sitemap/0.9"
NEVER = "1970-01-01T00:00:00Z"
MOST = 30  # entries of a feed
_NO_XML = re.compile("[^\t\n\r\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")

Entry = Mapping[str, str]


def feed(config: Config, title: str, path: str, page: str, entries: Sequence[Entry]) -> bytes:
    """A feed at `path` for the page at `page`. Entries: id, title, path, updated, summary, content or not, image or not
    (the board's path, and `octets` its length).

    Ids are tag URIs (RFC 4151) made of the judge's domain, the day a game was created, its name and the phase: they
    stay the same when results are corrected, and `updated` tells.
    """
    newest = sorted(entries, key=lambda one: (one["updated"], one["id"]), reverse=True)[:MOST]
    root = Tree.Element("feed", {"xmlns": ATOM, "xml:lang": "en"})
    _put(root, "id", f"tag:{config.domain},2026:{page}")
    _put(root, "title", title)
    _put(root, "updated", newest[0]["updated"] if newest else NEVER)
    up = "../" * path.count("/")
    Tree.SubElement(root, "link", {"rel": "self", "type": "application/atom+xml", "href": _href(config, up, path)})
    Tree.SubElement(root, "link", {"rel": "alternate", "type": "text/html", "href": _href(config, up, page)})
    _put(Tree.SubElement(root, "author"), "name", f"{config.judge.name} judge")
    for one in newest:
        told = Tree.SubElement(root, "entry")
        day, _, rest = one["id"].partition(":")
        _put(told, "id", f"tag:{config.domain},{day}:{rest}")
        _put(told, "title", one["title"])
        _put(told, "updated", one["updated"])
        Tree.SubElement(told, "link", {"rel": "alternate", "type": "text/html", "href": _href(config, up, one["path"])})
        if one.get("image"):
            about = {"type": "image/jpeg", "length": one["octets"], "href": _href(config, up, one["image"])}
            Tree.SubElement(told, "link", {"rel": "enclosure", **about})
        _put(told, "summary", one["summary"])
        if one.get("content"):
            _put(told, "content", _shown(one, _href(config, up, one.get("image", ""))) + one["content"], type="html")
    return _written(root)


def sitemap(config: Config, paths: Sequence[str]) -> bytes:
    """Every page with its whole address, for search engines."""
    root = Tree.Element("urlset", {"xmlns": SITEMAP})
    for path in sorted(paths):
        _put(Tree.SubElement(root, "url"), "loc", _href(config, "", path))
    return _written(root)


def _href(config: Config, up: str, path: str) -> str:
    """The whole address where the keeper has said where the site is; else the way from the feed."""
    url = config.judge.archive_url.rstrip("/")
    return f"{url}/{path}" if url else up + path


def _shown(one: Entry, href: str) -> str:
    """The board above the words, in HTML; nothing where there is none."""
    if not one.get("image"):
        return ""
    alt = f"The board of {one['title']}"
    return f'<p><a href="{escape(href)}"><img src="{escape(href)}" alt="{escape(alt)}"></a></p>'


def _put(parent: Tree.Element, name: str, words: str, **more: str) -> None:
    Tree.SubElement(parent, name, more).text = _NO_XML.sub("", words)


def _written(root: Tree.Element) -> bytes:
    Tree.indent(root)
    done: bytes = Tree.tostring(root, encoding="utf-8", xml_declaration=True)
    return done + b"\n"
