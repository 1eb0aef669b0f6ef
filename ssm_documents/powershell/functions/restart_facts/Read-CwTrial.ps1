function Read-CwTrial {
    <#
    .SYNOPSIS
        Reads what earlier calls of the tries have built and seen on this node.
    .OUTPUTS
        System.Collections.Hashtable, or null where no call was made: phase (what a person is asked for), bootId, build,
        volumes (serial numbers, Swap last), ids (their UniqueIds), store (UniqueIds of the instance-store disks in
        use), serials (of those at the first call), pools (UniqueId by name), fact, unseen (by setting, with why),
        newDiskOnline
    .EXAMPLE
        $trial = Read-CwTrial
    .NOTES
        As Save-CwTrial writes it.
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param()

    $path = Get-CwDataPath -ChildPath 'facts.json'
    $text = Read-CwFile -Path $path
    if ($null -eq $text) {
        return $null
    }
    try {
        $state = ConvertFrom-Json -InputObject $text
        $null = $state.newDiskOnline
    }
    catch {
        Stop-CwAction -Code 'CW1088' -Outcome 'unsafe' -Message "$path can't be read: it isn't what a call wrote."
    }
    $trial = @{
        phase = [string] $state.phase
        bootId = [string] $state.bootId
        build = [string] $state.build
        volumes = @($state.volumes | ForEach-Object { [string] $_ })
        ids = @($state.ids | ForEach-Object { [string] $_ })
        store = @($state.store | ForEach-Object { [string] $_ })
        serials = @($state.serials | ForEach-Object { [string] $_ })
        newDiskOnline = [bool] $state.newDiskOnline
    }
    foreach ($part in 'pools', 'fact', 'unseen') {
        $trial[$part] = @{}
        foreach ($entry in @($state.$part)) {
            $trial[$part][[string] $entry.name] = [string] $entry.value
        }
    }
    return $trial
}
