function Get-CwBootState {
    <#
    .SYNOPSIS
        Returns how the boot task ended in this boot of Windows.
    .PARAMETER Machine
        What Get-CwHost said.
    .OUTPUTS
        System.Management.Automation.PSCustomObject: code, outcome, bootedAt, endedAt; null while it hasn't ended yet
    .EXAMPLE
        (Get-CwBootState -Machine (Get-CwHost)).code
    .NOTES
        Source: [windows#boot-identity]. Boot times that differ by less than a minute are one boot: a step of the clock
        may move the boot time by seconds, and no boot is over that fast.
    #>
    [CmdletBinding()]
    param(
        [Parameter(Mandatory)] [hashtable] $Machine
    )

    try {
        $state = Read-CwStateFile -Name 'boot'
        $apart = (ConvertFrom-CwTimestamp -Text $state.bootedAt) - $Machine.bootedAt
        if ([Math]::Abs($apart.TotalSeconds) -lt 60) {
            return $state
        }
    }
    catch {
        # There is none yet, or it is damaged, which the log tells.
        $null = $_
    }
    return $null
}
