function New-CwTrialWriter {
    <#
    .SYNOPSIS
        Opens the file that is written while the cache moves, each page with a number that says when.
    .PARAMETER Path
        Path of the file, which isn't there yet.
    .OUTPUTS
        System.Collections.Hashtable: stream, pages (page -> number that was written last), written
    .EXAMPLE
        $writer = New-CwTrialWriter -Path 'T:\pages.bin'
    .NOTES
        A page has 8 KiB, as SQL Server's have.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [string] $Path
    )

    $stream = $null
    if ($PSCmdlet.ShouldProcess($Path, 'Create the file')) {
        $how = $Path, 'CreateNew', 'ReadWrite', 'None'
        $stream = New-Object -TypeName System.IO.FileStream -ArgumentList $how
    }
    $writer = @{ stream = $stream; pages = @{}; written = 0 }
    foreach ($round in 1..2) {
        Write-CwTrialPage -Writer $writer
    }
    return $writer
}
