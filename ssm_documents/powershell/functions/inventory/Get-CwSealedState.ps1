function Get-CwSealedState {
    <#
    .SYNOPSIS
        Reads a state file and says whether it is whole.
    .PARAMETER Path
        The file.
    .OUTPUTS
        System.Collections.Hashtable: sequence (-1 for a damaged file), content; null where there is no such file
    .EXAMPLE
        Get-CwSealedState -Path "$path.bak"
    .NOTES
        Source: [windows#replace-file]. {"seq":7,"sha256":"...","content":...}: the hash is that of the content's text.
        A file that cannot be read is damaged.
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [string] $Path
    )

    try {
        $text = Read-CwFile -Path $Path
        if ($null -eq $text) {
            return $null
        }
        if ($text -cmatch '\A\{"seq":([0-9]{1,15}),"sha256":"([0-9a-f]{64})","content":(.*)\}\z') {
            $sequence, $hash, $content = $Matches[1], $Matches[2], $Matches[3]
            if ((Get-CwTextHash -Text $content) -ceq $hash) {
                return @{ sequence = [long] $sequence; content = ConvertFrom-Json -InputObject $content }
            }
        }
        Write-CwLog -Message "$Path is damaged"
    }
    catch {
        Write-CwLog -Message "$Path can't be read: $($_.Exception.Message)"
    }
    return @{ sequence = -1; content = $null }
}
