function Save-CwActAtBoot {
    <#
    .SYNOPSIS
        Writes into boot.json what an act did that the boot task must know, whether the task has ended yet or not.
    .PARAMETER Machine
        What Get-CwHost said.
    .PARAMETER Stopped
        Names of instances that a person had stopped: in this boot the task leaves them alone.
    .PARAMETER Forgotten
        Names of instances that the workflow stops: it may die before it starts them again, and then the task does.
    .PARAMETER Used
        The data drive, or the cache, is used in this boot (Save-CwBootState: served).
    .OUTPUTS
        None; nothing fails for it.
    .EXAMPLE
        Save-CwActAtBoot -Machine $Context.host -Stopped 'MSSQLSERVER'
    .NOTES
        Source: [glossary#boot-task]. After a boot that came up the task starts nothing any more, and proves nothing.
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [hashtable] $Machine,
        [AllowEmptyCollection()] [string[]] $Stopped = @(),
        [AllowEmptyCollection()] [string[]] $Forgotten = @(),
        [switch] $Used
    )

    try {
        $former = Get-CwBootState -Machine $Machine
        $boot = @{ machine = $Machine; opened = $false; left = $true; ran = @(); served = $false; deadCache = $null }
        $verdict = @{ code = 'CW3013'; outcome = 'already' }
        if ($null -eq $former -and $null -eq (Get-CwTask -Task 'boot_task')) {
            # In the boot in which it is installed first it leaves everything alone (Install-CwBundle).
            return
        }
        if ($null -ne $former) {
            if ($former.outcome -in 'done', 'already') {
                return
            }
            $verdict = @{ code = $former.code; outcome = $former.outcome }
            $boot.left = $false
            $boot.opened = $former.folderWasOpen
            $boot.ran = @(Get-CwPlannedValue -Plan $former -Name 'ran' -Default @())
            $boot.served = Get-CwPlannedValue -Plan $former -Name 'served' -Default $true
            $boot.deadCache = Get-CwPlannedValue -Plan $former -Name 'deadCache' -Default $null
        }
        $services = {
            Get-CwServiceName -Instance $_
            Get-CwServiceName -Instance $_ -Agent
        }
        $again = @($Forgotten | ForEach-Object $services)
        $kept = @($boot.ran | Where-Object { $again -notcontains $_ })
        $new = @($Stopped | ForEach-Object $services | Where-Object { $boot.ran -notcontains $_ })
        if ($kept.Count -lt @($boot.ran).Count -or $new.Count -gt 0 -or ($Used -and -not $boot.served)) {
            $boot.ran = $kept + $new
            $boot.served = $boot.served -or $Used
            Save-CwBootState -Boot $boot -Verdict $verdict
        }
    }
    catch {
        Write-CwLog -Message "boot.json doesn't tell of this act: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
    }
}
