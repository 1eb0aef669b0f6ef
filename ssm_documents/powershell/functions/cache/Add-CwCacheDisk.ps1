function Add-CwCacheDisk {
    <#
    .SYNOPSIS
        Adds a blank instance-store disk to the pool, as Journal from the first moment on.
    .DESCRIPTION
        The inventory names the disk before it joins: should the node lose power in between, the disk is known.
    .PARAMETER Inventory
        The inventory; it is changed and written.
    .PARAMETER Fact
        Get-CwStorageFact's answer.
    .PARAMETER Needed
        Smallest size in bytes.
    .OUTPUTS
        None
    .EXAMPLE
        Add-CwCacheDisk -Inventory $inventory -Fact $facts -Needed 102GB
    .NOTES
        Source: [storage-pools#set-only-members], [write-cache#move-sequence].
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [object] $Inventory,
        [Parameter(Mandatory)] [hashtable] $Fact,
        [Parameter(Mandatory)] [long] $Needed
    )

    $disk = Select-CwCacheDisk -Free $Fact.free -Needed $Needed
    if ($null -eq $disk) {
        Stop-CwAction -Code 'CW1032' -Outcome 'unsafe' -Message (
            "None of the $($Fact.free.Count) blank instance-store disks has $Needed bytes.")
    }
    if (-not $PSCmdlet.ShouldProcess($disk.serial, 'Add to the pool as Journal')) {
        return
    }
    $found = @(Get-PhysicalDisk -UniqueId $disk.uniqueId -ErrorAction Stop)
    $null = Select-CwSingle -Found $found -What "disk $($disk.serial)"
    Save-CwInstanceStore -Inventory $Inventory -Disk $Fact.instanceStore -Cache $disk -Joins
    $addition = @{
        StoragePool = $Fact.pool
        PhysicalDisks = $disk.instance
        Usage = 'Journal'
        ErrorAction = 'Stop'
    }
    $null = Add-PhysicalDisk @addition
    Set-PhysicalDisk -UniqueId $disk.uniqueId -MediaType 'SSD' -ErrorAction Stop
    Write-CwLog -Message "$($disk.serial): joined the pool as Journal"
}
