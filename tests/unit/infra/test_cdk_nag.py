"""cdk-nag's AwsSolutions pack finds nothing in the stacks but what is listed with its reason."""

import json
import os
import re
import subprocess
import sys
from typing import Any

import pytest
import yaml

from infra.bundled_node import use_bundled_node
from tests.repository import ROOT

EXCEPTIONS = yaml.safe_load((ROOT / "tests/unit/infra/nag_exceptions.yaml").read_text("utf-8"))


def covers(finding: str) -> re.Pattern[str]:
    return re.compile(".*".join(re.escape(part) for part in finding.split("*")))


@pytest.fixture(scope="module")
def violations(tmp_path_factory) -> dict[str, list[str]]:
    """Each finding with the constructs that have it."""
    folder = tmp_path_factory.mktemp("nag")
    context: dict[str, Any] = json.loads((ROOT / "cdk.json").read_text("utf-8"))["context"]
    use_bundled_node()
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith(("AWS_", "CDK_"))},
        "CDK_CONTEXT_JSON": json.dumps({**context, "aws:cdk:disable-asset-staging": True}),
    }
    command = [sys.executable, "-m", "tests.unit.infra.nag_report", str(folder)]
    run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert run.returncode == 0, run.stderr
    (report,) = json.loads((folder / "validation-report.json").read_text("utf-8"))["pluginReports"]
    return {
        violation["ruleName"]: [each["constructPath"] for each in violation["violatingConstructs"]]
        for violation in report["violations"]
    }


def test_every_finding_is_excused_with_a_reason_and_every_exception_is_needed(violations):
    """One test, so that one process of the suite asks the pack, which takes half a minute."""
    patterns = [covers(exception["finding"]) for exception in EXCEPTIONS]
    unexcused = {
        finding: constructs
        for finding, constructs in violations.items()
        if not any(pattern.fullmatch(finding) for pattern in patterns)
    }
    assert unexcused == {}

    for exception in EXCEPTIONS:
        pattern = covers(exception["finding"])
        assert any(pattern.fullmatch(finding) for finding in violations), exception["finding"]
        assert exception["reason"].strip().endswith(".")

    # A pack that looked at nothing would find nothing. CacheWardenFacts and CacheWardenGroupCreation have documents
    # alone: no rule is about them.
    stacks = {construct.partition("/")[0] for constructs in violations.values() for construct in constructs}
    assert stacks == {"CacheWarden", "CacheWardenBreakGlass", "CacheWardenHost"}


def test_an_exception_covers_no_other_finding():
    [every] = [exception for exception in EXCEPTIONS if exception["finding"].endswith("[Resource::*]")]
    assert not covers(every["finding"]).fullmatch("AwsSolutions-IAM5[Action::s3:*]")
