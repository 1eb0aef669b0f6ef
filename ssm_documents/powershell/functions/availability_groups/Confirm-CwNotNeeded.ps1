function Confirm-CwNotNeeded {
    <#
    .SYNOPSIS
        Guarantees that no database loses its primary or its only copy when SQL Server stops on this node.
    .DESCRIPTION
        Missing rights, a primary role here, an unsettled role, no known primary, no group at all, and databases of no
        group on any instance each end the action: an empty result never counts as "nothing there". What only this node
        has goes out of service only where a person consented to the outage, or to that of the whole cluster. Of groups
        only the latter changes something: a primary may stop once no synchronous replica is connected, so as the last
        one. An asynchronous one, as on a computer outside, takes nothing over unless somebody forces it. A third
        consent, evacuate-in-place, lets a primary stop whose groups nobody can take over, with all that it has.
    .PARAMETER Sql
        Get-CwSqlEvidence's answer of a running instance.
    .PARAMETER Consent
        Get-CwConsent's answer.
    .OUTPUTS
        None
    .EXAMPLE
        Confirm-CwNotNeeded -Sql $evidence -Consent $consent
    .NOTES
        Source: [availability-groups#stopping-a-secondary], [sql-server#empty-means-no-right].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [System.Collections.IDictionary] $Sql,
        [Parameter(Mandatory)] [hashtable] $Consent
    )

    Confirm-CwSqlRight -Sql $Sql
    $groups = @($Sql.availabilityGroups)
    $keepsRoles = $false
    foreach ($group in $groups) {
        if ($group.distributed) {
            continue
        }
        if ($group.role -eq 1 -and $Consent.word -ceq 'whole-cluster') {
            $connected = @($group.replicas | Where-Object {
                    -not $_.local -and $_.connected -ne 0 -and $_.availabilityMode -ne 0 })
            if ($connected.Count -gt 0) {
                Stop-CwAction -Code 'CW2055' -Outcome 'retry' -Message (
                    "This node is primary of $($group.name); connected synchronous replicas: $($connected.Count).")
            }
            continue
        }
        if ($group.role -eq 1 -and $Consent.word -ceq 'evacuate-in-place') {
            Confirm-CwNothingTakesOver -Group $group
            $keepsRoles = $true
            continue
        }
        if ($group.role -eq 1) {
            $told = "This node is primary of $($group.name). $($Consent.void)".Trim()
            Stop-CwAction -Code 'CW2027' -Outcome 'refused' -Message $told
        }
        if ($group.role -ne 2) {
            Stop-CwAction -Code 'CW2029' -Outcome 'retry' -Message (
                "The role in $($group.name) is $($group.role), expected 2 (SECONDARY).")
        }
        if ([string]::IsNullOrEmpty($group.primary)) {
            Stop-CwAction -Code 'CW2030' -Outcome 'unsafe' -Message "No primary is known for $($group.name)."
        }
        $local = @($group.replicas | Where-Object { $_.local })
        if ($local.Count -ne 1 -or $local[0].connected -ne 1) {
            Stop-CwAction -Code 'CW2030' -Outcome 'unsafe' -Message (
                "The replica in $($group.name) is not connected to its primary $($group.primary).")
        }
    }
    if (@('outage', 'whole-cluster') -ccontains $Consent.word -or $keepsRoles) {
        return
    }
    $alone = @()
    if ($groups.Count -eq 0) {
        $alone += 'No Availability Group has a replica on this node.'
    }
    foreach ($instance in @($Sql.instances | Where-Object { $_.service -ne 1 -and $_['databasesAlone'] -ne 0 })) {
        $number = 'An unknown number'
        if ($null -ne $instance['databasesAlone']) {
            $number = [string] $instance['databasesAlone']
        }
        $alone += "$number of the databases of $($instance.name) are in no Availability Group."
    }
    if ($alone.Count -gt 0) {
        Stop-CwAction -Code 'CW2028' -Outcome 'unsafe' -Message "$($alone -join ' ') $($Consent.void)".Trim()
    }
}
