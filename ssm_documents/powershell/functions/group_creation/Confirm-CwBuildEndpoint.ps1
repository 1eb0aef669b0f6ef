function Confirm-CwBuildEndpoint {
    <#
    .SYNOPSIS
        Guarantees that an endpoint that is there already is the one that would be made.
    .PARAMETER Place
        Open-CwBuildInstance's answer.
    .OUTPUTS
        System.String: the endpoint's name; empty where there is none yet. Another one ends the action with CW2067.
    .EXAMPLE
        Confirm-CwBuildEndpoint -Place $place
    .NOTES
        Source: [availability-groups#policies]. An instance has one endpoint for groups; others may rely on it as it is.
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [hashtable] $Place
    )

    $found = @(Invoke-CwSqlQuery -Connection $Place.connection -Text $CwSql.build_endpoint)
    if ($found.Count -eq 0) {
        return ''
    }
    $wanted = [ordered] @{ state = 0; port = 5022; role = 3; connection_auth = 3; encryption_algorithm = 2 }
    $other = @($wanted.Keys | Where-Object { [int] $found[0][$_] -ne $wanted[$_] } |
            ForEach-Object { "$_ is $($found[0][$_]), expected $($wanted[$_])" })
    if ($other.Count -gt 0) {
        Stop-CwAction -Code 'CW2067' -Outcome 'unsafe' -Message (
            "The endpoint $($found[0]['name']) of $($Place.server) is another one: $($other -join '; ').")
    }
    return [string] $found[0]['name']
}
