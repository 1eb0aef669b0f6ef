function Write-CwLog {
    <#
    .SYNOPSIS
        Adds one line to this host's log, whatever the message holds; never fails an action.
    .PARAMETER Message
        What happened, with measured values. Control characters are written as \uXXXX: a name that holds a line break
        can't make up a record.
    .OUTPUTS
        None
    .EXAMPLE
        Write-CwLog -Message 'stop_sql_server: begins, token 7'
    .NOTES
        Standard output belongs to the verdict alone ([glossary#host-output]), so that details go to
        C:\ProgramData\CacheWarden\log\cachewarden.log. From 1 MiB on it is moved aside (Move-CwLog); one that can't be
        moved takes nothing more at 4 MiB. Nothing is written through a link ([windows#links]). Boot task, worker and
        commands write at once: who finds the file open tries again, three times ([windows#sharing]). A full system
        drive costs each record these 120 ms, and keeps nobody from saving the cache.
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [string] $Message
    )

    foreach ($pause in 20, 40, 60, 0) {
        try {
            New-CwFolder -ChildPath 'log'
            foreach ($part in '', 'log', 'log\cachewarden.log') {
                $item = Get-CwItem -Path (Get-CwDataPath -ChildPath $part).TrimEnd('\')
                if ($null -ne (Get-CwLink -Item $item)) {
                    return
                }
            }
            if ($null -ne $item -and $item.Length -ge 1MB -and -not (Move-CwLog) -and $item.Length -ge 4MB) {
                return
            }
            $text = ConvertTo-CwLine -Text $Message
            $line = (ConvertTo-CwTimestamp -Time (Get-CwTime)) + ' ' + $text + [Environment]::NewLine
            [System.IO.File]::AppendAllText((Get-CwDataPath -ChildPath 'log\cachewarden.log'), $line)
            return
        }
        catch {
            Start-Sleep -Milliseconds $pause
        }
    }
}
