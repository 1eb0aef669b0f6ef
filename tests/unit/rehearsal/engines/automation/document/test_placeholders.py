import json
import random
from datetime import UTC, datetime

import pytest

from rehearsal.engines.automation.document.data_types import DataType, as_output, is_of, over_limit
from rehearsal.engines.automation.document.placeholders import as_text, fill, placeholders
from rehearsal.engines.automation.errors import StepFailedError, UnresolvedError

VALUES = {"List": ["a", "b"], "Step.Number": 5, "Name": "x", "Flag": True, "Map": {"k": "v"}}


def test_a_placeholder_alone_keeps_its_type_and_inside_text_becomes_text():
    assert fill("{{ List }}", VALUES.__getitem__) == ["a", "b"]
    assert fill("{{Flag}}", VALUES.__getitem__) is True
    assert fill(" {{ Step.Number }} ", VALUES.__getitem__) == 5
    assert fill("n={{Step.Number}} l={{ List }} f={{Flag}}", VALUES.__getitem__) == 'n=5 l=["a","b"] f=true'
    assert fill({"{{ Name }}": ["{{ Name }}"]}, VALUES.__getitem__) == {"x": ["x"]}


def test_a_list_inside_a_list_is_spliced_and_a_written_list_is_not():
    assert fill(["{{ List }}", "c"], VALUES.__getitem__) == ["a", "b", "c"]
    assert fill([["{{ Name }}"], {"n": "{{ List }}"}], VALUES.__getitem__) == [["x"], {"n": ["a", "b"]}]


def test_a_value_that_looks_like_a_placeholder_is_not_filled_again():
    assert fill("{{ Name }}", {"Name": "{{ Other }}"}.__getitem__) == "{{ Other }}"
    assert fill("a {{ Name }}", {"Name": "{{ Other }}"}.__getitem__) == "a {{ Other }}"


def test_a_name_without_a_value_is_told():
    def nothing(name):
        raise UnresolvedError(name)

    with pytest.raises(UnresolvedError, match=r"Step\.Output"):
        fill({"a": ["{{ Step.Output }}"]}, nothing)


def test_all_braces_are_seen_whatever_stands_between_them():
    raw = {"{{ A }}": ["x {{B.C}} {{ variable:d }}", {"k": "{{ ssm:/p/q }}"}], "t": "{{ not a name }}"}
    assert list(placeholders(raw)) == ["A", "B.C", "variable:d", "ssm:/p/q", "not a name"]


SAMPLES = {
    DataType.STRING: ["", "x"],
    DataType.INTEGER: [0, -5],
    DataType.BOOLEAN: [True, False],
    DataType.STRING_LIST: [["a"], []],
    DataType.STRING_MAP: [{"k": 1}, {}],
    DataType.MAP_LIST: [[{"k": 1}]],
}


@pytest.mark.parametrize("kind", list(DataType))
def test_every_value_is_of_its_own_type_and_of_no_other(kind):
    for other, samples in SAMPLES.items():
        for sample in samples:
            empty_list = sample == [] and kind is DataType.MAP_LIST  # an empty list has both list types
            assert is_of(sample, kind) is (other is kind or empty_list), (sample, kind)


@pytest.mark.parametrize("kind", list(DataType))
@pytest.mark.parametrize("other", list(DataType))
def test_an_output_has_its_declared_type_or_fails_the_step(kind, other):
    turned_into_text = kind is DataType.STRING and other in (DataType.INTEGER, DataType.BOOLEAN)
    for sample in SAMPLES[other]:
        if other is kind or turned_into_text or (sample == [] and kind in (DataType.STRING_LIST, DataType.MAP_LIST)):
            assert is_of(as_output(sample, kind, "x"), kind)
        else:
            with pytest.raises(StepFailedError, match="output x is"):
                as_output(sample, kind, "x")


def test_instants_and_numbers_become_text_in_outputs():
    assert as_output(datetime(2026, 2, 3, tzinfo=UTC), DataType.STRING, "x") == "2026-02-03T00:00:00+00:00"
    assert as_output([1, True, "a"], DataType.STRING_LIST, "x") == ["1", "true", "a"]


@pytest.mark.parametrize(
    ("value", "kind", "problem"),
    [
        ("x" * 512, DataType.STRING, None),
        ("x" * 513, DataType.STRING, "513 characters"),
        ("", DataType.STRING, "0 characters"),
        (["x"] * 50, DataType.STRING_LIST, None),
        (["x"] * 51, DataType.STRING_LIST, "51 items"),
        (["x", "y" * 513], DataType.STRING_LIST, "513 characters"),
        ([{}] * 200, DataType.MAP_LIST, None),
        ([{}] * 201, DataType.MAP_LIST, "201 items"),
        ({"k" * 51: 1}, DataType.STRING_MAP, "51 characters"),
        (7, DataType.INTEGER, None),
    ],
)
def test_limits_of_a_variable_s_value(value, kind, problem):
    told = over_limit(value, kind)
    assert told is None if problem is None else problem in told


@pytest.mark.parametrize("seed", range(20))
def test_text_around_placeholders_stays_as_it_is(seed):
    rng = random.Random(seed)
    names = [f"N{n}" for n in range(4)]
    values = {name: rng.choice(["t", "{{ N0 }}", 7, True, ["l", "m"], {"k": 1}]) for name in names}
    pieces = ["".join(rng.choice('ab{}" \\') for _ in range(rng.randrange(4))).replace("{{", "{") for _ in range(5)]
    pieces = [piece.strip("{}") + "." for piece in pieces]
    text, expected = pieces[0], pieces[0]
    for piece in pieces[1:]:
        name = rng.choice(names)
        text += "{{" + rng.choice(["", " "]) + name + rng.choice(["", "  "]) + "}}" + piece
        expected += as_text(values[name]) + piece
    assert fill(text, values.__getitem__) == expected


def test_text_of_values_is_json_but_for_texts():
    assert as_text("x") == "x"
    assert json.loads(as_text({"at": datetime(2026, 2, 3, tzinfo=UTC), "l": [1]})) == {
        "at": "2026-02-03T00:00:00+00:00", "l": [1],
    }  # fmt: skip
