function Restore-CwVolumeInitializer {
    <#
    .SYNOPSIS
        Makes tasks again of the lines of agent-config.yml that InstallHost made comments of.
    .OUTPUTS
        System.String where there were such lines
    .EXAMPLE
        Restore-CwVolumeInitializer
    .NOTES
        Source: [windows#ec2launch-v2]. What its owner has changed elsewhere in the text since then stays.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([string])]
    param()

    $path = Join-Path -Path $env:ProgramData -ChildPath 'Amazon\EC2Launch\config\agent-config.yml'
    if ($null -eq (Get-CwItem -Path $path)) {
        return
    }
    $text = Read-CwFile -Path $path
    $back = [regex]::Replace($text, '(?m)^#CacheWarden ', '')
    if ($back -ceq $text -or -not $PSCmdlet.ShouldProcess($path, 'Make initializeVolume a task again')) {
        return
    }
    if (-not (Test-CwClosedPath -Path $path)) {
        return "others than administrators can write to ${path}: take '#CacheWarden ' away in it by hand"
    }
    if ((Get-CwFileHash -Path $path) -cne (Get-CwTextHash -Text $text).Substring(0, 32)) {
        return "$path isn't plain ASCII any more: take '#CacheWarden ' away at the beginning of its lines by hand"
    }
    try {
        Save-CwFile -Path $path -Text $back
    }
    catch {
        return "$((ConvertTo-CwFailure -ErrorRecord $_).message) Take '#CacheWarden ' away in it by hand"
    }
    "the task initializeVolume in $path is active again"
}
