function Invoke-CwBootAttempt {
    <#
    .SYNOPSIS
        One attempt of the boot task.
    .DESCRIPTION
        CacheWarden's folder is closed again if somebody opened it: a node mustn't stay down for that. What was in it
        meanwhile may have been changed, so the cache isn't moved then; an operation does that, under its own checks.
        Links, and state files or scripts of somebody else's, end the task: they can't be told from an attack.
        Where an operation has begun, or has had the lock while this one waited for it, nothing is started: it may keep
        SQL Server stopped. That doesn't count as a boot that came up, since an operation may die after one command.
    .PARAMETER Boot
        What the attempts share: machine (null before the first one came that far), opened, owner, quiet, left (to an
        operation), ran (names of services that ran in this boot), tried (instances of which one start is enough),
        served (the data drive could be used in this boot, or may have been, since SQL Server runs), deadCache
        (Get-CwStorageClassification's, of the last look).
    .OUTPUTS
        System.Collections.Hashtable, a verdict; whatever goes wrong is thrown
    .EXAMPLE
        Invoke-CwBootAttempt -Boot $boot
    .NOTES
        Source: [glossary#boot-task], [windows#programdata].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [hashtable] $Boot
    )

    if ($null -eq $Boot.machine) {
        $machine = Get-CwHost
        $former = Get-CwBootState -Machine $machine
        if ($null -ne $former -and $former.outcome -in 'done', 'already') {
            $Boot.quiet = $true
            Watch-CwMember
            Update-CwApartInstance
            Start-CwWaitingAgent
            return New-CwVerdict -Code 'CW3013' -Outcome 'already' -Message 'This boot came up already.'
        }
        $faults = @(Get-CwFolderFault)
        if ($faults.Count -gt 0) {
            Protect-CwFolder
            $Boot.opened = $true
            Write-CwLog -Message "the folder was open and was closed: $($faults[0].text)"
        }
        Confirm-CwFolder -Fault @(Get-CwFolderFault)
        $Boot.machine = $machine
        if ($null -ne $former) {
            $Boot.ran = @(Get-CwPlannedValue -Plan $former -Name 'ran' -Default @())
            $Boot.served = Get-CwPlannedValue -Plan $former -Name 'served' -Default $true
            $Boot.deadCache = Get-CwPlannedValue -Plan $former -Name 'deadCache' -Default $null
        }
        $Boot.owner = Get-CwOperationMark
        $late = $null -ne $former -or (Get-CwTime) -gt $machine.bootedAt.AddSeconds(600)
        $since = $machine.bootedAt
        if ($late) {
            $since = $since.AddDays(-1)
        }
        # In time, only who has acted in this boot already; what can't be read keeps nobody from starting SQL Server.
        if (($late -or $Boot.owner -notlike 'unknown:*') -and (Test-CwOperationUnderWay -Since $since)) {
            $Boot.quiet = $true
            Watch-CwMember
            Start-CwWaitingAgent
            $verdict = New-CwVerdict -Code 'CW3013' -Outcome 'already' -Message 'An operation is under way.'
            $new = Update-CwRunningService -Boot $Boot
            if ($new -or $null -eq $former) {
                $Boot.left = $true
                $Boot.served = $Boot.served -or $new
                $ended = $verdict
                if (-not $new -and $null -ne $former) {
                    # Why the drive couldn't be used stays known.
                    $ended = @{ code = $former.code; outcome = $former.outcome }
                }
                Save-CwBootState -Boot $Boot -Verdict $ended
            }
            return $verdict
        }
        Write-CwLog -Message "boot task begins, boot $($machine.bootId)"
    }
    else {
        Update-CwStorageView
    }
    $start = {
        if ((Get-CwOperationMark) -ne $Boot.owner) {
            $Boot.left = $true
            Watch-CwMember -Locked
            # It may have stopped what ran: what is still written of that (Save-CwActAtBoot) counts, and what runs now.
            # Nor does a look of this run count, which may have been too early.
            $Boot.ran, $Boot.deadCache = @(), $null
            $written = Get-CwBootState -Machine $Boot.machine
            if ($null -ne $written) {
                $Boot.ran = @(Get-CwPlannedValue -Plan $written -Name 'ran' -Default @())
                $Boot.deadCache = Get-CwPlannedValue -Plan $written -Name 'deadCache' -Default $null
            }
            $new = Update-CwRunningService -Boot $Boot
            $Boot.served = $Boot.served -or $new
            $message = 'An operation has begun and goes on with it.'
            return New-CwVerdict -Code 'CW3013' -Outcome 'already' -Message $message
        }
        try {
            Start-CwNode -Boot $Boot
        }
        catch {
            $code = (ConvertTo-CwFailure -ErrorRecord $_).code
            if ($code -notin 'CW2032', 'CW2040') {
                $Boot.tried += @(Start-CwApartInstance -Code $code -Ran $Boot.ran -Tried $Boot.tried)
                $null = Update-CwRunningService -Boot $Boot
            }
            throw
        }
    }
    return Invoke-CwExclusively -TimeoutSeconds 600 -ScriptBlock $start | Select-Object -Last 1
}
