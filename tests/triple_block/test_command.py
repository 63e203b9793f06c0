"""`chessclock triple-block`: what is asked is done, and what is wrong is one line and status 2."""

from __future__ import annotations

import csv
import subprocess
import sys
from datetime import datetime
from decimal import Decimal
from pathlib import Path

import pytest
from rich.console import Console

from host_tools.triple_block.average_elo import proposed_days
from host_tools.triple_block.errors import TripleBlockError
from host_tools.triple_block.instants import DAY_0, read_instant, read_zone, written
from host_tools.triple_block.moves_file import Action
from tests.command_line import run_command

COMMAND = Path(sys.executable).with_name("chessclock")
GAME = ("--days", "600", "--start", "2026-12-01", "--simulate", "moves.csv")


def run(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run `chessclock triple-block` in a folder."""
    return run_command("triple-block", *words, folder=folder)


def run_apart(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    """Run `chessclock triple-block` in a folder as a user does."""
    return subprocess.run(
        [COMMAND, "triple-block", *words],
        cwd=folder,
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )


def done(folder: Path, *words: str) -> str:
    """Run a command that must go well; return what it printed, single spaces between words."""
    result = run(folder, *words)
    assert result.returncode == 0 and not result.stderr, result.stderr
    return "\n".join(" ".join(line.split()) for line in result.stdout.splitlines())


def refused(folder: Path, *words: str) -> str:
    """Run a command that must be refused in one line; return the line."""
    result = run(folder, *words)
    assert result.returncode == 2, result.stdout
    assert "chessclock" in result.stderr.partition(":")[0] and result.stderr.count("\n") == 1
    return result.stderr.strip()


def test_a_file_of_moves_is_never_written_over(tmp_path: Path) -> None:
    moves = "time\n2026-12-02\n"
    (tmp_path / "moves.csv").write_text(moves, encoding="utf-8")
    (tmp_path / "other.csv").symlink_to("moves.csv")
    for name in ("moves.csv", "./moves.csv", "other.csv"):
        assert refused(tmp_path, *GAME, "-o", name).endswith(
            f"{Path(name)}: has the moves, and would be lost"
        )
    assert (tmp_path / "moves.csv").read_text(encoding="utf-8") == moves
    done(tmp_path, *GAME, "-o", "states.csv")


def test_a_write_protected_file_stays(tmp_path: Path) -> None:
    letter = tmp_path / "letter.md"
    letter.write_text("kept", encoding="utf-8")
    letter.chmod(0o444)
    said = refused(tmp_path, "--days", "600", "-o", "letter.md")
    assert said == "chessclock: letter.md: is write-protected"
    assert letter.read_text(encoding="utf-8") == "kept"
    letter.chmod(0o644)
    done(tmp_path, "--days", "600", "-o", "letter.md")
    assert letter.read_text(encoding="utf-8") != "kept"


def test_the_letter_says_what_may_be_done_for_a_player_who_is_replaced(tmp_path: Path) -> None:
    """Rules 1i, 2h, 2k, 2l: another thing with guaranteed time; of individuals without it none."""
    row = "replacing a player"
    assert row not in done(tmp_path, "--days", "600")
    text = done(tmp_path, "--days", "600", "--team").replace("\n", " ")
    assert row in text and "the captain may fill it up from the bank" in text
    for more in ((), ("--team",)):
        text = done(tmp_path, "--days", "600", "--guaranteed-time", *more).replace("\n", " ")
        assert "the director may stop both clocks meanwhile" in text and "captain" not in text


def play(folder: Path, text: str, *words: str) -> str:
    """Simulate a file of moves that must go well."""
    (folder / "moves.csv").write_text(text, encoding="utf-8")
    return done(folder, *GAME, *words)


def test_a_duration_gives_the_blocks_and_the_table_of_a_letter(tmp_path: Path) -> None:
    text = done(tmp_path, "--days", "600")
    assert "600 days: 50 days on the clock, 50 days in the bank, and 4 days of increment" in text
    assert "last possible end 600 days after the start" in text
    assert "time of each player in all 300 days" in text
    assert "guaranteed time no: nothing is added" in text


def test_start_and_end_give_the_duration(tmp_path: Path) -> None:
    """Over a leap day; in a zone that is in summer time at one end only, by the calendar."""
    text = done(tmp_path, "--start", "2026-12-01", "--end", "2028-07-23")
    assert "duration 600 days" in text and "last possible end 2028-07-23 00:00:00 UTC" in text
    assert "White's first move or refuel before 2027-01-20 00:00:00 UTC" in text
    text = done(tmp_path, "--start", "2026-12-01", "--end", "2028-07-23",
                "--zone", "Europe/Madrid")  # fmt: skip
    assert "duration 600 days" in text and "last possible end 2028-07-23 01:00:00+02:00" in text
    assert "duration 600 days" in done(
        tmp_path, "--days", "600", "--start", "2026-12-01 08:00", "--end", "2028-07-23 08:00"
    )


def test_guaranteed_time_has_no_last_end(tmp_path: Path) -> None:
    text = done(tmp_path, "--days", "600", "--start", "2026-12-01", "--guaranteed-time")
    assert "last possible end none: guaranteed time; scheduled 2028-07-23 00:00:00 UTC" in text
    assert "set to 3 days after each move" in text


def test_a_bank_that_the_rules_do_not_know_is_told(tmp_path: Path) -> None:
    """T55: 365 and 730 days; nothing is said where the bank is 50 or 75 days."""
    said = "the rules know banks of 50 and 75 days only"
    text = done(tmp_path, "--days", "365")
    assert f"A bank of 82 1/2 days follows from 365 days, but {said}; events of 350 or 400" in text
    assert "A bank of 65 days" in done(tmp_path, "--days", "730")
    assert said in done(tmp_path, "--days", "302")
    assert "events of 1950 days have" in done(tmp_path, "--days", "1999")
    for days in ("450", "600"):
        assert said not in done(tmp_path, "--days", days)


def test_an_average_rating_proposes_a_duration_and_says_that_it_is_a_reading(
    tmp_path: Path,
) -> None:
    for average, days in (("1500", 302), ("1900", 302), ("2150", 451), ("2400", 600)):
        text = done(tmp_path, "--average-elo", average)
        assert f"An average of {average} proposes {days} days." in text
        assert f"duration {days} days" in text and "This is a reading" in text
    assert proposed_days(Decimal("1900.8")) == 302 and proposed_days(Decimal("1901")) == 303
    assert "duration 451 days" in done(tmp_path, "--average-elo", "2150", "--start", "2027-01-01")


def test_a_letter_is_written_as_markdown_and_as_csv(tmp_path: Path) -> None:
    assert done(tmp_path, "--days", "600", "-o", "letter.md") == "wrote letter.md"
    text = (tmp_path / "letter.md").read_text(encoding="utf-8")
    assert text.startswith("Triple Block, 600 days: ") and "| duration | 600 days |" in text
    done(tmp_path, "--days", "600", "-o", "letter.csv")
    rows = list(csv.reader((tmp_path / "letter.csv").open(encoding="utf-8", newline="")))
    assert rows[0] == ["what", "value"] and ["duration", "600 days"] in rows


def test_dated_moves_give_the_state_after_each(tmp_path: Path) -> None:
    """T51: the worked example of 600 days, then a refuel, and a wrong claim."""
    text = play(
        tmp_path,
        "time,side,action\n"
        "2026-12-02,white,move\n"
        "2026-12-02 00:00:00Z,,\n"
        "2026-12-12 01:00:00+01:00,w,\n"
        "2026-12-20 06:30:05,black,refuel\n"
        "2026-12-21 06:30:05,negras,reclamacion\n"
        "2026-12-23 06:30:05,,wrong\n",
    )
    lines = text.splitlines()[3:]
    assert lines[:6] == [
        "2026-12-02 00:00:00 UTC White move 50d 00:00:00 53d 00:00:00 1"
        " 50d 00:00:00 50d 00:00:00 0 Black 2027-01-21 00:00:00 UTC",
        "2026-12-02 00:00:00 UTC Black move 50d 00:00:00 53d 00:00:00 1"
        " 50d 00:00:00 54d 00:00:00 1 White 2027-01-21 00:00:00 UTC",
        "2026-12-12 00:00:00 UTC White move 50d 00:00:00 47d 00:00:00 2"
        " 50d 00:00:00 54d 00:00:00 1 Black 2027-01-31 00:00:00 UTC",
        "2026-12-20 06:30:05 UTC Black refuel 50d 00:00:00 47d 00:00:00 2"
        " 50d 00:00:00 45d 17:29:55 1 Black 2027-02-08 06:30:05 UTC",
        "2026-12-21 06:30:05 UTC Black claim 50d 00:00:00 47d 00:00:00 2"
        " 49d 00:00:00 45d 17:29:55 1",
        "2026-12-23 06:30:05 UTC wrong 50d 00:00:00 47d 00:00:00 2"
        " 47d 00:00:00 45d 17:29:55 1 Black 2027-02-08 06:30:05 UTC",
    ]
    assert "Black is to move; his clock reaches 0 on 2027-02-08 06:30:05 UTC." in text
    assert "1 of 6 times are dates alone, taken for 0:00 UTC." in text


def test_a_flag_ends_the_simulation_with_its_exact_second(tmp_path: Path) -> None:
    text = play(
        tmp_path,
        "time,action\n2026-12-02 00:00:07,move\n2027-01-22 10:00,move\n2027-02-01 10:00,move\n",
    )
    assert "Black move: too late" in text
    assert "Black's clock reached 0 on 2027-01-21 00:00:07 UTC, with time in the bank." in text
    assert "1 row after line 3 not played." in text
    assert "Black's clock reached 0 on 2027-01-21 00:00:07 UTC" in play(
        tmp_path, "time,action\n2026-12-02 00:00:07,move\n2027-06-01 10:00,look\n"
    )


@pytest.mark.parametrize(
    ("options", "rows", "says"),
    [
        ((), "2026-12-03 10:00,claim,", "Claim, White is to move; both clocks stand for a claim."),
        ((), "2026-12-03 10:00,appeal,", "both clocks stand for an appeal."),
        ((), "2026-12-03 10:00,withdrawal,", "both clocks stand for a withdrawal."),
        ((), "2026-12-03 10:00,end,", "The game has ended; it was White's turn."),
        ((), "2026-12-03 10:00,refuel,\n2026-12-03 10:00,refuel,", "refuel: nothing to move"),
        (("--team",), "2026-12-03 10:00,search,white\n2026-12-04 10:00,captain,white\n"
                      "2026-12-05 10:00,found,white", "White captain 50d 00:00:00 46d 14:00:00"),
        (("--guaranteed-time",), "2026-12-03 10:00,search,black\n2026-12-04 10:00,stop,",
         "both clocks stand for a substitution."),
        (("--guaranteed-time",), "2026-12-03 00:00,search,black\n2026-12-03 00:00,stop,\n"
                                 "2026-12-14 00:00,go on,", "2027-01-31 00:00:00 UTC"),
    ],
)  # fmt: skip
def test_everything_that_can_be_done_can_stand_in_a_file(
    tmp_path: Path, options: tuple[str, ...], rows: str, says: str
) -> None:
    text = play(tmp_path, "time,action,side\n" + rows + "\n", *options)
    assert says.removeprefix("Claim, ") in text


def test_states_are_written_as_csv_and_as_markdown(tmp_path: Path) -> None:
    text = play(tmp_path, "time\n2026-12-02 00:00:00\n2026-12-04 00:00:05\n", "-o", "states.csv")
    assert text.startswith("wrote states.csv") and "White is to move" in text
    rows = list(csv.DictReader((tmp_path / "states.csv").open(encoding="utf-8", newline="")))
    assert [row["white_bank"] for row in rows] == ["53d 00:00:00"] * 2
    assert rows[1]["black_bank"] == "51d 23:59:55" and rows[1]["line"] == "3"
    assert rows[1]["zero"] == "2027-01-23 00:00:05 UTC"
    play(tmp_path, "time\n2026-12-02 00:00:00\n", "-o", "states.md")
    assert "| 2 | 2026-12-02 00:00:00 UTC | White | move |" in (tmp_path / "states.md").read_text()


def test_a_narrow_screen_has_two_lines_a_state_and_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "host_tools.triple_block.command.console", lambda: Console(width=96, highlight=False)
    )
    text = play(tmp_path, "time,action\n2026-12-02,move\n2027-03-01,look\n")
    assert text.splitlines()[3:7] == [
        "2026-12-02 00:00:00 UTC White 50d 00:00:00 53d 00:00:00 1",
        "White move Black 0 on 2027-01-21 00:00:00 UTC 50d 00:00:00 50d 00:00:00 0",
        "2027-03-01 00:00:00 UTC White 50d 00:00:00 53d 00:00:00 1",
        "look: the flag Black 0 on 2027-01-21 00:00:00 UTC 0d 00:00:00 50d 00:00:00 0",
    ]


def test_what_spreadsheets_make_of_a_file_is_read(tmp_path: Path) -> None:
    text = play(
        tmp_path,
        "\ufefffecha;bando;accion\r\n2026-12-02 10:00:00;Blancas;Jugada\r\n;;\r\n"
        "2026-12-03 10:00:00;Negras;REPOSTAR\r\n",
    )
    assert "Black refuel" in text


@pytest.mark.parametrize(
    ("words", "says"),
    [
        ((), "give the duration: --days, or --start and --end, or --average-elo"),
        (("--days", "299"), "duration: 299 days are too few"),
        (("--days", "2000"), "more than 1999"),
        (("--days", "x"), "--days"),
        (("--end", "2028-01-01"), "--end: needs --start"),
        (("--start", "2026-12-01", "--end", "2026-12-01"), "--end: is not after the start"),
        (("--start", "2026-12-01", "--end", "2027-12-01 01:00"), "not whole days"),
        (("--start", "2026-12-01", "--end", "2027-02-01"), "62 days are too few"),
        (("--start", "2026-12-01", "--end", "2028-07-22", "--days", "600"), "--days says 600"),
        (("--start", "2026-02-29", "--days", "600"), "'2026-02-29' is no date and time"),
        (("--start", "soon", "--days", "600"), "--start: 'soon' is no date and time"),
        (("--start", "1999-12-31", "--days", "600"), "outside of 2000 to 2199"),
        (("--start", "2199-12-31 23:00-10:00", "--days", "600"), "outside of 2000 to 2199"),
        (("--days", "600", "--zone", "Mars/Base"), "--zone: 'Mars/Base' is no zone"),
        (("--days", "600", "--zone", "+15:00"), "--zone"),
        (("--days", "600", "--zone", "../x"), "--zone"),
        (("--days", "600", "--average-elo", "2000"), "--average-elo: proposes the duration"),
        (("--average-elo", "nan"), "'nan' is no number of 0 to 4000"),
        (("--average-elo", "-1"), "is no number"),
        (("--average-elo", "4001"), "is no number"),
        (("--average-elo", "high"), "'high' is no number"),
        (("--days", "600", "-o", "letter.doc"), "letter.doc: ends neither in .md nor in .csv"),
        (("--days", "600", "-o", "nowhere/letter.md"), "nowhere/letter.md: No such file"),
        (("--days", "600", "--simulate", "moves.csv"), "--simulate: needs --start"),
        (("--days", "600", "--start", "2026-12-01", "--simulate", "none.csv"), "none.csv: No su"),
        (("--days", "600", "--start", "2199-01-01", "--simulate", "moves.csv"), "2199"),
    ],
)
def test_what_is_wrong_is_one_line(tmp_path: Path, words: tuple[str, ...], says: str) -> None:
    (tmp_path / "moves.csv").write_text("time\n2199-12-02\n")
    assert says in refused(tmp_path, *words)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "line 1: is empty"),
        ("date,time\n", "two columns 'time'"),
        ("side,action\n", "there is no column 'time'"),
        ("time\nyesterday\n", "line 2: time: 'yesterday' is no date"),
        ("time\n\n20261202\n", "line 3: time: '20261202' is no date"),
        ("time\n2026-12-02 25:00\n", "line 2: time"),
        ("time\n2026-12-02 10:00:00.5\n", "between two seconds"),
        ("time\n2026-11-30\n", "line 2: time: is before the start of the event"),
        ("time\n2026-12-03\n2026-12-02\n", "line 3: time: is before that of line 2"),
        ("time,side\n2026-12-02,red\n", "line 2: side: 'red' is neither white nor black"),
        ("time,action\n2026-12-02,sleep\n", "line 2: action: 'sleep' is none of move, refuel"),
        ("time,side\n2026-12-02,black\n", "line 2: Black: move: it is the other side's turn"),
        ("time,side,action\n2026-12-02,b,refuel\n", "line 2: Black: refuel: it is the other"),
        ("time,action\n2026-12-02,right\n", "line 2: right: there is nothing of this kind"),
        ("time,action\n2026-12-02,claim\n2026-12-02,move\n", "line 3: White: move: both clocks"),
        ("time,action\n2026-12-02,search\n", "line 2: side: search needs white or black"),
        ("time,side,action\n2026-12-02,w,look\n", "line 2: side: look concerns both"),
        ("time,side,action\n2026-12-02,w,search\n", "the rules do not allow it in this event"),
        ("time,action\n2026-12-02,stop\n", "the rules do not allow it in this event"),
        ("time\n2026-12-02,move,x\n", "line 2: 3 columns"),
    ],
)
def test_what_is_wrong_with_a_file_is_named_by_its_line(
    tmp_path: Path, text: str, says: str
) -> None:
    (tmp_path / "moves.csv").write_text(text)
    line = refused(tmp_path, *GAME)
    assert "moves.csv: " in line and says in line


def test_what_was_played_before_the_error_is_shown_and_no_file_is_written(tmp_path: Path) -> None:
    (tmp_path / "moves.csv").write_text("time,side\n2026-12-02,w\n2026-12-03,w\n")
    result = run(tmp_path, *GAME)
    assert result.returncode == 2 and "53d 00:00:00" in result.stdout
    assert "line 3: White" in result.stderr
    assert run(tmp_path, *GAME, "-o", "states.csv").returncode == 2
    assert not (tmp_path / "states.csv").exists()


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    (tmp_path / "moves.csv").write_bytes(b"time\n\xff\xfe\n")
    assert "line 2: is not UTF-8" in refused(tmp_path, *GAME)
    (tmp_path / "moves.csv").unlink()
    (tmp_path / "moves.csv").mkdir()
    assert "Is a directory" in refused(tmp_path, *GAME)


def test_a_local_time_that_comes_twice_or_never_is_refused() -> None:
    """The clocks of Madrid go back on 25 October 2026 and forward on 28 March 2027."""
    madrid = read_zone("Europe/Madrid")
    for text, often in (("2026-10-25 02:30", "twice"), ("2027-03-28 02:30", "never")):
        with pytest.raises(TripleBlockError, match=f"comes {often} in Europe/Madrid"):
            read_instant(text, madrid, "time")
    summer = read_instant("2026-10-25 02:30+02:00", madrid, "time").seconds
    winter = read_instant("2026-10-25 02:30+01:00", madrid, "time").seconds
    assert winter - summer == 3600
    assert written(summer, madrid) == "2026-10-25 02:30:00+02:00"
    assert written(winter, madrid) == "2026-10-25 02:30:00+01:00"


def test_instants_are_those_of_pythons_calendar() -> None:
    utc = read_zone("utc")
    for text in ("2000-01-01", "2028-02-29 23:59:59", "2100-03-01 00:00", "2199-12-31 23:59:59"):
        read = read_instant(text, utc, "time")
        expected = datetime.fromisoformat(text).replace(tzinfo=DAY_0.tzinfo) - DAY_0
        assert read.seconds == expected.total_seconds()
        assert written(read.seconds, utc).startswith(text)
    assert read_instant("2026-12-01", read_zone("-03:30"), "time").seconds % 86_400 == 12_600


def test_the_command_itself_ends_with_its_status_and_one_line(tmp_path: Path) -> None:
    good = run_apart(tmp_path, "--days", "600")
    assert (good.returncode, good.stderr) == (0, "") and "50 days in the bank" in good.stdout
    bad = run_apart(tmp_path, "--days", "20")
    assert (bad.returncode, bad.stdout) == (2, "")
    assert bad.stderr.startswith("chessclock: duration: 20 days") and bad.stderr.count("\n") == 1


def test_the_command_explains_itself(tmp_path: Path) -> None:
    text = done(tmp_path, "--help")
    for word in ("--days", "--simulate", "--average-elo", "Example: chessclock triple-block"):
        assert word in text
    assert len(Action) == 14
