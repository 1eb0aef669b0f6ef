function Write-CwStateFile {
    <#
    .SYNOPSIS
        Replaces one of CacheWarden's state files as a whole, or not at all.
    .PARAMETER Name
        token, inventory, work or worker.
    .PARAMETER Content
        What is written, as JSON.
    .OUTPUTS
        None
    .EXAMPLE
        Write-CwStateFile -Name 'worker' -Content @{ state = 'running' }
    .NOTES
        File.Replace keeps the former file as .bak, which Read-CwStateFile falls back to.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    param(
        [Parameter(Mandatory)] [ValidateSet('token', 'inventory', 'work', 'worker')] [string] $Name,
        [Parameter(Mandatory)] [object] $Content
    )

    $path = Get-CwDataPath -ChildPath "$Name.json"
    if (-not $PSCmdlet.ShouldProcess($path, 'Replace the state file')) {
        return
    }
    $null = [System.IO.Directory]::CreateDirectory((Get-CwDataPath -ChildPath ''))
    [System.IO.File]::WriteAllText("$path.new", (ConvertTo-CwAsciiJson -InputObject $Content))
    if ([System.IO.File]::Exists($path)) {
        [System.IO.File]::Replace("$path.new", $path, "$path.bak")
    }
    else {
        [System.IO.File]::Move("$path.new", $path)
    }
}
