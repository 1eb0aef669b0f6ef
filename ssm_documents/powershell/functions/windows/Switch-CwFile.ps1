function Switch-CwFile {
    <#
    .SYNOPSIS
        Writes a new file through to the disk and gives it the place of the former one, which becomes .bak.
    .PARAMETER Path
        The file.
    .PARAMETER Text
        What it shall hold, plain ASCII.
    .OUTPUTS
        None; an error of Windows where somebody has one of the files open.
    .EXAMPLE
        Switch-CwFile -Path "$folder\token.json" -Text $json
    .NOTES
        Source: [windows#replace-file].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [string] $Path,
        [Parameter(Mandatory)] [string] $Text
    )

    $bytes = [System.Text.Encoding]::ASCII.GetBytes($Text)
    $stream = New-Object -TypeName System.IO.FileStream -ArgumentList "$Path.new", 'Create', 'Write', 'None'
    try {
        $stream.Write($bytes, 0, $bytes.Length)
        $stream.Flush($true)
    }
    finally {
        $stream.Dispose()
    }
    if ([System.IO.File]::Exists($Path)) {
        [System.IO.File]::Replace("$Path.new", $Path, "$Path.bak")
    }
    else {
        [System.IO.File]::Move("$Path.new", $Path)
    }
}
