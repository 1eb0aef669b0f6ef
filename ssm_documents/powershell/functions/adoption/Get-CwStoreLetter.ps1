function Get-CwStoreLetter {
    <#
    .SYNOPSIS
        Lists the drives that lie on instance-store disks alone, in a pool or not: a stop destroys them.
    .PARAMETER Fact
        Get-CwStorageFact's answer.
    .OUTPUTS
        System.String, letters in order
    .EXAMPLE
        Get-CwStoreLetter -Fact $facts
    .NOTES
        Source: [write-cache#tempdb-pool-vanishes]. A drive without a letter is left out: nothing here can use it.
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [hashtable] $Fact
    )

    $letters = @(Get-CwInstanceStoreLetter)
    $pool = Get-CwTempdbPool -Fact $Fact
    if ($null -ne $pool) {
        $query = { Get-VirtualDisk -StoragePool $pool -ErrorAction Stop }
        foreach ($virtualDisk in @(Find-CwStorageObject -Query $query)) {
            $letters += (Get-CwSpaceVolume -VirtualDisk $virtualDisk).letter
        }
    }
    return @($letters | Where-Object { $null -ne $_ } | Sort-Object -Unique)
}
