"""What running a 300-line script costs: the first time (parse and compile) and later, beside the same in plain Python.

python -m benchmarks.powershell_engine

The script has ten parts of thirty lines: functions, 300 objects through pipelines, a sorted report, errors caught.
Ratios come from one run side by side, so that the machine's other work weighs on both.
"""

from __future__ import annotations

import time
from collections.abc import Callable

from rehearsal.engines.powershell import Engine
from rehearsal.engines.powershell.compiler.compiler import compile_script
from rehearsal.engines.powershell.scan import compile_everything
from rehearsal.engines.powershell.syntax.parser.script import parse
from rehearsal.engines.powershell.tools.real_machine import RealHost

PARTS = 10
OBJECTS = 30
ROUNDS = 15
TARGET_MS = 20.0

HEAD = "Set-StrictMode -Version Latest\n$ErrorActionPreference = 'Stop'\n$report = [ordered]@{}\n"
PART = """
function Get-Disk{n} {{
    [CmdletBinding()]
    param(
        [Parameter(Mandatory)] [int] $Count,
        [string] $Prefix = 'disk'
    )
    foreach ($number in 1..$Count) {{
        [pscustomobject] @{{
            Name = "$Prefix-$number"
            Size = $number * 1GB
            Usage = if ($number % 3 -eq 0) {{ 'Journal' }} else {{ 'Auto-Select' }}
            Healthy = $number % 7 -ne 0
        }}
    }}
}}
$disks{n} = @(Get-Disk{n} -Count {objects} -Prefix 'd{n}')
$usable{n} = $disks{n} | Where-Object {{ $_.Healthy -and $_.Usage -ne 'Journal' }}
$total{n} = [long] 0
$usable{n} | ForEach-Object {{ $total{n} += $_.Size }}
$names{n} = $usable{n} | Sort-Object -Property Size -Descending | Select-Object -ExpandProperty Name
$failed{n} = 0
foreach ($disk in $disks{n}) {{
    try {{
        if (-not $disk.Healthy) {{ throw "$($disk.Name) is broken" }}
    }} catch {{
        $failed{n}++
    }}
}}
$report['part{n}'] = '{{0}} of {{1}} usable, {{2:N0}} bytes, {{3}} failed: {{4}}' -f `
    @($usable{n}).Count, $disks{n}.Count, $total{n}, $failed{n}, ($names{n} -join ',')
"""
TAIL = "$report.GetEnumerator() | ForEach-Object { '{0}: {1}' -f $_.Key, $_.Value }\n"


def script() -> str:
    return HEAD + "".join(PART.format(n=number, objects=OBJECTS) for number in range(PARTS)) + TAIL


def same_in_python() -> str:
    """The script's output, made by Python."""
    report: dict[str, str] = {}
    for part in range(PARTS):
        disks = [
            {
                "Name": f"d{part}-{number}",
                "Size": number << 30,
                "Usage": "Auto-Select" if number % 3 else "Journal",
                "Healthy": number % 7 != 0,
            }
            for number in range(1, OBJECTS + 1)
        ]
        usable = [disk for disk in disks if disk["Healthy"] and disk["Usage"] != "Journal"]
        total = sum(int(str(disk["Size"])) for disk in usable)
        names = [str(disk["Name"]) for disk in sorted(usable, key=lambda disk: -int(str(disk["Size"])))]
        failed = 0
        for disk in disks:
            try:
                if not disk["Healthy"]:
                    raise ValueError(f"{disk['Name']} is broken")
            except ValueError:
                failed += 1
        report[f"part{part}"] = (
            f"{len(usable)} of {len(disks)} usable, {total:,} bytes, {failed} failed: {','.join(names)}"
        )
    return "".join(f"{key}: {value}\n" for key, value in report.items())


def best_ms(work: Callable[[], object], rounds: int = ROUNDS) -> float:
    """The fastest of some rounds: what the machine's other work leaves out."""
    times: list[float] = []
    for _ in range(rounds):
        started = time.perf_counter()
        work()
        times.append(time.perf_counter() - started)
    return min(times) * 1000


def run(text: str) -> str:
    result = Engine(host=RealHost()).run_script(text, name="benchmark.ps1")
    assert result.exit_code == 0, result.stderr
    return result.stdout


def first_run(text: str) -> str:
    """With nothing parsed or compiled before."""
    parse.cache_clear()
    compile_script.cache_clear()
    compile_everything.cache_clear()
    return run(text)


def main() -> None:
    text = script()
    assert run("'ready'") == "ready\n", "imports are not part of it"
    assert run(text) == same_in_python()
    first = best_ms(lambda: first_run(text), 5)
    later = best_ms(lambda: run(text))
    python = best_ms(same_in_python)
    print(f"{text.count(chr(10))} lines, {PARTS * OBJECTS} objects")
    print(f"first run {first:6.1f} ms")
    print(f"later run {later:6.1f} ms = {later / first:.2f} of the first; target {TARGET_MS:.0f} ms")
    print(f"Python    {python:6.2f} ms; the engine takes {later / python:.0f} times as long")


if __name__ == "__main__":
    main()
