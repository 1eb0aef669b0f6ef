# Tries on a disposable node, which has nothing of value, what isn't confirmed of Windows' storage, and prints it
# as settings of the rehearsal's model: one fact a line, then the verdict. What it built it takes away again.

$told = @{ lines = @() }
$answer = Invoke-CwEntry -Action 'record_host_facts' -Body {
    param($Context)

    $id = 'vol-[0-9a-f]{8,17}'
    $data = Get-CwParameter -Name 'DataVolumes' -Pattern "$id(,$id){0,7}" -Required
    $swap = Get-CwParameter -Name 'SwapVolume' -Pattern $id -Required
    $disks = Confirm-CwDisposable -Volume (@($data -split ',') + $swap)
    $fact = @{}
    $trial = @{ Disk = $disks; Fact = $fact }
    Test-CwDiskFact @trial
    $moved = Invoke-CwStorageTrial @trial -Swap $swap
    $named = @{}
    foreach ($name in $fact.Keys) {
        $named["storage.$name"] = $fact[$name]
    }
    $told.lines += @(Get-CwUntriedFact -Fact $fact)
    $told.lines += @(ConvertTo-CwFactLine -Fact $named -Unseen @{} -Build @{ windows = $Context.host.build })
    $message = "Windows $($Context.host.build): $($fact.Count) facts seen. $($moved.sentence)"
    New-CwVerdict -Code 'CW1013' -Outcome 'done' -Changed -Message $message -Detail @{
        build = $Context.host.build
        movedWhileWritten = $moved.whole
        pagesWritten = $moved.written
        facts = $fact.Count
    }
}
# For a person to read; the verdict is the last line, as always.
$told.lines
$answer.Json
exit $answer.ExitCode
