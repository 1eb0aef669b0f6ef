"""Tests that take about ten seconds of CPU or more each; their files lie all over the tree.

None that shares a fixture with its module's other tests: begun apart from them, it would have it made twice.
"""

JUDGES_THE_STORIES = "test_nothing_is_found"
"""It plays the stories that no test has played yet, so it comes last."""

LONGEST = frozenset(
    {
        "test_an_execution_aborted_in_the_middle_of_any_action_leaves_nothing_behind",
        "test_an_opt_in_that_is_killed_anywhere_leaves_the_node_protected",
        "test_a_sample_of_all_places_ends_well",
        "test_several_workers_give_the_same_verdicts_in_the_same_order",
        "test_random_schedules_end_safely",
        "test_other_processes_play_the_same",
        "test_a_terminated_node_is_replaced_under_another_name_and_the_new_one_can_lead",
    }
)
