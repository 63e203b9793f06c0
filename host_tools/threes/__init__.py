"""Tournaments of 3X2: pairings in groups of three, sheets, results, standings."""
