"""`cachewarden rehearse` as a person or a script meets it."""

from __future__ import annotations

import json
import re

import pytest
from typer.testing import CliRunner

from cli.main import app
from rehearsal.scenarios.story import load_story, story_names
from rehearsal.world.storage.settings import QuorumCount, StorageSettings
from rehearsal.world.uncertain_facts import uncertain_facts
from tests.repository import ROOT

CONTRACT = {
    "story",
    "goal",
    "outcome",
    "virtual_seconds",
    "wall_seconds",
    "lower_bound_seconds",
    "write_outage_seconds",
    "actions",
    "transitions",
    "api_calls",
    "invariant_violations",
}


@pytest.fixture(autouse=True)
def _elsewhere(tmp_path, monkeypatch):
    """Reports go below the current folder: not into the checkout."""
    monkeypatch.chdir(tmp_path)


def run(*arguments: str):
    return CliRunner().invoke(app, ["rehearse", *arguments])


def test_an_unknown_story_is_named_the_stories_are_listed_in_one_line_and_the_exit_code_is_2():
    result = run("nope")
    assert result.exit_code == 2
    assert "'nope'" in result.output
    assert all(name in result.output for name in story_names())
    assert len(result.output.splitlines()) == 1 and "rehearse --list" in result.output


def test_a_misspelt_story_is_answered_with_the_nearest_alone():
    result = run("Estimat")
    assert result.exit_code == 2
    assert "'Estimat'" in result.output and "the nearest: estimate (" in result.output
    assert "rehearse --list" in result.output and "one-nvme" not in result.output


def test_the_list_names_every_story_with_its_intent():
    result = run("--list")
    assert result.exit_code == 0
    for name in story_names():
        assert f"{name} " in result.output
        assert load_story(name).intent in result.output


def test_json_is_one_object_with_the_promised_keys_and_nothing_else_is_printed():
    result = run("target-behind", "--json")
    assert result.exit_code == 0
    shape = json.loads(result.output)
    assert set(shape) >= CONTRACT
    assert (shape["story"], shape["goal"], shape["outcome"]) == ("target-behind", "Stopped", "Refused")
    assert shape["actions"] == []
    assert shape["invariant_violations"] == []


def test_plain_output_has_no_control_characters_and_ends_with_the_report(tmp_path):
    result = run("target-behind")
    assert result.exit_code == 0
    assert "\x1b" not in result.output
    assert "EC2 refuses: OperationNotPermitted" in result.output
    assert (tmp_path / "out" / "rehearsal" / "target-behind" / "report.html").is_file()


def test_a_story_that_ends_otherwise_gives_exit_code_1(monkeypatch):
    def wrong(name: str):
        from dataclasses import replace

        story = load_story(name)
        return replace(story, expect=replace(story.expect, outcome="Goal"))

    monkeypatch.setattr("cli.rehearse.load_story", wrong)
    result = run("target-behind")
    assert result.exit_code == 1
    assert "NOT AS DECLARED outcome: expected Goal, observed Refused" in result.output


def test_credentials_of_a_real_account_are_never_used(monkeypatch):
    monkeypatch.setenv("AWS_ACCESS_KEY_ID", "AKIAREALREALREALREAL")
    monkeypatch.setenv("AWS_SECRET_ACCESS_KEY", "real")
    monkeypatch.setenv("AWS_DEFAULT_REGION", "us-gov-west-1")
    monkeypatch.setenv("AWS_PROFILE", "production")

    def refuse(*_: object, **__: object) -> None:
        raise AssertionError("something tried to reach the network")

    monkeypatch.setattr("socket.socket.connect", refuse)
    assert run("target-behind", "--json").exit_code == 0


