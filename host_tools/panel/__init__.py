"""The virtual clock as a web page: what `make run` opens.

`serve` is the only name that the rest of the project needs.
"""

from host_tools.panel.server import serve

__all__ = ["serve"]
