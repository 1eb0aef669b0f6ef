"""`cachewarden check` as a person or a script meets it."""

from __future__ import annotations

import json

import pytest
from typer.testing import CliRunner

from checks import catalogue
from checks.catalogue import CHECKS
from checks.check import Check, Finding
from checks.machines import flow as machine_flow
from cli.main import app
from rehearsal.aws.cloudformation import synthesis
from rehearsal.aws.cloudformation.synthesis import SynthesisError
from rehearsal.aws.cloudformation.template import TemplateError

FOUND = Finding(check="machine-flow", where="state_machines/x.yaml:7 States/A", problem="It is so.", remedy="Undo it.")


@pytest.fixture
def quick(monkeypatch):
    """Only the quickest check."""
    monkeypatch.setattr(catalogue, "CHECKS", (machine_flow.CHECK,))


@pytest.fixture
def finding(monkeypatch):
    """A check that finds one thing."""
    check = Check(name="machine-flow", proves="It is not so.", findings=lambda deployment: [FOUND])
    monkeypatch.setattr(catalogue, "CHECKS", (check,))


def run(*arguments: str, env: dict[str, str] | None = None):
    return CliRunner().invoke(app, ["check", *arguments], env=env)


def test_the_list_says_what_each_check_proves():
    result = run("--list")
    assert result.exit_code == 0
    for check in CHECKS:
        assert f"{check.name} " in result.stdout and check.proves in result.stdout


def test_a_clean_tree_is_0_and_each_check_a_line(quick):
    result = run()
    assert result.exit_code == 0
    assert "✓ machine-flow" in result.stdout and "1 check, nothing found" in result.stdout


def test_findings_are_1_with_where_what_and_what_to_do(finding):
    result = run()
    assert result.exit_code == 1
    for text in ("✗ machine-flow", FOUND.where, FOUND.problem, f"→ {FOUND.remedy}"):
        assert text in result.stdout


def test_json_is_one_object_and_nothing_else(finding):
    result = run("--json")
    assert result.exit_code == 1
    shape = json.loads(result.stdout)
    assert shape["clean"] is False
    (check,) = shape["checks"]
    assert check["findings"] == [{"where": FOUND.where, "problem": FOUND.problem, "remedy": FOUND.remedy}]


def test_an_unknown_check_is_named_and_the_exit_code_is_2(quick):
    result = run("nope")
    assert result.exit_code == 2
    assert "'nope'" in result.output and "machine-flow" in result.output


def test_one_check_can_be_run_alone():
    result = run("machine-flow")
    assert result.exit_code == 0
    assert "machine-definition" not in result.stdout


def test_a_check_that_fails_is_a_finding(monkeypatch):
    def broken(deployment):
        raise KeyError("States")

    check = Check(name="machine-flow", proves="It is so.", findings=broken)
    monkeypatch.setattr(catalogue, "CHECKS", (check, machine_flow.CHECK))
    result = run()
    assert result.exit_code == 1
    assert "the check couldn't run: KeyError: 'States'" in result.stdout
    assert "✓ machine-flow" in result.stdout


@pytest.mark.parametrize("error", [TemplateError("CacheWarden/x: Ref to unknown y"), SynthesisError("no such stack")])
def test_templates_that_cannot_be_had_are_told(monkeypatch, error):
    def refuse():
        raise error

    monkeypatch.setattr(synthesis, "templates", refuse)
    result = run("machine-flow")
    assert result.exit_code == 1
    assert str(error) in result.stderr


@pytest.mark.parametrize("env", [{}, {"AWS_PROFILE": "nobody", "AWS_REGION": "mars-1", "AWS_ACCESS_KEY_ID": "x"}])
def test_no_aws_setting_matters(quick, env):
    assert run(env=env).exit_code == 0
