"""What a document that runs no workflow answered is shown: in the terminal, as JSON and on the page."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import pytest
from rich.console import Console

from rehearsal.faults import fault_from_text
from rehearsal.report.answers import NOT_RUN, answers, print_answers
from rehearsal.report.page.page import render
from rehearsal.report.page.view import report_of
from rehearsal.report.result_json import result_json
from rehearsal.scenarios.story import load_story
from rehearsal.simulation.progress import SilentProgress
from rehearsal.simulation.run import Run, run_story
from rehearsal.world.recorded_facts import recorded_facts


def played(synthesized, name: str, *faults: str) -> Run:
    story = replace(load_story(name), faults=tuple(map(fault_from_text, faults)))
    return run_story(story, seed=1, templates=synthesized, progress=SilentProgress())


def printed(run: Run, *, width: int = 80) -> str:
    console = Console(width=width)
    with console.capture() as said:
        print_answers(console, run)
    return said.get()


@pytest.fixture(scope="module")
def facts(synthesized) -> Run:
    return played(synthesized, "facts-recorded")


@pytest.fixture(scope="module")
def failed(synthesized) -> Run:
    return played(synthesized, "storage-built", "storage.format fail")


def test_an_estimate_is_shown_with_its_code_its_times_and_its_throughput(synthesized):
    (answer,) = answers(played(synthesized, "estimate"))
    assert (answer.document, answer.node, answer.status) == ("CacheWarden-EstimateEvacuation", "SALES1", "Success")
    assert answer.outputs["ReadOutcome.Code"] == "CW4109"
    assert "The Swap volume sets the pace" in answer.outputs["ReadOutcome.Sentence"]
    assert NOT_RUN not in answer.outputs.values()


def test_each_of_the_documents_of_a_story_is_shown_in_their_order(facts):
    assert [(answer.document, answer.node) for answer in answers(facts)] == [
        ("CacheWarden-RecordHostFacts", "TRIAL"),
        ("CacheWarden-RecordRestartFacts", "RESTART"),
        ("CacheWarden-RecordPairFacts", "TRIAL2"),
    ]


def test_a_line_of_facts_is_whole_however_narrow_the_terminal_is_and_can_be_given_back(facts):
    (line, *_) = [line.strip() for line in printed(facts, width=40).splitlines() if '{"builds"' in line]
    assert "storage.write_cache_too_large_error=50005" in recorded_facts(line, "facts.json")
    assert "    storage.lists_jobs=yes" in printed(facts).splitlines()


def test_a_document_that_failed_is_shown_with_its_code_and_its_sentence(failed):
    lines = printed(failed).splitlines()
    number = next(number for number, line in enumerate(lines) if "InitializeStorage for NEW: Failed" in line)
    assert "  ReleaseLease.Sentence: CW1050 StorageWMI 4: Failed" in lines[number : number + 10]
    assert not any("Traceback" in line for line in lines)  # the sentence says it better


def test_a_failure_is_shown_where_no_step_says_a_sentence(failed):
    (answer,) = (each for each in answers(failed) if each.status == "Failed")
    assert next(replace(answer, outputs={}).lines).startswith("Failure: Step fails when it is Poll action status")


def test_json_has_every_output_whole_and_the_failure(failed):
    shown = json.loads(json.dumps(result_json(failed, wall_seconds=1)))["answers"]
    assert [(each["document"], each["node"], each["status"]) for each in shown] == [
        ("CacheWarden-InstallHost", "NEW", "Success"),
        ("CacheWarden-InitializeStorage", "NEW", "Failed"),
        ("CacheWarden-InitializeStorage", "NEW", "Success"),
    ]
    assert shown[1]["outputs"]["ReleaseLease.Code"] == "CW1050"
    assert "CW1050" in shown[1]["failure"] and shown[2]["failure"] is None
    assert shown[2]["outputs"]["ReleaseLease.Code"] == "CW1007"


def test_the_page_shows_them_where_they_ended(facts):
    report = report_of(facts)
    texts = [annotation.text for annotation in report.annotations]
    started = next(number for number, text in enumerate(texts) if "starts CacheWarden-RecordHostFacts" in text)
    assert texts[started + 1].startswith("CacheWarden-RecordHostFacts for TRIAL: Success")
    assert "storage.lists_jobs=yes" in render(report)


def test_a_document_whose_workflow_ran_is_told_of_by_the_workflow(synthesized):
    run = played(synthesized, "preflight")
    assert run.log.last is not None and answers(run) == [] and printed(run) == ""


def test_the_command_prints_them(synthesized, tmp_path: Path, monkeypatch):
    from typer.testing import CliRunner

    from cli.main import app

    monkeypatch.chdir(tmp_path)
    said = CliRunner().invoke(app, ["rehearse", "estimate"]).output
    assert "CacheWarden-EstimateEvacuation for SALES1: Success" in said and "CW4109" in said
