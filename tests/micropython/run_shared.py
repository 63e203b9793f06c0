"""Run the shared tests under MicroPython: `micropython run_shared.py FILE...`.

Each file is a module of plain functions `test_*`. One line a failure with its traceback, one
closing line, exit status 1 if anything failed. It also runs under CPython.
"""

import gc
import sys


def split(path: str) -> tuple:
    """Return the folder of `path` and the name of its module."""
    cut = path.rfind("/")
    folder = path[:cut] if cut >= 0 else "."
    name = path[cut + 1 :]
    return folder, name[:-3] if name.endswith(".py") else name


def show(error: BaseException) -> None:
    """Print the traceback of `error`, on either interpreter."""
    if hasattr(sys, "print_exception"):
        sys.print_exception(error)
    else:
        sys.excepthook(type(error), error, error.__traceback__)


def run(path: str) -> tuple:
    """Run the tests of one file; return how many passed and how many failed."""
    folder, name = split(path)
    if folder not in sys.path:
        sys.path.insert(0, folder)
    passed = failed = 0
    try:
        module = __import__(name)
    except Exception as error:
        print("FAILED", name, "import")
        show(error)
        return 0, 1
    for test in sorted(dir(module)):
        function = getattr(module, test)
        if not test.startswith("test_") or not callable(function):
            continue
        try:
            # What tests leave behind is not to split the heap of the next one, nor is their code.
            delattr(module, test)
            gc.collect()
            function()
            passed += 1
        except Exception as error:
            failed += 1
            print("FAILED", name, test)
            show(error)
    if passed + failed == 0:
        print("FAILED", name, "has no tests")
        failed = 1
    return passed, failed


def main(paths: list) -> int:
    """Run all files; return the exit status."""
    passed = failed = 0
    for path in paths:
        one_passed, one_failed = run(path)
        passed += one_passed
        failed += one_failed
    print(passed, "passed,", failed, "failed")
    return 1 if failed or not passed else 0


sys.exit(main(sys.argv[1:]))
