"""What a clock wants kept over a power cut, in the words of the clock."""


class Keeper:
    """Who keeps what has to last over a power cut; this one keeps nothing.

    Nothing here is called while a side runs.
    Every method that returns a bool says whether it was done.
    """

    def forget(self, goes_on: bool) -> None:
        """Forget stopped games that were kept: they go on, or are given up."""

    def sleep(self) -> bool:
        """Keep stopped games, since the displays go off."""
        return True

    def keep_settings(self) -> bool:
        """Keep the settings."""
        return True

    def programs(self) -> "object | None":
        """Return the user programs as plain values, None if there are none."""
        return None

    def keep_programs(self, plain: object) -> bool:
        """Keep the user programs."""
        return True

    def begin_days(self, menu) -> str:
        """Begin the game that a `TripleBlockMenu` stands for; return the text of why not."""
        return "days no time"

    def adjourned(self) -> tuple:
        """Return the places, 1 to 8, that hold an adjourned game."""
        return ()

    def adjourn(self, place: int, plain: object) -> bool:
        """Keep the games of the table in a place."""
        return False

    def look_at_adjourned(self, place: int) -> "tuple | None":
        """Return label and games of a place without taking them, None if they cannot be read."""
        return None

    def take_adjourned(self, place: int) -> "object | None":
        """Return the games that are kept in a place, None if they cannot be read."""
        return None
