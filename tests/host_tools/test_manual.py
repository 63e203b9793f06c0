"""The arbiter's documents: they are what the code says, alike in both languages, one page printed.

Printing needs Chromium; without one those tests are skipped, or fail where the variable CI is set.
"""

from __future__ import annotations

import ast
import inspect
import os
import re
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest
from clockcore import codes, gestures, laws, manual_menu
from clockcore.adjust_menu import AdjustMenu
from clockcore.code_names import KEY_NAMES, METHOD_NAMES, STATE_NAMES
from clockcore.frame import cells_of
from clockcore.presets import PRESET_COUNT, preset
from clockcore.settings import Settings
from clockcore.settings_menu import SettingsMenu
from clockcore.texts import TEXTS, Texts
from desk_kit import Desk
from drivers.seven_segment import SEGMENTS

from host_tools.manual import documents, meanings, tables
from host_tools.manual.documents import HERE, TEMPLATES, Renderer, TemplateError
from host_tools.manual.drawing import word_svg
from host_tools.manual.label import LINE_LIMIT
from host_tools.manual.paper import PRINTED, PaperError, pages_of, print_pdf
from host_tools.panel.screenshot import find_chromium

LANGUAGES = tuple(enumerate(meanings.LANGUAGES))
ALL_TEXTS = tables.all_texts()
PAIRS = sorted(path.name for path in TEMPLATES.glob("*.en.*"))
NAMES = ("quick_guide.{}.html", "label.{}.html", "label.{}.txt", "manual.{}.md")
COMMAND = Path(sys.executable).with_name("chessclock")
MEND = "run .venv/bin/python -m host_tools.manual --write"


def committed(name: str) -> str:
    """Return the text of a document."""
    return (HERE / name).read_text(encoding="utf-8")


def rows_of(text: str) -> list[list[str]]:
    """Return the cells of every row of the tables in a Markdown text."""
    return [
        [cell.strip() for cell in line.strip("|").split(" | ")]
        for line in text.splitlines()
        if line.startswith("|")
    ]


def chromium() -> str:
    """Return the Chromium; without one skip, or fail in CI."""
    path = find_chromium()
    if path is None:
        if os.environ.get("CI"):
            pytest.fail("chromium is not installed")
        pytest.skip("chromium is not installed: PRINTED PAGES ARE NOT TESTED")
    return path


# --- the documents are what the code makes -------------------------------------------------------


