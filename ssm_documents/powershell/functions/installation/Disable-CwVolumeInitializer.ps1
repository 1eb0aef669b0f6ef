function Disable-CwVolumeInitializer {
    <#
    .SYNOPSIS
        Keeps EC2Launch v2 from partitioning the blank disks that cache and tempdb drive need.
    .DESCRIPTION
        Makes comments of the task initializeVolume in agent-config.yml where it takes all disks and has the documented
        form: three lines and nothing between or after them, in a list with another task, in a file without anchors and
        without texts over several lines. Anything else stays as it is, and is told by observations: a configuration
        that the agent doesn't understand could keep the node from being reached. A task that names devices is its
        owner's decision. Nothing is written where others than administrators can write.
    .OUTPUTS
        None
    .EXAMPLE
        Disable-CwVolumeInitializer
    .NOTES
        Source: [windows#ec2launch-v2], [windows#programdata]. The lines themselves say what was changed; UninstallHost
        makes them tasks again. What isn't plain ASCII would be written back differently.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param()

    $path = Join-Path -Path $env:ProgramData -ChildPath 'Amazon\EC2Launch\config\agent-config.yml'
    if ($null -eq (Get-CwItem -Path $path) -or -not (Test-CwClosedPath -Path $path)) {
        return
    }
    $text = Read-CwFile -Path $path
    $lines = @($text.Split([char] 10))
    # An anchor may be used elsewhere, and in a text over several lines a task is none.
    $odd = @($lines | Where-Object { $_ -cmatch '(^|[\s\[{,])[&*]\w' -or $_ -cmatch '[|>][-+0-9]*\s*(#.*)?$' })
    if ($odd.Count -gt 0) {
        return
    }
    $changed = $false
    for ($at = 0; $at + 2 -lt $lines.Count; $at++) {
        if ($lines[$at] -cnotmatch '^( *)- +task: *["'']?initializeVolume["'']?\s*$') {
            continue
        }
        $indent = $Matches[1].Length
        $inner, $item, $skipped = "^ {$($indent + 1)}", "^ {$indent}- ", '^\s*(#.*)?$'
        $documented = $lines[$at + 1] -cmatch "$inner *inputs:\s*$" -and
            $lines[$at + 2] -cmatch "$inner *initialize: *[`"']?all[`"']?\s*$"
        $end = $at + 3
        $ended = @($lines | Select-Object -Skip $end | Where-Object { $_ -notmatch '^\s*$' }).Count -eq 0 -or
            $lines[$end] -cmatch $item -or $lines[$end] -cmatch "^ {0,$indent}[^ #\s]"
        $before = $at - 1
        while ($before -ge 0 -and ($lines[$before] -cmatch $inner -or $lines[$before] -cmatch $skipped)) {
            $before--
        }
        $others = ($before -ge 0 -and $lines[$before] -cmatch $item) -or
            ($end -lt $lines.Count -and $lines[$end] -cmatch $item)
        if ($documented -and $ended -and $others) {
            foreach ($number in $at..($end - 1)) {
                $lines[$number] = '#CacheWarden ' + $lines[$number]
            }
            $changed = $true
        }
    }
    $plain = (Get-CwFileHash -Path $path) -ceq (Get-CwTextHash -Text $text).Substring(0, 32)
    if (-not $changed -or -not $plain -or -not $PSCmdlet.ShouldProcess($path, 'Make comments of initializeVolume')) {
        return
    }
    try {
        Save-CwFile -Path $path -Text ($lines -join [char] 10)
    }
    catch {
        Write-CwLog -Message "$path stays as it is: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
        return
    }
    Write-CwLog -Message "$path`: the task initializeVolume is a comment now"
}
