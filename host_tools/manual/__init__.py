"""The documents for arbiters: quick guide, label and manual, English and Spanish."""

from __future__ import annotations

from pathlib import Path


def documents_command(output: Path | None, with_pdf: bool) -> int:
    """Print where the documents are, or copy them into the folder `output`; return 0.

    With `with_pdf` guide and label are printed there as PDF files, too. InputError where the
    folder cannot be written or no Chromium is found.
    """
    from host_tools.manual.delivery import deliver

    return deliver(output, with_pdf)
