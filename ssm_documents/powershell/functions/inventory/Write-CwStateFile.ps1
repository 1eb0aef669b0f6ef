function Write-CwStateFile {
    <#
    .SYNOPSIS
        Replaces one of CacheWarden's state files as a whole, or not at all.
    .PARAMETER Name
        token, inventory, work, worker, boot, services, settings, files, drain, members or volumes.
    .PARAMETER Content
        What is written, as JSON.
    .PARAMETER Attempts
        As for Save-CwFile.
    .OUTPUTS
        None; a file that stays in use, or a drive that stays full, ends the action with CW3020. It is as it was then.
    .EXAMPLE
        Write-CwStateFile -Name 'worker' -Content @{ state = 'running' }
    .NOTES
        Each file is numbered, and carries the hash of its content (Get-CwSealedState). The inventory is written twice,
        so that its copy says the same: one write older it would tell of a storage that is being built, of a cache on
        another disk, or of what AdoptStorage has just replaced. So is members, which would tell of another boot. A copy
        that can't be written is only logged: the file itself is right.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)]
        [ValidateSet('token', 'inventory', 'work', 'worker', 'boot', 'services', 'settings', 'files', 'drain',
            'members', 'volumes')]
        [string] $Name,
        [Parameter(Mandatory)] [object] $Content,
        [int] $Attempts = 20
    )

    $path = Get-CwDataPath -ChildPath "$Name.json"
    if (-not $PSCmdlet.ShouldProcess($path, 'Replace')) {
        return
    }
    New-CwFolder
    $state = Get-CwSealedState -Path $path
    if ($null -eq $state -or $state.sequence -lt 0) {
        $state = Get-CwSealedState -Path "$path.bak"
    }
    $sequence = [long] 1
    if ($null -ne $state) {
        $sequence += [Math]::Max($state.sequence, 0)
    }
    $json = ConvertTo-CwAsciiJson -InputObject $Content
    $seal = '"seq":' + $sequence + ',"sha256":"' + (Get-CwTextHash -Text $json) + '"'
    $text = '{' + $seal + ',"content":' + $json + '}'
    Save-CwFile -Path $path -Text $text -Attempts $Attempts
    if ($Name -in 'inventory', 'members') {
        try {
            Save-CwFile -Path $path -Text $text
        }
        catch {
            Write-CwLog -Message "$Name.json's copy not written: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
        }
    }
}
