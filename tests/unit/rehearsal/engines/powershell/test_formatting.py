"""What the console shows of objects."""

from __future__ import annotations

import pytest

from rehearsal.engines.powershell import Engine, Unsupported
from tests.unit.rehearsal.engines.powershell.memory_host import MemoryHost
from tests.unit.rehearsal.engines.powershell.script_output import output


def test_up_to_four_properties_make_a_table_with_numbers_at_the_right():
    script = "[pscustomobject]@{n=1;s='x'}; [pscustomobject]@{n=22;s='yy'}"
    assert output(script) == ["", " n s ", " - - ", " 1 x ", "22 yy", "", ""]


def test_more_properties_make_a_list():
    script = "[pscustomobject][ordered]@{a=1;bb=2;c=3;d=4;e=@(1,2)}"
    assert output(script) == ["", "", "a  : 1", "bb : 2", "c  : 3", "d  : 4", "e  : {1, 2}", "", "", ""]


def test_text_between_rows_stays_in_its_place():
    assert output("[pscustomobject]@{a=1}; 'text'; [pscustomobject]@{a=2}") == ["", "a", "-", "1", "text", "2", "", ""]


def test_numbers_and_truth_are_lines():
    assert output("1.5; $true; [char]'x'; 1e20; [DayOfWeek]::Friday; $null") == ["1.5", "True", "x", "1E+20", "Friday"]


def test_out_string_ends_lines_as_windows_does():
    assert output("('a','b' | Out-String).Length; ('a','b' | Out-String -Stream).Count") == ["6", "2"]


@pytest.mark.parametrize(
    "script", ["[guid]::Empty", "@{a=1}", "[int]", "Get-Item C:\\work", "[pscustomobject]@{a='x'*90}"]
)
def test_views_that_fill_the_console_are_refused(script: str):
    with pytest.raises(Unsupported):
        Engine(host=MemoryHost()).run_script(script)
