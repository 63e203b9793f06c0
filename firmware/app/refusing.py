"""Why a command of a host is refused; loaded with the commands. The codes: `PROTOCOL.md`."""

from clockcore.period import ControlError


class RefusedError(ControlError):
    """A command that is refused; the text is one line that says what and where.

    A plain `ControlError` is refused with the code `field`.
    """

    def __init__(self, text: str, code: str) -> None:
        """Take the line for people and the code for programs."""
        super().__init__(text)
        self.code = code


def whole(request: dict, name: str, low: int, high: int) -> int:
    """Return a field that is a whole number from `low` to `high`; ControlError if it is not."""
    value = request.get(name)
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ControlError(name + ": " + str(low) + " to " + str(high) + " is needed")
    return value
