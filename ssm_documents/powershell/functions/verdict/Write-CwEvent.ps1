function Write-CwEvent {
    <#
    .SYNOPSIS
        Adds to Windows' event log how an act ended; never fails an action.
    .DESCRIPTION
        Log Application, source CacheWarden; the event's id is the number of the code, so that it never changes its
        meaning; its text is one line, whatever a name in it contains. An act that found nothing to do writes none.
    .PARAMETER Action
        Stem of the action.
    .PARAMETER Verdict
        How it ended.
    .OUTPUTS
        None
    .EXAMPLE
        Write-CwEvent -Action 'stop_sql_server' -Verdict $verdict
    .NOTES
        Source: [glossary#verdict]. Without its source (InstallHost registers it) nothing can be written.
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [string] $Action,
        [Parameter(Mandatory)] [hashtable] $Verdict
    )

    $type = @{ 'done' = 'Information'; 'started' = 'Information'; 'failed' = 'Error'; 'data-loss' = 'Error' }
    $entry = @{
        LogName = 'Application'
        Source = 'CacheWarden'
        EventId = [int] $Verdict.code.Substring(2)
        EntryType = 'Warning'
        Message = ConvertTo-CwLine -Text "$($Action): $($Verdict.code) $($Verdict.outcome): $($Verdict.message)"
        ErrorAction = 'Stop'
    }
    if ($type.Contains($Verdict.outcome)) {
        $entry.EntryType = $type[$Verdict.outcome]
    }
    if ($Verdict.outcome -eq 'already') {
        return
    }
    try {
        Write-EventLog @entry
    }
    catch {
        Write-CwLog -Message "no event written: $($_.Exception.Message)"
    }
}
