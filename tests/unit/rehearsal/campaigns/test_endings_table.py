"""The page of endings: what is written can be read again, and a worse ending than it says is named."""

from __future__ import annotations

import pytest

from rehearsal.campaigns.ending import Ending
from rehearsal.campaigns.endings_table import page, read, stories, worse
from rehearsal.campaigns.trials import Trial, TrialResult


def result(ending: Ending, story: str = "return", **disturbed: tuple[str, ...]) -> TrialResult:
    return TrialResult(
        trial=Trial(story=story, seed=1, **disturbed),
        problems=("PROTECTED: off",) if ending is Ending.UNSAFE else (),
        outcome="Goal",
        code="CW6001",
        ending=ending,
        injected=1,
        never_injected=(),
        virtual_seconds=1.0,
    )


RESULTS = (
    result(Ending.DECLARED),
    result(Ending.IN_SERVICE, facts=("storage.lists_jobs=no",)),
    result(Ending.ATTENTION, faults=("storage.repair fail node=SALES1 after=0.6",)),
    result(Ending.GOAL, faults=("instance.power kill node=SALES2 when=Pause",)),
    result(Ending.REFUSED, story="dirty-stop", facts=("storage.removal_with_extents=migrates",)),
)


def test_what_is_written_is_read_again_but_for_what_ends_as_declared():
    assert read("\n".join(page(RESULTS))) == {
        ("return", "storage.lists_jobs=no"): Ending.IN_SERVICE,
        ("return", "storage.repair fail"): Ending.ATTENTION,
        ("return", "instance.power kill node=SALES2"): Ending.GOAL,
        ("dirty-stop", "storage.removal_with_extents=migrates"): Ending.REFUSED,
    }


def test_the_page_counts_endings_of_each_story_and_the_share_at_the_goal():
    lines = list(page(RESULTS))
    assert "2 stories, 5 runs, 40.0% at their goal or as declared." in lines
    assert "| `return` | 4 | 50.0% | 1 | 1 | 1 | – | 1 | – |" in lines


def test_what_ends_alike_stands_in_one_row_the_worst_first():
    alike = [result(Ending.GOAL, facts=(fact,)) for fact in ("storage.lists_jobs=no", "storage.ebs_media_is_ssd=no")]
    lines = list(page((*alike, result(Ending.ATTENTION, facts=("sql.browser_runs=no",)))))
    assert [line for line in lines if line.startswith("| `return` |")][1:] == [
        "| `return` | attention | CW6001 | `sql.browser_runs=no` |",
        "| `return` | goal | CW6001 | `storage.lists_jobs=no`, `storage.ebs_media_is_ssd=no` |",
    ]


def test_a_page_says_which_stories_it_has():
    assert stories("\n".join(page(RESULTS))) == {"return", "dirty-stop"}


def test_a_page_that_is_added_to_keeps_the_stories_that_were_not_run():
    whole = "\n".join(page(RESULTS))
    assert "\n".join(page((), whole)) == whole
    run_again = list(page([result(Ending.UNSAFE, story="dirty-stop")], whole))
    assert "| `return` | 4 | 50.0% | 1 | 1 | 1 | – | 1 | – |" in run_again
    assert "| `dirty-stop` | 1 | 0.0% | – | – | – | – | – | 1 |" in run_again
    assert ("dirty-stop", "storage.removal_with_extents=migrates") not in read("\n".join(run_again))


@pytest.mark.parametrize(
    ("known", "now", "told"),
    [
        (Ending.REFUSED, Ending.REFUSED, None),
        (Ending.REFUSED, Ending.DECLARED, None),
        (Ending.REFUSED, Ending.ATTENTION, "attention instead of refused: cachewarden rehearse return --seed 1 "),
        (Ending.ATTENTION, Ending.UNSAFE, "unsafe instead of attention: cachewarden rehearse return --seed 1 "),
        (None, Ending.GOAL, "goal instead of as declared: cachewarden rehearse return --seed 1 "),
    ],
)
def test_only_a_worse_ending_is_told_with_what_replays_it(known, now, told):
    fact = "storage.lists_jobs=no"
    table = {} if known is None else {("return", fact): known}
    found = worse(result(now, facts=(fact,)), table)
    assert found is None if told is None else found.startswith(f"{told}--fact {fact}")
