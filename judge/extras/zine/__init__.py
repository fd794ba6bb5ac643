"""The zine: issues of all public play, by mail, as pages and on paper.

`gather` makes an issue (`issue`: plain values) of what is public, `issues` numbers, keeps and sends it, `letter` and
`page` lay it out, `paper` prints it. What stands in an issue is decided in `gather` alone.
"""
