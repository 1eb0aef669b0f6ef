function Move-CwLog {
    <#
    .SYNOPSIS
        Moves this host's log aside; four former ones are kept, the oldest goes.
    .OUTPUTS
        System.Boolean, false where somebody has one of the files open: the next record tries again
    .EXAMPLE
        Move-CwLog
    .NOTES
        Source: [windows#sharing]. Cut off, or done by two at once, it leaves a gap in the numbers and loses no record.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([bool])]
    param()

    $path = Get-CwDataPath -ChildPath 'log\cachewarden.log'
    if (-not $PSCmdlet.ShouldProcess($path, 'Move the log aside')) {
        return $false
    }
    try {
        if (Test-Path -LiteralPath "$path.4") {
            Remove-Item -LiteralPath "$path.4" -Force -ErrorAction Stop
        }
        foreach ($number in 3, 2, 1) {
            if (Test-Path -LiteralPath "$path.$number") {
                [System.IO.File]::Move("$path.$number", "$path.$($number + 1)")
            }
        }
        [System.IO.File]::Move($path, "$path.1")
        return $true
    }
    catch {
        return $false
    }
}
