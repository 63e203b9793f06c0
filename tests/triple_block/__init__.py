"""The rules of Triple Block, games of chance, the command."""
