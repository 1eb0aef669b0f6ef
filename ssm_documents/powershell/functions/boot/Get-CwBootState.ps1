function Get-CwBootState {
    <#
    .SYNOPSIS
        Returns how the boot task ended in this boot of Windows.
    .PARAMETER Machine
        What Get-CwHost said.
    .OUTPUTS
        System.Management.Automation.PSCustomObject: code, outcome, bootId, endedAt, ran, served, deadCache
        (Save-CwBootState; former versions lack them); null while it hasn't ended yet
    .EXAMPLE
        (Get-CwBootState -Machine (Get-CwHost)).code
    .NOTES
        Source: [windows#boot-identity].
    #>
    [CmdletBinding()]
    [OutputType([pscustomobject])]
    param(
        [Parameter(Mandatory)] [hashtable] $Machine
    )

    try {
        $state = Read-CwStateFile -Name 'boot'
        if ($state.bootId -ceq $Machine.bootId) {
            return $state
        }
    }
    catch {
        # There is none yet, or it is damaged, which the log tells.
        $null = $_
    }
    return $null
}
