"""Start the clock."""

from app.application import main

main()
