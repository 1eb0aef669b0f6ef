function Test-CwDiskFact {
    <#
    .SYNOPSIS
        Sees what blank disks tell: names, media types, which properties there are.
    .PARAMETER Disk
        What Confirm-CwDisposable returned.
    .PARAMETER Fact
        Takes the facts, by the name of the model's setting.
    .OUTPUTS
        None
    .EXAMPLE
        Test-CwDiskFact -Disk $disks -Fact $fact
    .NOTES
        Source: [windows#device-names], [windows#ebs-media-type], [windows#storage-schema]. MediaType 4 is SSD.
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [hashtable] $Disk,
        [Parameter(Mandatory)] [hashtable] $Fact
    )

    $volume = @($Disk.ebs.Values)[0].instance
    $name = [string] $volume.FriendlyName
    if ($name -clike 'NVMe Amazon*') {
        $Fact['device_names'] = 'scsi style'
    }
    elseif ($name -clike 'Amazon Elastic*') {
        $Fact['device_names'] = 'nvme style'
    }
    $media = [int] $volume.CimInstanceProperties['MediaType'].Value
    $Fact['ebs_media_is_ssd'] = ConvertTo-CwFactWord -Seen ($media -eq 4)
    $health = [string] $volume.HealthStatus
    if ($health -ceq 'Healthy') {
        $Fact['language'] = 'en'
    }
}
