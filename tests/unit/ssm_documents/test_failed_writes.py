"""Each write of a state file fails, in each procedure of a host: a sample."""

from dataclasses import replace

import pytest
from failed_writes import PROCEDURES, STARTED_BY_OTHERS, How, main, problems_of, trials_of
from trial_campaign import sample_of

SAMPLES = {
    "evacuate": 3, "restore": 2, "turn back": 1, "build": 1, "rebuild": 1, "adopt": 1, "adopt a change": 1,
    "install": 2, "uninstall": 2, "boot": 2, "boot on a new host": 1, "stop": 2, "start": 2, "drain": 1, "resume": 1,
}  # fmt: skip


def test_each_procedure_is_tried():
    assert set(SAMPLES) == set(PROCEDURES) > set(STARTED_BY_OTHERS)


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.campaign(suite=6)
def test_a_write_that_fails_loses_nothing_hides_nothing_and_keeps_sql_server_startable(name):
    trials = trials_of(name)
    assert {trial.how for trial in trials} >= {How.FULL, How.FULL_ONCE}
    problems = {str(trial): problems_of(trial) for trial in sample_of(trials, SAMPLES[name], seed="failed-writes/1")}
    assert problems == {trial: [] for trial in problems}


def test_a_write_that_nothing_reaches_is_a_problem(monkeypatch):
    trial = trials_of("stop")[0]
    idle = replace(PROCEDURES["stop"], run=lambda *_: None)
    monkeypatch.setattr("failed_writes.PROCEDURES", {"stop": idle})
    assert problems_of(trial) == ["the write wasn't reached"]


def test_an_answer_that_hides_why_is_a_problem(monkeypatch):
    """The tool's own proof."""
    (trial, *_) = [trial for trial in trials_of("evacuate") if trial.place.file == "work" and trial.how is How.FULL]
    assert problems_of(trial) == []
    monkeypatch.setattr("failed_writes.REASONS", ("something else",))
    (problem,) = problems_of(trial)
    assert problem.startswith("it doesn't say why: CW3020 ")


def test_the_command_says_what_is_unsafe_and_fails(monkeypatch, capsys):
    monkeypatch.setattr("failed_writes.trials_of", lambda _: [])
    assert main(["stop"]) == 0
    assert capsys.readouterr().out == "0 writes that failed, 0 unsafe\n"


def test_a_name_of_no_procedure_is_an_error_that_lists_them(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["evacuation"])
    said = capsys.readouterr()
    assert (ended.value.code, said.out) == (2, "")
    assert "'evacuation'" in said.err and ", ".join(PROCEDURES) in said.err
