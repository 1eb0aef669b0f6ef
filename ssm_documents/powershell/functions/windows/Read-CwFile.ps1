function Read-CwFile {
    <#
    .SYNOPSIS
        Returns a file's text, and keeps nobody from replacing or deleting it meanwhile.
    .PARAMETER Path
        The file, plain ASCII.
    .OUTPUTS
        System.String, or null where there is no such file
    .EXAMPLE
        Read-CwFile -Path 'C:\ProgramData\CacheWarden\token.json'
    .NOTES
        Source: [windows#replace-file]: a reader that doesn't share Delete would make the writer's File.Replace fail.
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [string] $Path
    )

    $how = $Path, 'Open', 'Read', 'ReadWrite, Delete'
    try {
        $stream = New-Object -TypeName System.IO.FileStream -ArgumentList $how
    }
    catch [System.IO.FileNotFoundException], [System.IO.DirectoryNotFoundException] {
        return $null
    }
    try {
        $buffer = New-Object -TypeName byte[] -ArgumentList $stream.Length
        $count = $stream.Read($buffer, 0, $buffer.Length)
    }
    finally {
        $stream.Dispose()
    }
    return [System.Text.Encoding]::ASCII.GetString($buffer, 0, $count)
}
