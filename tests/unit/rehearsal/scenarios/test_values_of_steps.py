"""What stands in braces for ids in a step's parameters: exact words, of a node that is there."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from rehearsal.scenarios.steps import value_of
from rehearsal.scenarios.story import StoryError

SALES3 = SimpleNamespace(
    id="i-3", volumes=[SimpleNamespace(id="vol-1", device="xvdf"), SimpleNamespace(id="vol-2", device="xvdh")]
)
CLUSTER: Any = SimpleNamespace(instances={"SALES3": SALES3}, launched={}, instance={"SALES3": SALES3}.__getitem__)


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("{data volumes of SALES3}", "vol-1"),
        ("{Swap volume of SALES3}", "vol-2"),
        ("SALES3", "i-3"),
        ("none", "none"),
        ("{{ x }}", "{{ x }}"),
    ],
)
def test_words_in_braces_stand_for_ids_and_other_texts_for_themselves(text, value):
    assert value_of(CLUSTER, text) == value


@pytest.mark.parametrize(
    "text", ["{replicas of SALES3}", "{data volumes on SALES3}", "{data volumes of NOWHERE}", "{volumes}", "{ }"]
)
def test_other_words_and_unknown_nodes_end_with_an_error_that_names_the_text(text):
    with pytest.raises(StoryError, match=r"stands for nothing here; expected one of \{groups\}") as told:
        value_of(CLUSTER, text)
    assert text in str(told.value)
