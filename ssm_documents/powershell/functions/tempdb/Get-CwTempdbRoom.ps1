function Get-CwTempdbRoom {
    <#
    .SYNOPSIS
        Says how many bytes tempdb's files can have on their drive: what is free, and what they have already.
    .PARAMETER Letter
        The drive's letter: SQL Server takes whatever volume has it.
    .PARAMETER Path
        Full paths of tempdb's files; those on other drives don't count.
    .OUTPUTS
        System.Int64, or null where not exactly one volume has the letter
    .EXAMPLE
        Get-CwTempdbRoom -Letter 'S' -Path 'S:\tempdb\tempdb.mdf'
    .NOTES
        Source: [sql-server#tempdb-folders]. One question, however many volumes there are.
    #>
    [CmdletBinding()]
    [OutputType([long])]
    param(
        [Parameter(Mandatory)] [string] $Letter,
        [Parameter(Mandatory)] [AllowEmptyCollection()] [string[]] $Path
    )

    $volumes = @(Get-Volume -ErrorAction Stop | Where-Object { [string] $_.DriveLetter -eq $Letter })
    if ($volumes.Count -ne 1) {
        return $null
    }
    $room = [long] $volumes[0].SizeRemaining
    foreach ($file in @($Path | Where-Object { $_ -like "${Letter}:\*" })) {
        $item = Get-CwItem -Path $file
        if ($null -ne $item) {
            $room += $item.Length
        }
    }
    return $room
}
