function Get-CwMountFolder {
    <#
    .SYNOPSIS
        Lists the folders that a partition is mounted in: files there have paths that don't begin with its letter.
    .PARAMETER Partition
        The partition.
    .OUTPUTS
        System.String, paths; nothing where it is reached by its letter, or not at all
    .EXAMPLE
        Get-CwMountFolder -Partition $partition
    .NOTES
        Source: [windows#access-paths].
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [object] $Partition
    )

    $Partition.AccessPaths |
        Where-Object { $null -ne $_ -and $_ -notlike '\\[?]\*' -and $_ -notmatch '\A[A-Za-z]:\\\z' }
}
