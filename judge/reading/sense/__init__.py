"""Reading by structure: what a clause names, and not how it is worded. The last stage, behind grammar and phrases.

`vocabulary` knows words by their meaning (`grammar/sense/*.txt`), `tokens` gives each word of a clause a tag, a reader
(`units`, ...) assembles orders of the things, `result` weighs what is left over, and `readers` says who reads what.
"""
