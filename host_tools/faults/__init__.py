"""Faults that a clock survives, each tried many times: `python -m host_tools.faults`."""
