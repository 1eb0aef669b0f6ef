function Save-CwStateFile {
    <#
    .SYNOPSIS
        Writes a state file (Write-CwStateFile) that no action depends on.
    .PARAMETER Name
        As for Write-CwStateFile.
    .PARAMETER Content
        What is written.
    .OUTPUTS
        None; a file that can't be written is only logged, and what it said before still counts.
    .EXAMPLE
        Save-CwStateFile -Name 'services' -Content $state
    .NOTES
        Source: [windows#replace-file].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [string] $Name,
        [Parameter(Mandatory)] [object] $Content
    )

    try {
        Write-CwStateFile -Name $Name -Content $Content
    }
    catch {
        Write-CwLog -Message "$Name not written: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
    }
}
