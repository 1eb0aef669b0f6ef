import random

import pytest

from rehearsal.engines.automation.document.selectors import parse_selector, select

RESPONSE = {
    "Reservations": [
        {"Instances": [{"InstanceId": "i-1", "State": {"Name": "running"}}, {"InstanceId": "i-2", "Tags": []}]},
        {"Instances": [{"InstanceId": "i-3", "odd name": 1}]},
    ]
}


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("$", RESPONSE),
        ("$.Reservations[0].Instances[0].State.Name", "running"),
        ("$.Reservations[-1].Instances[0].InstanceId", "i-3"),
        ("$['Reservations'][1].Instances[0]['odd name']", 1),
        ("$.Reservations[*].Instances[*].InstanceId", ["i-1", "i-2", "i-3"]),
        ("$.Reservations[0].Instances[:1].InstanceId", ["i-1"]),
        ("$.Reservations..InstanceId", ["i-1", "i-2", "i-3"]),
        ("$..Name", ["running"]),
        ("$.Reservations[1].Instances[*].State.Name", []),
        ("$.Nothing[*]", []),
        ("$.Reservations[0].Instances[1].Tags", []),
    ],
)
def test_what_a_selector_finds(path, found):
    assert select(RESPONSE, path) == found


@pytest.mark.parametrize("path", ["$.Reservations[2]", "$.Reservations[-3]", "$.Nothing", "$.Reservations.Instances"])
def test_a_definite_selector_that_leads_nowhere_finds_nothing(path):
    with pytest.raises(LookupError):
        select(RESPONSE, path)


@pytest.mark.parametrize(
    "path", ["Reservations", "$Reservations", "$.a[?(@.b == 1)]", "$.a[b]", "$.", "$.a b", "$[", ""]
)
def test_what_is_no_path_is_refused(path):
    with pytest.raises(ValueError, match="selector"):
        parse_selector(path)


def _value(rng, depth):
    kind = rng.randrange(4) if depth else rng.randrange(2)
    if kind == 2:
        return {rng.choice("abcXYZ_1"[:6]) + str(n): _value(rng, depth - 1) for n in range(rng.randrange(1, 4))}
    if kind == 3:
        return [_value(rng, depth - 1) for _ in range(rng.randrange(1, 4))]
    return rng.choice(["text", 5, True, None])


def _paths(value, path="$"):
    yield path, value
    if isinstance(value, dict):
        for key, inner in value.items():
            yield from _paths(inner, f"{path}.{key}")
            yield from _paths(inner, f"{path}['{key}']")
    if isinstance(value, list):
        for number, inner in enumerate(value):
            yield from _paths(inner, f"{path}[{number}]")
            yield from _paths(inner, f"{path}[{number - len(value)}]")


@pytest.mark.parametrize("seed", range(25))
def test_every_place_of_any_value_is_found_by_its_own_path(seed):
    value = {"top": _value(random.Random(seed), 3)}
    paths = list(_paths(value))
    for path, inner in paths:
        assert select(value, path) is inner
    leaves = [inner for path, inner in paths if not isinstance(inner, dict | list)]
    everything = select(value, "$..*")
    assert all(any(leaf is each for each in everything) for leaf in leaves)
