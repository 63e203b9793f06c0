"""Printing a page of HTML: a PDF file by Chromium, and how many pages it has."""

from __future__ import annotations

import re
import subprocess
import tempfile
from pathlib import Path

from host_tools.panel.screenshot import CHROMIUM_FLAGS, find_chromium

PATIENCE_S = 120
PAGE = re.compile(rb"/Type\s*/Page\b(?!s)")
PRINTED = ("quick_guide.{}.html", "label.{}.html")


class PaperError(ValueError):
    """A page could not be printed; the text is one line that says why."""


def print_pdf(page: Path, target: Path) -> int:
    """Print a page of HTML into a PDF file and return its number of pages.

    PaperError where there is no Chromium, or where it writes nothing.
    """
    chromium = find_chromium()
    if chromium is None:
        raise PaperError("no Chromium here: open the HTML file in a browser and print it")
    target.unlink(missing_ok=True)
    with tempfile.TemporaryDirectory() as profile:
        command = [chromium, "--headless", *CHROMIUM_FLAGS, f"--user-data-dir={profile}"]
        command += ["--no-pdf-header-footer", f"--print-to-pdf={target.resolve()}"]
        try:
            subprocess.run(
                [*command, page.resolve().as_uri()],
                capture_output=True,
                timeout=PATIENCE_S,
                check=False,
            )
        except subprocess.TimeoutExpired:
            what = f"{page.name}: Chromium has not printed it in {PATIENCE_S} s"
            raise PaperError(what) from None
    if not target.is_file():
        raise PaperError(f"{page.name}: Chromium has printed nothing")
    return pages_of(target.read_bytes())


def pages_of(pdf: bytes) -> int:
    """Return the number of pages of a PDF file that Chromium wrote."""
    return len(PAGE.findall(pdf))
