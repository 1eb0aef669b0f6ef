function Get-CwRememberedFile {
    <#
    .SYNOPSIS
        Says what SQL Server told of its files last; null also where that can't be read any more.
    .DESCRIPTION
        SQL Server tells it anew whenever it runs: a damaged record neither keeps it from being started nor from being
        written down again. Who decides on what a stop destroys doesn't ask here: there, not knowing is a refusal.
    .OUTPUTS
        System.Management.Automation.PSCustomObject, as Save-CwTempdbFile wrote it, or null
    .EXAMPLE
        Get-CwRememberedFile
    .NOTES
        Source: [sql-server#tempdb-folders].
    #>
    [CmdletBinding()]
    [OutputType([pscustomobject])]
    param()

    try {
        Read-CwStateFile -Name 'files'
    }
    catch {
        if ($_.FullyQualifiedErrorId -notlike 'CW3010*') {
            throw
        }
        Write-CwLog -Message "what SQL Server said is lost: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
    }
}
