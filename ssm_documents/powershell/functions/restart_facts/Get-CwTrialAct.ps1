function Get-CwTrialAct {
    <#
    .SYNOPSIS
        Says what a person has to do before the next call.
    .PARAMETER Trial
        What is known of the tries.
    .OUTPUTS
        System.String, a sentence or two; empty when nothing is left
    .EXAMPLE
        Get-CwTrialAct -Trial $trial
    .NOTES
        Source: [ec2#instance-store-lifetime]. A person acts: no role of CacheWarden may stop an instance that it
        doesn't manage, or detach a volume of it.
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [hashtable] $Trial
    )

    $one, $two = $Trial.volumes[0, 1] | ForEach-Object { $_ -replace '^vol', 'vol-' }
    $acts = @{
        'restart' = 'Restart Windows at once, while the cache moves (EC2: Reboot instance); do not stop the instance.'
        'stop' = 'Stop the instance, and start it again.'
        'again' = "Stop the instance, detach $one, and start the instance without it."
        'missing' = "Detach $one if it is attached, and restart Windows."
        'attach' = "Attach $one again, while the instance runs."
        'detach' = "Detach $one and $two, while the instance runs."
        'return' = "Attach $one and $two again, while the instance runs."
        'done' = ''
    }
    return $acts[$Trial.phase]
}
