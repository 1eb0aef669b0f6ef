function Get-CwTrialMember {
    <#
    .SYNOPSIS
        Lists the members of a pool of the tries, those that don't answer as well.
    .PARAMETER Pool
        The pool.
    .OUTPUTS
        System.Collections.Hashtable: uniqueId, serial (empty where Windows shows none), answers, usage (number)
    .EXAMPLE
        Get-CwTrialMember -Pool $pool
    .NOTES
        Source: [storage-pools#health-numbers], [storage-pools#usage].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [object] $Pool
    )

    $number = Get-CwStatusNumber
    foreach ($disk in @(Get-PhysicalDisk -StoragePool $Pool -ErrorAction Stop)) {
        $raw = $disk.CimInstanceProperties
        $silent = @([int[]] $raw['OperationalStatus'].Value | Where-Object { $_ -notin $number.present })
        @{
            uniqueId = [string] $disk.UniqueId
            serial = ConvertTo-CwSerial -SerialNumber $disk.SerialNumber
            answers = $silent.Count -eq 0
            usage = [int] $raw['Usage'].Value
        }
    }
}
