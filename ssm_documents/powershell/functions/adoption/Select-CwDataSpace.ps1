function Select-CwDataSpace {
    <#
    .SYNOPSIS
        Returns the one virtual disk of a pool, and guarantees that it is whole and of the kind that is managed here.
    .PARAMETER Pool
        The pool.
    .PARAMETER Fact
        Get-CwStorageFact's answer.
    .OUTPUTS
        MSFT_VirtualDisk; otherwise the action ends with CW1064 or CW1065
    .EXAMPLE
        Select-CwDataSpace -Pool $pool -Fact $facts
    .NOTES
        Source: [storage-pools#health-numbers], [storage-pools#new-virtual-disk]. The size of a write-back cache is
        given when a virtual disk is made, and stays.
    #>
    [CmdletBinding()]
    [OutputType('MSFT_VirtualDisk')]
    param(
        [Parameter(Mandatory)] [object] $Pool,
        [Parameter(Mandatory)] [hashtable] $Fact
    )

    $number = Get-CwStatusNumber
    $found = @(Find-CwStorageObject -Query { Get-VirtualDisk -StoragePool $Pool -ErrorAction Stop })
    if ($found.Count -ne 1) {
        Stop-CwAction -Code 'CW1064' -Outcome 'unsafe' -Message (
            "$($found.Count) virtual disks are in the pool, expected one.")
    }
    $raw = $found[0].CimInstanceProperties
    $health = [int] $raw['HealthStatus'].Value
    $status = @([int[]] $raw['OperationalStatus'].Value)
    if ($health -ne $number.healthy -or ($status -join ',') -ne $number.ok) {
        Stop-CwAction -Code 'CW1065' -Outcome 'unsafe' -Message (
            "The virtual disk has HealthStatus $health, OperationalStatus $($status -join ', ') " +
            "($($number.detached) is Detached), DetachedReason $([int] $raw['DetachedReason'].Value).")
    }
    if ($Fact.activeJobs.Count -gt 0) {
        Stop-CwAction -Code 'CW1065' -Outcome 'unsafe' -Message "$($Fact.activeJobs.Count) storage jobs run."
    }
    if ($found[0].ResiliencySettingName -ne 'Simple') {
        Stop-CwAction -Code 'CW1064' -Outcome 'unsafe' -Message (
            "The resiliency of the virtual disk is $($found[0].ResiliencySettingName), expected Simple.")
    }
    return $found[0]
}
