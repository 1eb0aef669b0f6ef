function Get-CwLetterConflict {
    <#
    .SYNOPSIS
        Says why paths on the inventory's drive letter don't lead to our virtual disk, if another volume is in between.
    .DESCRIPTION
        A letter proves nothing: after a start Windows may give it to another volume. Files that are then missing there
        aren't lost. A virtual disk that isn't mounted yet is no conflict as long as nobody else has its letter.
    .PARAMETER Letter
        The letter of the virtual disk's own volume (Get-CwSpaceVolume), or empty.
    .PARAMETER Wanted
        The inventory's letter.
    .OUTPUTS
        System.String, or null if there is no conflict
    .EXAMPLE
        Get-CwLetterConflict -Letter 'X' -Wanted 'D'
    .NOTES
        Source: [windows#letters-move]. A letter belongs to one volume at a time, so our own volume having it settles
        it.
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [AllowEmptyString()] [string] $Letter,
        [Parameter(Mandatory)] [string] $Wanted
    )

    if ($Letter -eq $Wanted) {
        return $null
    }
    if ($Letter -ne '') {
        return "the volume of the virtual disk is drive ${Letter}:, the inventory says ${Wanted}:"
    }
    $volumes = @(Get-Volume -ErrorAction Stop | Where-Object { [string] $_.DriveLetter -eq $Wanted })
    if ($volumes.Count -gt 0 -or (Test-Path -LiteralPath "${Wanted}:\")) {
        return "drive ${Wanted}: belongs to a volume that isn't on the virtual disk" +
            (Get-CwLetterHolder -Letter $Wanted)
    }
    return $null
}
