function Get-CwPlannedValue {
    <#
    .SYNOPSIS
        Returns a value of a state file that earlier versions didn't write.
    .PARAMETER Plan
        The state file's content, or a part of it.
    .PARAMETER Name
        The value's name.
    .PARAMETER Default
        What earlier versions did.
    .OUTPUTS
        System.Object
    .EXAMPLE
        Get-CwPlannedValue -Plan $inventory.virtualDisk -Name 'fileSystem' -Default 'NTFS'
    .NOTES
        Source: [glossary#inventory].
    #>
    [CmdletBinding()]
    [OutputType([object])]
    param(
        [Parameter(Mandatory)] [object] $Plan,
        [Parameter(Mandatory)] [string] $Name,
        [Parameter(Mandatory)] [AllowNull()] [AllowEmptyCollection()] [object] $Default
    )

    if (@($Plan.PSObject.Properties | ForEach-Object { $_.Name }) -contains $Name) {
        return $Plan.$Name
    }
    return $Default
}
