function Get-CwBundleState {
    <#
    .SYNOPSIS
        Says which bundle the host's scheduled tasks run, and what is wrong with the tasks.
    .OUTPUTS
        System.Collections.Hashtable: hash (of the bundle that both run, as their definitions say; null unless both run
        one), boot_task and worker (Get-CwTaskFault of each)
    .EXAMPLE
        (Get-CwBundleState).hash
    .NOTES
        Source: [glossary#boot-task]: preflight checks that the tasks run the deployed bundle. The content of that one
        was compared when this script began; a task compares it again whenever it runs.
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param()

    $state = @{ hash = $null; boot_task = @(); worker = @() }
    $bundles = @()
    foreach ($task in 'boot_task', 'worker') {
        $definition = Get-CwTask -Task $task
        $state[$task] = @(Get-CwTaskFault -Task $task -Definition $definition)
        $path = Get-CwTaskScript -Task $task -Definition $definition
        if ($path -ne '') {
            $bundles += Split-Path -Path (Split-Path -Path $path -Parent) -Leaf
        }
    }
    if ($bundles.Count -eq 2 -and $bundles[0] -eq $bundles[1]) {
        $state.hash = $bundles[0]
    }
    return $state
}
