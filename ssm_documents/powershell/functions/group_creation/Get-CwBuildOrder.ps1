function Get-CwBuildOrder {
    <#
    .SYNOPSIS
        Reads what is to be built: the parameters of CacheWarden-BuildAvailabilityGroup.
    .OUTPUTS
        System.Collections.Hashtable: group (its name), databases (names), synchronous (the secondary commits so),
        partner (null, or a hashtable as Get-CwBuildFact writes it: server, account, url, basic, version, files:
        folder and bytes of each, where it told them)
    .EXAMPLE
        $order = Get-CwBuildOrder
    .NOTES
        Source: [availability-groups#endpoint-accounts].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param()

    $name = '[A-Za-z0-9_][A-Za-z0-9_ .$@#-]{0,127}'
    $databases = Get-CwParameter -Name 'GroupDatabases' -Pattern "$name(,$name){0,11}" -Required
    $form = '[A-Za-z0-9_$#\\-]{1,33};[A-Za-z0-9._$ \\-]{3,128};' +
        'TCP://[A-Za-z0-9.-]{1,200}:[0-9]{1,5};(basic|full);[0-9]{2};' +
        '[A-Za-z0-9:=|._ ()$\\-]{4,300}'
    $partner = $null
    $told = Get-CwParameter -Name 'Partner' -Pattern $form
    if ($null -ne $told) {
        $parts = $told.Split(';')
        $partner = @{
            server = $parts[0]
            account = $parts[1]
            url = $parts[2]
            basic = $parts[3] -eq 'basic'
            version = [int] $parts[4]
            files = @($parts[5].Split('|') |
                    Where-Object { $_ -match '\A(data|log|[A-Za-z]:[^=]*)=[0-9]{1,15}\z' } |
                    ForEach-Object { @{ folder = $_.Split('=')[0]; bytes = [long] $_.Split('=')[1] } })
        }
    }
    $mode = Get-CwParameter -Name 'SecondaryMode' -Pattern 'synchronous|asynchronous' -Required
    return @{
        group = Get-CwParameter -Name 'GroupName' -Pattern '[A-Za-z0-9][A-Za-z0-9_-]{0,62}' -Required
        databases = @($databases.Split(',') | Select-Object -Unique)
        synchronous = $mode -eq 'synchronous'
        partner = $partner
    }
}
