"""Tests of the tournaments of 3X2."""
