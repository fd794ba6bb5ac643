"""Logging in with a token instead of a password, where a provider takes no passwords any more.

Loaded only by a judge whose settings have [mail.oauth]; the flows need the package oauthlib (the extra `oauth`).
"""
