function Get-CwBundleState {
    <#
    .SYNOPSIS
        Says which scripts the host's scheduled tasks run, and what is wrong with the tasks.
    .OUTPUTS
        System.Collections.Hashtable: hash (the first 32 small hexadecimal digits of each SHA-256, boot_task and worker,
        of the files as they are; null unless both are installed), boot_task and worker (Get-CwTaskFault of each)
    .EXAMPLE
        (Get-CwBundleState).hash
    .NOTES
        Source: [glossary#boot-task]: preflight checks that the host's copy is the deployed one
        (infra.documents.builder).
    #>
    [CmdletBinding()]
    param()

    $state = @{ hash = $null; boot_task = @(); worker = @() }
    $hashes = @()
    foreach ($task in 'boot_task', 'worker') {
        $definition = Get-CwTask -Task $task
        $state[$task] = @(Get-CwTaskFault -Task $task -Definition $definition)
        $path = Get-CwTaskScript -Task $task -Definition $definition
        if ($path -ne '') {
            $hashes += @(Get-CwFileHash -Path $path | Where-Object { $null -ne $_ })
        }
    }
    if ($hashes.Count -eq 2) {
        $state.hash = -join $hashes
    }
    return $state
}
