"""What is wrong with what was asked for, in one line."""


class TripleBlockError(ValueError):
    """A command cannot be done; the text says in one line what is wrong and where."""
