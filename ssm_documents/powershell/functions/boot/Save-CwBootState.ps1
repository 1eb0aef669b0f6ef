function Save-CwBootState {
    <#
    .SYNOPSIS
        Remembers how the boot task ended in this boot; its next run, and ObserveHost, read it.
    .PARAMETER Boot
        What the attempts shared (Invoke-CwBootAttempt).
    .PARAMETER Verdict
        The last attempt's verdict.
    .OUTPUTS
        None; a file that can't be written is only logged: the task has done its work.
    .EXAMPLE
        Save-CwBootState -Boot $boot -Verdict $verdict
    .NOTES
        Source: [glossary#boot-task]. Nothing is written into a folder that isn't ours alone.
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [hashtable] $Boot,
        [Parameter(Mandatory)] [hashtable] $Verdict
    )

    if ($null -eq $Boot.machine -or $Verdict.code -eq 'CW3018') {
        return
    }
    $content = [ordered] @{
        bootId = $Boot.machine.bootId
        endedAt = ConvertTo-CwTimestamp -Time (Get-CwTime)
        code = $Verdict.code
        outcome = $Verdict.outcome
        folderWasOpen = $Boot.opened
    }
    try {
        Write-CwStateFile -Name 'boot' -Content $content
    }
    catch {
        Write-CwLog -Message "boot state not written: $($_.Exception.Message)"
    }
}
