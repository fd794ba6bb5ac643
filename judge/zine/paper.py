"""An issue on paper: a PDF of its page, by WeasyPrint, which is an extra and loaded when something is to be printed."""

from __future__ import annotations

import importlib.util
import logging
from datetime import datetime

from judge.core.errors import SetupError
from judge.desk.office import Office
from judge.zine import page
from judge.zine.issue import Issue

REMEDY = "pip install 'postal-judge[zine]'"


def there() -> bool:
    """Whether it can be printed here at all."""
    return importlib.util.find_spec("weasyprint") is not None


def pdf(office: Office, issue: Issue) -> bytes:
    """The printed edition. SetupError where WeasyPrint is not installed, or lacks what it needs of the machine."""
    try:
        from weasyprint import HTML
        from weasyprint.urls import URLFetcher
    except ImportError:
        raise SetupError("WeasyPrint is not installed, so nothing can be printed.", REMEDY) from None
    except OSError as fault:
        raise SetupError(f"WeasyPrint lacks a library of this machine: {fault}.", "Install Pango (libpango).") from None
    for name in ("weasyprint", "fontTools"):
        logging.getLogger(name).setLevel(logging.CRITICAL)
    stamp = datetime.fromisoformat(issue.at)
    alone = URLFetcher(allowed_protocols=("data",), fail_on_errors=True)  # nothing is fetched from anywhere
    html = HTML(string=page.for_paper(office, issue), url_fetcher=alone)
    made = html.write_pdf(pdf_identifier=f"zine {issue.number} {stamp:%Y-%m-%d}".encode())
    assert isinstance(made, bytes)
    return made
