"""The rules of Triple Block and what shows each: edit this, then write CONFORMANCE.md anew.

Every lettered rule of the document and every decision T50 to T57. A test may be claimed only for
what it really shows; a rule, or a part of one, that no test can show has the reason. The tests of
a lettered rule that are named after it are claimed by their names.
"""

from __future__ import annotations

from pathlib import Path

from tests.rules.finder import named_in
from tests.rules.requirement import Requirement

RULES = (
    *("1a", "1b", "1c", "1d", "1e", "1f", "1g", "1h", "1i"),
    *("2a", "2b", "2c", "2d", "2e", "2f", "2g", "2h", "2i", "2j", "2k", "2l"),
    *("3a", "3b", "3c", "3d", "3e", "3f", "3g", "3h", "3i", "3h2", "3i2", "4"),
)
DECISIONS = ("T50", "T51", "T52", "T53", "T54", "T55", "T56", "T57")
HERE = "triple_block/test_rules.py::"
CORE = "shared/test_triple_block.py::"
OFF = "shared/test_triple_block_off.py::"
CLAIM = "shared/test_triple_block_claims.py::"
CLOCK = "triple_block/test_on_a_clock.py::"
KEPT = "triple_block/test_kept_days.py::"
CHANCE = "triple_block/test_random_games.py::"
COMMAND = "triple_block/test_command.py::"


def named_after(rule: str) -> tuple[str, ...]:
    """Return the tests of a lettered rule."""
    names = named_in(Path(__file__).with_name("test_rules.py"))
    return tuple(HERE + name for name in names if name.startswith(f"test_rule_{rule}_"))


def _rule(rule: str, text: str, *tests: str, note: str = "", reason: str = "") -> Requirement:
    claims = (*named_after(rule), *tests)
    return Requirement(rule, "document", text, claims, note=note, reason=reason)


def _decision(rule: str, text: str, *tests: str, note: str = "") -> Requirement:
    return Requirement(rule, "decision", text, tests, note=note)


