"""docs/reference: every fact says how sure it is and where anybody can read it."""

from __future__ import annotations

import re
from pathlib import Path

from checks.documentation.facts import REFERENCE, Certainty, anchors, facts

ROOT = Path(__file__).resolve().parents[4]
PAGES = {path.relative_to(ROOT).as_posix(): path.read_text("utf-8") for path in (ROOT / REFERENCE).glob("*.md")}
FACTS = facts(PAGES)


def test_every_fact_says_how_sure_it_is_and_where_it_is_from():
    unsaid = [fact.citation for fact in FACTS if fact.certainty is None]
    assert unsaid == []
    assert {fact.certainty for fact in FACTS} == set(Certainty)


def test_every_heading_that_has_a_certainty_has_an_anchor():
    for path, text in PAGES.items():
        if path.endswith("README.md"):
            continue
        said = len(re.findall(r"^\*\*(?:Documented|Measured|Field report|Unsure)\*\*: ", text, re.MULTILINE))
        assert said == len([fact for fact in FACTS if path.endswith(f"/{fact.page}.md")]) > 0, path


def test_anchors_are_unique_on_their_page():
    for path, text in PAGES.items():
        found = anchors(text)
        assert len(found) == len(set(found)), path


def test_a_page_names_public_addresses_only():
    for path, text in PAGES.items():
        for address in re.findall(r"\]\(([^)#]+)", text):
            outside = address.startswith(("https://", "http://"))
            assert outside or (ROOT / REFERENCE / address).exists(), f"{path}: {address}"


def test_the_index_lists_every_page():
    index = PAGES[f"{REFERENCE}/README.md"]
    assert {f"{REFERENCE}/{name}" for name in re.findall(r"^\| \[[^]]+\]\((\S+?\.md)\)", index, re.MULTILINE)} == (
        set(PAGES) - {f"{REFERENCE}/README.md"}
    )


def test_a_fact_is_read_as_written():
    (fact,) = facts(
        {
            "docs/reference/disks.md": '# Disks\n\n### <a id="blank"></a>A blank disk is blank\nSaid.\n\nMore.\n\n'
            "**Field report**: [page](https://example.com).\n"
        }
    )
    assert (fact.citation.strip("[]"), fact.title, fact.text) == (
        "disks#blank",
        "A blank disk is blank",
        "Said.\n\nMore.",
    )
    assert (fact.certainty, fact.line) == (Certainty.FIELD_REPORT, 3)


def test_a_fact_without_its_certainty_is_noticed():
    (fact,) = facts({"docs/reference/disks.md": '### <a id="blank"></a>A blank disk is blank\nSaid.\n'})
    assert fact.certainty is None
