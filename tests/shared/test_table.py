"""A table of one to three games (T60)."""

from clockcore.codes import FLAGGED, LEFT, PAUSED, RIGHT, RUNNING
from clockcore.table import Table
from shared_kit import MINUTE, STARTS, WRAP, control


def made(count: int, at: int) -> Table:
    table = Table(count)
    for game in table.games:
        game.set_up(control(MINUTE, freeze=True), LEFT, at)
    return table


def start_all(table: Table, at: int) -> None:
    for game in table.games:
        game.start(game.white_side, at)


def test_one_to_three_games() -> None:
    for count in (1, 2, 3):
        assert len(Table(count).games) == count
    for count in (0, 4, -1):
        try:
            Table(count)
        except ValueError as error:
            assert str(count) in str(error)
        else:
            raise AssertionError(count)


def test_one_common_start_runs_every_white_clock() -> None:
    for start in STARTS:
        table = made(3, start)
        table.games[1].white_side = RIGHT
        start_all(table, (start + 1000) % WRAP)
        assert [game.running_side for game in table.games] == [LEFT, RIGHT, LEFT]
        for game in table.games:
            game.tick((start + 3000) % WRAP)
        for game in table.games:
            assert game.remaining_ms(game.white_side) == MINUTE - 2000
            assert game.remaining_ms(1 - game.white_side) == MINUTE


def test_after_the_start_every_game_is_on_its_own() -> None:
    for start in STARTS:
        table = made(3, start)
        start_all(table, start)
        one, two, three = table.games
        one.press(LEFT, (start + 1000) % WRAP)
        two.pause((start + 2000) % WRAP)
        for game in table.games:
            game.tick((start + MINUTE) % WRAP)
        assert (one.state, two.state, three.state) == (RUNNING, PAUSED, FLAGGED)
        assert one.remaining_ms(RIGHT) == 1000
        assert two.remaining_ms(LEFT) == MINUTE - 2000
        for game in table.games:
            game.tick((start + MINUTE + 1000) % WRAP)
        assert one.state == FLAGGED and one.first_flag_side == RIGHT


def test_due_is_the_earliest_of_all_games() -> None:
    table = made(3, 0)
    idle = table.due_ms()
    table.games[1].start(LEFT, 0)
    assert table.due_ms() == MINUTE < idle
    table.games[1].press(LEFT, 30_000)
    table.games[2].start(LEFT, 30_000)
    for game in table.games:
        game.tick(40_000)
    assert table.due_ms() == MINUTE - 10_000
    table.games[2].press(LEFT, 80_000)
    for game in table.games:
        game.tick(80_000)
    assert table.due_ms() == 10_000
