function Get-CwTokenLimit {
    <#
    .SYNOPSIS
        Returns the highest fencing token that this host believes: five minutes ahead of its clock.
    .PARAMETER Now
        The time, UTC.
    .OUTPUTS
        System.Int64, milliseconds since 1970
    .EXAMPLE
        Get-CwTokenLimit -Now (Get-CwTime)
    .NOTES
        Source: [glossary#lease]. 621355968000000000 ticks are 1970-01-01.
    #>
    [CmdletBinding()]
    [OutputType([long])]
    param(
        [Parameter(Mandatory)] [datetime] $Now
    )

    return [long] [Math]::Floor(($Now.Ticks - 621355968000000000) / 10000) + 300000
}
