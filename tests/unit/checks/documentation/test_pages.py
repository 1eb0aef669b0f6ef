"""Pages of docs/ that are written from the code are current."""

from __future__ import annotations

import re

import pytest
import yaml

from cachewarden.procedures.decide import table
from checks.documentation import decision_table, error_codes
from checks.documentation.pages import DOCS, PAGES, write

ROOT = DOCS.parent


@pytest.mark.parametrize("name", PAGES)
def test_a_page_is_current(name):
    assert (DOCS / name).read_text("utf-8") == PAGES[name](), "python -m checks.documentation"


def test_writing_renews_every_page(tmp_path):
    write(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == set(PAGES)


def test_every_code_is_on_its_page_under_its_own_anchor():
    codes = yaml.safe_load((ROOT / "ssm_documents" / "codes.yaml").read_text("utf-8"))
    rows = re.findall(r'^\| <a id="(CW\d{4})"></a>`\1` \| (\w+) \|', error_codes.page(), re.MULTILINE)
    assert rows == sorted((code, entry["name"]) for code, entry in codes.items())


def test_every_rule_is_in_the_table_in_its_order():
    shown = re.findall(r"^\| (\d+) \| `(\w+)` \|", decision_table.page(), re.MULTILINE)
    assert shown == re.findall(r"^ *(\d+)  (\w+)", table(), re.MULTILINE)
    assert len(shown) > 60
