"""Select-, Sort-, Group-, Measure-, Compare-Object, Add-Member: what they pass on, and in which order."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rehearsal.engines.powershell import Engine, Unsupported
from tests.unit.rehearsal.engines.powershell.memory_host import MemoryHost
from tests.unit.rehearsal.engines.powershell.script_output import error_ids, output

NUMBERS = st.lists(st.integers(-50, 50), max_size=14)


def test_select_first_stops_what_stands_upstream():
    script = '1..5 | ForEach-Object { Write-Host "made $_"; $_ } | Select-Object -First 2'
    assert output(script) == ["made 1", "1", "made 2", "2"]


@given(NUMBERS, st.integers(0, 6), st.integers(0, 6))
@settings(max_examples=40, deadline=None)
def test_select_places_are_slices(numbers: list[int], skip: int, count: int):
    literal = "@(" + ",".join(map(str, numbers)) + ")"
    cut = numbers[: max(len(numbers) - skip, 0)]
    assert output(f"({literal} | Select-Object -Skip {skip} -First {count}) -join ','") == [
        ",".join(map(str, numbers[skip : skip + count]))
    ]
    assert output(f"({literal} | Select-Object -Skip {skip} -Last {count}) -join ','") == [
        ",".join(map(str, cut[-count:] if count else []))
    ]
    assert output(f"({literal} | Select-Object -SkipLast {skip}) -join ','") == [",".join(map(str, cut))]


@given(NUMBERS)
@settings(max_examples=40, deadline=None)
def test_sorting_and_measuring_agree_with_arithmetic(numbers: list[int]):
    literal = "@(" + ",".join(map(str, numbers)) + ")"
    assert output(f"({literal} | Sort-Object) -join ','") == [",".join(map(str, sorted(numbers)))]
    assert output(f"({literal} | Sort-Object -Descending -Unique) -join ','") == [
        ",".join(map(str, sorted(set(numbers), reverse=True)))
    ]
    if numbers:
        made = output(
            f"$m = {literal} | Measure-Object -Sum -Minimum -Maximum; $m.Count; $m.Sum; $m.Minimum; $m.Maximum"
        )
        assert made == [str(number) for number in (len(numbers), sum(numbers), min(numbers), max(numbers))]


def test_equal_keys_keep_their_order_and_missing_properties_sort_last():
    objects = "@([pscustomobject]@{k=2;n='a'},[pscustomobject]@{n='b'},"
    objects += "[pscustomobject]@{k=1;n='c'},[pscustomobject]@{k=2;n='d'})"
    assert output(f"({objects} | Sort-Object k).n -join ''") == ["cadb"]
    assert output(f"({objects} | Sort-Object k -Descending).n -join ''") == ["adcb"]


def test_calculated_properties_take_the_objects_own_spelling_and_swallow_errors():
    script = (
        "$o = [pscustomobject]@{Name='x'} | Select-Object name, @{n='L';e={$_.Name.Length}}, @{n='bad';e={throw 1}}\n"
    )
    assert output(script + '$o.PSObject.Properties | ForEach-Object { "$($_.Name)=$($_.Value)" }') == [
        "Name=x",
        "L=1",
        "bad=",
    ]


def test_groups_come_in_order_of_first_appearance():
    assert output("'b','a','B','c' | Group-Object | ForEach-Object { \"$($_.Name)$($_.Count)\" }") == ["b2", "a1", "c1"]
    assert output("('x','y','x' | Group-Object -AsHashTable -AsString)['x'].Count") == ["2"]


def test_compare_object_lists_the_right_side_first():
    script = 'Compare-Object 1,2,3 2,3,4 -IncludeEqual | ForEach-Object { "$($_.InputObject)$($_.SideIndicator)" }'
    assert output(script) == ["2==", "3==", "4=>", "1<="]


def test_errors_carry_the_ids_of_5_1():
    one = "[pscustomobject]@{a=1}"
    assert error_ids(
        f"{one} | Select-Object -ExpandProperty zz",
        f"{one} | Add-Member a 2",
        f"{one} | Measure-Object zz -Sum",
        "'x' | Measure-Object -Sum",
    ) == ["ExpandPropertyNotFound", "MemberAlreadyExists", "GenericMeasurePropertyNotFound", "NonNumericInputObject"]


@pytest.mark.parametrize(
    "script",
    [
        "[pscustomobject]@{a=1},[pscustomobject]@{a=2} | Select-Object -Unique",
        "'a','b' | Measure-Object -Maximum",
        "Get-ChildItem HKLM:\\SOFTWARE",
    ],
)
def test_what_is_not_known_of_5_1_is_refused(script: str):
    with pytest.raises(Unsupported):
        Engine(host=MemoryHost()).run_script(script)
