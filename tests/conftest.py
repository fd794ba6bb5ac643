"""What several folders of tests share."""

from tests.mailserver.site import site

__all__ = ["site"]
