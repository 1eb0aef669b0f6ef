function Confirm-CwStoragePlan {
    <#
    .SYNOPSIS
        Guarantees that the planned storage can be built and will be safe, before anything is touched.
    .PARAMETER Plan
        Get-CwStoragePlan's answer.
    .PARAMETER Disk
        The EBS disks by serial (Get-CwBlankEbsDisk).
    .PARAMETER Free
        Blank instance-store disks.
    .OUTPUTS
        None
    .EXAMPLE
        Confirm-CwStoragePlan -Plan $plan -Disk $disks -Free $facts.free
    .NOTES
        Source: [known-mistakes#first-nvme] to [known-mistakes#letters-unchecked], [storage-pools#quorum]: an emptied
        Swap volume doesn't count, so that two data volumes must outnumber the cache disk. Build 26100 is the first that
        may stop at every boot while a member of a pool is missing [write-cache#bugcheck-2025].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [hashtable] $Plan,
        [Parameter(Mandatory)] [hashtable] $Disk,
        [Parameter(Mandatory)] [AllowEmptyCollection()] [object[]] $Free
    )

    $system = Get-CimInstance -ClassName 'Win32_OperatingSystem' -Property 'BuildNumber' -ErrorAction Stop
    if ([int] $system.BuildNumber -ge 26100) {
        Stop-CwAction -Code 'CW1048' -Outcome 'unsafe' -Message "This is Windows build $($system.BuildNumber)."
    }
    $takers = @(Get-CwDiskInitializer | Where-Object { $_ -like '*partitions blank disks*' })
    if ($takers.Count -gt 0) {
        Stop-CwAction -Code 'CW1049' -Outcome 'unsafe' -Message "On this node $($takers[0])."
    }
    $sizes = @($Plan.data | ForEach-Object { $Disk[$_].sizeBytes } | Select-Object -Unique)
    if ($sizes.Count -ne 1) {
        Stop-CwAction -Code 'CW1039' -Outcome 'unsafe' -Message "The data volumes have $($sizes -join ', ') bytes."
    }
    if ($Plan.data.Count -lt 2) {
        Stop-CwAction -Code 'CW1042' -Outcome 'unsafe' -Message 'One data volume is named, two are needed.'
    }
    # A disk is smaller once it is in a pool: 0.5 GiB was seen [storage-pools#pooled-size].
    $needed = 2GB + (Get-CwNeededDiskSize -CacheBytes $Plan.cacheBytes)
    $swapBytes = $Disk[$Plan.swap].sizeBytes
    if ($swapBytes -lt $needed) {
        Stop-CwAction -Code 'CW1043' -Outcome 'unsafe' -Message (
            "The cache needs $needed bytes of a blank disk, the Swap volume $($Plan.swap) has $swapBytes.")
    }
    if ($null -eq (Select-CwCacheDisk -Free $Free -Needed $needed)) {
        Stop-CwAction -Code 'CW1043' -Outcome 'unsafe' -Message (
            "The cache needs $needed bytes, none of the $($Free.Count) blank instance-store disks has them.")
    }
    $letters = @(@($Plan.letter, $Plan.tempdbLetter) | Where-Object { $null -ne $_ } | Select-Object -Unique)
    foreach ($letter in $letters) {
        Confirm-CwLetterFree -Letter $letter
    }
    Confirm-CwDriveUse -Letter $letters
}
