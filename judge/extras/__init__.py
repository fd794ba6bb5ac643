"""What a judge can run without, loaded where the settings want it: archive site, zine, robots, webhooks, the judge's
own letters, results of another judge, words that stand by themselves, demos.

The composition root asks for them, through `judge.optional`, and the desk does where words or letters are theirs."""
