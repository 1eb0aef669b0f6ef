function Step-CwTrial {
    <#
    .SYNOPSIS
        Sees what a person's act has done, builds what the next facts need, and goes on to the next act.
    .DESCRIPTION
        What wasn't done yet ends the action with CW1087, and what can't be made good with CW1088; neither changes
        anything. What was seen is written down before anything is built.
    .PARAMETER Trial
        What earlier calls wrote down; phase says which act was asked for.
    .PARAMETER Node
        What Confirm-CwTrialNode returned.
    .PARAMETER BootId
        Of this boot of Windows.
    .OUTPUTS
        None
    .EXAMPLE
        Step-CwTrial -Trial $trial -Node $node -BootId $Context.host.bootId
    .NOTES
        Source: [ec2#instance-store-lifetime]: a lost instance-store disk shows a stop, one that stays a restart.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [hashtable] $Trial,
        [Parameter(Mandatory)] [hashtable] $Node,
        [Parameter(Mandatory)] [string] $BootId
    )

    if (-not $PSCmdlet.ShouldProcess($Trial.phase, 'Go on with the tries')) {
        return
    }
    $late = @{ Code = 'CW1087'; Outcome = 'refused'; Message = "It isn't done yet: $(Get-CwTrialAct -Trial $Trial)" }
    $both = @{ Trial = $Trial; Node = $Node }
    $here = @(foreach ($pool in $Node.pools.Values) {
            Get-CwTrialMember -Pool $pool | Where-Object { $_.answers } | ForEach-Object { $_.uniqueId }
        })
    $store = $here -contains $Trial.store[0]
    $one, $two = $Trial.ids[0, 1] | ForEach-Object { $here -contains $_ }
    $next = ''
    switch ($Trial.phase) {
        'restart' {
            if ($Trial.bootId -eq $BootId) {
                Stop-CwAction @late
            }
            if (-not $store) {
                Stop-CwAction -Code 'CW1088' -Outcome 'unsafe' -Message (
                    'The instance was stopped, or lost its disk, where Windows was to be restarted.')
            }
            Test-CwRestartFact @both
            Save-CwTrial -Trial $Trial
            Start-CwLossTrial @both
            $next = 'stop'
        }
        'stop' {
            if ($store) {
                Stop-CwAction @late
            }
            Test-CwLossFact @both
            Save-CwTrial -Trial $Trial
            Start-CwQuorumTrial @both
            $next = 'again'
        }
        'again' {
            if ($store) {
                Stop-CwAction @late
            }
            Test-CwQuorumFact @both
            $next = 'missing'
            if (-not $one) {
                Set-CwAutomaticAttach -Pool $Node.pools['volumes']
                $next = 'attach'
            }
        }
        'missing' {
            if ($one -or -not (Get-CwTrialSpace -Pool $Node.pools['volumes']).detached) {
                Stop-CwAction @late
            }
            Set-CwAutomaticAttach -Pool $Node.pools['volumes']
            $next = 'attach'
        }
        'attach' {
            if (-not $one) {
                Stop-CwAction @late
            }
            Test-CwLateDiskFact @both
            $next = 'detach'
        }
        'detach' {
            if ($one -or $two) {
                Stop-CwAction @late
            }
            Test-CwVanishedDiskFact @both
            $next = 'return'
        }
        'return' {
            if (-not ($one -and $two)) {
                Stop-CwAction @late
            }
            Test-CwReturnedDiskFact @both
            $next = 'done'
        }
    }
    if ($next -ne '') {
        $Trial.phase = $next
        $Trial.bootId = $BootId
        Save-CwTrial -Trial $Trial
    }
}
