function Save-CwTrial {
    <#
    .SYNOPSIS
        Writes down what the tries have built and seen, so that the next call goes on from there.
    .PARAMETER Trial
        As Read-CwTrial returns it.
    .OUTPUTS
        None
    .EXAMPLE
        Save-CwTrial -Trial $trial
    .NOTES
        Source: [windows#replace-file]. The file outlives restarts and stops: it is on the root volume.
    #>
    [CmdletBinding(SupportsShouldProcess)]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [hashtable] $Trial
    )

    if (-not $PSCmdlet.ShouldProcess($Trial.phase, 'Write the state of the tries')) {
        return
    }
    $content = @{}
    foreach ($name in 'phase', 'bootId', 'build', 'volumes', 'ids', 'store', 'serials', 'newDiskOnline') {
        $content[$name] = $Trial[$name]
    }
    foreach ($part in 'pools', 'fact', 'unseen') {
        $named = $Trial[$part]
        $content[$part] = @($named.Keys | Sort-Object | ForEach-Object { @{ name = $_; value = [string] $named[$_] } })
    }
    New-CwFolder
    Save-CwFile -Path (Get-CwDataPath -ChildPath 'facts.json') -Text (ConvertTo-CwAsciiJson -InputObject $content)
}
