function Get-CwMoveObstacle {
    <#
    .SYNOPSIS
        Says with which code an evacuation would be refused for what the storage is like.
    .PARAMETER Name
        The classification; those from which nothing can be moved say enough by themselves.
    .PARAMETER Fact
        As for Confirm-CwEvacuable.
    .PARAMETER NotEvacuated
        As for Confirm-CwEvacuable.
    .OUTPUTS
        System.Collections.Specialized.OrderedDictionary: code, message; null where nothing stands against it
    .EXAMPLE
        Get-CwMoveObstacle -Name 'CACHE_ON_NVME' -Fact $facts -NotEvacuated @()
    .NOTES
        Source: [write-cache#move-room].
    #>
    [CmdletBinding()]
    [OutputType('System.Collections.Specialized.OrderedDictionary')]
    param(
        [Parameter(Mandatory)] [string] $Name,
        [Parameter(Mandatory)] [hashtable] $Fact,
        [AllowNull()] [AllowEmptyCollection()] [string[]] $NotEvacuated
    )

    if ($Name -in 'CACHE_ON_NVME', 'MOVING') {
        try {
            Confirm-CwEvacuable -Name $Name -Fact $Fact -NotEvacuated $NotEvacuated
        }
        catch {
            $failure = ConvertTo-CwFailure -ErrorRecord $_
            return [ordered] @{ code = $failure.code; message = $failure.message }
        }
    }
    return $null
}
