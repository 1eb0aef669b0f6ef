function Get-CwDriveFault {
    <#
    .SYNOPSIS
        Says why a file of CacheWarden can't be written through to a drive and read again.
    .DESCRIPTION
        The file has a name of its own, which nobody can have prepared, and goes with its handle.
    .PARAMETER Letter
        The drive letter.
    .OUTPUTS
        System.String, or null where it can
    .EXAMPLE
        Get-CwDriveFault -Letter 'D'
    .NOTES
        Source: [windows#probe-file].
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [string] $Letter
    )

    $text = [string] (New-Guid)
    $bytes = [System.Text.Encoding]::ASCII.GetBytes($text)
    # As words they would choose the constructor with useAsync, and the file would stay.
    $access, $gone = [System.IO.FileAccess]::ReadWrite, [System.IO.FileOptions]::DeleteOnClose
    $how = "${Letter}:\CacheWarden-$text", 'CreateNew', $access, 'None', 4096, $gone
    try {
        $stream = New-Object -TypeName System.IO.FileStream -ArgumentList $how
        try {
            $stream.Write($bytes, 0, $bytes.Length)
            $stream.Flush($true)
            $stream.Position = 0
            $buffer = New-Object -TypeName byte[] -ArgumentList $bytes.Length
            $count = $stream.Read($buffer, 0, $buffer.Length)
        }
        finally {
            $stream.Dispose()
        }
    }
    catch [System.IO.IOException], [System.UnauthorizedAccessException] {
        return [string] $_.Exception.GetBaseException().Message
    }
    if ([System.Text.Encoding]::ASCII.GetString($buffer, 0, $count) -cne $text) {
        return 'A file was read as something else than what was written.'
    }
    return $null
}
