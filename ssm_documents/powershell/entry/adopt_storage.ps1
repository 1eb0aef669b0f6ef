# Shows the storage that somebody built on this node, and on request writes the inventory by which CacheWarden knows it.
# It takes no lease: it writes only while everything is whole, at rest and not being built, and then what is true.

$told = @{ lines = @() }
$answer = Invoke-CwEntry -Action 'adopt_storage' -Body {
    param($Context)

    $id = 'vol-[0-9a-f]{8,17}'
    $data = Get-CwParameter -Name 'DataVolumes' -Pattern "$id(,$id){0,7}"
    $swap = Get-CwParameter -Name 'SwapVolume' -Pattern $id
    $write = (Get-CwParameter -Name 'Write' -Pattern 'yes|no' -Required) -eq 'yes'
    $named = @{}
    if ($null -ne $data) {
        foreach ($volume in $data.Split(',')) {
            $named[$volume.Replace('-', '')] = 'data'
        }
    }
    if ($null -ne $swap) {
        if ($named.Contains($swap.Replace('-', ''))) {
            Stop-CwAction -Code 'CW3007' -Outcome 'unsafe' -Message "$swap is in DataVolumes and SwapVolume."
        }
        $named[$swap.Replace('-', '')] = 'swap'
    }
    $find = { Get-CwFoundStorage -Machine $Context.host -Told $told -Named $named }
    if (-not $write) {
        $found = & $find
        $detail = @{ differences = $found.differences.Count; findings = $found.findings }
        $message = "The storage is $($found.classification); the inventory would change in " +
            "$($found.differences.Count) entries. Nothing was changed."
        New-CwVerdict -Code 'CW1014' -Outcome 'done' -Message $message -Detail $detail
        return
    }
    Invoke-CwExclusively -TimeoutSeconds 20 -ScriptBlock {
        $found = & $find
        $detail = @{ differences = $found.differences.Count; findings = $found.findings }
        if ($found.known) {
            $message = "The storage is $($found.classification), as the inventory says."
            return New-CwVerdict -Code 'CW1016' -Outcome 'already' -Message $message -Detail $detail
        }
        $detail['kept'] = @(Save-CwFoundInventory -Inventory $found.inventory)
        $message = "The storage is $($found.classification); " +
            "$($found.differences.Count) entries of the inventory are new."
        $verdict = New-CwVerdict -Code 'CW1015' -Outcome 'done' -Changed -Message $message -Detail $detail
        Write-CwEvent -Action 'adopt_storage' -Verdict $verdict
        $verdict
    } | Select-Object -Last 1
}
# For a person to read; the verdict is the last line, as always.
$told.lines | ForEach-Object { [regex]::Replace($_, '[^\x20-\x7e]', '?') }
$answer.Json
exit $answer.ExitCode
