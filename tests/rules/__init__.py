"""The conformance table: which test shows which requirement."""