@pytest.mark.parametrize(
    ("fact", "told"),
    [
        ("storage.list_jobs=no", "the nearest: storage.lists_jobs"),
        ("nothing=no", "rehearse --list-facts"),
        ("storage.lists_jobs=maybe", "'yes', 'no'"),
    ],
)
def test_a_fact_that_does_not_exist_is_named_with_what_there_is_and_the_exit_code_is_2(fact, told):
    result = run("target-behind", "--fact", fact)
    assert result.exit_code == 2
    assert repr(fact.partition("=")[0]) in result.output or fact.partition("=")[0] in result.output
    assert told in result.output
    assert "sql." not in result.output  # of what there is only the nearest are named


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ('{"facts": {"storage.lists_jobs": "maybe"}}', "storage.lists_jobs can't be 'maybe'"),
        ('{"facts": {"storage.list_jobs": "no"}}', "no uncertain fact"),
        ('{"facts": {"storage.lists_jobs": false}}', "keep the line"),
        ('{"storage.lists_jobs": "no"}', "keep the line"),
        ("[]", "keep the line"),
        ("storage.lists_jobs=no", "isn't JSON"),
        (None, "can't be read (No such file or directory)"),
        (b"\xff\xfe{\x00", "no text in UTF-8"),
    ],
)
def test_a_file_that_no_document_printed_is_refused_with_exit_code_2(tmp_path, text, told):
    file = tmp_path / "facts.json"
    if text is not None:
        file.write_bytes(text if isinstance(text, bytes) else text.encode())
    result = run("target-behind", "--facts", str(file))
    assert result.exit_code == 2
    assert told in result.output
    assert str(file) in result.output and "--facts" in result.output
    assert not re.search(r"\[Errno|codec", result.output)


def test_a_folder_in_the_place_of_a_file_of_facts_is_refused_by_name(tmp_path):
    result = run("target-behind", "--facts", str(tmp_path))
    assert result.exit_code == 2
    assert f"{tmp_path} can't be read (Is a directory); expected the JSON line" in result.output


def test_facts_that_an_editor_of_windows_has_saved_are_read(tmp_path, monkeypatch):
    monkeypatch.setattr("cli.rehearse._run", lambda *_, **__: 0)
    file = tmp_path / "facts.json"
    file.write_bytes(b'\xef\xbb\xbf{"facts":{"storage.lists_jobs":"no"}}\r\n')
    assert run("target-behind", "--facts", str(file)).exit_code == 0


def test_every_uncertain_fact_is_listed_with_its_values():
    lines = [line.strip() for line in run("--list-facts").output.splitlines()]
    for fact in uncertain_facts():
        assert fact.default in lines
        assert all(f"or {other}" in lines for other in fact.others)


def test_recorded_facts_are_the_models_and_a_fact_beside_them_counts_more(tmp_path, monkeypatch):
    played = []

    def instead_of_a_run(story, settings, **named):
        played.append((settings.part(StorageSettings), named["judged_by_outcome"]))
        return 0

    monkeypatch.setattr("cli.rehearse._run", instead_of_a_run)
    file = tmp_path / "facts.json"
    file.write_text('{"builds":{"windows":"20348"},"facts":{"storage.lists_jobs":"no","storage.quorum_count":"disks"}}')
    assert run("target-behind", "--facts", str(file), "--fact", "storage.lists_jobs=yes").exit_code == 0
    assert played == [(StorageSettings(quorum_count=QuorumCount.DISKS), False)]


def test_a_run_with_a_turned_fact_is_judged_by_its_safety():
    result = run("target-behind", "--fact", "sql.dynamic_quorum=no", "--json")
    assert result.exit_code == 0
    assert json.loads(result.output)["outcome"] == "Refused"


def test_every_story_that_a_page_sends_people_to_exists():
    pages = [ROOT / "README.md", *(ROOT / "docs").glob("*.md")]
    named = {
        name for page in pages for name in re.findall(r"`cachewarden rehearse ([a-z][a-z-]*)", page.read_text("utf-8"))
    }
    assert {"lost-node", "drained-uncached"} <= named <= set(story_names())
