function Get-CwOwnInstance {
    <#
    .SYNOPSIS
        Lists the instances that CacheWarden starts (Get-CwKnownInstance), without failover cluster instances.
    .DESCRIPTION
        These are their cluster's, which starts them on one of its nodes. Only SQL Server says what an instance is: what
        it said last is remembered. One that hasn't run since CacheWarden was installed isn't known as one.
    .OUTPUTS
        System.Collections.Specialized.OrderedDictionary, as Get-CwKnownInstance's
    .EXAMPLE
        Get-CwOwnInstance | Where-Object { $_.service -eq 1 }
    .NOTES
        Source: [sql-server#manual-start], [failover-cluster#service-not-started].
    #>
    [CmdletBinding()]
    [OutputType('System.Collections.Specialized.OrderedDictionary')]
    param()

    Get-CwKnownInstance | Where-Object { -not $_.clustered }
}
