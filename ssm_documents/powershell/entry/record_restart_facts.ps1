# Sees what a restart, a stop and vanishing volumes do to pools; each call says what to do next.

$told = @{ trial = $null }
$answer = Invoke-CwEntry -Action 'record_restart_facts' -Body {
    param($Context)

    $id = 'vol-[0-9a-f]{8,17}'
    $data = @((Get-CwParameter -Name 'DataVolumes' -Pattern "$id(,$id){0,7}" -Required) -split ',')
    $swap = Get-CwParameter -Name 'SwapVolume' -Pattern $id -Required
    $volumes = @($data + $swap | ForEach-Object { $_ -replace '^vol-', 'vol' })
    if ($data.Count -ne 4 -or @($volumes | Select-Object -Unique).Count -ne 5) {
        Stop-CwAction -Code 'CW1062' -Outcome 'refused' -Message (
            "$($data.Count) data volumes are named, expected four and a Swap volume, each once.")
    }
    Confirm-CwVacantNode
    $trial = Read-CwTrial
    $first = $null -eq $trial
    if ($first) {
        $trial = @{
            phase = 'restart'
            bootId = $Context.host.bootId
            build = $Context.host.build
            volumes = $volumes
            ids = @()
            store = @()
            serials = @()
            pools = @{}
            fact = @{}
            unseen = @{}
            newDiskOnline = $false
        }
    }
    else {
        $told.trial = $trial
    }
    if (($trial.volumes -join ',') -cne ($volumes -join ',')) {
        Stop-CwAction -Code 'CW1062' -Outcome 'refused' -Message (
            "These aren't the volumes of the first call: $($trial.volumes -join ', '), Swap last.")
    }
    if ($trial.build -ne $Context.host.build) {
        Stop-CwAction -Code 'CW1088' -Outcome 'unsafe' -Message (
            "Windows is $($Context.host.build) now, and was $($trial.build) at the first call.")
    }
    $node = Confirm-CwTrialNode -Trial $trial
    if ($first) {
        if ($node.store.Count -lt 2) {
            Stop-CwAction -Code 'CW1032' -Outcome 'unsafe' -Message (
                "$($node.store.Count) blank instance-store disks are here, expected two.")
        }
        $trial.serials = @($node.store | ForEach-Object { $_.serial })
        Start-CwRestartTrial -Trial $trial -Node $node
        Save-CwTrial -Trial $trial
        $told.trial = $trial
    }
    elseif ($trial.phase -ne 'done') {
        Step-CwTrial -Trial $trial -Node $node -BootId $Context.host.bootId
    }
    $detail = @{ build = $trial.build; facts = $trial.fact.Count; phase = $trial.phase }
    if ($trial.phase -eq 'done') {
        $message = "Windows $($trial.build): $($trial.fact.Count) facts seen. Throw the instance and its volumes away."
        New-CwVerdict -Code 'CW1089' -Outcome 'done' -Changed -Message $message -Detail $detail
    }
    else {
        $message = Get-CwTrialAct -Trial $trial
        New-CwVerdict -Code 'CW1086' -Outcome 'started' -Changed -Message $message -Detail $detail
    }
}
# For people; the verdict is the last line.
if ($null -ne $told.trial) {
    $trial = $told.trial
    ConvertTo-CwFactLine -Fact $trial.fact -Unseen $trial.unseen -Build @{ windows = $trial.build }
}
$answer.Json
exit $answer.ExitCode
