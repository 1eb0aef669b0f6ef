function Open-CwEndpoint {
    <#
    .SYNOPSIS
        Makes the endpoint of Availability Groups where there is none, and lets the partner connect to it; nothing is
        changed where the partner's databases wouldn't find folders and room here.
    .PARAMETER Place
        Open-CwBuildInstance's answer.
    .PARAMETER Order
        Get-CwBuildOrder's answer, with a partner.
    .OUTPUTS
        System.Collections.Hashtable, a verdict
    .EXAMPLE
        Open-CwEndpoint -Place $place -Order $order
    .NOTES
        Source: [availability-groups#policies], [availability-groups#endpoint-accounts]. Each statement is made only
        where its effect isn't seen, so that a run that was cut off is finished by the next.
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [hashtable] $Place,
        [Parameter(Mandatory)] [hashtable] $Order
    )

    Confirm-CwCopyRoom -Place $Place -Order $Order
    $done = @()
    $account = $Order.partner.account
    $asked = @{ account = $account }
    $rights = @(Invoke-CwSqlQuery -Connection $Place.connection -Text $CwSql.build_grants -Parameter $asked)
    if ($rights.Count -gt 0 -and ($rights[0]['is_disabled'] -eq 1 -or $rights[0]['state'] -eq 'D')) {
        Stop-CwAction -Code 'CW2067' -Outcome 'unsafe' -Message (
            "On $($Place.server) somebody has disabled the login $account, or denied it CONNECT on the endpoint.")
    }
    $endpoint = Confirm-CwBuildEndpoint -Place $Place
    if ($endpoint -eq '') {
        $statement = @{ Text = $CwSql.create_endpoint; Name = @{}; What = 'Making the endpoint' }
        Invoke-CwSqlStatement -Connection $Place.connection @statement
        $endpoint = Confirm-CwBuildEndpoint -Place $Place
        $done += "the endpoint $endpoint at port 5022"
    }
    $name = @{
        Account = ConvertTo-CwSqlName -Name $account
        Endpoint = ConvertTo-CwSqlName -Name $endpoint
    }
    if ($rights.Count -eq 0) {
        $statement = @{ Text = $CwSql.create_partner_login; Name = $name; What = "Making a login for $account" }
        Invoke-CwSqlStatement -Connection $Place.connection @statement
        $done += "the login $account"
    }
    if ($rights.Count -eq 0 -or $rights[0]['state'] -notin 'G', 'W') {
        $what = "Letting $account connect to the endpoint"
        $statement = @{ Text = $CwSql.grant_endpoint_connect; Name = $name; What = $what }
        Invoke-CwSqlStatement -Connection $Place.connection @statement
        $done += "its right to connect"
    }
    if ($done.Count -eq 0) {
        New-CwVerdict -Code 'CW2063' -Outcome 'already' -Message "$account may connect to $endpoint already."
        return
    }
    New-CwVerdict -Code 'CW2062' -Outcome 'done' -Changed -Message "$($Place.server) has now: $($done -join ', ')."
}
