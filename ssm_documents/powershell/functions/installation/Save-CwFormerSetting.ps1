function Save-CwFormerSetting {
    <#
    .SYNOPSIS
        Forgets a setting that was put back; a file that can't be written keeps no node from being uninstalled.
    .PARAMETER Former
        What is left (Get-CwFormerSetting).
    .OUTPUTS
        None; the next run puts back once more what was not forgotten.
    .EXAMPLE
        Save-CwFormerSetting -Former $former
    .NOTES
        Source: [windows#replace-file].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [hashtable] $Former
    )

    try {
        Write-CwStateFile -Name 'settings' -Content $Former
    }
    catch {
        Write-CwLog -Message "settings not written: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
    }
}
