"""Importing recorded games of choochoo: its files, its random generator, and what it does without recording it."""
