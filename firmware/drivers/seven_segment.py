"""Characters as seven segments: bit 0 is a (top), clockwise to f, bit 6 is g, bit 7 the dot."""

DOT = 0x80

# What seven segments cannot draw is blank. `I` is the left stroke, so that it is not read as a 1;
# an `l` would look the same and is left out. Only S shares its shape, with 5.
_CHARACTERS = "0123456789-'=ACEFGHIJLPSUbcdhiknoqrtuy"
_SHAPES = (
    b"\x3f\x06\x5b\x4f\x66\x6d\x7d\x07\x7f\x6f"  # 0123456789
    b"\x40\x20\x48\x77\x39\x79\x71\x3d\x76\x30"  # -'=ACEFGHI
    b"\x1e\x38\x73\x6d\x3e\x7c\x58\x5e\x74\x10"  # JLPSUbcdhi
    b"\x75\x54\x5c\x67\x50\x78\x1c\x6e"  # knoqrtuy
)


def _table() -> bytes:
    table = bytearray(128)
    for index in range(len(_CHARACTERS)):
        table[ord(_CHARACTERS[index])] = _SHAPES[index]
    return bytes(table)


SEGMENTS = _table()
