"""docs/glossary.md has the words that the code has."""

from __future__ import annotations

import re
from pathlib import Path

from cachewarden.evidence.storage import StorageClassification
from cachewarden.operation.goal import Goal
from cachewarden.procedures.decision import Outcome

PAGE = (Path(__file__).resolve().parents[4] / "docs" / "glossary.md").read_text("utf-8")


def test_every_storage_class_is_explained():
    rows = re.findall(r"^\| `([A-Z_]+)` \| \S.* \| \S.* \|$", PAGE, re.MULTILINE)
    assert rows == [known.value for known in StorageClassification]


def test_goals_and_outcomes_are_named():
    for words in (Goal, Outcome):
        for word in words:
            assert f"`{word.value}`" in PAGE, word
