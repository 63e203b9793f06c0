"""The pure clock: time accounts, game, controls, texts. Integers only, no I/O (see README.md)."""
