"""Games that were under way when the clock stopped: played again from the journal.

Loaded at a start, if games were kept, then given back.
"""

from clockcore.codes import READY, SETUP, other
from clockcore.journal_reading import marked_ms, read_records
from clockcore.period import ControlError
from clockcore.recovery import Recovery
from clockcore.ticks import ticks_ms
from hal.store import Store

from app.memory import KEPT_GAMES, NOTICE_LOST, NOTICES, Memory, parse, show_notice
from app.standing import Standing


def recall_games(application, memory: Memory) -> "tuple | None":
    """Give the clock back the games that it had; return what the displays are to say, or None.

    They are played again from where they were kept whole, up to the last instant that is known.
    """
    clock = application.clock
    recorder = application.recorder
    standing = Standing(application)
    lost = standing.find()
    store = Store(KEPT_GAMES)
    now = ticks_ms()
    notice = None
    try:
        kept = store.load()
        if kept is not None:
            plain = parse(store, kept)
            recovery = _play_again(application, plain, now, lost > 0)
            if recovery is not None:
                _take_adjourned(application, plain.get("adjourned"), memory.adjourned())
                if recovery.has_run and application.adjourned_taken:
                    application.has_gone_on = True
                application.restored = "restored"
                notice = NOTICES[recorder.cause]
                if recovery.is_torn:
                    application.restored = "journal: damaged: look at times and moves"
                    notice = NOTICE_LOST
                elif plain.get("recorded") is False:
                    application.restored = "not recorded since: look at times and moves"
                    notice = NOTICE_LOST
                show_notice(clock, notice)
            elif plain.get("recorded") is False:
                application.restored = "not recorded: if a game had begun, set it again by hand"
                notice = NOTICE_LOST
            elif lost:
                application.restored = "journal: damaged: set a game again by hand"
                notice = NOTICE_LOST
    except ValueError as error:  # StoreError or ControlError
        application.restored = str(error) or "kept games: damaged"
        store.put_aside()
        for game in clock.table.games:
            game.put_away(now)
        _skip(recorder)
        notice = NOTICE_LOST
    while recorder.has_events():
        recorder.step(now)
    standing.tell_start(now)
    return notice


def _play_again(application, plain: object, now: int, is_damaged: bool):
    """Restore games and play them again; return the `Recovery`, None if none was under way.

    is_damaged  whether blocks of the journal are missing
    ControlError if that cannot be.
    """
    clock = application.clock
    recorder = application.recorder
    games = clock.table.games
    if not isinstance(plain, dict):
        raise ControlError("kept games: an object is needed")
    plain["settings"] = clock.settings.values()  # these are newer
    clock.restore(plain, now)
    recovery = Recovery(games)
    after = plain.get("journal")
    marked = 0
    is_sure = True
    if isinstance(after, int) and after > 0 and not recorder.is_open():
        plain["recorded"] = False  # the whole journal is missing
    if recorder.is_open() and isinstance(after, int):
        read = recorder.journal.flash.read
        marks = recorder.marks
        number = recorder.number - 1
        marked, is_sure = marked_ms(read, marks.order, marks.now, marks.offset, number)
        recovery.number = after
        recorder.number = max(recorder.number, after + 1)  # blocks may be lost
        for number, kind, who, at, value in read_records(read, recorder.journal.order, after):
            recovery.take(number, kind, who, at, value)
    _skip(recorder)
    if recovery.is_lost:
        raise ControlError("kept games: they have changed since they were kept")
    if recovery.has_run:
        if is_damaged or not is_sure:
            recovery.doubt()
        recovery.finish(marked)
        for index in range(len(games)):
            clock.paused_down[index] = other(games[index].side_to_move)
    is_under_way = False
    for game in games:
        if game.state != SETUP and game.state != READY:
            is_under_way = True
    if not is_under_way:
        for game in games:
            game.put_away(now)
    recorder.must_keep = True
    recorder.has_stood = True
    return recovery if is_under_way else None


def _take_adjourned(application, taken: object, places: list) -> None:
    """Know again which adjourned game is on the clock: it is forgotten when it is over."""
    if isinstance(taken, list) and len(taken) == 2 and taken[0] in places:
        application.adjourned_taken = taken[0]
        application.clock.has_kept = True
        application.has_gone_on = bool(taken[1])


def _skip(recorder) -> None:
    """Take all that has happened so far as recorded."""
    for index in range(len(recorder.seen)):
        recorder.seen[index] = recorder.clock.table.games[index].event_count
