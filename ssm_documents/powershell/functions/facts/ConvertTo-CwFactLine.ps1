function ConvertTo-CwFactLine {
    <#
    .SYNOPSIS
        Writes facts for a person to read, and as the JSON that cachewarden rehearse --facts takes.
    .PARAMETER Fact
        The facts: value by the name of the model's setting, its part included.
    .PARAMETER Unseen
        Why others weren't seen, by name.
    .PARAMETER Build
        Builds by product: windows, and sqlServer where SQL Server was asked.
    .OUTPUTS
        System.String, one or several
    .EXAMPLE
        ConvertTo-CwFactLine -Fact @{ 'storage.lists_jobs' = 'yes' } -Unseen @{} -Build @{ windows = '20348' }
    .NOTES
        The JSON is the last of the lines.
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [hashtable] $Fact,
        [Parameter(Mandatory)] [hashtable] $Unseen,
        [Parameter(Mandatory)] [hashtable] $Build
    )

    foreach ($name in @($Fact.Keys | Sort-Object)) {
        "$name=$($Fact[$name])"
    }
    foreach ($name in @($Unseen.Keys | Sort-Object)) {
        "not seen: ${name}: $($Unseen[$name])"
    }
    foreach ($name in @($Build.Keys | Sort-Object)) {
        "build: $name $($Build[$name])"
    }
    $texts = [ordered] @{}
    foreach ($name in @($Fact.Keys | Sort-Object)) {
        $texts[$name] = [string] $Fact[$name]
    }
    ConvertTo-CwAsciiJson -InputObject ([ordered] @{ builds = $Build; facts = $texts })
}
