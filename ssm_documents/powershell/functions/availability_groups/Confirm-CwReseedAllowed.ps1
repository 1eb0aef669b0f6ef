function Confirm-CwReseedAllowed {
    <#
    .SYNOPSIS
        Guarantees that only lost copies of a secondary with a connected primary are removed; checks all before one
        goes.
    .DESCRIPTION
        A database is lost if it waits for recovery or is suspect, and none of its files is there. A file that is there
        may be recovered: then a person must look. That a path isn't there says so only on the drive that our virtual
        disk has now: on another volume, and behind a mounted folder or a link, the files may just be elsewhere.
    .PARAMETER Selection
        Open-CwGroupSelection's answer.
    .PARAMETER Wanted
        group, database (ids) of each.
    .PARAMETER Letter
        The letter that the virtual disk's own volume has now, or empty.
    .OUTPUTS
        None; otherwise the action ends with CW2043.
    .EXAMPLE
        Confirm-CwReseedAllowed -Selection $selection -Wanted $wanted -Letter $facts.letter
    .NOTES
        Source: [reseeding#guards], [windows#links], [windows#access-paths]. Database states
        1 RESTORING, 3 RECOVERY_PENDING, 4 SUSPECT.
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [hashtable] $Selection,
        [Parameter(Mandatory)] [AllowEmptyCollection()] [object[]] $Wanted,
        [Parameter(Mandatory)] [AllowEmptyString()] [string] $Letter
    )

    foreach ($group in $Selection.groups) {
        $local = @($group.replicas | Where-Object { $_.local })
        if ($group.role -ne 2 -or [string]::IsNullOrEmpty($group.primary) -or $local.Count -ne 1 -or
            $local[0].connected -ne 1) {
            Stop-CwAction -Code 'CW2043' -Outcome 'unsafe' -Message (
                "$($group.name): role $($group.role), primary '$($group.primary)'; a connected secondary is needed.")
        }
    }
    foreach ($entry in $Wanted) {
        $database = Get-CwGroupDatabase -Selection $Selection -Wanted $entry
        $group = @($Selection.groups | Where-Object { $_.id -eq $entry.group })[0]
        $own = "\A$([regex]::Escape($group.name))_(master|msdb)(_?[0-9]+)?\z"
        if ($group.contained -and $database.name -match $own) {
            Stop-CwAction -Code 'CW2043' -Outcome 'unsafe' -Message (
                "$($database.name) is a contained group's own system database, which is restored, never seeded anew.")
        }
        if ($database.localId -eq 0) {
            continue
        }
        $there = @($database.files | Where-Object { Test-Path -LiteralPath $_ })
        $elsewhere = @($database.files | Where-Object { $Letter -eq '' -or $_ -notlike "${Letter}:\*" })
        if ($elsewhere.Count -gt 0) {
            Stop-CwAction -Code 'CW2043' -Outcome 'unsafe' -Message (
                "$($database.name): $($elsewhere[0]) isn't on the virtual disk, which is drive '${Letter}:'.")
        }
        foreach ($file in $database.files) {
            $folder = $file -replace '\\[^\\]*\z', ''
            while ($folder.Length -gt 3) {
                if ($null -ne (Get-CwLink -Item (Get-CwItem -Path $folder))) {
                    Stop-CwAction -Code 'CW2043' -Outcome 'unsafe' -Message (
                        "$($database.name): $folder leads elsewhere, to a volume that may not be there now: that " +
                        "$file isn't found doesn't say that it is lost.")
                }
                $folder = $folder -replace '\\[^\\]*\z', ''
            }
        }
        # RESTORING without the group: an earlier run was cut off between the two statements.
        $lost = $database.state -in 3, 4 -or ($database.state -eq 1 -and -not $database.inGroup)
        if (-not $lost -or $there.Count -gt 0 -or $database.files.Count -eq 0) {
            Stop-CwAction -Code 'CW2043' -Outcome 'unsafe' -Message (
                "$($database.name): state $($database.state), " +
                "$($there.Count) of $($database.files.Count) files are there.")
        }
    }
}
