"""`python -m rehearsal.engines.eventbridge CASE.json` as whoever compares it with AWS meets it."""

import json
import subprocess
import sys

import pytest

from rehearsal.engines.eventbridge.__main__ import main
from tests.repository import CONFORMANCE

CORPUS = CONFORMANCE / "eventbridge"


@pytest.mark.parametrize("word", ["match", "no-match", "invalid"])
def test_prints_the_word_and_nothing_else(word, capsys):
    for path in sorted(CORPUS.glob(f"*__{word}.json"))[:5]:
        assert main([str(path)]) == 0
        captured = capsys.readouterr()
        assert (captured.out, captured.err) == (f"{word}\n", "")


def test_it_runs_as_a_module():
    path = CORPUS / "arrays__match.json"
    run = subprocess.run(
        [sys.executable, "-m", "rehearsal.engines.eventbridge", str(path)], capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stdout, run.stderr) == (0, "match\n", "")


def test_the_answer_comes_from_pattern_and_event_alone(tmp_path, capsys):
    case = json.loads((CORPUS / "arrays__match.json").read_text("utf-8"))
    case["expect"] = "no-match"
    path = tmp_path / "named__invalid.json"
    path.write_text(json.dumps(case), encoding="utf-8")
    assert main([str(path)]) == 0
    assert capsys.readouterr().out == "match\n"


def test_pattern_and_event_may_be_text(tmp_path, capsys):
    path = tmp_path / "case.json"
    path.write_text(json.dumps({"pattern": '{"a": [1]}', "event": '{"a": 1}'}), encoding="utf-8")
    assert main([str(path)]) == 0
    assert capsys.readouterr().out == "match\n"


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"pattern": {}}', '{"pattern": {}, "event": 3}'])
def test_what_is_no_case_is_refused_with_2(tmp_path, capsys, text):
    path = tmp_path / "case.json"
    path.write_text(text, encoding="utf-8")
    assert main([str(path)]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and str(path) in captured.err


def test_a_missing_file_and_no_argument_are_refused_with_2(capsys):
    assert main(["/nowhere/case.json"]) == 2
    assert main([]) == 2
    assert "usage" in capsys.readouterr().err
