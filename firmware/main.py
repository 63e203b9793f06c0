"""The clock of the board that `board_def` describes."""

from app.start import main

main()
