"""The requirements and what shows each: edit this, then write CONFORMANCE.md anew.

A test may be claimed only for what it really shows: read it first. What is not built yet has
`planned`, whatever tests its parts have; what no test can show has `reason`, and a test by hand
where there is one. The state of a row follows from that (`requirement.py`).
"""

from __future__ import annotations

from tests.rules.requirement import Requirement

EQUIPMENT = tuple(f"E{number}" for number in range(1, 25))
BEST_CLOCK = tuple(f"R{number:02}" for number in range(1, 58))
GROUPS = (
    ("FIDE's rules for clocks", EQUIPMENT),
    ("Rules core", BEST_CLOCK[0:12]),
    ("Flag", BEST_CLOCK[12:17]),
    ("Display", BEST_CLOCK[17:24]),
    ("Arbiter", BEST_CLOCK[24:38]),
    ("Presets", BEST_CLOCK[38:42]),
    ("Power, sound, body", BEST_CLOCK[42:48]),
    ("Connections", BEST_CLOCK[48:51]),
    ("Variants", BEST_CLOCK[51:54]),
    ("Product", BEST_CLOCK[54:57]),
)

# What several rows claim.
BATTERY_SHOWN = (
    "rules/test_equipment.py::test_a_battery_that_is_low_is_said_within_ten_seconds_of_power_up",
    "system/test_displays.py::test_a_low_battery_is_shown_before_the_game_and_recovers_late",
    "system/test_displays.py::test_the_marks_of_a_panel",
    "shared/test_frame_small.py::test_a_low_battery_has_its_turn_and_its_mark",
)
TEN_HOURS = (
    "boards/test_power.py::test_the_low_mark_of_a_board_is_at_least_that_of_the_sum",
    "boards/test_power.py::test_a_set_leaves_ten_hours_or_has_no_mark",
    "boards/test_power.py::test_the_default_set_of_a_pico_leaves_ten_hours_on_every_battery",
)
TEN_HOURS_REASON = (
    "the sum is made of data-sheet figures, none of them measured; only a discharge shows it"
)
RUNNING_LAMP = (
    "system/test_play.py::test_the_running_lamp_follows_the_turn",
    "system/test_displays.py::test_every_board_shows_the_game_on_every_display_set",
    "shared/test_frame.py::test_the_lamp_is_lit_on_the_running_side_only",
    "boards/test_schema.py::test_a_required_field_cannot_be_missing",
)
FIRST_FLAG = (
    "rules/test_equipment.py::test_of_two_flags_the_first_is_the_one_that_blinks",
    "system/test_play.py::test_the_first_flag_blinks_and_the_second_shows_none",
    "shared/test_game_flag.py::test_both_flags_the_first_is_marked_and_the_second_is_not",
)
NOTHING_ADDED = (
    "rules/test_equipment.py::test_once_a_player_has_passed_the_last_control_nobody_gets_time",
    "shared/test_game_flag.py::test_after_the_first_flag_nobody_receives_anything",
    "shared/test_game_flag.py"
    "::test_no_delay_is_left_for_a_turn_that_begins_after_the_first_flag",
    "shared/test_game_periods.py::test_at_zero_nothing_comes_after_a_first_flag",
    "model/test_state_machine.py::AnyGame::nothing_is_added_after_the_first_final_flag",
)
FREEZE = (
    "rules/test_equipment.py::test_with_an_increment_the_other_clock_stands_as_it_was",
    "rules/test_equipment.py::test_freeze_is_chosen_by_a_key_before_the_start",
    "shared/test_time_control.py::"
    "test_freeze_is_on_where_a_bonus_or_delay_exists_and_can_be_set",
    "shared/test_game_flag.py::test_freeze_on_stops_both_and_no_press_does_anything",
    "shared/test_game_flag.py"
    "::test_freeze_off_the_flagged_side_stands_and_its_press_only_passes_the_turn",
    "scenarios/11-flag-with-freeze-stops-both.scn",
    "scenarios/12-flag-without-freeze-goes-on.scn",
)
BY_ACCIDENT = (
    "rules/test_equipment.py::test_no_single_key_changes_a_game",
    "rules/test_equipment.py::test_no_lever_changes_a_game_that_stands",
    "rules/test_equipment.py::test_keys_pressed_all_at_once_change_no_running_game",
    "system/test_play.py::test_a_hold_through_the_flag_does_nothing",
    "system/test_start_and_stop.py::test_anything_else_held_at_power_up_is_reported_not_obeyed",
    "scenarios/29-a-hold-begun-while-a-side-ran-does-nothing.scn",
    "shared/test_game_arbiter.py::test_corrections_need_a_clock_that_stands",
)
SOUND_OFF = (
    "rules/test_equipment.py::test_a_key_switches_every_sound_off",
    "rules/test_equipment.py::test_without_a_key_no_sound_is_heard_in_a_game",
    "system/test_play.py::test_sound_off_is_silent",
    "shared/test_settings.py::test_the_defaults_are_silent_and_in_order",
)
ONE_PASS = (
    "shared/test_game_arbiter.py::test_times_counters_period_and_side_can_be_set_in_one_pass",
    "shared/test_adjust_menu.py"
    "::test_everything_on_both_sides_takes_less_than_a_minute_at_two_keys_a_second",
    "shared/test_adjust_menu.py"
    "::test_the_first_digit_blinks_and_play_accepts_what_was_set",
)
BATTERY_README = (
    "rules/test_equipment.py::test_the_readme_of_a_board_says_number_and_type_of_its_batteries",
)
KEPT = (
    "shared/test_snapshot.py::test_a_game_goes_on_as_if_nothing_had_happened",
    "shared/test_snapshot.py::test_every_damaged_field_is_refused_and_changes_nothing",
)
CASUAL_SETS = (
    "Holds for sets of six digits and more and for large panels; boards label four digits and"
    " small panels as casual"
)

