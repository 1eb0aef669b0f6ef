function Remove-CwBundle {
    <#
    .SYNOPSIS
        Removes the folder of all bundles: under its name it is there as a whole, or not at all.
    .OUTPUTS
        None
    .EXAMPLE
        Remove-CwBundle
    .NOTES
        Source: [glossary#host-bundle]. Half a bundle would look like another version's, and be installed anew. A folder
        that can't be emptied, since somebody has a file of it open, does no harm under its other name.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param()

    $bundle = Get-CwDataPath -ChildPath 'bundle'
    $removed = Get-CwDataPath -ChildPath 'bundle.removed'
    if (-not $PSCmdlet.ShouldProcess($bundle, 'Remove the bundles')) {
        return
    }
    if (Test-Path -LiteralPath $removed) {
        Remove-Item -LiteralPath $removed -Recurse -Force -ErrorAction Stop
    }
    [System.IO.Directory]::Move($bundle, $removed)
    Remove-Item -LiteralPath $removed -Recurse -Force -ErrorAction SilentlyContinue
}
