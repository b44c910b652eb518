"""Runs the command line as `python -m railbook`."""

from railbook.cli.main import main

main()
