function Get-CwDataPath {
    <#
    .SYNOPSIS
        Returns the path of a file or folder of CacheWarden on this host.
    .PARAMETER ChildPath
        Path below C:\ProgramData\CacheWarden, for example 'token.json'.
    .OUTPUTS
        System.String
    .EXAMPLE
        Get-CwDataPath -ChildPath 'inventory.json'
    .NOTES
        Source: [glossary#inventory], [glossary#lease]. A literal path: environment variables of a scheduled task can be
        edited.
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [AllowEmptyString()] [string] $ChildPath
    )

    return 'C:\ProgramData\CacheWarden\' + $ChildPath
}
