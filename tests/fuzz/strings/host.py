"""What the shipped PowerShell makes of hostile names: T-SQL statements and the JSON of a verdict."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from tests.repository import ROOT
from tests.unit.ssm_documents.sales_scene import SalesScene

FUNCTIONS = (
    "sql/ConvertTo-CwSqlName",
    "sql/ConvertTo-CwSqlLiteral",
    "sql/Invoke-CwSqlStatement",
    "verdict/ConvertTo-CwAsciiJson",
)
STATEMENTS = {path.stem: path.read_text("utf-8") for path in sorted((ROOT / "ssm_documents/sql/change").glob("*.sql"))}
CALL = """
$script:told = ''
function Write-CwLog { param([string] $Message) $script:told = $Message }
$work = ConvertFrom-Json -InputObject $env:WORK
$out = foreach ($item in $work.names) {
    $name = @{
        AvailabilityGroup = ConvertTo-CwSqlName -Name $item
        Replica = ConvertTo-CwSqlLiteral -Text $item
        DatabaseId = ConvertTo-CwSqlLiteral -Text $item
        AvailabilityMode = 'SYNCHRONOUS_COMMIT'
        FailoverMode = 'MANUAL'
        SeedingMode = 'MANUAL'
    }
    try { Invoke-CwSqlStatement -Connection 'none' -Text $work.text -Name $name -What 'fuzz' } catch { $null = $_ }
    [pscustomobject] @{ statement = $script:told; verdict = ConvertTo-CwAsciiJson -InputObject @{ name = $item } }
}
ConvertTo-Json -InputObject @($out) -Compress
"""


@dataclass(frozen=True, slots=True)
class Written:
    """For one name: the statement as it would be sent, and a verdict with the name in it."""

    statement: str
    verdict: str


def in_units(text: str) -> str:
    """As .NET and SQL Server hold it: a letter beyond U+FFFF is two halves, each a character for whoever counts."""
    units = text.encode("utf-16-le", "surrogatepass")
    return "".join(chr(int.from_bytes(units[at : at + 2], "little")) for at in range(0, len(units), 2))


class Host:
    """A host whose functions are called with many names at once."""

    def __init__(self) -> None:
        self._scene = SalesScene(build=False, install=False, bundle=False)
        folder = ROOT / "ssm_documents/powershell/functions"
        self._functions = "\n".join((folder / f"{name}.ps1").read_text("utf-8") for name in FUNCTIONS)

    def written(self, statement: str, names: Sequence[str]) -> list[Written]:
        """What becomes of each name, given `in_units`, in this statement of `STATEMENTS`."""
        work = json.dumps({"names": list(names), "text": STATEMENTS[statement]}, ensure_ascii=False)
        script = f"{self._functions}\n{CALL}"
        result: Any = self._scene.play(self._scene.second.run_script, script, "fuzz.ps1", {"WORK": work})
        assert (result.exit_code, result.stderr) == (0, ""), result
        return [
            Written(each["statement"].removeprefix("T-SQL: "), each["verdict"]) for each in json.loads(result.stdout)
        ]
