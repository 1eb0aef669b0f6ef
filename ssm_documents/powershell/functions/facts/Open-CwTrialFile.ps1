function Open-CwTrialFile {
    <#
    .SYNOPSIS
        Opens a file of the tries, shared with nobody.
    .PARAMETER Path
        Path of the file.
    .PARAMETER Mode
        CreateNew for one that isn't there yet, Open for one that is.
    .OUTPUTS
        System.IO.FileStream: the caller disposes of it
    .EXAMPLE
        $stream = Open-CwTrialFile -Path 'T:\mark.bin' -Mode 'CreateNew'
    .NOTES
        Source: [windows#probe-file].
    #>
    [CmdletBinding()]
    [OutputType('System.IO.FileStream')]
    param(
        [Parameter(Mandatory)] [string] $Path,
        [Parameter(Mandatory)] [ValidateSet('CreateNew', 'Open')] [string] $Mode
    )

    $how = $Path, $Mode, 'ReadWrite', 'None'
    return New-Object -TypeName System.IO.FileStream -ArgumentList $how
}
