function Get-CwWriteTime {
    <#
    .SYNOPSIS
        Returns files' times of last writing as one text, to see later whether they were written since.
    .PARAMETER Path
        The files.
    .OUTPUTS
        System.String, UTC ticks in the order of the paths; null where one isn't there, or there is none
    .EXAMPLE
        Get-CwWriteTime -Path 'S:\tempdb\tempdb.mdf'
    .NOTES
        Source: [windows#write-time]. While a file is open, the time says nothing yet.
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [AllowEmptyCollection()] [string[]] $Path
    )

    $ticks = @()
    foreach ($file in $Path) {
        $item = Get-CwItem -Path $file
        if ($null -eq $item) {
            return $null
        }
        $ticks += [string] $item.LastWriteTimeUtc.Ticks
    }
    if ($ticks.Count -eq 0) {
        return $null
    }
    return $ticks -join ','
}
