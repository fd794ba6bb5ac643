"""Letters in and out: mailboxes, the outbox, bounces."""
