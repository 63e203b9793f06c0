"""A Pico in software that boots real MicroPython images at exact instants (see README.md)."""
