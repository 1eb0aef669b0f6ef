function Get-CwTime {
    <#
    .SYNOPSIS
        Returns the time of this host's clock, UTC.
    .OUTPUTS
        System.DateTime of kind Utc
    .EXAMPLE
        Get-CwTime
    .NOTES
        The only function that reads the clock.
    #>
    [CmdletBinding()]
    [OutputType([datetime])]
    param()

    return [datetime]::UtcNow
}
