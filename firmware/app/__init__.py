"""The clock of one board: composition root, tick loop, console (see README.md)."""
