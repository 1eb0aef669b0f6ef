function ConvertTo-CwFactWord {
    <#
    .SYNOPSIS
        Writes a truth value as the model's settings take it.
    .PARAMETER Seen
        What was seen.
    .OUTPUTS
        System.String: yes or no
    .EXAMPLE
        ConvertTo-CwFactWord -Seen $true
    .NOTES
        As cachewarden rehearse --fact reads it.
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [bool] $Seen
    )

    if ($Seen) {
        return 'yes'
    }
    return 'no'
}
