"""An independent model of the game, and random games against it."""
