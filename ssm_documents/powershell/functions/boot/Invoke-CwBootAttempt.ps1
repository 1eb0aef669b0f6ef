function Invoke-CwBootAttempt {
    <#
    .SYNOPSIS
        One attempt of the boot task.
    .DESCRIPTION
        CacheWarden's folder is closed again if somebody opened it: a node mustn't stay down for that. What was in it
        meanwhile may have been changed, so the cache isn't moved then; an operation does that, under its own checks.
        Links, and state files or scripts of somebody else's, end the task: they can't be told from an attack.
    .PARAMETER Boot
        What the attempts share: machine (null before the first one came that far), opened, owner, quiet.
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
        $Boot.owner = Get-CwOperationMark
        $late = $null -ne $former -or (Get-CwTime) -gt $machine.bootedAt.AddSeconds(600)
        if ($late -and (Test-CwOperationUnderWay)) {
            $Boot.quiet = $true
            Start-CwWaitingAgent
            return New-CwVerdict -Code 'CW3013' -Outcome 'already' -Message 'An operation is under way.'
        }
        Write-CwLog -Message "boot task begins, boot $($machine.bootId)"
    }
    else {
        Update-CwStorageView
        if ((Get-CwOperationMark) -ne $Boot.owner) {
            $message = 'An operation has begun and goes on with it.'
            return New-CwVerdict -Code 'CW3013' -Outcome 'already' -Message $message
        }
    }
    $start = { Start-CwNode -Machine $Boot.machine -LeaveCache:$Boot.opened }
    return Invoke-CwExclusively -TimeoutSeconds 600 -ScriptBlock $start | Select-Object -Last 1
}
