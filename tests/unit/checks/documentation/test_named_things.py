"""Planted names of things that don't exist are found, those of real things aren't."""

import pytest

from checks.documentation import named_things
from tests.unit.checks.breaking import the_finding, with_text

CODES = "ssm_documents/codes.yaml"
REMEDY = "Start CacheWarden-StopSqlServer first."


@pytest.mark.parametrize(
    ("instead", "problem"),
    [
        ("Start CacheWarden-HaltSqlServer first.", "names CacheWarden-HaltSqlServer, and no document has that name"),
        ("Start StopSqlServer first.", "CW1030 names StopSqlServer, which a reader finds nowhere under that name"),
        (
            "Start CacheWarden-StopInstance with SwapVolume first.",
            "CW1030 names SwapVolume, which a reader finds nowhere under that name",
        ),
        ("Set the tag cachewarden:on-halt first.", "names the tag cachewarden:on-halt, which nothing reads or writes"),
    ],
)
def test_a_remedy_that_leads_nowhere_is_found(deployment, instead, problem):
    broken = with_text(deployment, CODES, REMEDY, instead)

    assert the_finding(named_things.CHECK, broken).problem == problem


@pytest.mark.parametrize(
    "instead",
    [
        "Start CacheWarden-StopInstance first.",
        "Run the Command document CacheWarden-Host-ObserveHost first.",
        "Set the tag cachewarden:on-stop first.",
        "Start CacheWarden-AdoptStorage with SwapVolume first.",
        "Look at the task CacheWarden-Boot and at CloudTrail first.",
    ],
)
def test_what_exists_may_be_named(deployment, instead):
    assert named_things.CHECK.run(with_text(deployment, CODES, REMEDY, instead)) == ()


def test_a_sentence_in_code_that_names_no_document_is_found(deployment):
    path = "lambdas/cachewarden/requests/refused_stop.py"
    broken = with_text(deployment, path, "CacheWarden-StopInstance", "CacheWarden-StopInstances")

    assert the_finding(named_things.CHECK, broken).where.startswith(f"{path}:")
