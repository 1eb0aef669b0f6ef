"""Pages of docs/ that are written from the code are current."""

from __future__ import annotations

import re

import pytest
import yaml

from cachewarden.codes import CATALOGUE, Code
from cachewarden.evidence.verdict import SUCCEEDED
from cachewarden.loop.data_safety import data_safety
from cachewarden.procedures.decide import table
from cachewarden.procedures.decision import Outcome
from checks.documentation import decision_table, error_codes, error_pages
from checks.documentation.pages import DOCS, PAGES, write

ROOT = DOCS.parent


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_current(name):
    assert (DOCS / name).read_text("utf-8") == PAGES[name](), "python -m checks.documentation"


def test_writing_renews_every_page(tmp_path):
    write(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {*PAGES, error_pages.FOLDER}


def test_writing_takes_the_page_of_a_code_that_is_gone_away(tmp_path):
    (tmp_path / "errors").mkdir()
    (tmp_path / "errors" / "CW1999.md").write_text("gone")
    write(tmp_path)
    assert {f"errors/{path.name}" for path in (tmp_path / "errors").iterdir()} == set(error_pages.pages())


def test_every_code_has_its_page_and_every_page_is_current():
    shown = {f"errors/{path.name}": path.read_text("utf-8") for path in (DOCS / "errors").iterdir()}
    assert shown == error_pages.pages(), "python -m checks.documentation"
    assert set(shown) == {f"errors/{code.value}.md" for code in CATALOGUE}


def test_every_code_that_can_end_an_operation_says_on_its_page_what_the_message_says_of_the_data():
    """Whatever the procedures name, and whatever a host can answer to an act that is then given up (`cause`)."""
    procedures = "".join(path.read_text("utf-8") for path in (ROOT / "lambdas/cachewarden/procedures").rglob("*.py"))
    named = {Code[name] for name in re.findall(r"\bCode\.([A-Z0-9_]+)", procedures)}
    ends = {code for code, entry in CATALOGUE.items() if entry.outcome not in SUCCEEDED}
    tries = {code for code in ends if CATALOGUE[code].data == CATALOGUE[Code.HOST_FACTS_RECORDED].data}
    assert len(named & ends) > 50 and not named & tries
    shown = error_pages.pages()
    for code in ends - tries:
        section = shown[f"errors/{code.value}.md"].partition("## Is my data safe?")[2].partition("\n## ")[0]
        text = re.sub(r"\[([^]]+)\]\([^)]*\)", r"\1", section).replace("`", "")
        assert data_safety(Outcome.ATTENTION, code) in text, code


def test_every_page_answers_the_four_questions_and_what_it_links_to_exists():
    for name, text in error_pages.pages().items():
        heads = re.findall(r"^## (.+)$", text, re.MULTILINE)
        assert heads == ["What happened", "Is my data safe?", "What to do", "What not to do"], name
        for target, anchor in re.findall(r"\]\(([^)#]+)#?([^)]*)\)", text):
            linked = (DOCS / "errors" / target).resolve()
            assert linked.exists(), (name, target)
            assert not anchor or f'<a id="{anchor}">' in linked.read_text("utf-8"), (name, target, anchor)


def test_every_code_is_on_its_page_under_its_own_anchor():
    codes = yaml.safe_load((ROOT / "ssm_documents" / "codes.yaml").read_text("utf-8"))
    rows = re.findall(
        r'^\| <a id="(CW\d{4})"></a>\[`\1`\]\(errors/\1\.md\) \| (\w+) \|', error_codes.page(), re.MULTILINE
    )
    assert rows == sorted((code, entry["name"]) for code, entry in codes.items())


def test_every_rule_is_in_the_table_in_its_order():
    shown = re.findall(r"^\| (\d+) \| `(\w+)` \|", decision_table.page(), re.MULTILINE)
    assert shown == re.findall(r"^ *(\d+)  (\w+)", table(), re.MULTILINE)
    assert len(shown) > 60
