"""How long a 300-line script with a few hundred pipeline objects takes, first and then from the cache.

python -m benchmarks.powershell_running
"""

from __future__ import annotations

import time

from rehearsal.engines.powershell import Engine
from rehearsal.engines.powershell.tools.real_machine import RealHost

ROUNDS = 9
BLOCKS = 19
BUDGET_MS = 20.0

HEAD = """Set-StrictMode -Version Latest
$ErrorActionPreference = 'Stop'
$disks = 1..300 | ForEach-Object {
    [pscustomobject]@{ Id = $_; Size = $_ * 10GB; Name = "disk$_"; Healthy = ($_ % 3 -ne 0) }
}
$report = New-Object System.Collections.ArrayList
"""

BLOCK = """
function Get-Share{n} {{
    [CmdletBinding()]
    param(
        [Parameter(Mandatory)][int]$Number,
        [ValidateSet('GB', 'TB')][string]$Unit = 'GB'
    )
    if ($Number -lt 0) {{ throw "negative: $Number" }}
    return '{{0}} {{1}}' -f ($Number * {n}), $Unit
}}
$chosen = @($disks | Where-Object {{ $_.Id % {n} -eq 0 -and $_.Healthy }} | Select-Object -First 15)
foreach ($disk in $chosen) {{
    if ($disk.Name -match '^disk(\\d+)$') {{ [void]$report.Add((Get-Share{n} -Number ([int]$Matches[1]))) }}
    else {{ throw 'unexpected name' }}
}}
"""


def script() -> str:
    """Some 300 lines."""
    return HEAD + "".join(BLOCK.format(n=number) for number in range(2, BLOCKS + 2)) + '\n"$($report.Count) lines"\n'


def main() -> None:
    text = script()
    host = RealHost()
    times: list[float] = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        result = Engine(host=host).run_script(text, name="benchmark.ps1")
        times.append((time.perf_counter() - started) * 1000)
    print(f"{text.count(chr(10))} lines, 300 objects, {result.stdout.strip()}")
    print(f"first run (parse and compile): {times[0]:.1f} ms")
    print(f"from the cache, best of {ROUNDS - 1}: {min(times[1:]):.1f} ms (budget {BUDGET_MS:.0f} ms)")


if __name__ == "__main__":
    main()
