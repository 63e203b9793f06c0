"""The rules of 3X2 and what shows each: edit this, then write CONFORMANCE.md anew.

Every rule of the document, 1 to 14.1, and every decision T60 to T63. A test may be claimed only
for what it really shows; a rule that no test can show has the reason.
"""

from __future__ import annotations

from tests.rules.requirement import Requirement

RULES = (
    *("1", "2", "3", "4", "5", "6", "7", "8", "9.1", "9.2", "9.3", "10.1", "10.2", "11.1"),
    *("12.1", "12.2", "12.3", "13.1", "14.1"),
)
# What the document says before its first rule and after its last one.
FIRST, LAST = "before 1", "after 14.1"
DECISIONS = ("T60", "T61", "T62", "T63")
HERE = "threes/test_rules.py::"


def _rule(
    id_: str, text: str, *tests: str, note: str = "", reason: str = "", source: str = "document"
) -> Requirement:
    """Return a row; a test without a folder is of test_rules.py."""
    claims = tuple(test if "/" in test else HERE + test for test in tests)
    return Requirement(id_, source, text, claims, note=note, reason=reason)


CLAIMS = (
    _rule(
        FIRST,
        "Everybody plays two games at once, with White and Black; three boards, three clocks.",
        "test_everybody_plays_once_with_white_and_once_with_black",
        "system/test_table_board.py::test_both_clocks_of_one_player_run_at_once_and_fall_apart",
        "system/test_table_board.py::test_three_full_games_with_interleaved_presses",
        reason="Sets of pieces and the form of the boards are for the organizer",
    ),
    _rule(
        "1",
        "Players are grouped in threes, by rating or by score.",
        "test_everybody_sits_at_one_table_of_three_or_rests",
        "test_everybody_plays_once_with_white_and_once_with_black",
    ),
    _rule(
        "2",
        "The points of both games are one score.",
        "test_the_score_of_a_round_is_the_sum_of_two_games",
        "test_a_game_that_is_missing_leaves_the_points_of_its_players_open",
    ),
    _rule(
        "3",
        "The number of rounds is announced before.",
        "test_no_more_rounds_are_paired_than_were_announced",
        "threes/test_command_line.py::test_a_new_tournament_must_say_how_many_rounds_it_has",
        note="That it is announced to the players is for the organizer",
    ),
    _rule(
        "4",
        "As far as possible nobody plays the same opponent with the same color more than twice.",
        "test_nobody_meets_the_same_opponent_with_the_same_color_a_third_time",
        "test_rule_4_comes_before_equal_scores",
        "test_three_players_repeat_evenly_where_it_cannot_be_avoided",
        "test_a_game_that_was_not_played_is_no_meeting",
        "threes/test_brute_force.py::test_no_round_of_up_to_twelve_breaks_less",
        "threes/test_brute_force.py"
        "::test_every_round_of_a_tournament_that_is_far_too_long_breaks_least",
        note="That no round breaks less is proven by trying every one up to twelve players; up to"
        " 21 at the tables the program tries them all itself",
    ),
    _rule(
        "5",
        "Groups are made of players with the same score, or the nearest.",
        "test_thirds_are_taken_inside_score_groups",
        "test_one_floater_heads_the_upper_third_of_the_next_group",
        "test_two_floaters_stay_together",
        "test_of_two_neighboring_scores_one_table_mixes_at_the_most",
        "threes/test_brute_force.py::test_the_thirds_have_the_least_spread_there_is",
        note="With `--thirds whole` rule 11.1 governs, which contradicts it",
    ),
    _rule(
        "6",
        "Who meets the same opponent with the same color again changes places with him.",
        "test_the_same_three_change_places_when_they_meet_again",
        "test_one_repeated_pair_turns_the_cycle",
        "test_where_both_cycles_repeat_something_the_one_that_breaks_less_is_taken",
        "test_rule_4_decides_between_two_cycles_before_rule_6",
        "test_rule_6_moves_nobody_out_of_his_score",
        "threes/test_brute_force.py::test_a_table_has_no_more_than_two_cycles",
    ),
    _rule(
        "7",
        "In a return round two of the three change places: all games change their colors.",
        "test_a_return_round_turns_every_cycle",
        "test_who_withdrew_before_the_return_round_leaves_his_seat_empty",
        "threes/test_desk.py::test_with_double_every_second_round_is_a_return_round",
    ),
    _rule(
        "8",
        "A win is 1, a draw 1/2; a round 2, 1 1/2, 1, 1/2 or 0; the sum ranks the players.",
        "test_the_score_of_a_round_is_the_sum_of_two_games",
        "test_the_list_is_ordered_by_score_then_rating_then_number",
        "test_a_tournament_of_chance_keeps_every_account",
    ),
    _rule(
        "9.1",
        "The list is ordered by rating; the place in it is the pairing number.",
        "test_numbers_are_given_by_rating_and_equal_ratings_by_name",
        "test_an_accent_puts_nobody_at_the_end_of_the_list",
    ),
    _rule(
        "9.2",
        "The list is divided into three equal parts; who does not fit rests.",
        "test_a_list_that_is_no_multiple_of_three_leaves_one_or_two_to_rest",
        "test_in_the_first_round_group_k_is_the_kth_of_each_third",
    ),
    _rule(
        "9.3",
        "The first of each part make group 1, the second of each group 2, and so on.",
        "test_in_the_first_round_group_k_is_the_kth_of_each_third",
        "test_29_players_are_grouped_in_thirds_of_nine_and_the_two_lowest_rest",
        "test_the_groups_printed_for_29_are_those_of_30",
        note="The groups that the document prints for 29 players are a slip: THREES.md",
    ),
    _rule(
        "10.1",
        "Who cannot be grouped is the lowest of the list: he rests and gets 1 point.",
        "test_who_rests_gets_1_point",
        "test_29_players_are_grouped_in_thirds_of_nine_and_the_two_lowest_rest",
        "test_nobody_rests_again_before_all_have_rested",
    ),
    _rule(
        "10.2",
        "Who got points without playing rests only once.",
        "test_nobody_rests_again_before_all_have_rested",
        "test_when_all_have_rested_the_lowest_of_the_fewest_rests_and_it_says_so",
        "test_points_for_a_missing_opponent_are_no_rest",
        "test_the_rest_of_a_double_round_is_one_rest",
    ),
    _rule(
        "11.1",
        "From the second round on the list is ordered by score and paired as in rule 9.",
        "test_over_the_whole_list_the_leaders_meet_the_bottom",
        "test_rule_11_1_moves_nobody_for_rules_5_and_6",
        "test_the_list_is_ordered_by_score_then_rating_then_number",
        note="Over the whole list with `--thirds whole`; else inside score groups, for rule 5",
    ),
    _rule(
        "12.1",
        "Tables are numbered 1, 2, 3 and so on.",
        "test_tables_are_numbered_from_1_the_best_first",
    ),
    _rule(
        "12.2",
        "The three boards of a table form a hexagon, their notation at the outside.",
        "test_the_three_boards_of_the_drawing_are_rhombs_that_make_a_hexagon",
        reason="The program draws the boards; how they stand in the hall, notation outside, a"
        " person has to see",
    ),
    _rule(
        "12.3",
        "The boards are A, B and C: to the left of A stands B, to its right C.",
        "test_to_the_left_of_board_a_stands_b_and_to_its_right_c",
        reason="The drawing is right; that the boards stand like that a person has to see",
    ),
    _rule(
        "13.1",
        "Table 1 is for group 1; the three sit at A, B and C in their order.",
        "test_the_players_of_a_group_take_the_boards_in_their_order",
        "test_the_marks_of_the_drawing_are_at_the_seats_of_white_and_black",
        "test_tables_are_numbered_from_1_the_best_first",
    ),
    _rule(
        "14.1",
        "All begin at once with White, then answer with Black on their right, then as they like.",
        "test_everybody_answers_with_black_the_opponent_on_his_right",
        "test_the_table_sheet_shows_how_the_games_begin",
        "shared/test_table_keys.py::test_all_boards_start_together",
        "system/test_table_board.py::test_three_full_games_with_interleaved_presses",
        reason="No clock knows which move was made: it is told on the sheet, players keep it",
    ),
    _rule(
        LAST,
        "What no rule covers is for the arbiter, and what he decides holds.",
        "system/test_table_board.py::test_a_penalty_on_one_board_leaves_the_others_untouched",
        "system/test_table_board.py::test_one_game_ends_and_the_others_go_on",
        "shared/test_table_keys.py::test_forward_chooses_a_board_and_play_pauses_it_alone",
        "shared/test_table_keys.py::test_all_games_can_be_ended_at_once_and_only_after_yes",
        reason="The arbiter can stop, correct and end each game or all; what he decides is his",
    ),
    _rule(
        "T60",
        "Board A 1 v 2, B 2 v 3, C 3 v 1; one start; then flag, pause, penalty of each alone.",
        "test_everybody_plays_once_with_white_and_once_with_black",
        "test_the_table_sheet_shows_how_the_games_begin",
        "shared/test_table.py::test_one_common_start_runs_every_white_clock",
        "shared/test_table.py::test_after_the_start_every_game_is_on_its_own",
        "system/test_table_board.py::test_three_full_games_with_interleaved_presses",
        "system/test_table_board.py::test_both_clocks_of_one_player_run_at_once_and_fall_apart",
        "system/test_table_board.py::test_a_flag_on_one_board_leaves_the_others_untouched",
        "system/test_table_board.py::test_a_penalty_on_one_board_leaves_the_others_untouched",
        "system/test_table_board.py::test_stop_all_ends_three_games_at_their_exact_times",
        "system/test_table_board.py::test_a_power_cut_leaves_all_three_games_at_their_times",
        "shared/test_table_keys.py::test_play_without_a_choice_pauses_all_and_lets_all_go_on",
        "shared/test_table_keys.py::test_a_game_that_was_paused_alone_goes_on_alone",
        "shared/test_table_keys.py::test_all_games_can_be_ended_at_once_and_only_after_yes",
        "system/test_late_loops.py::test_a_late_loop_changes_nothing_on_a_table",
        "host_tools/test_panel_browser.py::test_a_table_of_three_plays_on_one_page",
        source="decision",
        note="A correction wants all three games to stand (T40); the others lose no time by it",
    ),
    _rule(
        "T61",
        "Order, rests, thirds; 29 players; a no-show and his opponents.",
        "test_29_players_are_grouped_in_thirds_of_nine_and_the_two_lowest_rest",
        "test_nobody_rests_again_before_all_have_rested",
        "test_when_all_have_rested_the_lowest_of_the_fewest_rests_and_it_says_so",
        "test_a_no_show_scores_0_and_his_opponents_play_each_other_and_score_1",
        "test_of_two_no_shows_the_third_scores_2",
        source="decision",
    ),
    _rule(
        "T62",
        "Thirds inside score groups or of the whole list; what is broken is the least.",
        "test_thirds_are_taken_inside_score_groups",
        "test_one_floater_heads_the_upper_third_of_the_next_group",
        "test_over_the_whole_list_the_leaders_meet_the_bottom",
        "test_where_both_cycles_repeat_something_the_one_that_breaks_less_is_taken",
        "test_a_return_round_turns_every_cycle",
        "threes/test_brute_force.py::test_no_round_of_up_to_twelve_breaks_less",
        source="decision",
    ),
    _rule(
        "T63",
        "The score of a round is the sum of two games, 0 to 2 by halves.",
        "test_the_score_of_a_round_is_the_sum_of_two_games",
        source="decision",
    ),
)
