"""What can go wrong with a device, its port or a build."""


class DeployError(Exception):
    """Something that the device, its port or the build refused; the text is one line."""


class InputError(DeployError):
    """What was asked for cannot be: another board, size or file has to be named."""


class GameRunningError(DeployError):
    """A side runs on the clock, which then answers nobody."""

    def __init__(self) -> None:
        """Say what to do about it."""
        super().__init__("a game is running on the clock: pause it and try again")


class LostError(DeployError):
    """The connection broke, or the device no longer answers."""
