"""`cachewarden report` makes a page of what preflight found, and says what is wrong with another file."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from cli.main import app
from cli.preflight_page.page import duration_text
from tests.unit.lambdas.loop_driver import play, request
from tests.unit.lambdas.sales_cluster import Sales


def preflight(sales: Sales) -> dict[str, Any]:
    """The workflow's output for SALES1, as its last state gives it."""
    ended = play(sales, request(sales.one, "Preflight", sales)).last
    return {"goal": "Preflight", "outcome": ended["outcome"], "preflight": ended["preflight"]}


def refused() -> dict[str, Any]:
    sales = Sales()
    sales.one.not_evacuated = ('pool "Logs" <b> (AWS1, vol2)',)
    return preflight(sales)


def reported(folder: Path, given: object) -> tuple[int, str]:
    """Exit code and page."""
    file = folder / "preflight.json"
    file.write_text(json.dumps(given))
    ran = CliRunner().invoke(app, ["report", str(file)])
    page = folder / "preflight.html"
    return ran.exit_code, page.read_text() if page.exists() else ran.stderr


def test_a_go_says_so_with_the_plan_and_its_times(tmp_path):
    code, page = reported(tmp_path, preflight(Sales()))

    assert code == 0 and ">GO</span>" in page
    for shown in (
        "StopSqlServer",
        "EvacuateCache",
        "RestoreCache",
        "no writes for",
        "all commits on one copy for",
        "16.0.4105.2",
        "Enterprise, Developer or Evaluation",
        "<h2>Policies of the Availability Groups</h2>",
    ):
        assert shown in page


def test_a_report_of_an_older_version_that_tells_no_instances_rights_or_policies_is_still_shown(tmp_path):
    given = preflight(Sales())
    del given["preflight"]["instances"], given["preflight"]["rights"], given["preflight"]["policies"]
    code, page = reported(tmp_path, given)

    assert code == 0 and "<h2>SQL Server</h2>" not in page and "<h2>What EC2 permits" not in page
    assert "Policies of the Availability Groups" not in page


def test_what_ec2_permits_denies_and_leaves_open_is_shown(tmp_path):
    sales = Sales()
    sales.one.dry_runs |= {"StopInstances": "OperationNotPermitted", "StartInstances": "UnauthorizedOperation"}
    code, page = reported(tmp_path, preflight(sales))

    assert code == 1 and "CW6197" in page
    assert "or the start after it, would fail now" in page and "would be refused" not in page
    assert "<td>StopInstances</td><td>not known</td><td>OperationNotPermitted</td>" in page
    assert "<td>StartInstances</td><td>denied</td><td>UnauthorizedOperation</td>" in page


def test_a_no_go_lists_each_finding_with_what_to_do(tmp_path):
    given = refused()
    code, page = reported(tmp_path, given)

    assert code == 1 and ">NO GO</span>" in page
    for finding in given["preflight"]["findings"]:
        assert f"<h3>{finding['code']} {finding['name']}</h3>" in page
        assert f"docs/errors/{finding['code']}.md" in page


def test_a_stopped_node_is_not_examined_and_no_stop_of_it_is_called_refused(tmp_path):
    sales = Sales()
    sales.one.state = "stopped"
    code, page = reported(tmp_path, preflight(sales))

    assert code == 1 and ">NOT EXAMINED</span>" in page and "CW6010" in page
    assert "would be refused" not in page and "stands in the way" not in page


def test_the_answer_of_describe_execution_is_understood(tmp_path):
    assert reported(tmp_path, {"status": "SUCCEEDED", "output": json.dumps(refused())})[0] == 1


def test_the_page_needs_nothing_else_and_names_are_no_markup(tmp_path):
    page = reported(tmp_path, refused())[1]

    assert not re.search(r"<(?:script|link|img|iframe)|@import|url\(", page)
    assert "<b> (AWS1" not in page and "&lt;b&gt; (AWS1" in page


def test_what_is_not_known_is_shown_as_not_known_and_makes_no_sum(tmp_path):
    given = preflight(Sales())
    given["preflight"]["plan"]["stop"][1]["seconds"] = None
    given["preflight"]["plan"]["writeOutageSeconds"] = None
    page = reported(tmp_path, given)[1]

    assert "<dt>no writes for</dt><dd>not known</dd>" in page
    assert "<dt>until the instance is stopped</dt><dd>not known</dd>" in page


def test_a_node_whose_storage_was_not_seen_has_no_plan(tmp_path):
    given = refused()
    given["preflight"]["plan"] = None
    assert "There is no plan" in reported(tmp_path, given)[1]


@pytest.mark.parametrize(
    ("given", "complaint"),
    [
        ([], "it isn't a JSON object"),
        ({"goal": "Stopped", "preflight": None}, "the goal Stopped, not of a preflight"),
        ({"goal": "Preflight", "preflight": None}, "the workflow ended without a report"),
        ({"goal": "Preflight", "preflight": {"node": "SALES1"}}, "at"),
    ],
)
def test_another_file_is_refused_with_where_to_get_one(tmp_path, given, complaint):
    code, told = reported(tmp_path, given)
    assert code == 2 and complaint in told and "describe-execution" in told


def test_a_file_that_is_not_there_is_said(tmp_path):
    ran = CliRunner().invoke(app, ["report", str(tmp_path / "none.json")])
    assert ran.exit_code == 2 and "can't be read" in ran.stderr


@pytest.mark.parametrize(
    ("seconds", "text"),
    [(None, "not known"), (0, "0 s"), (59.4, "59 s"), (59.6, "1 min 00 s"), (200, "3 min 20 s"), (3900, "1 h 05 min")],
)
def test_durations(seconds, text):
    assert duration_text(seconds) == text
