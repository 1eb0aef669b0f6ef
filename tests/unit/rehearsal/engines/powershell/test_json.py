"""ConvertTo-Json and ConvertFrom-Json of 5.1."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rehearsal.engines.powershell.cmdlets.text.json_reading import json_value
from rehearsal.engines.powershell.cmdlets.text.json_writing import json_text
from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.values import PSArray, PSCustomObject
from tests.campaigns import examples
from tests.unit.rehearsal.engines.powershell.script_output import output

NAMES = st.text(st.characters(codec="ascii", categories=("Ll",)), min_size=1, max_size=4)
VALUES = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-(2**62), 2**62), st.text(max_size=12)),
    lambda inner: st.one_of(st.lists(inner, max_size=4), st.dictionaries(NAMES, inner, max_size=4)),
    max_leaves=12,
)


def plain(value: Any) -> Any:
    """The Python data that a read value stands for."""
    if isinstance(value, PSArray):
        return [plain(item) for item in value.items]
    if isinstance(value, PSCustomObject):
        return {member.name: plain(member.value) for member in value.members.values()}  # type: ignore[attr-defined]
    return value


@given(VALUES)
@settings(max_examples=examples(200))
def test_what_is_written_reads_back_everywhere(value: Any):
    read = json_value(json.dumps(value))
    assert plain(read) == value
    for compress in (True, False):
        text = json_text(read, None, depth=50, compress=compress)
        assert json.loads(text) == value
        assert plain(json_value(text)) == value


@given(st.text(st.sampled_from(list("{}[]:,'\"\\ab0-.e \n")), max_size=14))
@settings(max_examples=examples(300))
def test_broken_text_is_an_error_of_the_script_never_of_the_engine(text: str):
    try:
        json_value(text)
    except PSException as failure:
        assert failure.type_name in ("System.ArgumentException", "System.InvalidOperationException")
    except Exception as other:
        assert type(other).__name__ == "Unsupported"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[1,]", "Invalid array passed in, extra trailing ','. (3): [1,]"),
        ("tru", "Invalid JSON primitive: tru."),
        ('{"a" 1}', "Invalid object passed in, ':' or '}' expected. (5): {\"a\" 1}"),
        ('{"a":1} x', "Invalid JSON primitive: x."),
    ],
)
def test_errors_are_worded_as_javascriptserializer_words_them(text: str, message: str):
    with pytest.raises(PSException) as caught:
        json_value(text)
    assert caught.value.message == message


def test_number_types_follow_the_text():
    script = "('[1,3000000000,1.50,1e3]' | ConvertFrom-Json) | ForEach-Object { \"$_ $($_.GetType().Name)\" }"
    assert output(script) == ["1 Int32", "3000000000 Int64", "1.50 Decimal", "1000 Double"]


def test_5_1_escapes_quotes_angles_and_ampersands_and_keeps_other_letters():
    assert output('"a\'<>&é" | ConvertTo-Json') == ['"a\\u0027\\u003c\\u003e\\u0026é"']


def test_depth_ends_in_text_and_one_array_object_shows_value_and_count():
    assert output("@{a=@{b=@{c=@{d=1}}}} | ConvertTo-Json -Compress") == [
        '{"a":{"b":{"c":"System.Collections.Hashtable"}}}'
    ]
    assert output("'[1,2]' | ConvertFrom-Json | ConvertTo-Json -Compress") == ['{"value":[1,2],"Count":2}']
