"""Words on paper: the only room that imports jinja2."""
