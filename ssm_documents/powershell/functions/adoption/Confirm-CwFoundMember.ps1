function Confirm-CwFoundMember {
    <#
    .SYNOPSIS
        Guarantees that every member is whole and has a proven role, and that together they make a cached pool.
    .PARAMETER Member
        Get-CwFoundMember's answer.
    .PARAMETER CacheBytes
        Size of the virtual disk's write-back cache.
    .PARAMETER Columns
        Columns of the virtual disk.
    .OUTPUTS
        None; otherwise the action ends with CW1031 or one of CW1064 to CW1069.
    .EXAMPLE
        Confirm-CwFoundMember -Member $members -CacheBytes 100GB -Columns 2
    .NOTES
        Source: [write-cache#move-room], [write-cache#one-journal-disk].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [AllowEmptyCollection()] [object[]] $Member,
        [Parameter(Mandatory)] [long] $CacheBytes,
        [Parameter(Mandatory)] [int] $Columns
    )

    $number = Get-CwStatusNumber
    $ill = @($Member | Where-Object { -not $_.ok })
    if ($ill.Count -gt 0) {
        Stop-CwAction -Code 'CW1065' -Outcome 'unsafe' -Message "$($ill[0].told)."
    }
    $serials = @($Member | ForEach-Object { $_.serial })
    if (@($serials | Select-Object -Unique).Count -ne $serials.Count) {
        Stop-CwAction -Code 'CW1064' -Outcome 'unsafe' -Message 'Two members have the same serial number.'
    }
    foreach ($entry in @($Member | Where-Object { $_.code -eq 'CW1069' })) {
        Stop-CwAction -Code 'CW1069' -Outcome 'unsafe' -Message "$($entry.told)."
    }
    if ($CacheBytes -eq 0) {
        Stop-CwAction -Code 'CW1068' -Outcome 'refused' -Message 'The virtual disk has no write-back cache.'
    }
    foreach ($entry in @($Member | Where-Object { $_.code -eq 'CW1065' })) {
        Stop-CwAction -Code 'CW1065' -Outcome 'unsafe' -Message "$($entry.told)."
    }
    foreach ($entry in @($Member | Where-Object { $_.code -eq 'CW1066' })) {
        Stop-CwAction -Code 'CW1066' -Outcome 'unsafe' -Message "$($entry.told)."
    }
    $data = @($Member | Where-Object { $_.role -eq 'data' })
    $swap = @($Member | Where-Object { $_.role -eq 'swap' })
    $caches = @($Member | Where-Object { $_.role -eq 'cache' })
    if ($data.Count -eq 0 -or $swap.Count -gt 1 -or $caches.Count -gt 1) {
        Stop-CwAction -Code 'CW1064' -Outcome 'unsafe' -Message (
            "In the pool are $($data.Count) data volumes, $($swap.Count) Swap volumes and $($caches.Count) " +
            'instance-store disks; expected one Swap volume, at most one instance-store disk.')
    }
    $onSwap = $swap.Count -eq 1 -and $swap[0].usage -eq $number.journal
    if ($caches.Count -eq 0 -and -not $onSwap) {
        Stop-CwAction -Code 'CW1068' -Outcome 'refused' -Message (
            'No member has the usage Journal: the write-back cache lies on the data volumes, which a stop keeps.')
    }
    if ($caches.Count -eq 1 -and $onSwap) {
        Stop-CwAction -Code 'CW1065' -Outcome 'unsafe' -Message (
            "$($caches[0].serial) and $($swap[0].serial) are both Journal: the cache is between two disks.")
    }
    $needed = Get-CwNeededDiskSize -CacheBytes $CacheBytes
    if ($caches.Count -eq 1 -and $caches[0].footprintBytes -gt $needed) {
        Stop-CwAction -Code 'CW1069' -Outcome 'unsafe' -Message (
            "$($caches[0].serial) is Journal, and $($caches[0].footprintBytes) bytes lie on it; the cache has " +
            "$CacheBytes, so that parts of the data lie there, too.")
    }
    if ($Columns -gt $data.Count) {
        Stop-CwAction -Code 'CW1064' -Outcome 'unsafe' -Message (
            "The virtual disk has $Columns columns, and the pool $($data.Count) data volumes: it couldn't be built " +
            'again.')
    }
    if ($swap.Count -eq 0) {
        Stop-CwAction -Code 'CW1067' -Outcome 'unsafe' -Message (
            "$($caches[0].serial) has the cache, and no Swap volume could take it; it needs $needed bytes.")
    }
    if ($swap[0].sizeBytes -lt $needed) {
        Stop-CwAction -Code 'CW1031' -Outcome 'unsafe' -Message (
            "The Swap volume $($swap[0].serial) has $($swap[0].sizeBytes) bytes, the cache needs $needed.")
    }
}
