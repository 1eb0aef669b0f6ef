"""Empty values planted where something may be unknown, in the functions and in the host scripts."""

from __future__ import annotations

import pytest

from checks.functions import unknown_values
from checks.host_scripts import unknown_values as host_unknown_values
from tests.unit.checks.breaking import path_of, the_finding, with_text

SQL = "lambdas/cachewarden/evidence/sql.py"
PLANTED = {
    "or": (SQL, 'votes=item.optional("votes", item.number)', 'votes=item.optional("votes", item.number) or 0'),
    "or False": (SQL, 'source.flag("viewServerState")', '(source.flag("viewServerState") or False)'),
    "get": (
        "lambdas/adapters/ec2.py",
        'instance["LaunchTime"]',
        'instance.get("LaunchTime", "")',
    ),
    "default": (
        "lambdas/cachewarden/evidence/host.py",
        "max(self.storage_at, self.worker_at, self.sql_at)",
        "max((self.storage_at,), default=0)",
    ),
    "next": (
        "lambdas/cachewarden/evidence/availability_groups.py",
        "next((replica for replica in self.replicas if replica.local), None)",
        "next((replica for replica in self.replicas if replica.local), [])",
    ),
    "conditional": (
        SQL,
        '_files(source.child("filesOnCache")) if source.has("filesOnCache") else None',
        '_files(source.child("filesOnCache")) if source.has("filesOnCache") else ()',
    ),
    "conditional the other way round": (
        SQL,
        '_files(source.child("filesOnCache")) if source.has("filesOnCache") else None',
        'tuple() if not source.has("filesOnCache") else _files(source.child("filesOnCache"))',
    ),
    "field of a class": (SQL, "    votes: int | None\n", "    votes: int = 0\n"),
}


@pytest.mark.parametrize("kind", PLANTED)
@pytest.mark.campaign(suite=4)
def test_an_empty_value_in_place_of_what_was_not_seen(deployment, kind):
    path, old, new = PLANTED[kind]
    finding = the_finding(unknown_values.CHECK, with_text(deployment, path, old, new))
    assert finding.where.startswith(f"{path}:")
    assert finding.problem.startswith("an empty value stands in for what may be unknown: ")


def test_a_permission_that_nothing_needs_any_more(deployment):
    broken = with_text(deployment, "lambdas/cachewarden/events/envelope.py", 'source: str = ""', "source: str")
    finding = the_finding(unknown_values.CHECK, broken)
    assert finding.problem == "nothing in lambdas/cachewarden/events/envelope.py says source: str = '' any more"


def test_part_of_a_sentence_and_a_count_of_our_own_are_no_unknown_values(deployment):
    planted = (
        'told = f"{1}" if votes else ""\nknown = operation.attempts.get(Action.STOP_INSTANCE, 0)\n\n\ndef _service('
    )
    assert unknown_values.CHECK.run(with_text(deployment, SQL, "def _service(", planted)) == ()


ON_A_HOST = {
    "an error that is silenced": "$null = Get-Disk -Number 1 -ErrorAction SilentlyContinue",
    "an error that is ignored": "$null = Get-Disk -Number 1 -ErrorAction:Ignore",
    "a zero that may be reported": "$free = [uint64] 0",
    "a member that begins as zero": "$fact = @{ freeBytes = 0 }",
    "a list of nothing": "$disks = @($null)",
    "nothing for what is unknown": "if ($null -eq $Evidence) { return 0 }",
    "nothing for what is unknown, said backwards": "if ($Evidence -eq $null) { return @() }",
}


@pytest.mark.parametrize("kind", ON_A_HOST)
def test_a_host_script_that_takes_what_it_could_not_read_for_nothing(deployment, kind):
    path = path_of(deployment, "Add-CwInstanceEvidence.ps1")
    planted = f"    {ON_A_HOST[kind]}\n    $server = @("
    finding = the_finding(host_unknown_values.CHECK, with_text(deployment, path, "    $server = @(", planted))
    assert finding.where.startswith(f"{path}:")
    assert finding.problem.startswith("what couldn't be read may look like nothing: ")


def test_a_silence_that_is_gone_is_taken_off_the_list(deployment):
    path = path_of(deployment, "Install-CwBundle.ps1")
    broken = with_text(deployment, path, "-ErrorAction SilentlyContinue", "-ErrorAction Stop")
    assert "any more" in the_finding(host_unknown_values.CHECK, broken).problem
