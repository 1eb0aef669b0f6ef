function Get-CwStoragePlan {
    <#
    .SYNOPSIS
        Reads the parameters that say what is built.
    .PARAMETER Optional
        Null where neither volumes nor a cache are named; else that ends the action with CW1020.
    .OUTPUTS
        System.Collections.Hashtable: data (serials), swap (serial), cacheBytes, allocationUnitBytes, letter,
        fileSystem, tempdbLetter (the data drive's for a folder there; null where tempdb stays where it is)
    .EXAMPLE
        Get-CwStoragePlan
    .NOTES
        Source: [windows#serial-numbers], [storage-pools#refs-units].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [switch] $Optional
    )

    $volumes = Get-CwParameter -Name 'DataVolumes' -Pattern 'vol-[0-9a-f]{8,17}(,vol-[0-9a-f]{8,17}){0,7}'
    $swap = Get-CwParameter -Name 'SwapVolume' -Pattern 'vol-[0-9a-f]{8,17}'
    $gibibytes = [long] (Get-CwParameter -Name 'CacheGiB' -Pattern '[0-9]{1,4}' -Required)
    $unit = [int] (Get-CwParameter -Name 'AllocationUnitKiB' -Pattern '[0-9]{1,4}' -Required)
    if ($Optional -and $null -eq $volumes -and $null -eq $swap -and $gibibytes -eq 0) {
        return $null
    }
    if ($null -eq $volumes -or $null -eq $swap -or $gibibytes -eq 0) {
        Stop-CwAction -Code 'CW1020' -Outcome 'refused' -Message (
            'No storage was built on this node: DataVolumes, SwapVolume and CacheGiB are needed to build it.')
    }
    $data = @($volumes.Split(',') | ForEach-Object { $_.Replace('-', '') })
    $serials = @($data) + @($swap.Replace('-', ''))
    if (@($serials | Select-Object -Unique).Count -ne $serials.Count) {
        Stop-CwAction -Code 'CW3007' -Outcome 'unsafe' -Message 'A volume is named twice in DataVolumes and SwapVolume.'
    }
    $letter = Get-CwParameter -Name 'DataLetter' -Pattern '[D-Z]' -Required
    $fileSystem = Get-CwParameter -Name 'FileSystem' -Pattern 'NTFS|ReFS' -Required
    if ($fileSystem -eq 'ReFS' -and $unit -notin 4, 64) {
        Stop-CwAction -Code 'CW3007' -Outcome 'unsafe' -Message "ReFS has units of 4 or 64 KiB, not of $unit."
    }
    return @{
        data = $data
        swap = $swap.Replace('-', '')
        cacheBytes = $gibibytes * 1GB
        allocationUnitBytes = $unit * 1KB
        letter = $letter
        fileSystem = $fileSystem
        tempdbLetter = Get-CwParameter -Name 'TempdbLetter' -Pattern '[D-Z]'
    }
}
