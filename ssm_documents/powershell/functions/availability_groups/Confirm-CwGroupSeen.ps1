function Confirm-CwGroupSeen {
    <#
    .SYNOPSIS
        Guarantees that every Availability Group that was changed was seen afterwards.
    .DESCRIPTION
        An instance that doesn't answer any more shows no groups, and what isn't shown can't be as it should be.
    .PARAMETER Sql
        What was seen after the change (Get-CwSqlEvidence).
    .PARAMETER GroupId
        Ids of the groups.
    .PARAMETER Code
        What the action ends with otherwise.
    .OUTPUTS
        None
    .EXAMPLE
        Confirm-CwGroupSeen -Sql $after -GroupId $selection.ids -Code 'CW2041'
    .NOTES
        Source: [glossary#verdict].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [System.Collections.IDictionary] $Sql,
        [Parameter(Mandatory)] [string[]] $GroupId,
        [Parameter(Mandatory)] [string] $Code
    )

    $seen = @($Sql.availabilityGroups | Where-Object { $null -ne $_ } | ForEach-Object { $_.id })
    $unseen = @($GroupId | Where-Object { $seen -notcontains $_ })
    if ($unseen.Count -gt 0) {
        $silent = @($Sql.instances | Where-Object { $_.Contains('error') } |
                ForEach-Object { "$($_.name): $($_.error)" })
        Stop-CwAction -Code $Code -Outcome 'partial' -Changed -Message (
            "Group $($unseen[0]) isn't shown after the change. $($silent -join '; ')".Trim())
    }
}
