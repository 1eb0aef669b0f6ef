"""How patterns match where the recorded corpus is silent (EventBridge documentation, Event Ruler)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rehearsal.engines.eventbridge import InvalidPatternError, compile_pattern, matches

VOLUMES = {
    "detail": {
        "instance": "i-1",
        "disks": [{"serial": "vol1", "role": "data"}, {"serial": "AWS1", "role": "cache"}],
        "zones": [["a", "b"], ["c"]],
    }
}


def test_fields_of_one_array_must_match_in_the_same_element():
    assert matches({"detail": {"disks": {"serial": ["AWS1"], "role": ["cache"]}}}, VOLUMES)
    assert not matches({"detail": {"disks": {"serial": ["AWS1"], "role": ["data"]}}}, VOLUMES)


def test_fields_of_different_arrays_match_independently():
    event = {"a": [{"x": 1}, {"x": 2}], "b": [{"y": 1}, {"y": 2}]}
    assert matches({"a": {"x": [1]}, "b": {"y": [2]}}, event)


def test_nested_arrays_keep_every_level_together():
    event = {"outer": [{"name": "one", "inner": [{"k": 1, "v": 1}]}, {"name": "two", "inner": [{"k": 2, "v": 2}]}]}
    assert matches({"outer": {"name": ["two"], "inner": {"k": [2], "v": [2]}}}, event)
    assert not matches({"outer": {"name": ["one"], "inner": {"k": [2]}}}, event)
    assert not matches({"outer": {"inner": {"k": [1], "v": [2]}}}, event)


def test_an_element_anywhere_in_nested_arrays_of_values_is_found():
    assert matches({"detail": {"zones": ["c"]}}, VOLUMES)


def test_anything_but_passes_when_one_element_of_an_array_is_something_else():
    assert matches({"detail": {"disks": {"role": [{"anything-but": "cache"}]}}}, VOLUMES)
    assert not matches({"a": [{"anything-but": ["x", "y"]}]}, {"a": ["x", "y"]})


def test_absence_passes_only_where_the_path_has_no_value_at_all():
    pattern = {"detail": {"errorCode": [{"exists": False}]}}
    assert matches(pattern, {"detail": {"eventName": "StopInstances"}})
    assert not matches(pattern, {"detail": {"errorCode": None}})
    assert matches(pattern, {"detail": {"errorCode": {"nested": 1}}})


def test_absence_or_a_value_accepts_both():
    pattern = {"detail": {"errorCode": ["Client.OperationNotPermitted", {"exists": False}]}}
    assert matches(pattern, {"detail": {"x": 1}})
    assert matches(pattern, {"detail": {"errorCode": "Client.OperationNotPermitted"}})
    assert not matches(pattern, {"detail": {"errorCode": "Client.DryRunOperation"}})


def test_or_is_combined_with_the_fields_beside_it():
    pattern = {"source": ["aws.ec2"], "$or": [{"detail": {"state": ["stopped"]}}, {"detail-type": ["Tag Change"]}]}
    assert matches(pattern, {"source": "aws.ec2", "detail": {"state": "stopped"}})
    assert matches(pattern, {"source": "aws.ec2", "detail-type": "Tag Change"})
    assert not matches(pattern, {"source": "aws.ec2", "detail": {"state": "running"}})
    assert not matches(pattern, {"source": "aws.tag", "detail-type": "Tag Change"})


@pytest.mark.parametrize(
    ("test", "passing", "failing"),
    [
        ({"wildcard": "a*c"}, "abbc", "abbd"),
        ({"wildcard": r"a\*c"}, "a*c", "abc"),
        ({"wildcard": r"a\\*"}, "a\\b", "ab"),
        ({"wildcard": "a*"}, "a\nb", "b"),
        ({"cidr": "10.0.0.1/24"}, "10.0.0.7", "10.0.1.7"),
        ({"cidr": "10.0.0.0/8"}, "10.1.2.3", "::1"),
        ({"numeric": [">=", 1, "<", 2]}, 1, 2),
        ({"numeric": ["=", 1]}, 1.0, True),
        ({"equals-ignore-case": "STOPPED"}, "Stopped", "Stop"),
        ({"anything-but": {"wildcard": "*/x"}}, "a/y", "a/x"),
        ({"anything-but": [1, 2]}, "1", 2),
        (None, None, "null"),
        (True, True, 1),
        (1, 1.0, "1"),
    ],
)
def test_operator_passes_and_fails(test, passing, failing):
    assert matches({"f": [test]}, {"f": passing})
    assert not matches({"f": [test]}, {"f": failing})


@pytest.mark.parametrize(
    "pattern",
    [
        {},
        {"a": {}},
        {"a": []},
        {"a": "b"},
        {"a": [["b"]]},
        {"a": [{}]},
        {"a": [{"prefix": "x", "suffix": "y"}]},
        {"a": [{"like": "x"}]},
        {"a": [{"exists": "yes"}]},
        {"a": [{"numeric": []}]},
        {"a": [{"numeric": ["<", 1, ">", 0]}]},
        {"a": [{"numeric": [">", 2, "<", 1]}]},
        {"a": [{"numeric": [">", "1"]}]},
        {"a": [{"numeric": ["!=", 1]}]},
        {"a": [{"anything-but": []}]},
        {"a": [{"anything-but": True}]},
        {"a": [{"anything-but": ["x", 1]}]},
        {"a": [{"anything-but": {"prefix": ""}}]},
        {"a": [{"anything-but": {"cidr": "10.0.0.0/8"}}]},
        {"a": [{"wildcard": r"a\b"}]},
        {"a": [{"wildcard": "a\\"}]},
        {"a": [{"cidr": "10.0.0.0/33"}]},
        {"$or": [{"a": [1]}]},
        {"$or": {"a": [1]}},
        {"a": ["x" * 4096]},
        [],
        "{",
        "[]",
    ],
)
def test_pattern_that_eventbridge_refuses_is_refused(pattern):
    with pytest.raises(InvalidPatternError):
        compile_pattern(pattern)


@given(
    text=st.text(alphabet="ab*\\", max_size=8),
    value=st.text(alphabet="ab*\\", max_size=8),
)
def test_wildcard_agrees_with_a_matcher_written_backwards(text, value):
    def agrees(pattern, rest):
        if not pattern:
            return not rest
        if pattern[-1] == "*" and not escaped(pattern):
            return any(agrees(pattern[:-1], rest[:end]) for end in range(len(rest) + 1))
        character, width = (pattern[-1], 2) if escaped(pattern) else (pattern[-1], 1)
        return rest.endswith(character) and bool(rest) and agrees(pattern[:-width], rest[:-1])

    def escaped(pattern):
        before = pattern[:-1]
        slashes = len(before) - len(before.rstrip("\\"))
        return pattern[-1] in "*\\" and slashes % 2 == 1

    try:
        pattern = compile_pattern({"f": [{"wildcard": text}]})
    except InvalidPatternError:
        return
    assert pattern.matches({"f": value}) == agrees(text, value)


@pytest.mark.parametrize(
    ("test", "passing", "failing"),
    [
        ({"exactly": "stopped"}, "stopped", "Stopped"),
        ({"cidr": "10.0.0.9/24"}, "10.0.0.1", "10.0.1.1"),
        ({"cidr": "2001:db8::/32"}, "2001:db8::7", "2001:db9::7"),
        ("::1", "0:0:0:0:0:0:0:1", "::2"),
        ("10.0.0.1", "10.0.0.01", "10.0.0.2"),
        ({"anything-but": {"equals-ignore-case": ""}}, "x", ""),
        ({"anything-but": {"prefix": ["a", "b"]}}, "cab", "bac"),
        ({"anything-but": {"suffix": ["a", "b"]}}, "abc", "cab"),
        ({"anything-but": {"equals-ignore-case": ["A", "b"]}}, "ab", "B"),
        ({"anything-but": {"wildcard": ["*a", "b*"]}}, "ab", "bb"),
        ({"prefix": {"equals-ignore-case": "EC2"}}, "ec2 Instance", "xec2"),
        ({"suffix": {"equals-ignore-case": ".PNG"}}, "a.png", "a.pngx"),
        ({"prefix": ""}, "", 1),
        ({"numeric": ["<=", 5_000_000_000]}, 5_000_000_000, 5_000_000_001),
        ({"numeric": [">", 0.1234]}, 0.123401, 0.1234011),
        (123_456_789_012, 123_456_789_012, 123_456_789_013),
        ({"exists": True}, None, []),
    ],
)
def test_operators_pass_and_fail_as_event_ruler_has_them(test, passing, failing):
    assert matches({"f": [test]}, {"f": passing})
    assert not matches({"f": [test]}, {"f": failing})


@pytest.mark.parametrize(
    "pattern",
    [
        {"a": [{"cidr": "10.0.0.0"}]},
        {"a": [{"cidr": "10.0.0.0/32"}]},
        {"a": [{"cidr": "10.0.0.0/255.0.0.0"}]},
        {"a": [{"cidr": "::1/128"}]},
        {"a": [{"cidr": "10.0.0.0/-1"}]},
        {"a": [{"cidr": "10.0.0.256/8"}]},
        {"a": [{"cidr": "somewhere/8"}]},
        {"a": [{"numeric": ["<", 5_000_000_001]}]},
        {"a": [{"numeric": ["<", 0.1234567]}]},
        {"a": [{"numeric": ["=", 1, "<", 2]}]},
        {"a": [{"numeric": ["<", 2, ">", 1]}]},
        {"a": [{"numeric": [">", 1, "<", 2, "<", 3]}]},
        {"a": [{"numeric": [">"]}]},
        {"a": [{"numeric": [">", 2, "<", 2]}]},
        {"a": [{"numeric": [">", True]}]},
        {"a": [{"anything-but": 5_000_000_001}]},
        {"a": [{"anything-but": {"suffix": ["x", ""]}}]},
        {"a": [{"anything-but": {"prefix": {"equals-ignore-case": "x"}}}]},
        {"a": [{"anything-but": {"exists": True}}]},
        {"a": [{"anything-but": {"prefix": "x", "suffix": "y"}}]},
        {"a": [{"anything-but": {}}]},
        {"a": [{"anything-but": [["x"]]}]},
        {"a": [{"exactly": 1}]},
        {"a": [{"exists": None}]},
        {"a": [{"equals-ignore-case": 1}]},
        {"a": [{"prefix": {"suffix": "x"}}]},
        {"a": [{"wildcard": "a**b"}]},
        {"a": [{"anything-but": {"wildcard": "a**b"}}]},
        {"$or": [{"a": [1]}, {"prefix": ["x"]}]},
        {"$or": [{"a": [1]}, {"b": {"numeric": [1]}}]},
        {"$or": [{"a": [1]}, ["b"]]},
        {"$or": [{"a": [1]}, {}]},
        {"detail": {"$or": []}},
        {"a": None},
    ],
)
def test_event_ruler_s_refusals(pattern):
    with pytest.raises(InvalidPatternError):
        compile_pattern(pattern)


def test_reserved_names_are_fields_like_any_other_outside_of_or():
    assert matches({"detail": {"prefix": ["10.0.0.0/8"]}}, {"detail": {"prefix": "10.0.0.0/8"}})


def test_absence_of_a_parent_is_absence_of_leaves_only():
    pattern = {"detail": {"$or": [{"foo": {"bar": {"key": ["value"]}}}, {"foo": {"bar": [{"exists": False}]}}]}}
    assert matches(pattern, {"detail": {"foo": {"bar": {"other": 1}}}})
    assert not matches(pattern, {"detail": {"foo": {"bar": 1}}})


def test_too_many_alternatives_are_refused_before_they_are_made():
    alternatives = [{"a": [number]} for number in range(30)]
    huge = {"$or": alternatives, "x": {"$or": alternatives, "y": {"$or": alternatives}}}
    with pytest.raises(InvalidPatternError, match="combinations"):
        compile_pattern(huge)
