"""`cachewarden rehearse --fault …` and `--list-faults` as a person or a script meets them."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from cli.main import app
from rehearsal.faults import POINTS
from rehearsal.simulation.outcome import Mismatch


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    """Reports go below the current folder: not into the checkout."""
    monkeypatch.chdir(tmp_path)


def run(*arguments: str):
    return CliRunner().invoke(app, ["rehearse", *arguments])


def test_the_list_names_every_point_every_kind_and_what_it_does():
    text = " ".join(run("--list-faults").output.split())
    for point in POINTS:
        assert point.name in text
        for kind, effect in point.effects.items():
            assert " ".join(effect.does.split()) in text, (point.name, kind)


def test_the_list_as_json_is_one_row_for_each_point_and_kind():
    rows = json.loads(run("--list-faults", "--json").output)
    assert {(row["point"], row["kind"]) for row in rows} == {
        (point.name, kind.value) for point in POINTS for kind in point.effects
    }
    assert all(set(row) >= {"point", "at", "kind", "does", "where", "fields", "needs"} for row in rows)


@pytest.mark.parametrize(
    ("fault", "said"),
    [
        ("storage.repar fail", "storage.repair"),
        ("storage.repair explode", "kill"),
        ("storage.repair fail nod=SALES1", "node"),
        ("lambda.cachewarden-ingst fail", "lambda.cachewarden-ingest"),
        ("state.EvacuateCach kill", "state.EvacuateCache"),
        ("instance.power kill when=EvacuateCach", "EvacuateCache"),
        ("state.EvacuateCache kill machine=maintain", "cachewarden-maintain-replica"),
    ],
)
def test_a_fault_that_does_not_exist_is_refused_with_the_nearest_and_exit_code_2(fault, said):
    result = run("target-behind", "--fault", fault)
    assert result.exit_code == 2
    assert said in result.output
    assert "--list-faults" in result.output


@pytest.mark.parametrize(
    ("story", "fault", "nodes"),
    [
        ("target-behind", "storage.repair fail node=FOO", "SALES1, SALES2"),
        ("facts-recorded", "storage.repair fail node=FOO", "RESTART, SALES1, SALES2, TRIAL, TRIAL1, TRIAL2"),
        ("storage-built", "host.crash kill node=NEW", "SALES1, SALES2"),
    ],
)
def test_a_node_that_the_story_does_not_have_is_refused_before_anything_is_built(monkeypatch, story, fault, nodes):
    def build():
        raise AssertionError("the CDK app is synthesized")

    monkeypatch.setattr("rehearsal.aws.cloudformation.synthesis.templates", build)
    result = run(story, "--fault", fault)
    assert result.exit_code == 2
    assert f"no node {fault.partition('node=')[2]!r}; there is: {nodes} (" in result.output
    assert f"in the story {story})" in result.output


def test_a_run_that_a_fault_turns_back_into_service_is_safe_and_says_so():
    result = run("stop-request", "--fault", "storage.repair fail node=SALES1 after=0.6 count=3")
    assert result.exit_code == 0, result.output
    assert "Injected: storage.repair fail node=SALES1 count=3 after=0.6" in result.output
    assert "Otherwise than the story declares: outcome: expected Goal, observed InService" in result.output
    assert "Safe: the run came to rest where it must" in result.output


def test_faults_that_were_never_injected_are_named_for_people_and_programs():
    never = "storage.repair fail node=SALES2"
    result = run("target-behind", "--fault", never)
    assert f"NEVER INJECTED: {never}" in result.output
    shape = json.loads(run("target-behind", "--fault", never, "--fault", "ssm.report late seconds=5", "--json").output)
    assert shape["faults"] == [
        {"fault": never, "injected": 0},
        {"fault": "ssm.report late seconds=5", "injected": 1},
    ]
    assert (shape["safe"], shape["unsafe_states"]) == (True, [])


def test_a_run_that_does_not_come_to_rest_gives_exit_code_1(monkeypatch):
    left = Mismatch(what="SALES1", expected="in service, or Attention", observed="SQL Server is down")
    monkeypatch.setattr("rehearsal.simulation.run.unsafe_states", lambda cluster, log: [left])
    result = run("target-behind", "--fault", "ssm.report late seconds=5")
    assert result.exit_code == 1, result.output
    assert f"NOT SAFE {left}" in result.output


def test_help_shows_two_faults():
    text = run("--help").output
    assert text.count("--fault '") >= 2
    assert "--list-faults" in text


@pytest.mark.campaign
def test_the_same_seed_and_faults_give_the_same_trace():
    arguments = ("stop-request", "--json", "--fault", "host.crash kill node=SALES1 when=EvacuateCache delay=20")
    first, second = (json.loads(run(*arguments).output) for _ in range(2))
    assert {**first, "wall_seconds": 0} == {**second, "wall_seconds": 0}
