"""What runs on a laptop (see README.md)."""
