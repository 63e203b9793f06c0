"""Board definitions: one folder a board, constants only (see README.md)."""
