function Get-CwInstanceToStart {
    <#
    .SYNOPSIS
        Lists the instances that the boot task is to start: neither disabled nor stopped since they ran in this boot.
    .DESCRIPTION
        Where one instance never starts the boot never counts as come up, and the task goes on for the sake of that one.
    .PARAMETER Ran
        Names of services that ran in this boot.
    .OUTPUTS
        System.Collections.Specialized.OrderedDictionary, as Get-CwOwnInstance says them
    .EXAMPLE
        Get-CwInstanceToStart -Ran $boot.ran
    .NOTES
        Source: [glossary#boot-task].
    #>
    [CmdletBinding()]
    [OutputType('System.Collections.Specialized.OrderedDictionary')]
    param(
        [Parameter(Mandatory)] [AllowEmptyCollection()] [object[]] $Ran
    )

    foreach ($instance in @(Get-CwOwnInstance | Where-Object { $_.startMode -ne 'Disabled' })) {
        $agent = Get-CwServiceName -Instance $instance.name -Agent
        $complete = $instance.service -ne 4 -or $null -eq $instance.agent -or $Ran -contains $agent
        if ($Ran -notcontains (Get-CwServiceName -Instance $instance.name) -or -not $complete) {
            $instance
        }
    }
}
