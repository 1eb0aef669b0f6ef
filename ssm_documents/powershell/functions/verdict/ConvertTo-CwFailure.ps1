function ConvertTo-CwFailure {
    <#
    .SYNOPSIS
        Turns any error into a verdict, so that no script ends with a bare exception.
    .PARAMETER ErrorRecord
        What was caught.
    .OUTPUTS
        System.Collections.Hashtable, a verdict
    .EXAMPLE
        try { ... } catch { ConvertTo-CwFailure -ErrorRecord $_ }
    .NOTES
        Source: [storage-pools#error-id], [availability-groups#errors-refused].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [System.Management.Automation.ErrorRecord] $ErrorRecord
    )

    $thrown = $ErrorRecord.TargetObject
    if ($thrown -is [hashtable] -and $thrown.Contains('cwVerdict')) {
        return $thrown
    }
    $where = [string] $ErrorRecord.ScriptStackTrace
    Write-CwLog -Message "error: $($ErrorRecord.Exception.Message) [$($ErrorRecord.FullyQualifiedErrorId)] $where"
    $verdict = @{
        cwVerdict = $true
        code = 'CW3009'
        outcome = 'failed'
        message = $ErrorRecord.Exception.Message
        changed = $true
        detail = @{ errorId = [string] $ErrorRecord.FullyQualifiedErrorId }
    }
    if ($ErrorRecord.FullyQualifiedErrorId -match '^StorageWMI (\d+)') {
        $verdict.code = 'CW1050'
        $verdict.detail['storageError'] = [int] $Matches[1]
        $verdict.message = "StorageWMI $($Matches[1]): $($ErrorRecord.Exception.Message)"
    }
    return $verdict
}
