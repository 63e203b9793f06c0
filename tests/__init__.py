"""Tests, in rings (see README.md)."""
