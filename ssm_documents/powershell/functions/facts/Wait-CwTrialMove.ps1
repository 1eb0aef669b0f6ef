function Wait-CwTrialMove {
    <#
    .SYNOPSIS
        Writes pages until the instance-store disk has left the pool; gives up after 9 minutes.
    .PARAMETER Pool
        The pool of the tries.
    .PARAMETER VirtualDisk
        Its virtual disk.
    .PARAMETER Nvme
        The disk that is emptied, and then removed.
    .PARAMETER Writer
        What Write-CwTrialPage writes into.
    .OUTPUTS
        System.Boolean: whether it has left
    .EXAMPLE
        Wait-CwTrialMove -Pool $pool -VirtualDisk $space -Nvme $nvme -Writer $writer
    .NOTES
        Source: [write-cache#emptied], [write-cache#removal-pending]. That Windows lets the disk leave the pool is the
        proof: what is listed on it may leave the cache out.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([bool])]
    param(
        [Parameter(Mandatory)] [object] $Pool,
        [Parameter(Mandatory)] [object] $VirtualDisk,
        [Parameter(Mandatory)] [hashtable] $Nvme,
        [Parameter(Mandatory)] [hashtable] $Writer
    )

    if (-not $PSCmdlet.ShouldProcess($Nvme.serial, 'Remove from the pool')) {
        return $false
    }
    $removal = @{ StoragePool = $Pool; PhysicalDisks = $Nvme.instance; Confirm = $false; ErrorAction = 'Stop' }
    $accepted = $false
    $wait = @{}
    while (Test-CwTimeLeft -Wait $wait -Seconds 540) {
        Write-CwTrialPage -Writer $Writer
        Start-Sleep -Seconds 2
        # Windows may list a disk that has left until it is told to look again.
        Update-CwStorageView
        $members = @(Get-PhysicalDisk -StoragePool $Pool -ErrorAction Stop | Where-Object {
                $_.UniqueId -eq $Nvme.uniqueId
            })
        if ($members.Count -eq 0) {
            return $true
        }
        if ($accepted) {
            continue
        }
        $state = Get-CwTrialState -VirtualDisk $VirtualDisk -SourceId $Nvme.uniqueId
        if ($state.jobs.Count -gt 0) {
            continue
        }
        try {
            Remove-PhysicalDisk @removal
            $accepted = $true
        }
        catch {
            if ($_.FullyQualifiedErrorId -notmatch '^StorageWMI (40000|51004)\b') {
                throw
            }
        }
    }
    return $false
}
