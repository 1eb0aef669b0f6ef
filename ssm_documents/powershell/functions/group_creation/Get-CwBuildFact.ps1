function Get-CwBuildFact {
    <#
    .SYNOPSIS
        Says what the partner has to know of this node: server, account, endpoint URL, kind of edition, version, files.
    .DESCRIPTION
        A domain account connects to the partner as itself, a virtual account as the computer. Built-in accounts would
        need certificates: refused.
    .PARAMETER Place
        Open-CwBuildInstance's answer.
    .PARAMETER File
        Get-CwBuildFile's answer where the partner is to get copies.
    .OUTPUTS
        System.String: the six facts, separated by semicolons
    .EXAMPLE
        Get-CwBuildFact -Place $place
    .NOTES
        Source: [availability-groups#endpoint-accounts].
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [hashtable] $Place,
        [string] $File = 'none'
    )

    $properties = 'DNSHostName', 'Domain', 'PartOfDomain'
    $system = Get-CimInstance -ClassName 'Win32_ComputerSystem' -Property $properties -ErrorAction Stop
    if (-not $system.PartOfDomain) {
        Stop-CwAction -Code 'CW2065' -Outcome 'refused' -Message (
            "$($system.DNSHostName) is in no domain: its endpoint would need certificates.")
    }
    $account = $Place.serviceAccount
    if ($account -like 'NT SERVICE\*') {
        # SYSTEM's own domain is the computer's.
        $account = $env:USERDOMAIN + '\' + $system.DNSHostName + '$'
    }
    if ($account -notmatch '\A[^\\;@]{1,63}\\[^\\;]{1,64}\z' -or $account -like 'NT *\*') {
        Stop-CwAction -Code 'CW2065' -Outcome 'refused' -Message (
            "SQL Server runs as '$($Place.serviceAccount)', expected a domain account (DOMAIN\name) or a virtual one.")
    }
    $kind = 'full'
    if ($Place.basic) {
        $kind = 'basic'
    }
    $url = 'TCP://' + ([string] $system.DNSHostName + '.' + $system.Domain).ToLowerInvariant() + ':5022'
    return $Place.server, $account, $url, $kind, $Place.version, $File -join ';'
}
