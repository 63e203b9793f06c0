"""Characters as seven segments: bit 0 is a (top), clockwise to f, bit 6 is g, bit 7 the dot."""

DOT = 0x80

# What seven segments cannot draw is blank. `I` is the left stroke, so that it is not read as a 1;
# an `l` would look the same and is left out. Only S shares its shape, with 5.
_SHAPES = (
    ("0", 0x3F),
    ("1", 0x06),
    ("2", 0x5B),
    ("3", 0x4F),
    ("4", 0x66),
    ("5", 0x6D),
    ("6", 0x7D),
    ("7", 0x07),
    ("8", 0x7F),
    ("9", 0x6F),
    ("-", 0x40),
    ("'", 0x20),
    ("=", 0x48),
    ("A", 0x77),
    ("C", 0x39),
    ("E", 0x79),
    ("F", 0x71),
    ("G", 0x3D),
    ("H", 0x76),
    ("I", 0x30),
    ("J", 0x1E),
    ("L", 0x38),
    ("P", 0x73),
    ("S", 0x6D),
    ("U", 0x3E),
    ("b", 0x7C),
    ("c", 0x58),
    ("d", 0x5E),
    ("h", 0x74),
    ("i", 0x10),
    ("k", 0x75),
    ("n", 0x54),
    ("o", 0x5C),
    ("q", 0x67),
    ("r", 0x50),
    ("t", 0x78),
    ("u", 0x1C),
    ("y", 0x6E),
)


def _table() -> bytes:
    table = bytearray(128)
    for character, shape in _SHAPES:
        table[ord(character)] = shape
    return bytes(table)


SEGMENTS = _table()


def character_of(segments: int) -> str:
    """Return the character that a shape (dot ignored) stands for; `?` for none, 5 before S."""
    shape = segments & 0x7F
    if shape == 0:
        return " "
    for character, known in _SHAPES:
        if known == shape:
            return character
    return "?"
