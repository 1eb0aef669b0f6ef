function Read-CwVolumeRecord {
    <#
    .SYNOPSIS
        Tells which virtual disks have a partition that CacheWarden made, or was about to make, and hasn't formatted.
    .OUTPUTS
        System.Management.Automation.PSCustomObject, each: letter, virtualDisk (UniqueId); none where the record is
        damaged: then nothing is formatted
    .EXAMPLE
        Read-CwVolumeRecord
    .NOTES
        Source: [glossary#destruction-needs-proof].
    #>
    [CmdletBinding()]
    [OutputType([pscustomobject])]
    param()

    try {
        $state = Read-CwStateFile -Name 'volumes'
    }
    catch {
        Write-CwLog -Message "record of volumes unknown: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
        return
    }
    if ($null -ne $state) {
        @($state.unformatted)
    }
}
