function Test-CwTrialPage {
    <#
    .SYNOPSIS
        Detaches the virtual disk, attaches it again, and counts the pages that aren't what was written last.
    .PARAMETER Writer
        What Write-CwTrialPage has written into.
    .PARAMETER VirtualDisk
        The virtual disk that the files are on.
    .OUTPUTS
        System.Int32
    .EXAMPLE
        Test-CwTrialPage -Writer $writer -VirtualDisk $space
    .NOTES
        Source: [write-cache#move-under-load]. What Windows' file cache still has says nothing of the disk: it goes with
        the volume. The pages of a file that is gone are wrong.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([int])]
    param(
        [Parameter(Mandatory)] [hashtable] $Writer,
        [Parameter(Mandatory)] [object] $VirtualDisk
    )

    if (-not $PSCmdlet.ShouldProcess($VirtualDisk.UniqueId, 'Detach and attach again')) {
        return $Writer.written
    }
    Disconnect-VirtualDisk -UniqueId $VirtualDisk.UniqueId -ErrorAction Stop
    Connect-VirtualDisk -UniqueId $VirtualDisk.UniqueId -ErrorAction Stop
    $found = @(Get-VirtualDisk -UniqueId $VirtualDisk.UniqueId -ErrorAction Stop)
    Set-CwDiskOnline -VirtualDisk (Select-CwSingle -Found $found -What 'virtual disk')
    foreach ($look in 1..15) {
        if (Test-Path -LiteralPath $Writer.files[0].path) {
            break
        }
        Start-Sleep -Seconds 2
    }
    $wrong = 0
    $buffer = New-Object -TypeName 'byte[]' -ArgumentList 8192
    foreach ($file in $Writer.files) {
        if (-not (Test-Path -LiteralPath $file.path)) {
            $wrong += $file.numbers.Count
            continue
        }
        $stream = Open-CwTrialFile -Path $file.path -Mode 'Open'
        try {
            foreach ($page in $file.numbers.Keys) {
                $stream.Position = [long] $page * 8192
                $read = $stream.Read($buffer, 0, 8192)
                $text = ('{0:d15};' -f $file.numbers[$page]) * 512
                if ($read -ne 8192 -or [System.Text.Encoding]::UTF8.GetString($buffer) -cne $text) {
                    $wrong++
                }
            }
        }
        finally {
            $stream.Dispose()
        }
    }
    return $wrong
}
