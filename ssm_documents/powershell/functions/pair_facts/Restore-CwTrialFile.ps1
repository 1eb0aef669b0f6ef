function Restore-CwTrialFile {
    <#
    .SYNOPSIS
        Leaves no file of the test database aside: puts back what has no other in its place, removes the rest.
    .PARAMETER Pair
        What Confirm-CwPairNode returned.
    .OUTPUTS
        System.String for each file that stays aside
    .EXAMPLE
        Restore-CwTrialFile -Pair $pair
    .NOTES
        Source: [sql-server#rights-table]. A database of its name that has its files again was seeded anew.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [hashtable] $Pair
    )

    $aside = @($Pair.files | Where-Object { Test-Path -LiteralPath "$_.trial" })
    if ($aside.Count -eq 0 -or -not $PSCmdlet.ShouldProcess($aside -join ', ', 'Put back')) {
        return
    }
    try {
        $missing = @($aside | Where-Object { -not (Test-Path -LiteralPath $_) })
        if ($missing.Count -gt 0) {
            Move-CwTrialFile -Instance $Pair.instance -Path $missing -Back
        }
        foreach ($file in @($aside | Where-Object { $missing -notcontains $_ })) {
            Remove-Item -LiteralPath "$file.trial" -ErrorAction Stop
        }
    }
    catch {
        Write-CwLog -Message "files aside: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
    }
    foreach ($file in @($aside | Where-Object { Test-Path -LiteralPath "$_.trial" })) {
        "$file.trial stays: stop SQL Server, put it back, and start SQL Server"
    }
}
