function Get-CwItem {
    <#
    .SYNOPSIS
        Returns a file or folder, or null where there is none; whatever else goes wrong is an error.
    .PARAMETER Path
        The file or folder.
    .OUTPUTS
        System.IO.FileSystemInfo, or null
    .EXAMPLE
        Get-CwItem -Path 'C:\ProgramData\CacheWarden'
    .NOTES
        Source: [windows#links].
    #>
    [CmdletBinding()]
    [OutputType('System.IO.FileSystemInfo')]
    param(
        [Parameter(Mandatory)] [string] $Path
    )

    try {
        return Get-Item -LiteralPath $Path -Force -ErrorAction Stop
    }
    catch [System.Management.Automation.ItemNotFoundException], [System.Management.Automation.DriveNotFoundException] {
        return $null
    }
}
