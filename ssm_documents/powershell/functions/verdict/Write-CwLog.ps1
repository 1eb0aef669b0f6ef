function Write-CwLog {
    <#
    .SYNOPSIS
        Adds a line to this host's log; never fails an action.
    .PARAMETER Message
        What happened, with measured values.
    .OUTPUTS
        None
    .EXAMPLE
        Write-CwLog -Message 'stop_sql_server: begins, token 7'
    .NOTES
        Standard output belongs to the verdict alone ([glossary#host-output]), so that details go to
        C:\ProgramData\CacheWarden\log\cachewarden.log. Nothing is written through a link ([windows#links]).
    #>
    [CmdletBinding()]
    param(
        [Parameter(Mandatory)] [string] $Message
    )

    try {
        New-CwFolder -ChildPath 'log'
        foreach ($part in '', 'log', 'log\cachewarden.log') {
            $item = Get-CwItem -Path (Get-CwDataPath -ChildPath $part).TrimEnd('\')
            if ($null -ne (Get-CwLink -Item $item)) {
                return
            }
        }
        $line = (ConvertTo-CwTimestamp -Time (Get-CwTime)) + ' ' + $Message + [Environment]::NewLine
        [System.IO.File]::AppendAllText((Get-CwDataPath -ChildPath 'log\cachewarden.log'), $line)
    }
    catch {
        # A full system drive must not keep anybody from saving the cache.
        $null = $_
    }
}
