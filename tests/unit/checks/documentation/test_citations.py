"""Citations and links that lead nowhere, and old forms: each is found at its line, and nothing else is."""

from __future__ import annotations

import pytest

from checks.documentation import citations
from checks.documentation.citations import found, tree
from tests.unit.checks.breaking import the_finding, with_text

FACT = "docs/reference/disks.md"
PAGES = {
    FACT: '# Disks\n\n### <a id="blank"></a>A blank disk\n**Documented**: x.\n\n## Two words\n',
    "docs/glossary.md": '### <a id="lease"></a>Lease\n',
}


def cite(target: str) -> str:
    """A citation, put together so that this file holds none."""
    return "[" + target + "]"


def found_in(path: str, text: str) -> list[tuple[str, str]]:
    return [(finding.where, finding.problem) for finding in found({**PAGES, path: text})]


@pytest.mark.parametrize(
    "path", ["rehearsal/a.py", "ssm_documents/a.ps1", "ssm_documents/a.sql", "docs/a.md", "a.yaml"]
)
def test_a_citation_of_a_known_fact_is_good_anywhere(path):
    assert found_in(path, f"# see {cite('disks#blank')} and {cite('glossary#lease')}\n") == []


@pytest.mark.parametrize("target", ["disks#blanc", "discs#blank"])
def test_a_citation_that_leads_nowhere(target):
    text = f"one\n# {cite(target)}\n"
    expected = [("rehearsal/a.py:2", f"{cite(target)} leads nowhere")]
    assert found_in("rehearsal/a.py", text) == expected


def test_the_placeholder_of_the_form_is_no_citation():
    assert found_in("docs/a.md", f"as {cite(citations.PLACEHOLDER)}\n") == []


@pytest.mark.parametrize(
    "old",
    [
        "aws" + ".md",
        "rules, \N{SECTION SIGN}2.2",
        "design" + " 5",
        "reference" + " 1.8",
        "[" + "K]",
        "further" + "-facts.md",
    ],
)
def test_a_page_that_is_not_in_the_repository(old):
    ((where, problem),) = found_in("ssm_documents/a.ps1", f"<#\n    Source: {old}\n#>\n")
    assert where == "ssm_documents/a.ps1:2" and problem.endswith("is of no page in the repository")


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("rehearsal/a.py", '"""Says it.\n\nRule %s.\n"""\n'),
        ("rehearsal/a.py", "x = 1\n\n# %s\n"),
        ("rehearsal/a.py", 'class A:\n    x: int = 1\n    """%s: it."""\n'),
        ("ssm_documents/a.ps1", "function A {\n    <#\n  %s\n    #>\n}\n"),
        ("ssm_documents/a.sql", "SELECT 1\n;\n-- %s\n"),
        ("state_machines/a.yaml", "a: 1\nb: 2\n# %s\n"),
        ("rehearsal/README.md", "# A\n\nRule %s, that is.\n"),
    ],
)
def test_a_number_of_a_list_that_is_not_in_the_repository(path, text):
    ((where, problem),) = found_in(path, text % ("R" + "9"))
    assert where == f"{path}:3" and problem.startswith("R" + "9 is the number")


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("rehearsal/a.py", 'known = {"V1": 1, "R9": T2}\nassert x.V1\n'),
        ("rehearsal/a.py", "# the type r5d.4xlarge, S3, an R5D, `V1`, 'T4'\n"),
        ("ssm_documents/a.ps1", "$V1 = 1\n"),
        ("docs/a.md", "| V1 | a value |\n\n```\nR9\n```\n"),
    ],
)
def test_names_of_code_are_no_such_numbers(path, text):
    assert found_in(path, text) == []


@pytest.mark.parametrize(
    ("link", "problem"),
    [
        ("disks.md", None),
        ("disks.md#blank", None),
        ("disks.md#two-words", None),
        ("#here", None),
        ("../glossary.md#lease", None),
        ("https://example.com/x.md#y", None),
        ("discs.md", "discs.md leads nowhere"),
        ("disks.md#blanc", "disks.md#blanc: the page has no such anchor"),
    ],
)
def test_links_of_pages(link, problem):
    expected = [] if problem is None else [("docs/reference/a.md:3", problem)]
    assert found_in("docs/reference/a.md", f"# Here\n\nSee [this]({link}).\n") == expected


def test_the_tree_is_read_without_what_was_recorded_elsewhere():
    texts = tree()
    assert (
        "README.md" in texts
        and "docs/reference/write-cache.md" in texts
        and "checks/documentation/citations.py" in texts
    )
    assert not [path for path in texts if path.startswith("tests/conformance/")]


def test_a_fact_that_is_taken_away_is_missed_where_it_is_cited(deployment):
    path = "ssm_documents/powershell/functions/cache/Get-CwStorageJob.ps1"
    broken = with_text(deployment, path, cite("storage-pools#jobs"), cite("storage-pools#job"))
    finding = the_finding(citations.CHECK, broken)
    assert finding.problem == f"{cite('storage-pools#job')} leads nowhere" and finding.where.startswith(f"{path}:")
