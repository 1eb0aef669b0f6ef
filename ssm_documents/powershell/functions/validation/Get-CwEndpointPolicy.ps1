function Get-CwEndpointPolicy {
    <#
    .SYNOPSIS
        Judges how the replicas reach this instance: endpoint, port and URL, the right to connect, the network.
    .PARAMETER Setting
        Rows of validate_groups.
    .PARAMETER Endpoint
        Rows of validate_endpoint.
    .PARAMETER Grant
        Rows of validate_endpoint_grants.
    .PARAMETER Computer
        This computer's name.
    .OUTPUTS
        System.Collections.Specialized.OrderedDictionary, one for each policy (New-CwPolicyResult)
    .EXAMPLE
        Get-CwEndpointPolicy -Setting $settings -Endpoint $endpoints -Grant $grants -Computer 'SALES1'
    .NOTES
        Source: [availability-groups#policies]. Whether the accounts of the partners are those that may connect can't be
        seen from here.
    #>
    [CmdletBinding()]
    [OutputType('System.Collections.Specialized.OrderedDictionary')]
    param(
        [Parameter(Mandatory)] [AllowEmptyCollection()] [object[]] $Setting,
        [Parameter(Mandatory)] [AllowEmptyCollection()] [object[]] $Endpoint,
        [Parameter(Mandatory)] [AllowEmptyCollection()] [object[]] $Grant,
        [Parameter(Mandatory)] [string] $Computer
    )

    $wrong, $shared = @(), @()
    if ($Endpoint.Count -eq 0) {
        $wrong += 'there is no endpoint for Availability Groups'
    }
    elseif ([int] $Endpoint[0]['state'] -ne 0) {
        $wrong += "$($Endpoint[0]['name']) isn't started (state $($Endpoint[0]['state']))"
    }
    foreach ($row in @($Setting | Where-Object { $_['is_local'] -eq 1 })) {
        $address = [string] $row['endpoint_url'] -replace '^[A-Za-z]+://', ''
        $named, $port = ($address -replace ':[0-9]+/?$', ''), ($address -replace '^.*:', '' -replace '/$', '')
        if ($Endpoint.Count -gt 0 -and $port -ne [string] $Endpoint[0]['port']) {
            $told = "$($row['group_name']) is told $($row['endpoint_url'])"
            $wrong += "$told, the endpoint listens at $($Endpoint[0]['port'])"
        }
        if (@($named -split '\.')[0] -eq $Computer) {
            $shared += [string] $row['group_name']
        }
    }
    $denied, $unknown = @(), @()
    $denied += @($Grant | Where-Object { $_['state'] -eq 'D' } | ForEach-Object { "$($_['name']) is denied CONNECT" })
    $allowed = @($Grant | Where-Object { $_['state'] -in 'G', 'W' } | ForEach-Object { $_['name'] })
    if ($Endpoint.Count -gt 0 -and $allowed.Count -eq 0) {
        $denied += 'no login is granted CONNECT on the endpoint: only its owner and members of sysadmin get in'
    }
    if ($Endpoint.Count -eq 0) {
        $unknown += 'there is no endpoint'
    }
    New-CwPolicyResult -Policy 'Endpoint' -Weight 'critical' -Issue $wrong -Remedy (
        'Start the endpoint; make its LISTENER_PORT and ENDPOINT_URL of the replica name one port.')
    New-CwPolicyResult -Policy 'EndpointConnect' -Weight 'critical' -Issue $denied -Unknown $unknown -Remedy (
        'GRANT CONNECT ON ENDPOINT to the account under which SQL Server runs on each partner.')
    New-CwPolicyResult -Policy 'TrafficNetwork' -Weight 'warning' -Issue $shared -Remedy (
        'The URL names the computer itself, so log traffic shares the network of clients; its own address parts them.')
}