def test_every_document_is_up_to_date() -> None:
    """`python -m host_tools.manual --write` mends it."""
    found = documents.documents()
    wanted = {HERE / name.format(language) for language in meanings.LANGUAGES for name in NAMES}
    assert set(found) == wanted
    stale = [path.name for path, text in found.items() if committed(path.name) != text]
    assert not stale, f"{stale}: {MEND}"


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a copy of documents and templates that the module works in."""
    shutil.copytree(HERE, tmp_path / "manual")
    monkeypatch.setattr(documents, "HERE", tmp_path / "manual")
    monkeypatch.setattr(documents, "TEMPLATES", tmp_path / "manual" / "templates")
    return tmp_path / "manual"


def test_a_stale_document_is_named_and_mended(
    copy: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = copy / "manual.es.md"
    right = file.read_text(encoding="utf-8")
    file.write_text(right.replace("MÁS", "MENOS"), encoding="utf-8")
    (copy / "label.en.txt").unlink()
    assert documents.main([]) == 1
    assert capsys.readouterr().out == (
        "label.en.txt is not up to date\nmanual.es.md is not up to date\n"
    )
    assert documents.main(["--write"]) == 0
    assert file.read_text(encoding="utf-8") == right
    assert documents.main([]) == 0


@pytest.mark.parametrize(
    "place",
    [
        "{{nothing}}",
        "{{do PAUSED NOWHERE}}",
        "{{do PAUSED}}",
        "{{word nowhere}}",
        "{{item white}}",
        "{{table nowhere}}",
        "{{key UP}}",
        "{{bonus bullet}}",
    ],
)
def test_an_open_place_that_cannot_be_filled_is_one_line(
    copy: Path, place: str, capsys: pytest.CaptureFixture[str]
) -> None:
    (copy / "templates" / "manual.en.md").write_text(f"one {place} two", encoding="utf-8")
    assert documents.main(["--write"]) == 1
    said = capsys.readouterr().out
    assert said.startswith("manual.en.md: ") and place in said and said.count("\n") == 1


def test_a_name_without_words_stops_the_making(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(meanings.ACTIONS, "DO_SOUND")
    with pytest.raises(TemplateError, match="DO_SOUND"):
        documents.documents()


@pytest.mark.parametrize(("language", "code"), LANGUAGES)
def test_no_open_place_is_left(language: int, code: str) -> None:
    for name in NAMES:
        assert "{{" not in committed(name.format(code))


# --- everything is in them -----------------------------------------------------------------------


def said_of(special: dict, general: dict, state: int | str, action: str) -> tuple[str, str]:
    """Return what an action is called in a state, a number or a name, in both languages."""
    name = state if isinstance(state, str) else STATE_NAMES[state]
    return special.get((name, action), general[action])


@pytest.mark.parametrize(("language", "code"), LANGUAGES)
def test_play_after_a_flag_that_stopped_both_is_said_to_say_flag(language: int, code: str) -> None:
    going_on = meanings.ACTIONS["DO_RESUME"][language]
    rows = [row for row in rows_of(committed(f"manual.{code}.md")) if going_on in row]
    assert len(rows) == 1, "in a pause alone"
    desk = Desk()
    desk.clock.choose_program(41, desk.at())
    desk.look().keys("!").wait(62_000)
    assert desk.state == "FLAGGED"
    assert desk.keys("!").state == "FLAGGED" and desk.texts() == ("FLAG", "FLAG")
    assert "lag" in meanings.ACTIONS_IN[("FLAGGED", "DO_RESUME")][0].lower()


@pytest.mark.parametrize(("language", "code"), LANGUAGES)
def test_every_gesture_is_in_the_manual(language: int, code: str) -> None:
    """A press that goes on while the key is held is one row."""
    rows = rows_of(committed(f"manual.{code}.md"))
    names = {
        value: name
        for name, value in vars(gestures).items()
        if name.startswith("DO_") and isinstance(value, int)
    }
    held = {(row[0], row[1], row[3]) for row in gestures.ROWS if row[2] == codes.KEY_REPEAT}
    wanted = []
    for state, key, gesture, action in gestures.ROWS:
        if (state, key, action) in held and gesture != codes.KEY_REPEAT:
            continue
        kind = next(
            name for name in meanings.GESTURE_CELLS if getattr(codes, name) == gesture
        )
        wanted.append(
            [
                "**" + meanings.KEYS[KEY_NAMES[key]][language] + "**",
                meanings.GESTURE_CELLS[kind][language],
                said_of(meanings.ACTIONS_IN, meanings.ACTIONS, state, names[action])[language],
            ]
        )
    keys = {"**" + words[language] + "**" for words in meanings.KEYS.values()}
    assert [row for row in rows if row[0] in keys] == wanted


@pytest.mark.parametrize(("language", "code"), LANGUAGES)
def test_every_gesture_is_on_the_one_page(language: int, code: str) -> None:
    page = committed(f"quick_guide.{code}.html")
    for state, _, _, action in tables.gesture_rows():
        short = said_of(meanings.SHORT_ACTIONS_IN, meanings.SHORT_ACTIONS, state, action)[language]
        assert documents.html_of(short) in page, short
    assert page.count("<tr>") == 1 + len({row[0] for row in gestures.ROWS})


@pytest.mark.parametrize(("language", "code"), LANGUAGES)
def test_every_preset_is_in_the_manual(language: int, code: str) -> None:
    rows = {row[0]: row for row in rows_of(committed(f"manual.{code}.md"))}
    for number in range(1, PRESET_COUNT + 1):
        row = rows[f"`P {number}`"]
        control = preset(number)
        said = "sí" if language else "on"
        assert (row[3] == said) == control.freeze
        for period in control.white_periods:
            if period.moves:
                assert f" {period.moves} " in row[1]
            if period.bonus_ms:
                assert f" {period.bonus_ms // 1000} s" in row[1]


def test_what_a_preset_means_is_said_in_words() -> None:
    english, spanish = tables.Code(0), tables.Code(1)
    for number, one, two in (
        (1, "5 min", "5 min"),
        (6, "2 h (until zero), then 30 min", "2 h (hasta cero); después 30 min"),
        (10, "3 min + 2 s", "3 min + 2 s"),
        (
            26,
            "1 h 30 min for 40 moves, then 30 min; + 30 s in all periods",
            "1 h 30 min para 40 jugadas; después 30 min; + 30 s en todos los períodos",
        ),
        (
            28,
            "2 h for 40 moves, then 1 h for 20 moves, then 15 min + 30 s from move 61 on",
            "2 h para 40 jugadas; después 1 h para 20 jugadas; después 15 min + 30 s desde la"
            " jugada 61",
        ),
        (
            29,
            "White: 5 min + 3 s from move 61 on; Black: 4 min + 3 s from move 61 on",
            "blancas: 5 min + 3 s desde la jugada 61; negras: 4 min + 3 s desde la jugada 61",
        ),
        (19, "1 h, byo-yomi 5 x 20 s", "1 h, byo-yomi 5 x 20 s"),
        (
            20,
            "1 h, Canadian byo-yomi 5 min for 15 moves",
            "1 h, byo-yomi canadiense 5 min para 15 jugadas",
        ),
        (30, "1 h, delay 5 s", "1 h, retardo simple 5 s"),
        (34, "5 min, Bronstein delay 3 s", "5 min, retardo Bronstein 3 s"),
        (39, "up-count", "cuenta ascendente"),
    ):
        assert english.control(preset(number)) == one
        assert spanish.control(preset(number)) == two


def test_the_list_of_actions_is_whole_and_in_order() -> None:
    source = textwrap.dedent(inspect.getsource(AdjustMenu.look))
    body = ast.parse(source).body[0]
    assert isinstance(body, ast.FunctionDef)
    named = [
        node.value
        for node in ast.walk(ast.Module(body=body.body[1:], type_ignores=[]))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    ]
    in_order = sorted(named, key=lambda name: source.index(f'"{name}"'))
    assert list(tables.menu_items()) == in_order
    assert set(meanings.ITEMS) == set(named)


@pytest.mark.parametrize(("language", "code"), LANGUAGES)
def test_every_action_setting_and_field_is_in_the_manual(language: int, code: str) -> None:
    text = committed(f"manual.{code}.md")
    words = Texts(language, 6)
    settings = SettingsMenu(Settings(), words, 6).names
    assert set(settings) == set(meanings.SETTINGS)
    for about in (*meanings.ITEMS.values(), *meanings.SETTINGS.values()):
        assert f"| {about[language]} |" in text
    for name in (*settings, *manual_menu.FIELD_KEYS):
        line = words.line(name).decode("latin-1")
        assert f"| {line} | `{words.word(name).decode()}`" in text


@pytest.mark.parametrize(("language", "code"), LANGUAGES)
def test_every_text_of_the_clock_is_in_the_manual(language: int, code: str) -> None:
    rows = rows_of(committed(f"manual.{code}.md"))
    for row in ALL_TEXTS:
        words = [f"`{word.decode()}`" for word in row[1:5]]
        if row[0].startswith(meanings.PANEL_ONLY):
            words = [""] * 4
        assert [*words, row[5 + language].decode("latin-1")] in rows, row[0]


@pytest.mark.parametrize(("language", "code"), LANGUAGES)
def test_marks_methods_classes_and_notices_are_in_the_manual(language: int, code: str) -> None:
    rows = rows_of(committed(f"manual.{code}.md"))
    first = [row[0] for row in rows]
    for name in (each for each in vars(codes) if each.startswith("MARK_")):
        assert first.count(meanings.MARKS[name][0][language]) == 1
    for name in METHOD_NAMES[: codes.SCRABBLE + 1]:
        assert meanings.METHODS[name][0][language] in first
    for number, name in enumerate(laws.CLASS_NAMES):
        row = rows[first.index(meanings.CLASSES[name][language])]
        assert row[2] == f"{laws.bonus_ms(number) // 60_000} min"
        assert str(laws.locks_at_move(number) or "") in row[3]
    source = "".join(
        path.read_text(encoding="utf-8")
        for path in (HERE.parents[1] / "firmware" / "app").glob("*.py")
    )
    notices = set(re.findall(r"^(NOTICE_\w+) =", source, re.MULTILINE))
    assert notices == set(meanings.NOTICES)
    for name in notices:
        assert any(row[-1] == meanings.NOTICES[name][language] for row in rows)


def test_a_mark_that_a_display_has_no_room_for_says_how_it_comes() -> None:
    rows = tables.Code(0).marks()[1]
    by_name = {name: row for (name, _), row in zip(tables.mark_bits(), rows, strict=True)}
    assert by_name["MARK_WHITE"][1:] == ("dot at the right", "by turns: `UHItE`, `bLACk`", "disc")
    for name, row in by_name.items():
        assert all(row), name


def test_laws_that_arbiters_ask_for_have_their_row() -> None:
    for _, code in LANGUAGES:
        first = [row[0] for row in rows_of(committed(f"manual.{code}.md"))]
        for article in ("6.7", "6.10.1", "6.10.2", "6.11", "7.1", "7.3", "7.5", "7.5.5", "9.5"):
            assert article in first
        for article in ("12.5", "12.9.2", "12.9.3", "A.3", "A.5.1", "A.5.3", "B.2", "B.3"):
            assert article in first
        guidelines = "Guidelines" if code == "en" else "Directrices"
        assert f"{guidelines} I" in first and f"{guidelines} III.4" in first


# --- words and lines that displays can show ------------------------------------------------------


@pytest.mark.parametrize("row", ALL_TEXTS, ids=[row[0] for row in ALL_TEXTS])
def test_a_text_fits_and_can_be_drawn(row: tuple) -> None:
    name, *words = row[:5]
    for word, room in zip(words, (6, 4, 6, 4), strict=True):
        assert 0 < cells_of(word, 0, len(word)) <= room, f"{name}: {word!r}"
        for code in word:
            assert code in b" .:" or SEGMENTS[code], f"{name}: {chr(code)!r} of {word!r}"
    for line in row[5:]:
        assert 0 < len(line) <= 21, f"{name}: {line!r}"
        assert all(32 <= code < 127 or code > 160 for code in line), f"{name}: {line!r}"


def test_names_of_fields_leave_room_for_side_and_period() -> None:
    """The manual set writes both before the name of a field of a period, in two cells."""
    names = manual_menu.FIELD_KEYS[manual_menu.METHOD_KIND : manual_menu.CAP_KIND + 1]
    for name in (*names, *(each for more in tables.OTHER_NAMES.values() for each in more)):
        for cells in (6, 4):
            for language, _ in LANGUAGES:
                assert len(Texts(language, cells).word(name)) <= cells - 2, name
    for name in manual_menu.MARK_KEYS:
        assert all(len(Texts(language, 4).word(name)) == 1 for language, _ in LANGUAGES), name


def test_no_two_texts_have_the_same_name() -> None:
    names = [row[0] for row in ALL_TEXTS]
    assert len(set(names)) == len(names)


@pytest.mark.parametrize(
    "keys", [manual_menu.METHOD_KEYS, manual_menu.NEXT_KEYS, manual_menu.FIELD_KEYS[1:11]]
)
@pytest.mark.parametrize("column", [1, 2, 3, 4])
def test_no_two_choices_of_the_manual_set_look_alike(keys: tuple, column: int) -> None:
    found = {row[0]: row[column] for row in ALL_TEXTS}
    words = [found[name] for name in keys]
    assert len(set(words)) == len(words), words


@pytest.mark.parametrize("column", [1, 2, 3, 4])
def test_no_two_actions_actions_or_settings_look_alike(column: int) -> None:
    found = {row[0]: row[column] for row in tables.rows_of(TEXTS)}
    items = {meanings.ITEM_SIDES.get(name, (name,))[0] for name in meanings.ITEMS}
    for names in (items, set(meanings.SETTINGS)):
        words = [found[name] for name in names]
        assert len(set(words)) == len(words), sorted(words)


def test_a_word_is_drawn_with_the_segments_that_are_lit() -> None:
    drawn = word_svg("8-")
    assert drawn.count("M") == 7 + 1
    assert 'aria-label="8-"' in drawn
    with pytest.raises(ValueError, match="cannot draw 'M'"):
        word_svg("MOVE")


# --- both languages are alike --------------------------------------------------------------------


@pytest.mark.parametrize("name", PAIRS)
def test_both_languages_have_the_same_open_places(name: str) -> None:
    found = []
    for _, code in LANGUAGES:
        text = (TEMPLATES / name.replace(".en.", f".{code}.")).read_text(encoding="utf-8")
        found.append(sorted(place.lower() for place in re.findall(r"\{\{[^}]+\}\}", text)))
    assert found[0] == found[1] and found[0]


def test_both_manuals_have_the_same_headings_and_tables() -> None:
    shapes = []
    for _, code in LANGUAGES:
        text = committed(f"manual.{code}.md")
        shapes.append(
            (
                re.findall(r"^#+ (?:\d+)?", text, re.MULTILINE),
                [len(row) for row in rows_of(text)],
                re.findall(r"^(\*|\d+\.) ", text, re.MULTILINE),
            )
        )
    assert shapes[0] == shapes[1]
    assert len(shapes[0][0]) > 30


@pytest.mark.parametrize("name", ["quick_guide.{}.html", "label.{}.html"])
def test_both_pages_have_the_same_tags(name: str) -> None:
    tags = []
    for _, code in LANGUAGES:
        text = (TEMPLATES / name.format(code)).read_text(encoding="utf-8")
        tags.append(re.findall(r"<(/?\w+)", text))
    assert tags[0] == tags[1]


def test_no_language_has_words_of_the_other() -> None:
    for words, code in ((r"pulse|mantenga|jugadas|reloj", "en"), (r"press|hold|move|clock", "es")):
        for name in NAMES:
            text = committed(name.format(code))
            text = re.sub(r"<style>.*?</style>|`[^`]*`", "", text, flags=re.DOTALL)
            assert not re.findall(rf"\b(?:{words})\b", text), name.format(code)


# --- the clock does what they say ----------------------------------------------------------------

SCRIPTS = {
    "KEY_DOWN": "{}",
    "KEY_CLICK": "{}",
    "KEY_REPEAT": "{}",
    "KEY_DOUBLE_CLICK": "({0}{0})",
    "KEY_HOLD": "{}1",
    "KEY_LONG_HOLD": "{}3",
}


def script(state: str, action: str) -> str:
    """Return the keys that the documents name for an action in a state."""
    for place, key, gesture, name in tables.gesture_rows():
        if (place, name) == (state, "DO_" + action):
            return SCRIPTS[gesture].format("<-!+>"[key])
    raise AssertionError(f"no gesture does {action} in {state}")


def test_the_way_of_the_quick_guide_works_on_the_clock() -> None:
    desk = Desk()
    desk.keys(script("SETUP", "NEXT_PROGRAM") + script("SETUP", "PREVIOUS_PROGRAM"))
    desk.keys(script("SETUP", "LAY_OUT"))
    assert desk.state == "READY"
    desk.keys(script("READY", "START"))
    assert desk.state == "RUNNING"
    desk.wait(2000)
    desk.press(codes.LEFT)
    desk.wait(2000)
    desk.keys(script("RUNNING", "PAUSE"))
    assert desk.state == "PAUSED"
    before = desk.times()
    # An illegal move of White, the last press: its opponent gets a minute, in blitz.
    steps = tables.menu_items().index("illegal")
    desk.keys(script("PAUSED", "ACTIONS"))
    assert desk.state == "ADJUST"
    desk.keys("+" * steps + ">")
    assert desk.state == "PAUSED" and desk.moves() == (0, 0)
    assert desk.times() == (before[0], before[1] + 60_000)
    desk.keys(script("PAUSED", "RESUME"))
    assert desk.state == "RUNNING" and desk.game.running_side == codes.LEFT
    # SET from play: the first digit of the hours, then everything is accepted.
    desk.keys("!3")
    assert desk.state == "ADJUST"
    desk.keys("+!")
    assert desk.state == "PAUSED" and desk.times()[0] > 36_000_000
    desk.keys(script("PAUSED", "END") + ">")
    assert desk.state == "ENDED"
    desk.keys(script("ENDED", "PUT_AWAY") + script("SETUP", "LAST_PROGRAM"))
    assert desk.state == "READY" and desk.times() == (300_000, 300_000)


def test_back_from_set_is_the_list_and_back_again_leaves() -> None:
    desk = Desk().keys(script("SETUP", "LAY_OUT") + script("READY", "START"))
    desk.keys(script("RUNNING", "PAUSE")).keys(script("PAUSED", "SET"))
    assert desk.state == "ADJUST"
    desk.keys("<")
    assert desk.state == "ADJUST" and desk.texts()[1] == "bonUS"
    desk.keys("<")
    assert desk.state == "PAUSED"


def test_a_rocker_is_moved_before_a_correction_that_gives_the_turn_back() -> None:
    """T41: as section 6 of the manual says."""
    desk = Desk(rocker=True)
    desk.clock.boot_contact(0, 0, True, desk.at())
    desk.keys(script("SETUP", "LAY_OUT"))
    for side in (codes.RIGHT, codes.LEFT, codes.RIGHT):
        desk.press(side).wait(2000)
    desk.keys(script("RUNNING", "PAUSE") + script("PAUSED", "ACTIONS"))
    desk.keys("+" * tables.menu_items().index("illegal"))
    desk.press(codes.LEFT)
    desk.keys(">").keys(script("PAUSED", "RESUME"))
    assert desk.state == "RUNNING" and desk.game.running_side == codes.RIGHT
    desk.press(codes.RIGHT)
    assert desk.game.running_side == codes.LEFT and desk.moves() == (1, 1)


def test_after_a_flag_that_did_not_fall_the_game_goes_on() -> None:
    desk = Desk().keys(script("SETUP", "LAY_OUT") + script("READY", "FREEZE"))
    desk.keys(script("READY", "START")).wait(310_000)
    assert desk.state == "FLAGGED"
    items = [name for name in tables.menu_items() if name in ("bonus left", "clear flag")]
    assert items == ["bonus left", "clear flag"]
    desk.keys(script("FLAGGED", "ACTIONS") + ">")
    assert desk.times()[0] == 60_000
    desk.keys(script("PAUSED", "ACTIONS"))
    for _ in range(20):
        if desk.texts()[0] == "FLAGno":
            break
        desk.keys("+")
    desk.keys(">")
    assert desk.game.first_flag_side == codes.NEITHER
    desk.keys(script("PAUSED", "RESUME"))
    assert desk.state == "RUNNING"


# --- the label -----------------------------------------------------------------------------------


def test_the_label_is_short_and_says_what_is_needed() -> None:
    """E4, E19."""
    shapes = []
    for language, code in LANGUAGES:
        lines = committed(f"label.{code}.txt").splitlines()
        assert len(lines) <= LINE_LIMIT
        shapes.append(len(lines))
        text = "\n".join(lines)
        said = tables.Code(language)
        for state, action in (
            ("SETUP", "LAY_OUT"),
            ("READY", "START"),
            ("RUNNING", "PAUSE"),
            ("PAUSED", "SET"),
            ("PAUSED", "ACTIONS"),
            ("PAUSED", "END"),
        ):
            assert said.do(state, action).replace("*", "") in text
        for _, supply in said.batteries()[1]:
            assert supply in text
        page = committed(f"label.{code}.html")
        assert page.count("<p>") == len(lines)
        plain = re.sub(r"<[^>]+>", "", page).replace("&nbsp;", " ")
        assert all(line in plain for line in lines)
    assert shapes[0] == shapes[1]


def test_batteries_come_from_the_boards() -> None:
    rows = dict(tables.Code(0).batteries()[1])
    assert rows["Raspberry Pi Pico"].startswith("3 AA alkaline")
    assert rows["ESP32-DevKitC V4"] == "USB supply or power bank"


# --- on paper ------------------------------------------------------------------------------------


@pytest.mark.parametrize("code", meanings.LANGUAGES)
@pytest.mark.parametrize("name", PRINTED)
def test_it_prints_to_one_page(name: str, code: str, tmp_path: Path) -> None:
    chromium()
    assert print_pdf(HERE / name.format(code), tmp_path / "one.pdf") == 1


def test_a_page_with_too_much_is_seen(tmp_path: Path) -> None:
    chromium()
    page = tmp_path / "long.html"
    text = committed("quick_guide.es.html")
    page.write_text(text.replace("<footer>", "<p>x</p>" * 40 + "<footer>"), encoding="utf-8")
    assert print_pdf(page, tmp_path / "long.pdf") == 2


def test_pages_are_counted_without_the_tree_of_pages() -> None:
    assert pages_of(b"<</Type /Pages>> <</Type /Page\n>> <</Type/Page>>") == 2


def test_without_chromium_it_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("host_tools.manual.paper.find_chromium", lambda: None)
    with pytest.raises(PaperError, match="no Chromium"):
        print_pdf(HERE / "label.en.html", tmp_path / "label.pdf")


# --- the command ---------------------------------------------------------------------------------


def run(*words: object) -> subprocess.CompletedProcess[str]:
    """Run `chessclock manual` as a user does."""
    return subprocess.run(
        [COMMAND, "manual", *map(str, words)], capture_output=True, text=True, check=False
    )


def test_the_command_says_where_the_documents_are() -> None:
    done = run()
    assert done.returncode == 0
    paths = [Path(line) for line in done.stdout.splitlines()]
    assert len(paths) == 2 * len(NAMES) and all(path.is_file() for path in paths)


def test_the_command_explains_itself_with_an_example() -> None:
    done = run("--help")
    assert done.returncode == 0
    assert "Example: chessclock manual" in " ".join(done.stdout.split())


def test_the_command_copies_and_prints(tmp_path: Path) -> None:
    chromium()
    done = run("-o", tmp_path / "out", "--pdf")
    assert done.returncode == 0, done.stderr
    there = {path.name for path in (tmp_path / "out").iterdir()}
    assert {"manual.es.md", "label.en.txt", "quick_guide.en.pdf", "label.es.pdf"} <= there
    assert len(there) == 2 * len(NAMES) + 4


def test_bad_input_is_one_line_and_exit_2(tmp_path: Path) -> None:
    taken = tmp_path / "file"
    taken.write_text("")
    for words, message in (
        (("--pdf",), "--pdf needs a folder"),
        (("-o", taken / "x"), f"{taken / 'x'}: Not a directory"),
    ):
        done = run(*words)
        assert done.returncode == 2 and done.stdout == ""
        assert message in done.stderr and done.stderr.count("\n") == 1


def test_a_page_of_html_keeps_what_is_not_a_mark() -> None:
    renderer = Renderer(0, True)
    assert renderer.render("{{Do PAUSED SET}}", "x") == "Hold <b>PLAY</b> 3&nbsp;s"
    assert documents.html_of("a < b **c** `d`") == "a &lt; b <b>c</b> <code>d</code>"
