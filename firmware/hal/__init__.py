"""Pins and buses (see README.md)."""
