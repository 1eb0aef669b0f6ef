"""Wherever something is killed, every run comes to rest where it must: a sample of `make kill-everywhere`.

One place of every story: test_stories.py.
"""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from cli.kill_everywhere import Where, trials_at, trials_of
from cli.main import app
from rehearsal.campaigns.kill_points import KillPoints, kills_at_statements, kills_at_states
from rehearsal.campaigns.trials import Trial, run_branched, run_trial, run_trials
from rehearsal.faults import fault_from_text
from rehearsal.scenarios.story import load_story
from tests.campaigns import WHOLE, part
from tests.scenarios.undisturbed import SEED, undisturbed

TIMES = 6 if WHOLE else 1
SAMPLES = (
    ("stop-and-return", Where.STATES, TIMES),
    ("stop-and-return", Where.STATEMENTS, TIMES),
    ("dirty-stop", Where.STATES, TIMES),
    ("dirty-stop", Where.STATEMENTS, TIMES),
)


@pytest.fixture
def kill_points() -> KillPoints:
    return undisturbed("stop-and-return").points


def trials(story: str, where: Where, sample: int | None) -> list[Trial]:
    return trials_at(undisturbed(story).points, story, (where,), seed=SEED, sample=sample)


@pytest.mark.parametrize(("story", "where", "sample"), SAMPLES)
def test_a_sample_of_all_places_ends_well(story, where, sample):
    results = run_branched(trials(story, where, sample))
    assert len(results) == sample
    assert {result.trial.command: result.problems for result in results if not result.safe} == {}
    assert [result.trial.command for result in results if result.never_injected] == []


def test_the_points_hold_every_action_of_the_story_and_the_scripts_that_do_the_work(kill_points):
    states = {visit.state for visit in kill_points.states}
    assert states >= {*load_story("stop-and-return").expect.actions, "DecideNextStep", "AcquireLease"}
    assert {visit.machine for visit in kill_points.states} == {
        "cachewarden-maintain-replica",
        "cachewarden-act-on-host",
    }
    scripts = {statement.script for statement in kill_points.statements}
    assert scripts >= {"worker", "boot_task", "stop_sql_server", "fail_over_availability_groups", "restore_cache"}
    assert "observe_host" not in scripts  # it changes nothing


def test_each_task_is_left_at_twice_and_each_other_state_once(kill_points):
    kills = list(kills_at_states(kill_points))
    works = sum(visit.works for visit in kill_points.states)
    assert len(kills) == len(kill_points.states) + works
    assert len({(kill.point, *kill.where.items(), kill.occurrence) for kill in kills}) == len(kills)


def test_each_changing_statement_is_killed_before_and_after(kill_points):
    kills = list(kills_at_statements(kill_points))
    assert [kill.after for kill in kills] == [0.0, 1.0] * len(kill_points.statements)


def test_a_sample_is_drawn_from_the_seed():
    first, second, other = (trials_of("target-behind", tuple(Where), seed=seed, sample=3) for seed in (1, 1, 2))
    assert [trial.faults for trial in first] == [trial.faults for trial in second]
    assert [trial.faults for trial in first] != [trial.faults for trial in other]


def test_an_opt_in_that_is_killed_anywhere_leaves_the_node_protected():
    for result in run_branched(part(trials("opt-in", Where.STATES, None), 1, of="opt-in")):
        assert result.safe, (result.trial.faults, result.problems)


def test_a_run_that_does_not_end_well_is_printed_with_its_command(monkeypatch):
    monkeypatch.setattr("rehearsal.simulation.run.unsafe_states", lambda cluster, log: ["planted"])
    result = CliRunner().invoke(app, ["kill-everywhere", "target-behind", "--where", "states", "--sample", "2"])
    assert result.exit_code == 1
    assert result.stdout.count("UNSAFE planted") == 2
    assert result.stdout.count("cachewarden rehearse target-behind --seed 1 --fault 'state.") == 2
    assert "2 places, 2 runs unsafe" in result.stdout


def test_several_workers_give_the_same_verdicts_in_the_same_order(monkeypatch):
    monkeypatch.setattr("rehearsal.campaigns.trials.TRIALS_A_WORKER", 1)  # workers are replaced in between
    three = [*trials("target-behind", Where.STATES, 2), Trial(story="target-behind", seed=2)]
    assert list(run_trials(three, workers=2)) == list(run_trials(three, workers=1))


def test_json_is_one_object():
    arguments = ["kill-everywhere", "target-behind", "--where", "states", "--sample", "2", "--json"]
    result = CliRunner().invoke(app, arguments)
    shape = json.loads(result.stdout)
    assert (result.exit_code, shape["runs"], shape["unsafe"]) == (0, 2, [])


def test_an_unknown_story_gives_exit_code_2():
    assert CliRunner().invoke(app, ["kill-everywhere", "nope"]).exit_code == 2


def test_a_rehearsal_that_breaks_down_is_a_problem_of_its_own(monkeypatch):
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("planted")

    monkeypatch.setattr("rehearsal.campaigns.trials.run_story", broken)
    result = run_trial(Trial(story="target-behind", seed=1, faults=("ssm.report late seconds=5",)))
    assert not result.safe
    assert "RuntimeError: planted" in result.problems[0]


def test_the_command_of_a_trial_plays_it():
    trial = Trial(story="target-behind", seed=7, faults=("task.start fail task='My task'",))
    assert trial.command.endswith("""--seed 7 --fault 'task.start fail task='"'"'My task'"'"''""")
    assert fault_from_text(trial.faults[0]).where == {"task": "My task"}
