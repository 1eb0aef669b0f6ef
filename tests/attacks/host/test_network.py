"""Nothing of CacheWarden can be reached from the network: its scripts open no port and call SQL Server here alone."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest

from tests.repository import ROOT

SCRIPTS = sorted((ROOT / "ssm_documents").rglob("*.ps1"))
REACHING = re.compile(
    r"\b(?:System\.)?Net\.[A-Z]\w+|\bWebClient\b|\bTcp(?:Client|Listener)\b|\bHttpListener\b|\bUdpClient\b|NamedPipe\w+"
    r"|\b(?:Invoke-WebRequest|Invoke-RestMethod|Start-BitsTransfer|Send-MailMessage|Test-NetConnection|Resolve-DnsName)\b"
    r"|\b(?:Enter|New|Enable|Connect|Register)-(?:PSSession|PSRemoting|PSSessionConfiguration)\b|\bInvoke-Command\b"
    r"|\b\w+-NetFirewall\w+\b|\b(?:New|Grant|Set)-Smb\w+\b|\s-(?:ComputerName|CimSession)\b",
    re.IGNORECASE,
)
SERVER = re.compile(r"Server=|\$server = '([^']*)'", re.IGNORECASE)


def reached(text: str) -> list[str]:
    """What of a script, its help and comments aside, reaches another computer or lets one in."""
    code = re.sub(r"(?m)(?:^|\s)#(?!>).*$", "", re.sub(r"<#.*?#>", "", text, flags=re.DOTALL))
    return [found.group().strip() for found in REACHING.finditer(code)]


def connections() -> Iterator[tuple[str, str]]:
    for path in SCRIPTS:
        for found in SERVER.finditer(path.read_text("utf-8")):
            if found[1] is not None:
                yield path.name, found[1]


def test_no_script_opens_a_port_or_calls_another_computer():
    assert len(SCRIPTS) > 100
    assert {path.name: found for path in SCRIPTS if (found := reached(path.read_text("utf-8-sig")))} == {}


def test_sql_server_is_asked_on_this_node_alone():
    assert dict(connections()) == {"Connect-CwSqlServer.ps1": r"localhost" + "\\"}
    assert [path.name for path in SCRIPTS if "Server=" in path.read_text("utf-8")] == ["Connect-CwSqlServer.ps1"]


@pytest.mark.parametrize(
    "line",
    [
        "Invoke-Command -ComputerName SALES2 -ScriptBlock { 1 }",
        "$client = New-Object -TypeName System.Net.Sockets.TcpClient",
        "New-NetFirewallRule -DisplayName x -LocalPort 5022",
        "Get-Service -Name MSSQLSERVER -ComputerName SALES2",
        "Enable-PSRemoting -Force",
    ],
)
def test_a_line_that_reaches_the_network_is_seen(line):
    told = "<#\n  Invoke-Command is help\n#>\n# Invoke-Command is a comment\n$x = 1  # Invoke-Command, too\n"
    assert reached(told) == []
    assert reached(told + line) != []
