"""The command line: one verb a module. Nothing else imports it."""
