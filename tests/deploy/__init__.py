"""Tests of building, flashing and images."""
