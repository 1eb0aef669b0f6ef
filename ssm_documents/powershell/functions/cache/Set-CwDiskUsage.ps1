function Set-CwDiskUsage {
    <#
    .SYNOPSIS
        Gives a pool member its usage, and guarantees that Windows shows it.
    .PARAMETER Member
        The member (Get-CwPoolMember).
    .PARAMETER Usage
        Journal (cache; the media type is set to SSD as well), Retired (no allocations; a repair moves them away) or
        AutoSelect (data).
    .OUTPUTS
        None
    .EXAMPLE
        Set-CwDiskUsage -Member $swap -Usage 'Journal'
    .NOTES
        Source: [storage-pools#usage], [write-cache#move-sequence]. Addressed by UniqueId:
        friendly names aren't unique.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [hashtable] $Member,
        [Parameter(Mandatory)] [ValidateSet('Journal', 'Retired', 'AutoSelect')] [string] $Usage
    )

    $number = (Get-CwStatusNumber)[$Usage]
    if ($Member.usage -eq $number) {
        return
    }
    if (-not $PSCmdlet.ShouldProcess($Member.serial, "Set usage $Usage")) {
        return
    }
    $change = @{ UniqueId = $Member.uniqueId; Usage = $Usage; ErrorAction = 'Stop' }
    if ($Usage -eq 'Journal') {
        $change['MediaType'] = 'SSD'
    }
    $query = { Get-PhysicalDisk -UniqueId $Member.uniqueId -ErrorAction Stop }
    $null = Select-CwSingle -Found @(& $query) -What "disk $($Member.serial)"
    Set-PhysicalDisk @change
    $disk = Select-CwSingle -Found @(& $query) -What "disk $($Member.serial)"
    $shown = [int] $disk.CimInstanceProperties['Usage'].Value
    if ($shown -ne $number) {
        Stop-CwAction -Code 'CW1050' -Outcome 'failed' -Changed -Message (
            "Disk $($Member.serial) was set to $Usage, Windows shows usage $shown.")
    }
    Write-CwLog -Message "$($Member.serial): usage $Usage"
}
