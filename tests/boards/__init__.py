"""Tests of the board definitions (see README.md)."""
