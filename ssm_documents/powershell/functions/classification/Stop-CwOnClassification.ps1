function Stop-CwOnClassification {
    <#
    .SYNOPSIS
        Ends the action with the refusal that fits a storage state.
    .PARAMETER Name
        The classification.
    .PARAMETER Reason
        What led to it.
    .PARAMETER Refusal
        As Get-CwStorageEvidence stores it: the code that says more of the node than the state's own, or null.
    .OUTPUTS
        None: it throws.
    .EXAMPLE
        Stop-CwOnClassification -Name 'EBS_MISSING' -Reason 'data volume vol0... is missing' -Refusal $null
    .NOTES
        Source: [glossary#storage-classification].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [string] $Name,
        [Parameter(Mandatory)] [AllowEmptyCollection()] [string[]] $Reason,
        [Parameter(Mandatory)] [AllowNull()] [AllowEmptyString()] [string] $Refusal
    )

    $answer = @{
        Message = "The storage is ${Name}: $($Reason -join '; ')."
        Detail = @{ classification = $Name }
    }
    switch ($Refusal) {
        'CW1037' { Stop-CwAction -Code 'CW1037' -Outcome 'unsafe' @answer }
        'CW1073' { Stop-CwAction -Code 'CW1073' -Outcome 'unsafe' @answer }
    }
    switch ($Name) {
        'EMPTY' { Stop-CwAction -Code 'CW1020' -Outcome 'refused' @answer }
        'CACHE_LOST' { Stop-CwAction -Code 'CW1021' -Outcome 'data-loss' @answer }
        'EBS_MISSING' { Stop-CwAction -Code 'CW1022' -Outcome 'unsafe' @answer }
        'SPARE_MISSING' { Stop-CwAction -Code 'CW1023' -Outcome 'unsafe' @answer }
        'DETACHED' { Stop-CwAction -Code 'CW1024' -Outcome 'refused' @answer }
        'STARTING' { Stop-CwAction -Code 'CW1025' -Outcome 'retry' @answer }
        'CLUSTERED' { Stop-CwAction -Code 'CW1026' -Outcome 'unsafe' @answer }
        'READ_ONLY' { Stop-CwAction -Code 'CW1027' -Outcome 'unsafe' @answer }
        'MOVING' { Stop-CwAction -Code 'CW1029' -Outcome 'retry' @answer }
        default { Stop-CwAction -Code 'CW1028' -Outcome 'unsafe' @answer }
    }
}