REQUIREMENTS = (
    # --- FIDE's rules for clocks -----------------------------------------------------------------
    Requirement(
        "E1",
        "C.02.03, 3.1.1",
        "The state of the battery is clearly indicated: a percentage or a low-battery mark.",
        tests=BATTERY_SHOWN,
        note="The percentage in SETUP; the warning in SETUP, READY and PAUSED, on panels always",
    ),
    Requirement(
        "E2",
        "C.02.03, 3.1.2",
        "A low battery is told before the clock is set up or right after it.",
        tests=BATTERY_SHOWN[:2],
    ),
    Requirement(
        "E3",
        "C.02.03, 3.1.3",
        "With a low battery the clock works for at least 10 hours.",
        tests=TEN_HOURS,
        by_hand=("H4",),
        reason=TEN_HOURS_REASON,
    ),
    Requirement(
        "E4",
        "C.02.03, 3.1.4",
        "Number and type of the batteries are clearly stated.",
        tests=BATTERY_README,
        by_hand=("H7",),
        reason="that they stand on the case, which the builder makes",
    ),
    Requirement(
        "E5",
        "C.02.03, 3.1.5",
        "An audible alarm can be switched off by a setting.",
        tests=SOUND_OFF,
    ),
    Requirement(
        "E6",
        "C.02.03, 3.1.6",
        "Levers and buttons: at most 40 dB at 1 m in normal use.",
        by_hand=("H1",),
        reason="a sound level belongs to the switches and the case",
    ),
    Requirement(
        "E7",
        "C.02.03, 3.1.7",
        "Preferably works together with electronic boards.",
        planned="the link to electronic boards",
    ),
    Requirement(
        "E8",
        "C.02 (a)",
        "Works as the Laws of Chess want it.",
        tests=(
            "host_tools/test_replay.py::test_real_games_replay_clean",
            "model/test_state_machine.py::AnyGame::all_agree_with_the_model",
            "model/test_state_machine.py::AnyGame::every_millisecond_is_booked_once",
        ),
        reason="the whole of the Laws is no single test: the rows R01 to R38 take it article by"
        " article",
    ),
    Requirement(
        "E9",
        "C.02 (b), 5.4.3.2",
        "The time for the next move is always shown, preferably with seconds from the start.",
        tests=(
            "rules/test_equipment.py"
            "::test_both_times_are_shown_with_seconds_from_the_first_one_on",
            "system/test_play.py::test_a_delay_and_the_main_time_are_both_readable",
            "shared/test_frame.py::test_a_time_takes_the_form_that_fits",
            "boards/test_documents.py::test_four_digits_and_small_panels_are_casual",
        ),
        note=CASUAL_SETS + "; in a pause, and for 3 s where a counter is asked for, other things"
        " take turns with the time",
    ),
    Requirement(
        "E10",
        "C.02 (c)",
        "Displays can be read from at least 3 m.",
        by_hand=("H2",),
        reason="eyes and a hall are needed",
    ),
    Requirement(
        "E11",
        "C.02 (d)",
        "From at least 10 m it is clearly seen whose clock runs.",
        tests=RUNNING_LAMP,
        by_hand=("H3",),
        reason="the tests show that one lamp is lit on the running side; not how far it is seen",
    ),
    Requirement(
        "E12",
        "C.02 (e)",
        "A sign shows clearly who passed a time control first.",
        tests=(
            *FIRST_FLAG,
            "shared/test_game_periods.py::"
            "test_at_zero_the_side_that_reached_0_shows_a_steady_flag_for_5_minutes_of_running",
        ),
    ),
    Requirement(
        "E13",
        "C.02 (f)",
        "A clock with batteries has a low-battery indication.",
        tests=BATTERY_SHOWN,
        note="For boards that measure their battery; one that does not says so in its README",
    ),
    Requirement(
        "E14",
        "C.02 (g)",
        "After that indication it works without a fault for 10 hours or more.",
        tests=TEN_HOURS,
        by_hand=("H4",),
        reason=TEN_HOURS_REASON,
    ),
    Requirement(
        "E15",
        "C.02 (h)",
        "Passing a time control is announced correctly.",
        tests=(
            "rules/test_equipment.py::test_a_time_control_that_is_passed_is_announced_to_both",
            "system/test_play.py::test_the_interim_flag_stands_for_five_minutes_of_running",
            "system/test_play.py::test_sounds_of_a_losing_player",
            "system/test_play.py::test_both_sides_are_warned",
            "scenarios/13-change-at-zero-gives-both-the-period.scn",
            "scenarios/23-period-by-count-comes-with-the-press.scn",
        ),
    ),
    Requirement(
        "E16",
        "C.02 (i)",
        "With increment or delay no time is added once a player has passed the last control.",
        tests=NOTHING_ADDED,
    ),
    Requirement(
        "E17",
        "C.02 (j)",
        "An arbiter can correct times and move counters within 60 s.",
        tests=ONE_PASS,
        by_hand=("H6",),
        reason="the keys are counted here; how fast a hand is, a person must try",
    ),
    Requirement(
        "E18",
        "C.02 (k)",
        "No simple manipulation erases or changes what is displayed.",
        tests=BY_ACCIDENT,
        by_hand=("H8",),
        reason="a knock, a fall or a pulled battery needs a real clock",
    ),
    Requirement(
        "E19",
        "C.02 (l)",
        "A short manual is on the clock itself.",
        tests=("host_tools/test_manual.py::test_the_label_is_short_and_says_what_is_needed",),
        by_hand=("H7",),
        reason="that the label is on the clock no test can show",
    ),
    Requirement(
        "E20",
        "C.02, end",
        "Clocks for FIDE's events are endorsed by its technical commission.",
        reason="that is a decision of FIDE about a product, not about this firmware",
    ),
    Requirement(
        "E21",
        "C.02, 5.4.1",
        "With an increment, when one clock is at zero the other stands and keeps its display; in"
        " rapid and blitz it may be set to run on to zero.",
        tests=FREEZE,
    ),
    Requirement(
        "E22",
        "C.02, 5.4.2",
        "With both flags down it is seen which fell first.",
        tests=FIRST_FLAG,
    ),
    Requirement(
        "E23",
        "since 1 July 2017",
        "FIDE-rated events use electronic clocks only.",
        reason="a rule for organizers",
    ),
    Requirement(
        "E24",
        "arbiters' seminar",
        "3 m, 10 m, 10 h and 60 s as above; one type of clock throughout a tournament.",
        reason="the numbers are E10, E11, E14 and E17; one type of clock is the organizer's care",
    ),
    # --- Rules core ------------------------------------------------------------------------------
    Requirement(
        "R01",
        "Laws 6.1",
        "One side runs at the most, whatever levers do: any rate, bounce, both at once.",
        tests=(
            "rules/test_best_clock.py::test_two_sides_never_run_whatever_the_levers_do",
            "model/test_state_machine.py::AnyGame::at_most_one_side_runs",
            "shared/test_game_start.py::test_one_side_runs_or_none_whatever_is_pressed",
            "shared/test_game_start.py"
            "::test_of_two_presses_at_one_instant_the_running_sides_is_taken",
            "system/test_hardware_layer.py"
            "::test_chatter_of_a_thousand_edges_a_second_is_one_press",
            "scenarios/07-both-plungers-at-one-instant.scn",
        ),
    ),
    Requirement(
        "R02",
        "other clocks",
        "Methods: sudden death, Fischer, Bronstein, delay, hourglass, gong, move timer, count up,"
        " Scrabble, byo-yomi, Canadian (by itself or by hand), a repeating period, Triple Block.",
        tests=(
            "shared/test_period.py::test_every_method_has_a_period_that_can_be",
            "shared/test_presets.py::test_there_is_a_preset_of_every_method",
            "system/test_play.py::test_every_preset_can_be_played",
            "host_tools/test_notation.py::test_every_method_can_be_written",
            "model/test_state_machine.py::AnyGame::all_agree_with_the_model",
            "shared/test_game_periods.py"
            "::test_a_repeating_period_by_count_comes_again_and_again",
            "shared/test_game_overtime.py"
            "::test_canadian_0_moves_are_reloaded_by_hand_on_ones_own_turn",
            "triple_block/test_on_a_clock.py"
            "::test_a_game_is_begun_by_keys_and_played_by_the_lever",
        ),
    ),
    Requirement(
        "R03",
        "other clocks",
        "At least 5 periods, each with its own method, time, bonus and way to the next: by moves"
        " or at zero; the last may repeat.",
        tests=(
            "rules/test_best_clock.py"
            "::test_five_periods_each_with_its_own_method_and_its_own_way_to_come",
            "shared/test_game_periods.py::test_eight_periods",
            "shared/test_game_periods.py::test_transition_without_moves_then_by_count",
            "shared/test_game_periods.py::test_at_zero_repeating_however_late",
            "shared/test_game_periods.py"
            "::test_a_repeating_period_by_count_comes_again_and_again",
            "shared/test_time_control.py::test_1_to_8_periods",
        ),
    ),
    Requirement(
        "R04",
        "official time controls",
        "An increment that begins in a later period or at a move, as from move 61.",
        tests=(
            "rules/test_best_clock.py"
            "::test_an_increment_from_move_61_is_given_from_move_61_on",
            "shared/test_game_methods.py"
            "::test_the_bonus_starts_at_its_move_and_follows_the_counter",
            "shared/test_game_periods.py"
            "::test_three_periods_by_count_with_the_bonus_of_the_third_only",
            "shared/test_presets.py::test_the_increment_of_the_third_period_starts_at_move_61",
        ),
    ),
    Requirement(
        "R05",
        "Laws 6.3.2",
        "Unused time is carried into the next period.",
        tests=(
            "shared/test_game_periods.py"
            "::test_by_count_each_side_gets_the_next_period_with_its_own_move",
            "shared/test_game_periods.py"
            "::test_at_zero_both_sides_get_the_next_period_at_that_instant",
            "scenarios/23-period-by-count-comes-with-the-press.scn",
        ),
    ),
    Requirement(
        "R06",
        "Laws, glossary; US Chess",
        "Increment and delay are given for move 1, and added when the player presses.",
        tests=(
            "shared/test_game_methods.py"
            "::test_the_start_shows_the_bonus_before_the_move_and_not_after",
            "shared/test_game_methods.py"
            "::test_the_bonus_comes_with_the_press_and_not_with_the_next_turn",
            "shared/test_game_methods.py::test_the_delay_runs_before_the_main_time",
            "scenarios/01-start-right-press-starts-left.scn",
        ),
    ),
    Requirement(
        "R07",
        "other clocks",
        "By moves each player gets the next period with his own move; at zero both get it when the"
        " first is there. Which of the two can be chosen.",
        tests=(
            "shared/test_game_periods.py"
            "::test_by_count_each_side_gets_the_next_period_with_its_own_move",
            "shared/test_game_periods.py"
            "::test_at_zero_both_sides_get_the_next_period_at_that_instant",
            "shared/test_game_periods.py"
            "::test_by_count_zero_with_moves_missing_is_the_final_flag",
            "host_tools/test_notation.py::test_organizers",
            "shared/test_control_change.py::test_changes_by_count_become_changes_at_zero_and_back",
            "shared/test_arbiter_keys.py"
            "::test_forced_move_count_changes_how_the_next_period_comes",
        ),
    ),
    Requirement(
        "R08",
        "other clocks",
        "Where the next period has another increment, the difference is applied to both, also"
        " where Black comes first.",
        tests=(
            "rules/test_best_clock.py"
            "::test_the_difference_of_the_increments_is_given_to_both_whoever_was_first",
            "shared/test_game_periods.py::test_at_zero_the_difference_of_the_bonuses_is_given",
            "shared/test_game_periods.py"
            "::test_the_new_periods_bonus_follows_the_move_that_ended_the_old_period",
        ),
    ),
    Requirement(
        "R09",
        "E16",
        "No time is ever added after the last control has been passed.",
        tests=NOTHING_ADDED,
    ),
    Requirement(
        "R10",
        "other clocks",
        "Bronstein gives back the smaller of time used and delay, never more than stood there when"
        " the turn began: 5:03, 5:01, 5:03; 4:58, 5:01.",
        tests=(
            "rules/test_best_clock.py"
            "::test_the_example_of_bronstein_as_it_is_read_on_the_displays",
            "shared/test_game_methods.py"
            "::test_bronstein_gives_back_what_was_used_up_to_the_delay",
            "shared/test_game_methods.py::test_bronstein_boundaries_of_the_give_back",
            "shared/test_game_methods.py"
            "::test_bronstein_never_rises_above_the_value_at_the_start_of_the_turn",
        ),
    ),
    Requirement(
        "R11",
        "other clocks",
        "Hourglass stops both at zero; the gong passes the turn and never flags; byo-yomi flags"
        " with the last moment; Scrabble counts on below zero.",
        tests=(
            "shared/test_game_overtime.py::test_hourglass_at_0_the_flag_falls_and_both_stop",
            "shared/test_game_overtime.py"
            "::test_gong_passes_the_turn_by_itself_and_counts_no_move",
            "shared/test_game_overtime.py::test_gong_never_flags",
            "shared/test_game_overtime.py"
            "::test_move_timer_gives_the_same_time_again_and_flags_at_its_end",
            "shared/test_game_overtime.py"
            "::test_byoyomi_the_end_of_the_last_moment_is_the_flag",
            "shared/test_game_overtime.py"
            "::test_canadian_the_flag_falls_when_the_block_ends_with_moves_missing",
            "shared/test_game_overtime.py"
            "::test_scrabble_goes_on_below_zero_without_a_flag",
            "scenarios/14-byo-yomi-moments.scn",
            "scenarios/15-gong-passes-the-turn.scn",
        ),
    ),
    Requirement(
        "R12",
        "Laws 6.2.6; B.02",
        "Each side can have times and increments of its own, with a warning that such a game is"
        " not rated.",
        tests=(
            "shared/test_time_control.py::test_odds_are_kept_apart",
            "shared/test_game_methods.py::test_each_side_gets_its_own_bonus",
            "shared/test_game_periods.py"
            "::test_odds_each_side_gets_its_own_next_period_at_zero",
            "shared/test_presets.py"
            "::test_armageddon_is_5_against_4_with_3_seconds_from_move_61",
            "host_tools/test_notation.py::test_odds",
            "host_tools/test_notation_classes.py::test_not_rated_by_fide",
            "host_tools/test_control_command.py::test_json_of_odds",
        ),
        note="`chessclock control` warns; the clock itself does not",
    ),
    # --- Flag ------------------------------------------------------------------------------------
    Requirement(
        "R13",
        "E12, E22",
        "The first flag is marked through pause, correction and the second zero, which has none.",
        tests=(
            *FIRST_FLAG,
            "shared/test_game_flag.py"
            "::test_the_mark_survives_pause_correction_and_the_other_sides_zero",
            "system/test_start_and_stop.py::test_a_flagged_game_is_kept_too",
        ),
    ),
    Requirement(
        "R14",
        "other clocks",
        "The flag of a period that is not the last is steady and goes after 5 minutes; the final"
        " one blinks and stays.",
        tests=(
            "rules/test_best_clock.py::test_the_final_flag_blinks_for_ever",
            "system/test_play.py::test_the_interim_flag_stands_for_five_minutes_of_running",
            "shared/test_frame.py"
            "::test_a_period_that_ended_at_zero_has_a_steady_flag_for_5_minutes",
            "shared/test_frame_small.py"
            "::test_a_flag_without_a_cell_or_a_dot_takes_the_time_s_place",
        ),
    ),
    Requirement(
        "R15",
        "E21",
        "Freeze is on with increment or delay and off without; it can be chosen before the start.",
        tests=FREEZE,
    ),
    Requirement(
        "R16",
        "Laws 6.9",
        "The clock says who flagged, never who won.",
        tests=(
            "rules/test_best_clock.py::test_a_flag_is_all_that_a_display_says_of_the_end",
            "rules/test_best_clock.py"
            "::test_no_text_of_the_firmware_speaks_of_won_lost_or_drawn",
        ),
    ),
    Requirement(
        "R17",
        "Laws 6.8",
        "The instant of a flag is known to 10 ms or better; 0:00 is shown when nothing is left.",
        tests=(
            "shared/test_game_flag.py"
            "::test_the_flag_falls_at_the_tick_and_bears_the_instant_of_zero",
            "shared/test_time_text.py::test_zero_is_shown_only_when_it_is_zero",
            "scenarios/test_scenarios.py::test_a_late_loop_changes_nothing",
            "scenarios/04-press-before-the-flag-loop-late.scn",
        ),
        note="Exact to the millisecond, however late the loop is",
    ),
    # --- Display ---------------------------------------------------------------------------------
    Requirement(
        "R18",
        "E9",
        "Seconds from the first second on (h:mm:ss); tenths in the last 10 or 20 s, or none.",
        tests=(
            "rules/test_equipment.py"
            "::test_both_times_are_shown_with_seconds_from_the_first_one_on",
            "shared/test_time_text.py"
            "::test_a_time_that_counts_down_is_rounded_up_and_the_unit_chosen_after_rounding",
            "shared/test_time_text.py::test_tenths_can_be_off_or_start_at_20_seconds",
            "shared/test_settings.py"
            "::test_each_setting_takes_what_is_in_its_range_and_nothing_else",
            "host_tools/test_vectors.py::test_all_display_vectors",
        ),
        note=CASUAL_SETS,
    ),
    Requirement(
        "R19",
        "E10, E11",
        "Legible from 3 m; the running side is seen from 10 m, by more than a blinking colon.",
        tests=RUNNING_LAMP,
        by_hand=("H2", "H3"),
        reason="the tests show the lamp; not how far digits and lamp are seen",
    ),
    Requirement(
        "R20",
        "E9",
        "With delay, main time and delay are both visible.",
        tests=(
            "system/test_play.py::test_a_delay_and_the_main_time_are_both_readable",
            "shared/test_frame.py::test_a_delay_and_the_moments_left_stand_before_the_time",
            "shared/test_frame_small.py::test_a_delay_takes_the_place_of_the_time",
        ),
        note="By turns where there is no room for both",
    ),
    Requirement(
        "R21",
        "Laws 6.12",
        "Move counters of both on demand, which can be forbidden; the period in a pause.",
        tests=(
            "rules/test_best_clock.py"
            "::test_the_move_counter_comes_on_demand_and_can_be_hidden",
            "scenarios/21-move-counter-on-demand.scn",
            "scenarios/28-what-rotates-in-pause.scn",
        ),
    ),
    Requirement(
        "R22",
        "Laws 7.3",
        "White's mark follows the lever at the start; colors can be swapped without losing times.",
        tests=(
            "rules/test_best_clock.py::test_whose_clock_the_lever_starts_is_white",
            "rules/test_best_clock.py::test_the_colors_change_sides_by_a_click_before_the_start",
            "shared/test_game_arbiter.py"
            "::test_colors_can_be_swapped_without_losing_times_or_counters",
            "shared/test_adjust_menu.py"
            "::test_colors_are_swapped_and_before_move_ten_the_rule_is_named",
        ),
    ),
    Requirement(
        "R23",
        "E1",
        "Paused, frozen, low battery, sound, freeze and count mode are all visible.",
        tests=(
            "scenarios/28-what-rotates-in-pause.scn",
            "scenarios/27-sound-freeze-and-white-before-the-start.scn",
            "system/test_displays.py::test_the_marks_of_a_panel",
            "shared/test_frame.py::test_the_marks_of_a_side",
            "shared/test_frame_small.py::test_a_low_battery_has_its_turn_and_its_mark",
        ),
        planned="the sign of the count mode; on segments, one of a frozen game beside its flag",
    ),
    Requirement(
        "R24",
        "other clocks",
        "All settings can be read while choosing, before the start and in a pause.",
        tests=(
            "shared/test_setup_menu.py"
            "::test_every_preset_has_pages_that_fit_and_the_letter_of_its_method",
            "shared/test_frame_small.py::test_every_page_of_every_preset_fits_four_cells",
            "system/test_displays.py::test_every_preset_reads_the_same_on_every_display_set",
            "scenarios/32-method-and-bonus-before-the-start.scn",
            "shared/test_arbiter_keys.py"
            "::test_the_meaning_comes_page_by_page_and_stays_when_asked_for",
            "shared/test_arbiter_keys.py::test_a_panel_shows_the_meaning_at_once",
            "shared/test_setup_menu.py::test_odds_show_both_colors",
        ),
    ),
    # --- Arbiter ---------------------------------------------------------------------------------
    Requirement(
        "R25",
        "E17; Laws 6.10.2, 7.1",
        "Both times, counters, periods and the side to move in one pass of under 60 s.",
        tests=ONE_PASS,
        by_hand=("H6",),
        reason="the keys are counted here; how fast a hand is, a person must try",
    ),
    Requirement(
        "R26",
        "Laws 7.5.5, 9.5.3, 12.5, 12.9, A.3",
        "2 or 1 minutes to the opponent with one action, by the class of the event; any amount, to"
        " one or both, up or down.",
        tests=(
            "shared/test_penalties.py::test_any_time_is_added_or_taken_on_one_side_or_both",
            "shared/test_penalties.py::test_a_reduction_that_leaves_nothing_is_asked_first",
            "shared/test_laws.py::test_the_numbers_are_those_of_the_laws_of_2023",
            "shared/test_adjust_menu.py"
            "::test_bonus_time_is_one_action_and_follows_the_class_of_the_event",
            "shared/test_adjust_menu.py"
            "::test_any_amount_goes_to_one_or_both_and_below_zero_is_asked_first",
        ),
    ),
    Requirement(
        "R27",
        "Laws 7.5",
        "Illegal move as one action: turn, count and what the press gave go back, bonus time, the"
        " offence counted, the second announced.",
        tests=(
            "shared/test_penalties.py"
            "::test_an_illegal_move_takes_back_bonus_and_count_and_gives_the_opponent_time",
            "shared/test_penalties.py"
            "::test_either_side_can_offend_and_each_offence_is_counted",
            "shared/test_penalties.py"
            "::test_the_period_that_the_press_brought_goes_with_its_time",
            "shared/test_adjust_menu.py::test_an_illegal_move_is_one_action",
            "shared/test_adjust_menu.py::test_the_second_offence_is_announced",
        ),
    ),
    Requirement(
        "R28",
        "Laws 6.10.2; Guidelines III.4",
        "The time control can be changed in the middle of a game, and 5 s inserted.",
        tests=(
            "shared/test_control_change.py::"
            "test_times_and_counters_are_kept_and_the_new_bonus_comes_with_the_next_press",
            "shared/test_control_change.py::test_every_method_can_follow_every_other_and_goes_on",
            "shared/test_control_change.py"
            "::test_an_increment_of_5_seconds_comes_with_the_next_press_of_each_side",
            "shared/test_adjust_menu.py::test_the_time_control_changes_in_the_middle_of_a_game",
            "shared/test_adjust_more.py::test_five_seconds_are_inserted_by_the_guidelines",
        ),
    ),
    Requirement(
        "R29",
        "E18",
        "Arbiter's functions need a hold of 3 s; a running clock obeys pause and counter only;"
        " nothing erases at a touch; off needs a hold.",
        tests=(
            *BY_ACCIDENT,
            "scenarios/09-long-hold-pauses-then-opens-adjust.scn",
            "scenarios/21-move-counter-on-demand.scn",
            "scenarios/25-end-of-game-keeps-the-times.scn",
            "shared/test_arbiter_keys.py"
            "::test_while_a_side_runs_keys_change_nothing_but_pause_and_counter",
            "shared/test_arbiter_keys.py::test_displays_go_off_and_come_back_with_any_key",
            "shared/test_gestures.py::test_what_changes_a_game_needs_a_long_hold_from_pause",
            "unit/test_menu_walks.py"
            "::test_random_keys_reach_no_dead_end_and_change_no_running_game",
        ),
    ),
    Requirement(
        "R30",
        "other clocks",
        "A lever moved in a pause must be put right before the game goes on.",
        tests=(
            "scenarios/18-rocker-moved-in-pause.scn",
            "system/test_start_and_stop.py"
            "::test_a_rocker_that_was_moved_while_the_power_was_off_is_ambiguous",
            "host_tools/test_panel_browser.py"
            "::test_a_rocker_moved_in_a_pause_is_to_be_put_back",
        ),
        note="Shown for putting the lever back",
    ),
    Requirement(
        "R31",
        "Laws 6.11",
        "A pause keeps the exact remainder, the unused delay among it.",
        tests=(
            "rules/test_best_clock.py"
            "::test_pause_resume_and_pause_again_lose_nothing_whichever_keys_are_clicked",
            "system/test_play.py::test_many_pauses_change_nothing",
            "shared/test_game_start.py::test_pause_keeps_everything_and_costs_nothing",
            "shared/test_game_methods.py"
            "::test_an_unused_delay_survives_pauses_and_is_not_saved_up",
            "shared/test_game_overtime.py::test_byoyomi_moments_survive_a_pause",
            "scenarios/08-pause-and-resume-keep-the-delay.scn",
        ),
    ),
    Requirement(
        "R32",
        "Laws 7.1",
        "The last press and the last correction can be undone.",
        tests=(
            "shared/test_undo.py"
            "::test_undo_takes_back_everything_the_press_gave_and_the_time_since",
            "shared/test_undo.py"
            "::test_each_correction_is_undone_exactly_while_the_game_stands",
            "shared/test_game_ranges.py::test_undo_anywhere_keeps_the_books",
            "model/test_state_machine.py::AnyGame::undo",
            "shared/test_adjust_menu.py::test_press_and_correction_can_be_undone",
        ),
    ),
    Requirement(
        "R33",
        "Laws 6.10.1",
        "A journal of presses, pauses, corrections, flags and power, to be read out, that shows if"
        " it was changed.",
        tests=(
            "faults/test_journal.py::test_all_that_happened_is_there_in_order",
            "faults/test_journal.py::test_every_changed_byte_is_found",
            "faults/test_journal.py"
            "::test_a_record_that_is_taken_out_or_put_right_again_is_found",
            "host_tools/test_journal_chain.py"
            "::test_every_byte_of_a_small_journal_that_is_changed_is_found_or_was_erased_space",
            "host_tools/test_journal_bench.py"
            "::test_the_times_of_a_game_are_those_that_the_clock_showed",
            "host_tools/test_journal_bench.py::test_every_entry_has_plain_words",
            "host_tools/test_journal_commands.py"
            "::test_every_entry_of_a_game_is_told_in_plain_words",
        ),
    ),
    Requirement(
        "R34",
        "Laws 6.10.1",
        "After a reset or loss of power the state is back to the last second, and only an arbiter"
        " resumes.",
        tests=(
            "system/test_start_and_stop.py::test_a_paused_game_is_kept_over_service_mode",
            "system/test_start_and_stop.py::test_a_kept_game_stays_kept_whatever_the_power_does",
            "faults/test_faults.py::test_the_power_goes_in_the_middle_of_a_game",
            "shared/test_recovery.py::test_a_game_of_every_preset_comes_back_as_it_was",
        ),
        by_hand=("H8",),
        planned="a power cut on a real board",
    ),
    Requirement(
        "R35",
        "Laws 6.10.1",
        "The state can be carried over to another clock.",
        tests=(
            *KEPT,
            "system/test_host_memory.py::test_a_game_goes_on_on_another_clock",
            "host_tools/test_console_commands.py::test_games_go_from_one_clock_to_another",
        ),
    ),
    Requirement(
        "R36",
        "Laws A.5.1, 7.3",
        "A warning when settings change after move 10 in rapid and blitz, and of reversed colors"
        " before it.",
        tests=(
            "shared/test_laws.py::"
            "test_settings_stay_in_rapid_and_blitz_once_each_side_has_made_10_moves",
            "shared/test_laws.py"
            "::test_reversed_colors_mean_a_new_game_before_both_have_made_10_moves",
            "shared/test_adjust_menu.py::test_after_move_ten_a_change_in_rapid_is_asked_first",
            "shared/test_adjust_menu.py"
            "::test_colors_are_swapped_and_before_move_ten_the_rule_is_named",
        ),
    ),
    Requirement(
        "R37",
        "Laws 6.7",
        "A countdown to the default time while White's clock runs with nobody there.",
        tests=(
            "system/test_play.py::test_the_play_key_starts_the_side_preset_as_white",
            "shared/test_history.py::test_the_default_time_ends_once_at_its_instant",
            "shared/test_arbiter_choices.py::test_the_default_time_is_counted_down_on_request",
        ),
    ),
    Requirement(
        "R38",
        "Guidelines I",
        "Adjournment: saved with a label, time used by each, restored.",
        tests=(
            *KEPT,
            "shared/test_history.py::test_the_time_used_is_all_that_a_side_has_thought",
            "shared/test_adjust_more.py::test_an_adjourned_game_comes_back_as_it_was",
            "shared/test_adjust_more.py::test_the_time_used_is_shown",
            "shared/test_setup_menu.py"
            "::test_an_adjourned_game_shows_what_is_left_and_what_was_used",
        ),
    ),
    # --- Presets ---------------------------------------------------------------------------------
    Requirement(
        "R39",
        "official time controls; other clocks",
        "The numbered programs that arbiters know, and FIDE's and US Chess's controls.",
        tests=(
            "rules/test_best_clock.py::test_the_other_numbers_that_arbiters_know",
            "shared/test_presets.py::test_the_known_numbers_of_the_documented_clock",
            "shared/test_presets.py::test_the_controls_that_must_be_there_are_there",
            "shared/test_presets.py::test_the_increment_of_the_third_period_starts_at_move_61",
            "system/test_play.py::test_every_preset_can_be_played",
        ),
        note="The numbers that are documented; 15 to 17, 19, 20 and 25 are this clock's own",
    ),
    Requirement(
        "R40",
        "other clocks",
        "At least 5 programs of the user that survive a change of batteries; the last one again at"
        " once.",
        tests=(
            "shared/test_programs.py::test_user_programs_are_kept_and_taken_back",
            "shared/test_arbiter_keys.py::test_the_last_program_is_one_double_press_away",
            "system/test_arbiter.py"
            "::test_an_arbiter_sets_corrects_and_ends_a_game_on_every_display_type",
            "system/test_memory.py::test_settings_are_remembered_over_a_power_cut",
        ),
    ),
    Requirement(
        "R41",
        "B.02; US Chess",
        "Tells standard, rapid and blitz, whether FIDE rates it for given ratings, and the US"
        " class, with the reason.",
        tests=(
            "host_tools/test_notation_classes.py::test_classes",
            "host_tools/test_notation_classes.py::test_rated_by_fide",
            "host_tools/test_notation_classes.py::test_not_rated_by_fide",
            "host_tools/test_notation_classes.py::test_the_higher_rating_decides",
            "host_tools/test_notation_classes.py::test_us_classes",
            "host_tools/test_notation_classes.py::test_the_reason_of_a_class_is_its_sum",
            "host_tools/test_notation_classes.py::test_the_reason_of_a_us_class_is_its_sum",
            "host_tools/test_control_command.py::test_json_of_the_usual_control",
        ),
    ),
    Requirement(
        "R42",
        "PGN; TRF26; US Chess",
        "Reads and writes time controls as PGN, TRF26, organizers and US Chess do, and back again;"
        " refuses what is ambiguous.",
        tests=(
            "host_tools/test_notation.py::test_organizers",
            "host_tools/test_notation.py::test_organizers_refused",
            "host_tools/test_notation.py::test_pgn",
            "host_tools/test_notation.py::test_pgn_refused",
            "host_tools/test_notation.py::test_pgn_and_organizers_agree",
            "host_tools/test_notation_readings.py::test_trf26",
            "host_tools/test_notation_readings.py::test_us_chess",
            "host_tools/test_notation_readings.py"
            "::test_what_is_ambiguous_is_refused_with_every_reading",
            "host_tools/test_notation_readings.py::test_vectors_of_tags",
            "host_tools/test_notation_writings.py::test_written",
            "host_tools/test_notation_writings.py::test_every_control_goes_round",
            "host_tools/test_notation_writings.py::test_texts_go_round",
        ),
    ),
    # --- Power, sound, body ----------------------------------------------------------------------
    Requirement(
        "R43",
        "E1 to E3, E14",
        "Percentage, warning at set-up, and 10 h after it, shown by a discharge.",
        tests=(*BATTERY_SHOWN, *TEN_HOURS),
        by_hand=("H4",),
        reason=TEN_HOURS_REASON,
    ),
    Requirement(
        "R44",
        "E4, E19",
        "Batteries on the label, a short manual on the clock.",
        tests=(
            *BATTERY_README,
            "host_tools/test_manual.py::test_the_label_is_short_and_says_what_is_needed",
        ),
        by_hand=("H7",),
        reason="that the label is on the clock no test can show",
    ),
    Requirement(
        "R45",
        "E5",
        "Sound is off unless it is wanted and can always be switched off; tones at 10 s and in the"
        " last 5 s.",
        tests=(
            *SOUND_OFF,
            "system/test_play.py::test_sounds_of_a_losing_player",
            "system/test_play.py::test_both_sides_are_warned",
        ),
        by_hand=("H9",),
        reason="while a side runs it needs a pause first, since nothing but pause and counter is"
        " obeyed then; that a buzzer is silent without a signal is its own affair",
    ),
    Requirement(
        "R46",
        "E6",
        "Lever: at most 40 dB at 1 m.",
        by_hand=("H1",),
        reason="a sound level belongs to the switches and the case",
    ),
    Requirement(
        "R47",
        "our own target",
        "At most 1 s in 10 h, and both sides equal to 1 ms a press; with a published test.",
        tests=(
            "system/test_play.py::test_twenty_moves_of_99_ms_cost_990_ms_a_side",
            "shared/test_game_start.py::test_uneven_ticks_do_not_add_up_to_drift",
            "shared/test_game_start.py::test_both_sides_are_alike",
            "system/test_late_loops.py::test_a_late_loop_changes_nothing",
            "host_tools/test_selftest.py::test_a_clock_that_runs_wrong_is_found",
        ),
        by_hand=("H5",),
        reason="the tests show that nothing is lost against the chip's crystal; how right that is"
        " only a reference shows (30 ppm are 1.1 s in 10 h)",
    ),
    Requirement(
        "R48",
        "Guidelines D.2.6",
        "Times and moves can be asked for by ear or by touch.",
        by_hand=("H10",),
        tests=(
            "shared/test_tell.py::test_one_hour_23_minutes_5_seconds_after_40_moves",
        ),
        reason="speech needs hardware that no board here has; tones tell time and moves",
    ),
    # --- Connections -----------------------------------------------------------------------------
    Requirement(
        "R49",
        "E7; Laws 11.3.2",
        "A link to electronic boards by cable and radio; radio is off unless wanted, and shown.",
        planned="the protocols of electronic boards, and radio",
    ),
    Requirement(
        "R50",
        "Laws 8.4, 12.6",
        "A console for many clocks: boards in time trouble, batteries, flags, a common start,"
        " programs; players only read, and no move counts leak.",
        tests=(
            "host_tools/test_evening.py::test_the_evening_works_word_for_word",
            "host_tools/test_console_clock.py::test_a_state_is_typed",
            "system/test_host_protocol.py::test_a_game_without_the_lock_is_safe",
        ),
        planned="a common start of many clocks",
    ),
    Requirement(
        "R51",
        "PGN",
        "Games with clk and emt comments are written; a feed for broadcasts.",
        tests=(
            "host_tools/test_journal_commands.py"
            "::test_every_move_gets_the_time_on_its_clock_and_the_time_it_took",
            "host_tools/test_journal_commands.py::test_with_three_decimals_the_replay_on_the_real"
            "_firmware_finds_every_time_again",
        ),
        planned="the feed",
    ),
    # --- Variants --------------------------------------------------------------------------------
    Requirement(
        "R52",
        "ICCF Triple Block",
        "A calculator: clock, bank and increment of a duration, the cap of 50 days, the rest into"
        " the bank, the limit of move 50, guaranteed time, refuel, a wrong claim.",
        tests=(
            "triple_block/test_rules.py"
            "::test_rule_2f_a_table_gives_the_blocks_of_each_duration",
            "triple_block/test_rules.py"
            "::test_rule_2c_the_clock_begins_with_50_days_and_never_has_more",
            "triple_block/test_rules.py::test_rule_2d_the_increment_is_for_the_first_50_moves",
            "triple_block/test_rules.py"
            "::test_rule_2d_what_the_clock_has_no_room_for_goes_to_the_bank",
            "triple_block/test_rules.py"
            "::test_rule_2i_less_than_3_days_past_move_50_become_3_days",
            "triple_block/test_rules.py::test_rule_3e_a_wrong_claim_costs_the_time_that_it_took",
            "triple_block/test_command.py::test_dated_moves_give_the_state_after_each",
            "shared/test_triple_block.py"
            "::test_t52_a_refuel_fills_the_clock_from_the_bank_at_any_moment_of_ones_turn",
        ),
        note="Rule by rule in tests/triple_block/CONFORMANCE.md",
    ),
    Requirement(
        "R53",
        "3X2",
        "A table of three games: one start, flags and penalties of each game's own; pairings of"
        " three with byes and colors.",
        tests=(
            "shared/test_table.py::test_one_common_start_runs_every_white_clock",
            "shared/test_table.py::test_after_the_start_every_game_is_on_its_own",
            "system/test_table_board.py::test_three_clocks_on_one_board",
            "system/test_table_board.py::test_three_full_games_with_interleaved_presses",
            "system/test_table_board.py::test_a_flag_on_one_board_leaves_the_others_untouched",
            "system/test_table_board.py::test_a_penalty_on_one_board_leaves_the_others_untouched",
            "system/test_table_board.py::test_stop_all_ends_three_games_at_their_exact_times",
            "threes/test_rules.py"
            "::test_29_players_are_grouped_in_thirds_of_nine_and_the_two_lowest_rest",
            "threes/test_rules.py::test_nobody_rests_again_before_all_have_rested",
            "threes/test_rules.py::test_one_repeated_pair_turns_the_cycle",
            "threes/test_brute_force.py::test_no_round_of_up_to_twelve_breaks_less",
        ),
        note="`tests/threes/CONFORMANCE.md` has it rule by rule",
    ),
    Requirement(
        "R54",
        "optional",
        "A clock that goes round among three or more players.",
        left_out="A table has games of two sides each; nobody has asked for a rotation",
    ),
    # --- Product ---------------------------------------------------------------------------------
    Requirement(
        "R55",
        "technical manual of FIDE's commission",
        "A semantic version, shown on the clock; signed releases; an English data sheet and"
        " manual; a list for self-assessment.",
        tests=("host_tools/test_cli.py::test_the_version_is_the_firmware_s",),
        planned="the version on the clock's displays, signing, data sheet, manual and list",
    ),
    Requirement(
        "R56",
        "Laws of 2023",
        "The numbers of the Laws stand in one table with its edition.",
        tests=("shared/test_laws.py::test_the_numbers_are_those_of_the_laws_of_2023",),
        note="The table has them; that nothing else has numbers of its own is not looked for",
    ),
    Requirement(
        "R57",
        "our own",
        "Each row here has a test, or a written test by hand.",
        tests=(
            "rules/test_conformance.py::test_every_requirement_is_there_exactly_once",
            "rules/test_conformance.py::test_every_claimed_test_exists",
            "rules/test_conformance.py::test_every_row_says_what_shows_it_or_why_nothing_can",
        ),
        planned="tests of the rows that are planned",
    ),
)
