"""Words on paper: the only room that imports jinja2."""

from judge.render.pen import Pen

__all__ = ["Pen"]
