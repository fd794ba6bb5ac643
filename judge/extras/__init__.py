"""What a judge can run without, loaded where the settings want it: archive site, zine, robots, webhooks, demos.

Only the composition root asks for them, through `judge.optional`."""
