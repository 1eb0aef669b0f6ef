"""docs/tags.md says of every tag what the code makes of it."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from cachewarden.operation import policy
from cachewarden.operation.policy import NodeState, policy_from_tags

ROOT = Path(__file__).resolve().parents[4]
PAGE = (ROOT / "docs" / "tags.md").read_text("utf-8")
OWNERS = PAGE.partition("## Tags that an owner sets")[2].partition("## Tags that CacheWarden writes")[0]
OURS = PAGE.partition("## Tags that CacheWarden writes")[2]
ROW = re.compile(r"^\| `(cachewarden:[a-z-]+)` \| (.+) \|$", re.MULTILINE)
OWNERS_ROWS = {tag: rest.split(" | ") for tag, rest in ROW.findall(OWNERS)}
OUR_ROWS = {tag: rest.split(" | ") for tag, rest in ROW.findall(OURS)}
FIELDS = {policy.ON_STOP: "on_stop", policy.ON_HEALTH: "on_health", policy.REBUILD: "rebuild"}
TAG = re.compile(r"cachewarden:[a-z-]+")


def _texts(folder: str) -> set[str]:
    """Text constants of the Python files below a folder that are a tag's key and nothing else, or end in one."""
    found = set()
    for path in (ROOT / folder).rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and " " not in node.value:
                found |= set(TAG.findall(node.value))
    return found


def test_every_tag_of_the_code_is_on_the_page_and_no_other():
    assert _texts("lambdas") | _texts("infra") == set(OWNERS_ROWS) | set(OUR_ROWS)
    assert set(OWNERS_ROWS).isdisjoint(OUR_ROWS)


def test_every_tag_has_a_section():
    titles = " ".join(re.findall(r"^### .*$", PAGE, re.MULTILINE))
    explained = set(TAG.findall(titles))
    table_says_all = {policy.LAST_OPERATION, policy.LAST_ERROR, "cachewarden:product"}
    assert explained == (set(OWNERS_ROWS) | set(OUR_ROWS)) - table_says_all


@pytest.mark.parametrize("tag", FIELDS)
def test_answers_defaults_and_wrong_values(tag):
    values, without, wrong = OWNERS_ROWS[tag]
    for value in re.findall(r"`([a-z]+)`", values):
        assert getattr(policy_from_tags({tag: f" {value.upper()} "}), FIELDS[tag]).value == value
    assert f"`{getattr(policy_from_tags({}), FIELDS[tag]).value}`" == without
    assert f"`{getattr(policy_from_tags({tag: 'perhaps'}), FIELDS[tag]).value}`" == wrong


def test_a_node_is_opted_in_by_true_only():
    assert OWNERS_ROWS[policy.MANAGED] == ["`true`", "not opted in", "not opted in"]
    assert policy_from_tags({policy.MANAGED: "true"}).managed
    assert not policy_from_tags({}).managed and not policy_from_tags({policy.MANAGED: "yes"}).managed


def test_a_snooze_needs_a_time_with_its_zone():
    example = re.search(r"for\s+example\s+`(\S+)`", PAGE)
    assert example is not None and policy_from_tags({policy.SNOOZE_UNTIL: example[1]}).snooze_until is not None
    for wrong in ("tomorrow", "2026-12-24T18:00:00"):
        assert policy_from_tags({policy.SNOOZE_UNTIL: wrong}).snooze_until is None


def test_node_states_are_those_of_the_code():
    assert re.findall(r"`([a-z-]+)`", OUR_ROWS[policy.STATE][1]) == [state.value for state in NodeState]


def test_codes_are_the_catalogue_s():
    codes = (ROOT / "docs" / "error-codes.md").read_text("utf-8")
    for code in re.findall(r"CW\d{4}", PAGE):
        assert f'<a id="{code}">' in codes
