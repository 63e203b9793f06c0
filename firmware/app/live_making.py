"""Makes the lines of `live_line.py` and the places of their fields; given back for play."""

from array import array

from hal.serial_line import padded
from micropython import const

WIDTH_SHIFT = const(12)
FIELD = const(35)  # `#`

HEAD = b'{"id":#########,"ok":true,"at":#########,"battery":####,"lock":#####,"games":['
GAME = (
    b'{"state":#########,"remaining_ms":[##########,##########],"moves":[#####,#####],'
    b'"period":[#,#],"side_to_move":#######,"white_side":#######,"flag":#######,"freeze":#####}'
)


def make_state(games: int) -> tuple:
    """Return the line of the state of 1 to 3 games, the places of its fields, and their values.

    A place is where a field begins, and its width << 12.
    """
    text = bytearray(padded(HEAD + b",".join([GAME] * games) + b"]}"))
    places = []
    for index in range(len(text)):
        if text[index] == FIELD and text[index - 1] != FIELD:
            places.append(index)
        if text[index] == FIELD:
            places[-1] += 1 << WIDTH_SHIFT
    return text, array("H", places), array("i", [0] * len(places))


def make_refusal(code: bytes, error: bytes) -> bytearray:
    """Return the line of a refusal; the number of the request is written in later."""
    parts = (b'{"id":null     ,"ok":false,"code":"', code, b'","error":"', error, b'"}')
    return bytearray(padded(b"".join(parts)))
