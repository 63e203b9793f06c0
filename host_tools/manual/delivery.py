"""`chessclock manual`: where the documents are, or copies of them, printed if wanted."""

from __future__ import annotations

import shutil
from pathlib import Path

from host_tools.deploy.errors import InputError
from host_tools.manual.meanings import LANGUAGES
from host_tools.manual.paper import PRINTED, PaperError, print_pdf

HERE = Path(__file__).resolve().parent
NAMES = (*PRINTED, "label.{}.txt", "manual.{}.md")


def deliver(output: Path | None, with_pdf: bool) -> int:
    """Print where the documents are, or copy them into `output`; return 0.

    InputError where the folder cannot be written, or where a page cannot be printed.
    """
    files = [HERE / name.format(language) for language in LANGUAGES for name in NAMES]
    if output is None:
        if with_pdf:
            raise InputError("--pdf needs a folder: --output FOLDER")
        for file in files:
            print(file)
        return 0
    try:
        output.mkdir(parents=True, exist_ok=True)
        for file in files:
            print(shutil.copyfile(file, output / file.name))
        if with_pdf:
            for file in files:
                if file.suffix == ".html":
                    target = output / (file.stem + ".pdf")
                    print_pdf(file, target)
                    print(target)
    except OSError as error:
        raise InputError(f"{error.filename}: {error.strerror}") from None
    except PaperError as error:
        raise InputError(str(error)) from None
    return 0
