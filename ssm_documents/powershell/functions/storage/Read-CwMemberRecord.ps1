function Read-CwMemberRecord {
    <#
    .SYNOPSIS
        Returns what usage the pool's EBS volumes had when they were last seen, and which of them was missing since.
    .DESCRIPTION
        Only this tells a volume that Windows retired while it was missing from one that a person retired. A record that
        can't be read, or that is another pool's, counts as none.
    .PARAMETER Pool
        The pool.
    .OUTPUTS
        System.Collections.Hashtable: usage (null where it wasn't seen) and missing, by serial number
    .EXAMPLE
        (Read-CwMemberRecord -Pool $pool)[$serial].usage
    .NOTES
        Source: [storage-pools#missing-disk-retired].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [object] $Pool
    )

    $record = @{}
    try {
        $state = Read-CwStateFile -Name 'members'
        if ($null -ne $state -and $state.pool -eq $Pool.UniqueId) {
            foreach ($entry in $state.members) {
                $record[$entry.serial] = @{ usage = $entry.usage; missing = $entry.missing -eq $true }
            }
        }
    }
    catch {
        Write-CwLog -Message "record of the members not read: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
        $record = @{}
    }
    return $record
}
