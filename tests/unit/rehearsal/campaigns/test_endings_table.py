"""The page of endings: what is written can be read again, and a worse ending than it says is named."""

from __future__ import annotations

import re
import shlex

import pytest

from rehearsal.campaigns.ending import Ending
from rehearsal.campaigns.endings_table import is_page, page, read, stories, worse
from rehearsal.campaigns.trials import Trial, TrialResult
from tests.repository import ROOT


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


def test_a_row_of_a_fault_has_the_option_that_replays_it():
    fault = "ssm.report late node=SALES1 document='it'\\''s a | b' seconds=5"
    (line,) = (line for line in page([result(Ending.ATTENTION, faults=(fault,))]) if "attention | CW" in line)
    option = line.removesuffix("` |").partition("`--fault ")[2].replace(r"\|", "|")
    assert shlex.split(option) == [fault]
    assert re.search(r"[^\\]\| b", line) is None  # a bare line would end the table's cell
    assert read(line) == {("return", "ssm.report late"): Ending.ATTENTION}


@pytest.mark.parametrize("kept", [False, True], ids=["just played", "kept of a former page"])
def test_the_page_names_the_stories_that_were_played_with_faults_however_they_ended(kept):
    played = [*RESULTS, result(Ending.DECLARED, story="estimate", faults=("storage.repair fail",))]
    lines = list(page(played))
    if kept:
        lines = list(page((), "\n".join(lines)))
    assert "Stories that were played with faults: `return`, `estimate`." in lines
    again = list(page([result(Ending.DECLARED)], "\n".join(lines)))
    assert "Stories that were played with faults: `estimate`." in again
    assert "Stories that were played with faults: none." in page(RESULTS[:2])


def test_the_page_says_what_became_of_what_it_does_not_list():
    assert any(line.startswith("**What isn't listed ended as declared**") for line in page(RESULTS))


OLDER = """# Endings

2 stories, 150 runs, 97.3% at their goal or as declared.

| story | runs | at its goal | as declared | goal | in service | refused | attention | unsafe |
|---|---|---|---|---|---|---|---|---|
| `return` | 35 | 97.1% | 34 | – | – | – | 1 | – |
| `dirty-stop` | 115 | 97.4% | 100 | 12 | – | – | 3 | – |

| story | ending | code | with |
|---|---|---|---|
| `return` | attention | CW6216 | `storage.repair_at_limit=goes on slowly` |
| `dirty-stop` | attention | CW6203 | `storage.lost_attach_error=48006`, `instance.power kill node=SALES2` |
"""


def test_a_page_of_the_former_form_is_read_and_kept():
    assert is_page(OLDER) and stories(OLDER) == {"return", "dirty-stop"}
    known = read(OLDER)
    assert known == {
        ("return", "storage.repair_at_limit=goes on slowly"): Ending.ATTENTION,
        ("dirty-stop", "storage.lost_attach_error=48006"): Ending.ATTENTION,
        ("dirty-stop", "instance.power kill node=SALES2"): Ending.ATTENTION,
    }
    again = result(
        Ending.ATTENTION, story="dirty-stop", faults=("instance.power kill node=SALES2 when=StartSqlServer",)
    )
    assert worse(again, known) is None
    added = list(page([result(Ending.DECLARED, story="estimate")], OLDER))
    assert {line for line in OLDER.splitlines() if line.startswith("| `")} <= set(added)
    assert "Stories that were played with faults: `dirty-stop`." in added


def test_the_page_of_this_tree_is_read_whole():
    text = (ROOT / "docs" / "endings.md").read_text("utf-8")
    rows = [line for line in text.splitlines() if re.match(r"\| `[\w-]+` \| [a-z]", line)]
    assert len(read(text)) == sum(line.count("`") // 2 - 1 for line in rows)
    assert {(story, told) for story, told in read(text) if told.startswith("--fault")} == set()


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
