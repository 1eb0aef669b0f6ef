function Test-CwMoveFact {
    <#
    .SYNOPSIS
        Moves the cache to the Swap volume while pages are written, sees how Windows does it, and checks every page.
    .PARAMETER Pool
        The pool of the tries.
    .PARAMETER VirtualDisk
        Its virtual disk, with its cache on the instance-store disk.
    .PARAMETER Nvme
        The instance-store disk.
    .PARAMETER Swap
        The Swap volume's disk, a member that is Retired and empty.
    .PARAMETER Letter
        Letter of the virtual disk's volume.
    .PARAMETER Fact
        Takes the facts, by the name of the model's setting.
    .OUTPUTS
        System.Collections.Hashtable: whole, written, sentence
    .EXAMPLE
        Test-CwMoveFact -Pool $pool -VirtualDisk $space -Nvme $nvme -Swap $swap -Letter 'T' -Fact $fact
    .NOTES
        Source: [write-cache#move-sequence], [write-cache#move-under-load], [write-cache#footprint],
        [write-cache#allocated], [write-cache#remove-with-extents], [write-cache#repair-returns].
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [object] $Pool,
        [Parameter(Mandatory)] [object] $VirtualDisk,
        [Parameter(Mandatory)] [hashtable] $Nvme,
        [Parameter(Mandatory)] [hashtable] $Swap,
        [Parameter(Mandatory)] [string] $Letter,
        [Parameter(Mandatory)] [hashtable] $Fact
    )

    if (-not $PSCmdlet.ShouldProcess($Nvme.serial, 'Move the cache away')) {
        return $null
    }
    $number = Get-CwStatusNumber
    $before = Get-CwTrialState -VirtualDisk $VirtualDisk -SourceId $Nvme.uniqueId
    $Fact['footprint_counts_cache'] = ConvertTo-CwFactWord -Seen ($before.footprint -gt 0)
    $Fact['extents_list_cache'] = ConvertTo-CwFactWord -Seen ($before.extents -gt 0)
    $Fact['allocated_counts_cache'] = ConvertTo-CwFactWord -Seen ($before.allocated -ge 8GB)
    $writer = @{ path = "${Letter}:\pages"; files = @(); written = 0 }
    try {
        Write-CwTrialPage -Writer $writer
        Write-CwTrialPage -Writer $writer
        Set-PhysicalDisk -UniqueId $Swap.uniqueId -Usage 'Journal' -MediaType 'SSD' -ErrorAction Stop
        $named = @{ NewFriendlyName = 'Facts trial'; MediaType = 'HDD'; ErrorAction = 'Stop' }
        Set-PhysicalDisk -UniqueId $Nvme.uniqueId @named
        Set-PhysicalDisk -UniqueId $Nvme.uniqueId -Usage 'Retired' -ErrorAction Stop
        Write-CwTrialPage -Writer $writer
        Start-Sleep -Seconds 3
        $after = Get-CwTrialState -VirtualDisk $VirtualDisk -SourceId $Nvme.uniqueId
        $moving = $after.jobs.Count -gt 0 -or $after.counted -lt $before.counted
        if ($moving -or $before.counted -ge 8GB) {
            $Fact['retiring_moves'] = ConvertTo-CwFactWord -Seen $moving
        }

        # A disk that is empty already may leave any pool: that says nothing.
        if (-not (Test-CwTrialMoved -Before $before -Now $after)) {
            $removal = @{ StoragePool = $Pool; PhysicalDisks = $Nvme.instance; Confirm = $false; ErrorAction = 'Stop' }
            try {
                Remove-PhysicalDisk @removal
                $Fact['removal_with_extents'] = 'migrates'
            }
            catch {
                if ($_.FullyQualifiedErrorId -notmatch '^StorageWMI (\d+)') {
                    throw
                }
                $Fact['removal_with_extents'] = 'refused'
                $Fact['removal_refused_error'] = [int] $Matches[1]
            }
        }
        $repair = Repair-VirtualDisk -UniqueId $VirtualDisk.UniqueId -AsJob -Confirm:$false -ErrorAction Stop
        Start-Sleep -Seconds 3
        $during = Get-CwTrialState -VirtualDisk $VirtualDisk -SourceId $Nvme.uniqueId
        if (-not (Test-CwTrialMoved -Before $before -Now $during)) {
            $waits = $repair.State -in 'Running', 'NotStarted'
            $Fact['repair_returns'] = @{ $true = 'when done'; $false = 'at once' }[$waits]
            $Fact['lists_jobs'] = ConvertTo-CwFactWord -Seen ($during.jobs.Count -gt 0)
            if ($during.jobs.Count -gt 0) {
                $Fact['repair_job_name'] = $during.jobs[0].name
            }
            $shown = $during.health -ne $number.healthy -or $during.status -ne $number.ok
            $Fact['repair_shows_in_service'] = ConvertTo-CwFactWord -Seen $shown
        }

        $gone = Wait-CwTrialMove -Pool $Pool -VirtualDisk $VirtualDisk -Nvme $Nvme -Writer $writer
        $wrong = $null
        if ($gone) {
            $wrong = Test-CwTrialPage -Writer $writer -VirtualDisk $VirtualDisk
        }
    }
    finally {
        foreach ($own in $writer.files) {
            if (Test-Path -LiteralPath $own.path) {
                Remove-Item -LiteralPath $own.path -ErrorAction Stop
            }
        }
    }
    if ($gone) {
        $left = Select-CwSingle -Found @(Get-PhysicalDisk -UniqueId $Nvme.uniqueId -ErrorAction Stop) -What 'disk'
        $reverted = [string] $left.FriendlyName -cne 'Facts trial'
        $Fact['leaving_reverts_names'] = ConvertTo-CwFactWord -Seen $reverted
    }
    $whole = $gone -and $wrong -eq 0
    $told = "The cache moved while $($writer.written) pages were written, and, read from disk, every page was right."
    if (-not $gone) {
        $told = "The cache didn't leave the instance-store disk while $($writer.written) pages were written."
    }
    elseif (-not $whole) {
        $told = "The cache moved, and $wrong pages were wrong: data was lost."
    }
    return @{ whole = $whole; written = $writer.written; sentence = $told }
}
