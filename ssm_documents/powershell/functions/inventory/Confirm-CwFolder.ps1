function Confirm-CwFolder {
    <#
    .SYNOPSIS
        Guarantees that nobody but SYSTEM and administrators can have put anything into CacheWarden's folder.
    .PARAMETER Fault
        What is wrong with it (Get-CwFolderFault); else the folder itself is looked at.
    .OUTPUTS
        None; otherwise the action ends with CW3018.
    .EXAMPLE
        Confirm-CwFolder
    .NOTES
        Source: [windows#programdata].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [object[]] $Fault = @(Get-CwFolderFault -Itself)
    )

    if ($Fault.Count -gt 0) {
        $texts = @($Fault | Select-Object -First 3 | ForEach-Object { $_.text })
        Stop-CwAction -Code 'CW3018' -Outcome 'unsafe' -Message "$($Fault.Count) faults: $($texts -join '; ')."
    }
}
