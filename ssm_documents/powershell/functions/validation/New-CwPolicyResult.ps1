function New-CwPolicyResult {
    <#
    .SYNOPSIS
        Says of one policy whether it is met, and what to do where it isn't.
    .PARAMETER Policy
        Its name.
    .PARAMETER Weight
        critical: data, a failover or a stop depends on it; warning: speed, or a habit of the field.
    .PARAMETER Issue
        What doesn't meet it, one text each.
    .PARAMETER Unknown
        What couldn't be seen, one text each: a policy of which something isn't known is never healthy.
    .PARAMETER Remedy
        What to do.
    .OUTPUTS
        System.Collections.Specialized.OrderedDictionary: policy, weight, healthy (null where it isn't known), issue,
        remedy
    .EXAMPLE
        New-CwPolicyResult -Policy 'SessionTimeout' -Weight 'warning' -Issue $short -Remedy 'Set it to 10 seconds.'
    .NOTES
        Source: [availability-groups#policies].
    #>
    [CmdletBinding()]
    [OutputType('System.Collections.Specialized.OrderedDictionary')]
    param(
        [Parameter(Mandatory)] [string] $Policy,
        [Parameter(Mandatory)] [ValidateSet('critical', 'warning')] [string] $Weight,
        [AllowEmptyCollection()] [string[]] $Issue = @(),
        [AllowEmptyCollection()] [string[]] $Unknown = @(),
        [Parameter(Mandatory)] [string] $Remedy
    )

    $texts, $healthy = @(), $true
    if ($Issue.Count -gt 0) {
        $texts, $healthy = $Issue, $false
    }
    elseif ($Unknown.Count -gt 0) {
        $texts, $healthy = $Unknown, $null
    }
    $told = @($texts | Select-Object -First 3) -join '; '
    if ($texts.Count -gt 3) {
        $told = "$told; $($texts.Count - 3) more"
    }
    $result = [ordered] @{ policy = $Policy; weight = $Weight; healthy = $healthy }
    if ($texts.Count -gt 0) {
        $result['issue'] = $told.Substring(0, [Math]::Min(240, $told.Length))
        $result['remedy'] = $Remedy
    }
    return $result
}
