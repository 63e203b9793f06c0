"""What a host reads from and gives to the memory of a clock; loaded when one asks.

| cmd | fields | does |
|---|---|---|
| journal | | letter, place and generation of every block, the oldest first, and how far it goes |
| journal | block, part | 1 024 bytes of a block: their base64, "" if all of them are erased |
| export | | the games as they stand, levers and settings: `text`, for `import` of another clock |
| import | text, part, last | takes such a text, piece by piece from part 0; `last`: it counts |

A defective clock is replaced so (Laws 6.10.1): what was on it goes on, PAUSED, on another one.
"""

import binascii
import json

from clockcore.codes import READY, SETUP
from clockcore.journal import BLOCK_SIZE
from clockcore.journal_reading import is_erased
from clockcore.period import ControlError
from micropython import const

from app.refusing import RefusedError
from app.standing import Standing

PART_SIZE = const(1024)
TEXT_LIMIT = const(16_384)


def read_journal(application, request: dict, now: int) -> dict:
    """Return the list of blocks, or a part of one; ControlError for one that is not there."""
    recorder = application.recorder
    if recorder.must_open:
        Standing(application).open(now)
    spaces = (recorder.journal, recorder.marks)
    if "block" not in request:
        return {
            "records": recorder.number - 1,
            "blocks": [
                [chr(space.letter), space.places[index], index == space.now]
                for space in spaces
                for index in range(len(space.order))
            ],
        }
    number = request["block"]
    part = request.get("part")
    blocks = list(recorder.journal.order) + list(recorder.marks.order)
    if not isinstance(number, int) or not 0 <= number < len(blocks):
        raise ControlError("journal: block: 0 to " + str(len(blocks) - 1) + " is needed")
    if not isinstance(part, int) or not 0 <= part < BLOCK_SIZE // PART_SIZE:
        raise ControlError("journal: part: 0 to 3 is needed")
    page = bytearray(PART_SIZE)
    recorder.journal.flash.read(blocks[number], part * PART_SIZE, page)
    if is_erased(page, 0, PART_SIZE):
        return {"data": ""}
    return {"data": binascii.b2a_base64(bytes(page)).decode().strip()}


def export_games(application) -> dict:
    """Return the games as text; ControlError if there is none."""
    for game in application.clock.table.games:
        if game.state != SETUP:
            return {"text": json.dumps(application.clock.keep())}
    raise RefusedError("export: there is no game on this clock", "state")


def import_games(application, pieces: list, request: dict, now: int) -> dict:
    """Take a piece of a text, and the games when the last one has come; ControlError.

    pieces  those that have come; empty again when all have, or something is wrong
    """
    text = request.get("text")
    part = request.get("part")
    for game in application.clock.table.games:
        if game.state != SETUP and game.state != READY:
            text = "import: a game is on this clock: end it and put it away first"
            raise RefusedError(text, "state")
    if part == 0:
        pieces.clear()
    if not isinstance(text, str) or part != len(pieces):
        raise ControlError("import: part " + str(len(pieces)) + " of the text is needed")
    pieces.append(text)
    if sum([len(one) for one in pieces]) > TEXT_LIMIT:
        pieces.clear()
        raise ControlError("import: the text is too long")
    if request.get("last") is not True:
        return {}
    whole = "".join(pieces)
    pieces.clear()
    try:
        plain = json.loads(whole)
    except (ValueError, RuntimeError):
        raise ControlError("import: the text is not JSON") from None
    try:
        if isinstance(plain, dict):
            plain["settings"] = application.clock.settings.values()  # those of this clock
        application.clock.restore(plain, now)
    except ControlError:
        application.clock.put_away(now)
        raise
    application.recorder.must_keep = True
    application.clock.touch()
    return {}
