function Install-CwBundle {
    <#
    .SYNOPSIS
        Guarantees the host's two scheduled tasks, which run the bundle that this script was loaded from.
    .DESCRIPTION
        Whenever this is cut off, each task runs a whole bundle: the former one or this one. Former bundles go once no
        task runs them any more. The boot task comes first: no service is Manual without what starts it. The worker
        comes last: a host whose two tasks run this bundle has all the rest. Where there is a worker, it may hold the
        lock for an hour: start modes, tempdb's files and the inventory's copy are then left to the next start.
    .PARAMETER Machine
        What Get-CwHost said.
    .OUTPUTS
        System.Collections.Hashtable, a verdict
    .EXAMPLE
        Install-CwBundle -Machine (Get-CwHost)
    .NOTES
        Source: [glossary#worker], [glossary#boot-task], [glossary#host-bundle]. A busy worker goes on with the script
        that it has loaded.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [hashtable] $Machine
    )

    Protect-CwFolder
    # Again, now that nobody else gets to it.
    $null = Read-CwBundle -Hash $CwBundle
    if ($null -eq (Get-CwTask -Task 'boot_task') -and $null -eq (Get-CwBootState -Machine $Machine)) {
        # The first installation: Windows runs, and whoever stopped SQL Server had a reason; only the next boot is the
        # task's. A task that was there before and left no state couldn't run: its next repetition is to do its part.
        $asFound = @{ code = 'CW3001'; outcome = 'already' }
        Save-CwBootState -Boot @{ machine = $Machine; opened = $false } -Verdict $asFound
    }
    $first = $null -eq (Get-CwTask -Task 'worker')
    $folder = Get-CwDataPath -ChildPath "bundle\$CwBundle"
    $register = { Register-CwTask -Task $_ -Path "$folder\$_.ps1" }
    $registered = @('boot_task' | Where-Object $register)
    # A former version's record doesn't say in which boot the cache disk was here.
    Watch-CwMember
    try {
        Invoke-CwExclusively -TimeoutSeconds 20 -ScriptBlock {
            $inventory = Read-CwStateFile -Name 'inventory'
            if ($null -ne $inventory) {
                Sync-CwInventoryCopy -Inventory $inventory
                Update-CwTempdbFile -Inventory $inventory -BootId $Machine.bootId
            }
            # Until a first building is finished the boot task starts nothing, and Windows goes on to do it.
            if ($null -ne $inventory -and $inventory.building -ne $true) {
                foreach ($instance in @(Get-CwOwnInstance)) {
                    Set-CwManualStart -Instance $instance
                }
            }
        }
    }
    catch {
        if ($first -or $_.FullyQualifiedErrorId -notlike 'CW3003*') {
            throw
        }
        Write-CwLog -Message "left to the next start: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
    }
    $null = Disable-CwDiskInitializer
    Disable-CwVolumeInitializer
    Hide-CwShutDown
    Register-CwEventSource
    $registered += @('worker' | Where-Object $register)
    foreach ($item in (Get-CwFileEntry -Path (Get-CwDataPath -ChildPath 'bundle')).children) {
        $former = $item.FullName
        if ($former -ne $folder -and $PSCmdlet.ShouldProcess($former, 'Remove')) {
            Remove-Item -LiteralPath $former -Recurse -Force -ErrorAction SilentlyContinue
        }
    }
    $detail = @{ bundleHash = (Get-CwBundleState).hash }
    if ($registered.Count -eq 0) {
        $message = "Both tasks ran bundle $CwBundle."
        return New-CwVerdict -Code 'CW3002' -Outcome 'already' -Message $message -Detail $detail
    }
    $message = "Registered for bundle ${CwBundle}: $($registered -join ', ')."
    $verdict = New-CwVerdict -Code 'CW3001' -Outcome 'done' -Changed -Message $message -Detail $detail
    Write-CwEvent -Action 'install_host' -Verdict $verdict
    return $verdict
}
