"""Makes the lines of `live_line.py` and the places of their fields; given back for play."""

from array import array

from hal.serial_line import padded
from micropython import const

WIDTH_SHIFT = const(12)
FIELD = const(35)  # `#`

HEAD = b'{"id":#########,#########,"at":#########,"battery":####,"lock":#####,"games":['
GAME = (
    b'{"state":#########,"remaining_ms":[##########,##########],"moves":[#####,#####],'
    b'"period":[#,#],"side_to_move":#######,"white_side":#######,"flag":#######,"freeze":#####}'
)


def make_state(games: int) -> tuple:
    """Return the line of the state of 1 to 3 games, and the places of its fields.

    A place is where a field begins, and its width << 12.
    """
    text = bytearray(padded(HEAD + b",".join([GAME] * games) + b"]}"))
    places = []
    for index in range(len(text)):
        if text[index] == FIELD and text[index - 1] != FIELD:
            places.append(index)
        if text[index] == FIELD:
            places[-1] += 1 << WIDTH_SHIFT
    return text, array("H", places)


def make_refusal(error: bytes, code: bytes) -> bytearray:
    """Return the line of a refusal; the number of its request may be written in."""
    parts = (b'{"id":null     ,"ok":false,"code":', code, b',"error":"', error, b'"}')
    return bytearray(padded(b"".join(parts)))
