"""How values get into a template."""

import pytest

from infra.documents.document_error import DocumentError
from infra.documents.templates import filled, refuse_leftovers


@pytest.mark.parametrize(
    ("template", "expected"),
    [
        ("%%NUMBER%%", 5),
        ("%%OTHER%%", "%%OTHER%%"),
        ("a %%TEXT%% b", "a t b"),
        ("a %%NUMBER%% b", "a %%NUMBER%% b"),
        (["x", "%%LIST%%", "y"], ["x", 1, 2, "y"]),
        (["%%NOTHING%%", "%%NONE%%"], []),
        ({"a": "%%NOTHING%%", "b": ["%%NONE%%"], "c": {"d": "%%NONE%%"}, "e": "%%LIST%%"}, {"e": [1, 2]}),
        ({"z": False, "a": 0, "m": ""}, {"z": False, "a": 0, "m": ""}),
        ([["%%LIST%%"]], [[1, 2]]),
    ],
)
def test_filled(template, expected):
    values = {"NUMBER": 5, "TEXT": "t", "LIST": [1, 2], "NOTHING": [], "NONE": None}
    assert filled(template, values) == expected


def test_a_leftover_is_named_with_its_file():
    with pytest.raises(DocumentError, match=r"x\.yaml: the placeholder a %%B%% was not filled"):
        refuse_leftovers("x.yaml", {"k": [1, {"l": "a %%B%%"}]})
