"""Drivers of chips (see README.md)."""
