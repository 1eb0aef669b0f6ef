"""Collections, dates, regular expressions and other .NET types against what they are in .NET Framework."""

from __future__ import annotations

import base64
from datetime import datetime, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st

from rehearsal.engines.powershell.net_types.time.date_formats import format_date
from rehearsal.engines.powershell.net_types.time.date_parsing import parse_date, parse_exact
from rehearsal.engines.powershell.net_types.time.date_time import DateTime
from rehearsal.engines.powershell.net_types.time.time_span import TimeSpan, parse_span, span_text
from tests.unit.rehearsal.engines.powershell.script_output import error_ids, output

MOMENTS = st.datetimes(datetime(1, 1, 2), datetime(9999, 12, 30))


@given(MOMENTS)
def test_dates_read_back_in_every_unambiguous_format(moment: datetime):
    value = DateTime.from_datetime(moment)
    for wanted in ("o", "yyyy-MM-dd'T'HH:mm:ss.fffffff"):
        text = format_date(value, wanted, offset_s=0)
        assert parse_exact(text, [wanted], DateTime, None, 16 | 64).ticks == value.ticks
    whole = DateTime(value.ticks - value.ticks % 10**7)
    for wanted in ("s", "MM/dd/yyyy HH:mm:ss", "dddd, dd MMMM yyyy HH:mm:ss"):
        assert parse_date(format_date(whole, wanted), DateTime, None).ticks == whole.ticks


@given(st.integers(-(10**17), 10**17))
def test_spans_read_back(ticks: int):
    assert parse_span(span_text(ticks)) == ticks
    assert TimeSpan(ticks).ps_string() == span_text(ticks)


@given(MOMENTS, st.integers(-(10**6), 10**6))
def test_adding_seconds_is_exact(moment: datetime, seconds: int):
    later = moment + timedelta(seconds=seconds)
    assert DateTime.from_datetime(moment).add_seconds(float(seconds)).ticks == DateTime.from_datetime(later).ticks


def test_months_are_cut_to_their_last_day():
    assert output("([datetime]'2024-01-31').AddMonths(1).ToString('yyyy-MM-dd')") == ["2024-02-29"]


@given(st.lists(st.integers(-9, 9), max_size=8))
@settings(max_examples=25, deadline=None)
def test_a_generic_list_is_a_list(numbers: list[int]):
    literal = "@(" + ",".join(map(str, numbers)) + ")"
    head = f"$l = [System.Collections.Generic.List[int]]::new(); foreach ($n in {literal}) {{ $l.Add($n) }}\n"
    made = output(
        head
        + "$l.Count; $l -join ','; $l.Reverse(); $l -join ','; $l.Sort(); $l -join ','; $l.Contains(3); $l.IndexOf(3)"
    )
    backwards = numbers[::-1]
    assert made == [
        str(len(numbers)),
        ",".join(map(str, numbers)),
        ",".join(map(str, backwards)),
        ",".join(map(str, sorted(numbers))),
        str(3 in numbers),
        str(sorted(numbers).index(3) if 3 in numbers else -1),
    ]


def test_values_are_converted_to_the_element_type_or_refused_as_powershell_does():
    assert output("$l = [Collections.Generic.List[int]]::new(); $l.Add('5'); $l[0].GetType().Name") == ["Int32"]
    assert error_ids(
        "[Collections.Generic.List[int]]::new().Add('x')",
        "[Collections.Generic.List[int]]::new().RemoveAt(0)",
        "& { $d = [Collections.Generic.Dictionary[string,int]]::new(); $d.Add('a', 1); $d.Add('a', 2) }",
        "[Collections.Queue]::new().Dequeue()",
    ) == [
        "MethodArgumentConversionInvalidCastArgument",
        "ArgumentOutOfRangeException",
        "ArgumentException",
        "InvalidOperationException",
    ]


def test_sets_follow_their_comparer():
    script = "$s = [Collections.Generic.HashSet[string]]::new([StringComparer]::OrdinalIgnoreCase)\n"
    script += "$s.Add('A'); $s.Add('a'); $s.Count"
    assert output(script) == ["True", "False", "1"]


@given(st.binary(max_size=30))
@settings(max_examples=25, deadline=None)
def test_base64_is_base64(data: bytes):
    text = base64.b64encode(data).decode()
    assert output(f"[Convert]::ToBase64String([Convert]::FromBase64String('{text}'))") == ([text] if text else [""])


def test_regular_expressions_give_groups_by_name_and_number():
    script = "$m = [regex]::Match('ab12', '(?<l>[a-z]+)(\\d+)'); $m.Groups['l'].Value\n"
    script += "$m.Groups[1].Value; $m.Index; $m.Success"
    assert output(script) == ["ab", "12", "0", "True"]
    assert output("[regex]::Replace('a1b2', '\\d', { param($m) [int]$m.Value + 1 })") == ["a2b3"]


def test_a_seeded_random_gives_nets_own_sequence():
    assert output("$r = [Random]::new(42); $r.Next(); $r.Next(100)") == ["1434747710", "14"]


def test_versions_and_guids_compare_and_fail_as_in_net():
    assert output("[version]'1.10' -gt [version]'1.9'; ([version]'1.2').Build") == ["True", "-1"]
    assert error_ids("[version]'1'", "[guid]'x'") == ["InvalidCastParseTargetInvocation"] * 2


def test_a_byte_of_an_array_that_was_read_whole_can_be_changed():
    made = output(
        "$bytes = [Text.Encoding]::ASCII.GetBytes('abc'); $same = $bytes\n"
        "$other = [Text.Encoding]::ASCII.GetBytes('abc')\n"
        "[BitConverter]::ToString($bytes)\n"
        "$bytes[1] = 120\n"
        "[Text.Encoding]::ASCII.GetString($bytes); [Text.Encoding]::ASCII.GetString($same)\n"
        "[Text.Encoding]::ASCII.GetString($other); [BitConverter]::ToString($bytes)\n"
        "$bytes.Length; $bytes[0].GetType().Name"
    )
    assert made == ["61-62-63", "axc", "axc", "abc", "61-78-63", "3", "Byte"]


def test_a_hash_is_that_of_the_bytes_as_they_are():
    made = output(
        "$sha = [Security.Cryptography.SHA256]::Create(); $bytes = [Text.Encoding]::ASCII.GetBytes('abc')\n"
        "$before = [BitConverter]::ToString($sha.ComputeHash($bytes)); $bytes[0] = 98\n"
        "$after = [BitConverter]::ToString($sha.ComputeHash($bytes)); $bytes[0] = 97\n"
        "$before -eq $after; $before -eq [BitConverter]::ToString($sha.ComputeHash($bytes)); $before.Substring(0, 5)"
    )
    assert made == ["False", "True", "BA-78"]
