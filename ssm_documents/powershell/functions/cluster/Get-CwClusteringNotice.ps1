function Get-CwClusteringNotice {
    <#
    .SYNOPSIS
        Says for people that CacheWarden has switched a setting of the whole failover cluster off.
    .OUTPUTS
        System.String, a sentence that begins with a space; empty where nothing was switched off
    .EXAMPLE
        $message += Get-CwClusteringNotice
    .NOTES
        Source: [failover-cluster#automatic-clustering].
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param()

    try {
        if (@((Get-CwFormerSetting).poolClustering).Count -gt 0) {
            return ' AutomaticClusteringEnabled of the failover cluster was on; CacheWarden has switched it off, for ' +
                'all nodes, until UninstallHost runs here.'
        }
    }
    catch {
        Write-CwLog -Message "former settings not read: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
    }
    return ''
}
