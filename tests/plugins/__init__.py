"""Tests of the games that ship with railbook, folder by folder as under plugins/."""
