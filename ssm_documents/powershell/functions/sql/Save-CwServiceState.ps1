function Save-CwServiceState {
    <#
    .SYNOPSIS
        Remembers services; a file that can't be written keeps nobody from stopping or starting SQL Server.
    .PARAMETER State
        automatic, stopped and waiting (Get-CwServiceState).
    .OUTPUTS
        None
    .EXAMPLE
        Save-CwServiceState -State $state
    .NOTES
        Source: [windows#automatic-dependents].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [hashtable] $State
    )

    try {
        Write-CwStateFile -Name 'services' -Content $State
    }
    catch {
        Write-CwLog -Message "services not written: $($_.Exception.Message)"
    }
}
