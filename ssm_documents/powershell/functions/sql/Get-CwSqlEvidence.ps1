function Get-CwSqlEvidence {
    <#
    .SYNOPSIS
        Observes the SQL Server instances of this node and their Availability Groups.
    .DESCRIPTION
        A constant number of queries per running instance, whatever the number of groups and databases. Rights are
        reported beside the facts: without them views are empty, which is not the same as there being nothing.
    .PARAMETER Letter
        Drive letters whose files count (Get-CwDriveLetter).
    .PARAMETER FilesOnly
        Asks only where the files are.
    .OUTPUTS
        System.Collections.Specialized.OrderedDictionary: instances, disabled (names of those that nobody can ask, since
        they are disabled and don't run; their files may lie anywhere, too), server, permissions, cluster,
        availabilityGroups (packedGroups: ConvertTo-CwAnswer), seeding, unopened, requests, failoverClusterInstances,
        filesOnCache, tempdbFiles; null where SQL Server doesn't run, filesOnCache also where one of several instances
        doesn't, or can't be asked: its files may lie anywhere. Such an instance has the member error
    .EXAMPLE
        Get-CwSqlEvidence -Letter 'D', 'S'
    .NOTES
        Source: [availability-groups#secondary-sees-itself]. Remote replicas are seen from the primary only.
    #>
    [CmdletBinding()]
    [OutputType('System.Collections.Specialized.OrderedDictionary')]
    param(
        [Parameter(Mandatory)] [string[]] $Letter,
        [switch] $FilesOnly
    )

    $instances = @(Get-CwSqlInstance)
    if (@($instances | Where-Object { $_.service -ne 4 }).Count -gt 0) {
        # One that doesn't run can't say what it is.
        $instances = @(Get-CwKnownInstance)
    }
    $names = @($instances | ForEach-Object { $_.name })
    $evidence = [ordered] @{
        instances = $instances
        disabled = @(Get-CwSqlInstance -IncludeDisabled | ForEach-Object { $_.name } |
                Where-Object { $names -notcontains $_ })
        server = $null
        permissions = $null
        cluster = $null
        availabilityGroups = $null
        packedGroups = $null
        seeding = $null
        unopened = $null
        requests = $null
        failoverClusterInstances = $null
        filesOnCache = $null
        tempdbFiles = $null
        tempdbBytes = $null
    }
    foreach ($instance in $instances) {
        if ($instance.service -ne 4) {
            continue
        }
        try {
            $connection = Connect-CwSqlServer -Instance $instance.name
            try {
                if ($FilesOnly) {
                    $asked = @{ Instance = $instance; Connection = $connection; Letter = $Letter }
                    Add-CwFileEvidence -Evidence $evidence @asked
                }
                else {
                    $asked = @{ Instance = $instance; Connection = $connection; Letter = $Letter }
                    Add-CwInstanceEvidence -Evidence $evidence @asked
                }
            }
            finally {
                $connection.Dispose()
            }
        }
        catch {
            # What it would have said is unknown; all else stays true.
            $why = (ConvertTo-CwFailure -ErrorRecord $_).message
            $instance['error'] = $why.Substring(0, [Math]::Min(300, $why.Length))
        }
    }
    if (@($instances | Where-Object { $_.service -ne 4 -or $_.Contains('error') }).Count -gt 0) {
        $evidence.filesOnCache = $null
    }
    return $evidence
}
