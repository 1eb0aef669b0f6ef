function Confirm-CwBuildGroup {
    <#
    .SYNOPSIS
        Guarantees that a group of this name is the one that is being built, as far as it is there.
    .PARAMETER Place
        Open-CwBuildInstance's answer.
    .PARAMETER Order
        Get-CwBuildOrder's answer.
    .PARAMETER Role
        What this node is to be: 1 PRIMARY, 2 SECONDARY.
    .OUTPUTS
        System.Data.DataRow, one for each replica; none where there is no such group here. Another group ends the action
        with CW2067.
    .EXAMPLE
        $replicas = @(Confirm-CwBuildGroup -Place $place -Order $order -Role 1)
    .NOTES
        Source: [availability-groups#role-numbers], [availability-groups#mode-numbers].
    #>
    [CmdletBinding()]
    [OutputType('System.Data.DataRow')]
    param(
        [Parameter(Mandatory)] [hashtable] $Place,
        [Parameter(Mandatory)] [hashtable] $Order,
        [Parameter(Mandatory)] [int] $Role
    )

    $asked = @{ group = $Order.group }
    $rows = @(Invoke-CwSqlQuery -Connection $Place.connection -Text $CwSql.build_group -Parameter $asked)
    if ($rows.Count -eq 0) {
        return
    }
    $other = @()
    $local = @($rows | Where-Object { $_['is_local'] -eq 1 })
    $now = [int] $local[0]['role']
    if ($now -eq 3 - $Role) {
        $other += "here it has the role $now, expected $Role"
    }
    if ($now -eq 0 -and $Role -eq 1) {
        $other += 'its role here is RESOLVING'
    }
    if (($rows[0]['basic_features'] -eq 1) -ne $Place.basic) {
        $other += "basic_features is $($rows[0]['basic_features'])"
    }
    if ($null -ne $Order.partner) {
        $partner = @($rows | Where-Object { $_['server_name'] -eq $Order.partner.server })
        if ($partner.Count -eq 0 -and $Place.basic) {
            $other += "$($Order.partner.server) isn't its other replica, and a Basic group has two"
        }
        if ($partner.Count -gt 0 -and [string] $partner[0]['endpoint_url'] -ne $Order.partner.url) {
            $other += "$($Order.partner.server) is at $($partner[0]['endpoint_url']), expected $($Order.partner.url)"
        }
        $mode = [int] $Order.synchronous
        if ($partner.Count -gt 0 -and [int] $partner[0]['availability_mode'] -ne $mode) {
            $now = $partner[0]['availability_mode']
            $other += "$($Order.partner.server) has availability_mode $now, expected $mode"
        }
        if ($partner.Count -gt 0 -and [int] $partner[0]['seeding_mode'] -ne 0) {
            $other += "$($Order.partner.server) isn't seeded automatically"
        }
    }
    if ($other.Count -gt 0) {
        Stop-CwAction -Code 'CW2067' -Outcome 'unsafe' -Message (
            "A group $($Order.group) is there, and it is another one: $($other -join '; ').")
    }
    return $rows
}