CLAIMS = (
    _rule(
        "1a", "Each player gets an amount of time for the whole game, chosen by the organizer.",
        CHANCE + "test_who_uses_everything_uses_exactly_half_the_duration",
    ),
    _rule("1b", "How a player uses his time is up to him."),
    _rule(
        "1c", "There is no leave; a clock stops by a move or a claim only.",
        reason="That the time of leaves was taken into account is how the table was made",
    ),
    _rule(
        "1d", "There is no buffer.",
        reason="That the time of the buffer was taken into account is how the table was made",
    ),
    _rule("1e", "Within 50 days a move or a refuel; a refuel comes by itself after each move."),
    _rule(
        "1f", "The end date is fixed unless there is guaranteed time; no adjudication by it.",
        CHANCE + "test_all_that_a_player_thinks_is_never_more_than_half_the_duration",
        HERE + "test_rule_2i_an_event_with_guaranteed_time_may_go_past_its_end_date",
        HERE + "test_rule_3i_the_end_date_alone_ends_no_game",
    ),
    _rule("1g", "Nobody has to move within 40 days, nor to tell that he will take longer."),
    _rule("1h", "Thinking time is never counted double."),
    _rule("1i", "Captains can prevent a loss on time while they replace a player."),
    _rule(
        "2a", "From start and duration follow the end date and the three blocks.",
        COMMAND + "test_start_and_end_give_the_duration",
    ),
    _rule(
        "2b", "Time is measured to the second and never rounded.",
        CORE + "test_t50_ticks_charge_nothing_and_lose_nothing",
        CHANCE + "test_any_sequence_of_acts_agrees_with_the_model",
    ),
    _rule("2c", "The clock begins with 50 days and never has more."),
    _rule("2d", "The increment is for the first 50 moves; what has no room goes to the bank."),
    _rule("2e", "From the bank to the clock at will, up to 50 days; 50 or 75 at the start.",
          CORE + "test_t55_half_days_stay_exact_and_an_unusual_bank_is_told"),
    _rule(
        "2f", "A table gives the blocks of each duration.",
        "triple_block/test_conformance.py::test_the_blocks_of_the_manual_are_those_of_the_core",
        note="The table is not in the document as it came to us; it was worked out from events"
        " that were announced (T55)",
    ),
    _rule("2g", "More than 50 days for a move by refuels in time, until the bank is empty."),
    _rule(
        "2h", "A captain may refuel if there is time on the clock and the player is replaced.",
        CLAIM + "test_a_captain_refuels_only_while_his_player_is_being_replaced",
        reason="Whether a captain really is looking for somebody no clock can know",
    ),
    _rule(
        "2i", "With guaranteed time less than 3 days past move 50 become 3 days, every time.",
        CORE + "test_t53_move_50_is_not_past_move_50",
    ),
    _rule("2j", "Without guaranteed time no clock is set anew."),
    _rule("2k", "No time back for a substitution of teams; none after the end date."),
    _rule("2l", "Clocks stop by moves and the end, rarely by claims; by substitution with"
                " guaranteed time."),
    _rule("3a", "The rule of 40 days without a move does not apply."),
    _rule("3b", "Time is not doubled after 20 days."),
    _rule("3c", "Days off at will, with refuels while there is time on the clock."),
    _rule(
        "3d", "Both stop for a claim, an appeal, or a withdrawal of individuals; not for teams.",
        HERE + "test_rule_2k_a_substitution_happens_while_the_clock_runs",
    ),
    _rule("3e", "A move, a claim or an appeal stops a clock; a wrong one costs its time."),
    _rule("3f", "Guaranteed time in full: 3 whole days after each move."),
    _rule("3g", "Without guaranteed time nobody gets anything more."),
    _rule(
        "3h", "To refuel in a clearly lost position is an offense against the code of conduct.",
        reason="No clock knows the position; it counts the refuels, and the director judges",
    ),
    _rule("3i", "No game is adjudicated because the end date has come."),
    _rule(
        "3h2", "Only what an accepted withdrawal began is adjudicated past the end date.",
        reason="Adjudication is for people; the clock only stands as long as it takes",
    ),
    _rule(
        "3i2", "A captain has 60 days to find a substitute, not beyond the end date.",
        CLAIM + "test_no_search_goes_past_the_end_date_or_begins_after_it",
    ),
    _rule(
        "4", "The duration should fit the average rating.",
        COMMAND + "test_an_average_rating_proposes_a_duration_and_says_that_it_is_a_reading",
        reason="The association's own table was not at hand: its ends are known, the straight"
        " line between them is a reading",
    ),
    _decision(
        "T50", "Three blocks in whole seconds of UTC; ticks never charge them.",
        CORE + "test_t50_ticks_charge_nothing_and_lose_nothing",
        CORE + "test_t50_a_tick_does_not_allocate_and_neither_does_a_move",
        CORE + "test_every_integer_of_a_long_game_is_a_small_one",
        OFF + "test_t50_a_clock_set_back_gives_no_time_back_and_charges_no_second_twice",
        OFF + "test_t50_a_move_on_a_clock_that_was_set_back_counts_from_the_latest_reading",
        OFF + "test_t50_a_flag_that_a_wrong_time_let_fall_is_taken_back_with_it",
        OFF + "test_t50_a_leap_day_is_a_day_like_any_other",
        OFF + "test_t50_a_change_of_zone_changes_what_is_shown_and_no_account",
        CLOCK + "test_t50_a_clock_that_was_set_back_stands_and_says_so",
        CLOCK + "test_t50_a_flag_by_a_wrong_time_is_taken_back_with_it",
        CLOCK + "test_t50_a_leap_day_is_a_day",
        CLOCK + "test_t50_a_change_of_zone_moves_dates_for_the_eye_alone",
        KEPT + "test_an_idle_minute_on_digits_allocates_nothing",
        "shared/test_calendar.py"
        "::test_every_day_of_200_years_follows_the_one_before_and_comes_back",
    ),
    _decision(
        "T51", "Increment, then the refuel that draws on the bank.",
        CORE + "test_t51_the_worked_example_of_an_event_of_600_days",
        CORE + "test_t51_moves_1_to_50_add_the_increment_and_move_51_does_not",
        CORE + "test_t51_an_empty_bank_leaves_the_clock_below_50_days",
        CLOCK + "test_a_game_is_begun_by_keys_and_played_by_the_lever",
        CHANCE + "test_long_games_of_chance_agree_with_the_model",
    ),
    _decision(
        "T52", "Refuel on one's own turn; a clock at 0 is the flag.",
        CORE + "test_t52_a_refuel_fills_the_clock_from_the_bank_at_any_moment_of_ones_turn",
        CORE + "test_t52_nobody_refuels_on_the_other_players_turn",
        CORE + "test_t52_the_last_second_counts_and_0_is_the_flag_with_time_in_the_bank",
        CLOCK + "test_t52_back_held_refuels_on_ones_own_turn",
    ),
    _decision(
        "T53", "Guaranteed time; without it nothing is ever added.",
        CORE + "test_t53_below_3_days_after_move_51_the_clock_is_set_to_3_every_time",
        CORE + "test_t53_move_50_is_not_past_move_50",
        CORE + "test_t53_without_guaranteed_time_nothing_is_ever_added",
    ),
    _decision(
        "T54", "Claims, withdrawals, substitutions.",
        CLAIM + "test_a_claim_stops_both_clocks_and_a_right_one_costs_nothing",
        CLAIM + "test_a_wrong_claim_costs_the_time_that_resolving_it_took",
        CLAIM + "test_a_wrong_claim_that_took_all_that_was_left_is_the_flag",
        CLAIM + "test_an_accepted_withdrawal_stops_both_clocks_of_individuals_only",
        CLOCK + "test_t54_a_claim_stops_both_and_a_wrong_one_costs_its_time",
        CLOCK + "test_t54_a_wrong_claim_that_took_everything_is_the_flag",
        CLOCK + "test_t54_a_captain_refuels_while_somebody_is_searched",
        CLOCK + "test_t54_with_guaranteed_time_the_director_stops_both_clocks",
        CLOCK + "test_t54_a_withdrawal_stops_both_and_is_not_offered_to_teams",
        CLAIM + "test_a_captain_refuels_only_while_his_player_is_being_replaced",
        CLAIM + "test_with_guaranteed_time_the_director_stops_both_clocks_for_a_search",
        CLAIM + "test_a_search_is_over_after_60_days_and_the_clocks_run_from_that_second",
        CLAIM + "test_no_search_goes_past_the_end_date_or_begins_after_it",
    ),
    _decision(
        "T55", "The blocks of a duration.",
        CORE + "test_t55_a_duration_gives_the_blocks_of_the_events_that_are_known",
        CORE + "test_t55_half_days_stay_exact_and_an_unusual_bank_is_told",
        CORE + "test_t55_every_duration_gives_half_of_it_and_fits_small_integers",
        CORE + "test_t55_a_duration_that_cannot_be_is_refused",
        COMMAND + "test_a_bank_that_the_rules_do_not_know_is_told",
        CLOCK + "test_t55_a_bank_that_the_rules_do_not_know_is_asked_about",
    ),
    _decision(
        "T56", "The clock goes on while the device is off.",
        OFF + "test_t56_the_time_that_passed_without_power_is_charged_at_power_up",
        OFF + "test_t56_a_flag_that_fell_without_power_has_its_exact_instant",
        OFF + "test_t56_where_power_fails_in_a_turn_makes_no_difference",
        OFF + "test_t56_without_a_time_no_game_is_begun",
        OFF + "test_t56_a_clock_that_has_lost_its_time_is_said_and_not_guessed",
        OFF + "test_t56_a_dead_battery_over_a_power_cut_charges_nothing_until_the_clock_is_set",
        CLOCK + "test_t56_the_time_without_power_is_charged",
        CLOCK + "test_t56_the_last_second_counts_with_the_power_off_until_then",
        CLOCK + "test_t56_any_number_of_power_cuts_in_a_turn_changes_nothing",
        CLOCK + "test_t56_without_a_time_no_game_is_begun_and_that_is_said",
        CLOCK + "test_t56_a_dead_battery_is_said_and_a_host_sets_the_time_again",
        OFF + "test_t56_a_game_can_be_ended_without_a_time_as_it_was_last_known",
        CLOCK + "test_t56_a_board_whose_clock_chip_is_broken_gets_rid_of_its_game",
        CLOCK + "test_no_lamp_says_that_a_clock_runs_while_none_counts",
        CLOCK + "test_t56_a_reading_with_a_wrong_bit_charges_nothing",
        CLOCK + "test_a_hang_is_ended_by_the_watchdog_and_the_game_goes_on",
        KEPT + "test_t56_power_cut_in_any_operation_while_a_move_is_kept",
        KEPT + "test_a_damaged_copy_is_written_anew_from_the_other",
        KEPT + "test_a_game_of_which_nothing_can_be_read_is_said_and_put_aside",
        note="Network time is not there yet: a clock without a DS3231 begins no such game",
    ),
    _decision(
        "T57", "The end date is the start and the duration; nothing is adjudicated by it.",
        CORE + "test_t57_the_end_is_the_start_and_the_duration_and_changes_nothing",
        CHANCE + "test_all_that_a_player_thinks_is_never_more_than_half_the_duration",
    ),
)  # fmt: skip
