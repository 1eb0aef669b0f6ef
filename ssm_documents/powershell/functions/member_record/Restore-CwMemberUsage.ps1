function Restore-CwMemberUsage {
    <#
    .SYNOPSIS
        Gives a volume that Windows has retired while it was missing its usage again.
    .DESCRIPTION
        A data volume becomes Auto-Select: as long as it is Retired, every repair wants to move its data to another
        disk, and no cache can be moved. The Swap volume becomes Journal where the cache is on it and nowhere else.
        A disk that doesn't answer stays as it is; so does one of which no record says that it was missing, and wasn't
        Retired before: a person may have retired it.
    .PARAMETER Fact
        Get-CwStorageFact's answer.
    .OUTPUTS
        System.Boolean, true if something was changed
    .EXAMPLE
        Restore-CwMemberUsage -Fact $facts
    .NOTES
        Source: [storage-pools#missing-disk-retired], [storage-pools#usage].
    #>
    [CmdletBinding()]
    [OutputType([bool])]
    param(
        [Parameter(Mandatory)] [hashtable] $Fact
    )

    $caches = @($Fact.members | Where-Object { $_.role -eq 'cache' })
    $changed = $false
    foreach ($member in @($Fact.members | Where-Object { $_.retiredAway })) {
        if ($member.role -eq 'data') {
            Set-CwDiskUsage -Member $member -Usage 'AutoSelect'
            $changed = $true
        }
        elseif ($member.role -eq 'swap' -and $caches.Count -eq 0 -and $member.holds) {
            Set-CwDiskUsage -Member $member -Usage 'Journal'
            $changed = $true
        }
    }
    return $changed
}
