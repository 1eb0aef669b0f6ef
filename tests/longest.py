"""Tests that take about ten seconds of CPU or more each; their files lie all over the tree."""

JUDGES_THE_STORIES = "test_nothing_is_found"
"""It plays the stories that no test has played yet, so it comes last."""

LONGEST = frozenset(
    {
        "test_an_execution_aborted_in_the_middle_of_any_action_leaves_nothing_behind",
        "test_an_opt_in_that_is_killed_anywhere_leaves_the_node_protected",
        "test_a_sample_of_all_places_ends_well",
        "test_several_workers_give_the_same_verdicts_in_the_same_order",
        "test_a_seeding_that_always_hangs_ends_with_a_person",
        "test_random_schedules_end_safely",
        "test_a_backup_of_the_running_instance_is_told_with_its_snapshot",
        "test_other_processes_play_the_same",
        "test_no_law_is_broken_anywhere_and_nearly_every_act_occurs",
        "test_a_harmless_mutant_survives",
        "test_the_owner_is_reminded_every_day_when_it_is_near",
        "test_the_evaluator_decides_as_the_documentation_says",
        "test_a_drawn_fault_is_injected_in_the_story_that_it_was_drawn_from",
        "test_a_terminated_node_is_replaced_under_another_name_and_the_new_one_can_lead",
        "test_replaced_under_its_name_a_node_that_was_only_stopped_comes_back_and_harms_nothing",
        "test_a_stop_and_return_and_a_rebuild_are_told_without_a_name",
        "test_our_machines_are_accepted_and_every_broken_copy_refused_by_both",
    }
)
