function Select-CwCacheDisk {
    <#
    .SYNOPSIS
        Chooses the blank instance-store disk that becomes the cache.
    .DESCRIPTION
        The first by serial number that is large enough. The tempdb drive is made of the others (New-CwTempdbDrive), so
        that the choice is the same in whatever order the two come.
    .PARAMETER Free
        Blank instance-store disks, in the order of their serial numbers (Get-CwStorageFact).
    .PARAMETER Needed
        Smallest size in bytes.
    .OUTPUTS
        System.Collections.Hashtable, or null
    .EXAMPLE
        Select-CwCacheDisk -Free $facts.free -Needed 102GB
    .NOTES
        Source: [write-cache#one-journal-disk].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [AllowEmptyCollection()] [object[]] $Free,
        [Parameter(Mandatory)] [long] $Needed
    )

    foreach ($disk in $Free) {
        if ($disk.sizeBytes -ge $Needed) {
            return $disk
        }
    }
    return $null
}
