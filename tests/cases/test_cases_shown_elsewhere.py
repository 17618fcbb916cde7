"""What befell others who ran bots against each other, and the tests that show that it does not befall this arena.

The cases that no other test shows stand in files of their own beside this one. `gate` and `speed` cases are not here.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.support.cases import is_there

UNRULY, HOSTILE = "referee/test_unruly_bots.py", "referee/test_hostile_connections.py"
PROCESS, REAL = "launch/test_process.py", "tournament/test_real_runs.py"
RUN, CONFIG, DECODE = "tournament/test_run.py", "tournament/test_config.py", "wire/test_decode.py"
EXCHANGE, DRAW = "games/test_five_card_draw_exchange.py", "games/test_five_card_draw.py"

CASES = {
    "02 a bot is killed while the referee waits": [
        f"{UNRULY}::test_a_dead_bot_is_charged_with_how_it_ended_and_its_last_words",
        f"{PROCESS}::test_a_killed_bot_is_noticed_within_a_second__case_2",
    ],
    "03 a run is interrupted or killed while its bots have children": [
        f"{REAL}::test_nothing_survives_the_end_of_a_run",
        f"{PROCESS}::test_nothing_survives_the_kill_of_the_referee__case_3",
    ],
    "04 a bot ignores TERM": [
        f"{PROCESS}::test_a_bot_that_ignores_TERM_is_killed__case_4",
        f"{UNRULY}::test_whatever_a_bot_leaves_behind_is_gone_after_the_match",
    ],
    "05 a bot loads slowly and plays fast": [f"{UNRULY}::test_a_slow_start_within_the_limit_costs_nothing"],
    "08 an answer is nonsense": [
        f"{UNRULY}::test_garbage_is_malformed_with_the_bytes_as_evidence",
        f"{UNRULY}::test_a_raise_that_is_no_whole_number_is_malformed",
        f"{UNRULY}::test_a_raise_out_of_bounds_is_illegal_and_beyond_the_tolerated_number_forfeits",
        f"{UNRULY}::test_fifty_megabytes_never_enter_the_referee",
        f"{DECODE}::test_garbage_is_one_problem_with_a_precise_reason",
        f"{DECODE}::test_a_raise_to_something_that_is_no_whole_number_is_one_precise_problem",
    ],
    "09 a bot prints on stdout or never flushes": [
        "launch/test_bridge.py::test_messages_pass_and_everything_else_goes_to_the_log__case_9",
        "launch/test_bridge.py::test_a_silent_bot_is_told_about_buffering__case_9",
    ],
    "10 somebody else connects, or with a wrong token": [
        f"{UNRULY}::test_a_second_connection_steals_no_seat",
        f"{UNRULY}::test_a_bot_that_says_no_valid_hello_is_charged_no_start",
        f"{HOSTILE}::test_who_comes_first_without_the_token_is_refused_and_recorded_and_the_bot_plays",
    ],
    "11 the versions of the protocol differ": [
        f"{UNRULY}::test_a_bot_that_says_no_valid_hello_is_charged_no_start",
        f"{DECODE}::test_a_hello_and_a_note_are_read",
    ],
    "12 a bot floods the referee": [
        f"{UNRULY}::test_messages_nobody_asked_for_are_a_flood_and_end_the_bot",
        f"{HOSTILE}::test_frames_without_end_are_a_flood_and_the_memory_of_the_referee_stays_bounded",
        f"{HOSTILE}::test_nonsense_without_end_before_the_hello_is_a_flood",
    ],
    "13 chips are conserved and no card comes twice": [
        "laws/test_every_variant.py::test_every_variant_keeps_the_law",
        "laws/test_sittings.py::test_won_and_lost_and_carried_chips_add_up_to_nothing",
    ],
    "14 the talon runs out": [
        f"{EXCHANGE}::test_the_talon_is_dealt_out_first_then_the_others_discards_are_shuffled__D24_R6",
        f"{EXCHANGE}::test_each_further_reshuffle_has_its_own_order_and_only_what_was_given_up_since__D24_R6",
        f"{EXCHANGE}::test_nobody_exchanges_more_cards_than_there_are_to_give__R6",
    ],
    "15 one player is left": [
        f"{DRAW}::test_the_last_one_left_takes_the_antes_without_opening__R7",
        f"{DRAW}::test_the_last_one_owes_nothing_more_once_the_bidding_was_opened__R7",
        f"{DRAW}::test_the_antes_stay_for_the_next_pot_when_the_last_one_passes_as_well__R7",
    ],
    "16 a tournament is killed and resumed over and over": [
        "tournament/test_kills.py::test_a_tournament_whose_coordinator_and_workers_are_killed_ends_as_an_undisturbed_one",
        f"{RUN}::test_a_run_killed_over_and_over_ends_as_an_undisturbed_one",
    ],
    "19 nobody could be started, or the arena itself failed": [
        f"{UNRULY}::test_when_no_bot_starts_it_is_nobodys_loss_and_the_arena_says_why",
        f"{RUN}::test_a_match_that_the_arena_failed_is_played_again",
        f"{RUN}::test_after_three_replays_a_match_is_listed_and_played_on_the_next_run",
        f"{RUN}::test_a_run_in_which_everything_fails_stops",
    ],
    "20 the command of a bot cannot be run": [
        "launch/test_botfile.py::test_a_command_that_cannot_be_run_is_told_with_bot_and_path__case_20",
        f"{RUN}::test_a_bot_that_does_not_start_ends_the_run_before_anything_is_written",
    ],
    "21 a tournament file is wrong": [
        f"{CONFIG}::test_all_problems_are_told_at_once_each_with_its_place",
        f"{CONFIG}::test_what_does_not_go_together_is_refused",
    ],
    "26 a bot takes too much memory": [
        f"{UNRULY}::test_a_bot_over_its_memory_is_ended_and_charged_and_its_opponent_is_not"
    ],
}
ELSEWHERE = {22, 23, 25, 18}  # of the gate and of speed


@pytest.mark.parametrize("case", CASES)
def test_case_is_shown_by(case: str) -> None:
    assert [test for test in CASES[case] if not is_there(test)] == []


def test_no_case_is_left_out() -> None:
    here = {int(case[:2]) for case in CASES}
    own = {
        int(found[1])
        for path in Path(__file__).parent.iterdir()
        if (found := re.match(r"test_case_(\d\d)_", path.name))
    }
    assert here | own | ELSEWHERE == set(range(1, 27))
    assert not here & own
