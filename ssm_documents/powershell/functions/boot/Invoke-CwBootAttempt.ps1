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
        operation), ran (names of services that ran in this boot), tried (instances of which one start is enough).
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
            if (Update-CwRunningService -Boot $Boot) {
                $Boot.left = $true
                Save-CwBootState -Boot $Boot -Verdict $verdict
            }
            return $verdict
        }
        # In time, for a lost cache is proven by a boot in which no look saw its host's disks.
        Watch-CwMember
        Write-CwLog -Message "boot task begins, boot $($machine.bootId)"
    }
    else {
        Update-CwStorageView
    }
    $start = {
        if ((Get-CwOperationMark) -ne $Boot.owner) {
            $Boot.left = $true
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
