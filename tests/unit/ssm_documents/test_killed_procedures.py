"""Killed at any statement that changes something, followed by a delay, a reboot or an observe: a sample."""

from dataclasses import replace

import pytest
from killed_procedures import PROCEDURES, Followed, kills_of, main, problems_of
from trial_campaign import sample_of

from infra.documents.builder import ROOT

SAMPLES = {
    "evacuate": 2, "build": 2, "rebuild": 2, "install": 1, "uninstall": 1, "adopt": 1, "drain": 1,
    "make asynchronous": 1, "put all modes back": 1, "fail three groups over": 2, "remove a replica": 1, "reseed": 2,
    "seed": 1,
}  # fmt: skip
ELSEWHERE = {
    "observe_host": "it changes nothing",
    "validate_availability_groups": "it changes nothing",
    "build_availability_group": "test_build_availability_group.py kills it at every statement",
    "grant_rights": "one script of SQL statements, which test_rights.py runs again",
    "record_host_facts": "for instances that are thrown away",
    "record_pair_facts": "for instances that are thrown away",
    "record_restart_facts": "for instances that are thrown away",
    "install_bundle": "each of the documents of `install`",
}
"""Scripts of no procedure here, and why."""


@pytest.mark.parametrize("name", SAMPLES)
@pytest.mark.campaign(suite=5)
def test_a_sample_of_kills_ends_as_an_undisturbed_run(name):
    kills = kills_of(name)
    assert {kill.followed for kill in kills} == set(Followed)
    assert {kill.statement.script for kill in kills} >= PROCEDURES[name].scripts
    problems = {str(kill): problems_of(kill) for kill in sample_of(kills, SAMPLES[name], seed="killed-procedures/1")}
    assert problems == {kill: [] for kill in problems}


def test_every_script_of_a_host_is_killed_in_some_procedure_or_says_why_not():
    scripts = {path.stem for path in (ROOT / "powershell" / "entry").glob("*.ps1")}
    killed = {script for procedure in PROCEDURES.values() for script in procedure.scripts} | {"worker"}
    assert scripts - killed == set(ELSEWHERE)


def test_an_end_that_differs_is_a_problem(monkeypatch):
    """The tool's own proof: what is left out of the second run is seen."""
    kill = kills_of("stop")[0]
    monkeypatch.setattr("killed_procedures._undisturbed", lambda _: ((), {"classification": "EVACUATED"}))
    ends = replace(PROCEDURES["stop"], end=lambda _: {"classification": "CACHE_ON_NVME"})
    monkeypatch.setattr("killed_procedures.PROCEDURES", {"stop": ends})
    assert problems_of(kill) == ["classification is CACHE_ON_NVME, undisturbed EVACUATED"]


def test_a_kill_that_nothing_reaches_is_a_problem(monkeypatch):
    kill = kills_of("stop")[0]
    idle = replace(PROCEDURES["stop"], run=lambda *_: None)
    monkeypatch.setattr("killed_procedures.PROCEDURES", {"stop": idle})
    assert problems_of(kill) == ["the statement wasn't reached"]


def test_the_command_says_what_is_unsafe_and_fails(monkeypatch, capsys):
    monkeypatch.setattr("killed_procedures.kills_of", lambda _: [])
    assert main(["stop"]) == 0
    assert capsys.readouterr().out == "0 kills, 0 unsafe\n"


def test_a_name_of_no_procedure_is_an_error_that_lists_them(capsys):
    with pytest.raises(SystemExit) as ended:
        main(["stop", "evacuation"])
    said = capsys.readouterr()
    assert (ended.value.code, said.out) == (2, "")
    assert "'evacuation'" in said.err and ", ".join(PROCEDURES) in said.err
