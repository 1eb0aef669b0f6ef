function Write-CwTrialPage {
    <#
    .SYNOPSIS
        Writes 32 pages into a file of their own and 4 of the first file's anew, each through to the disk.
    .PARAMETER Writer
        Takes what was written: path (the beginning of the files' paths), written (how many pages), files (each with its
        path and numbers: page -> number that was written last).
    .OUTPUTS
        None
    .EXAMPLE
        Write-CwTrialPage -Writer @{ path = 'T:\pages'; files = @(); written = 0 }
    .NOTES
        A page has 8 KiB, as SQL Server's have, and is its number, 512 times: one that is old, torn or another's is
        seen. But for the first file nothing is written over: what was written before and during a move is there to be
        compared after it. A round takes 256 KiB, nine minutes of them less than 70 MiB.
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [hashtable] $Writer
    )

    $rounds = $Writer.files.Count
    $file = @{ path = '{0}-{1:d4}.bin' -f $Writer.path, $rounds; numbers = @{} }
    $Writer.files += $file
    $parts = @(@{ file = $file; mode = 'CreateNew'; pages = 0..31 })
    if ($rounds -gt 0) {
        $over = $rounds * 4 % 32
        $parts += @{ file = $Writer.files[0]; mode = 'Open'; pages = $over..($over + 3) }
    }
    foreach ($part in $parts) {
        $stream = Open-CwTrialFile -Path $part.file.path -Mode $part.mode
        try {
            foreach ($page in $part.pages) {
                $Writer.written++
                $bytes = [System.Text.Encoding]::UTF8.GetBytes(('{0:d15};' -f $Writer.written) * 512)
                $stream.Position = [long] $page * 8192
                $stream.Write($bytes, 0, 8192)
                $stream.Flush($true)
                $part.file.numbers[$page] = $Writer.written
            }
        }
        finally {
            $stream.Dispose()
        }
    }
}
