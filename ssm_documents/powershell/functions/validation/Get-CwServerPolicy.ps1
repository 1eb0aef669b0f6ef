function Get-CwServerPolicy {
    <#
    .SYNOPSIS
        Judges settings of the instance: checkpoints, tempdb, backups.
    .PARAMETER Server
        The row of validate_server.
    .OUTPUTS
        System.Collections.Specialized.OrderedDictionary, one for each policy (New-CwPolicyResult)
    .EXAMPLE
        Get-CwServerPolicy -Server $row
    .NOTES
        Source: [availability-groups#policies].
    #>
    [CmdletBinding()]
    [OutputType('System.Collections.Specialized.OrderedDictionary')]
    param(
        [Parameter(Mandatory)] [object] $Server
    )

    $bursts, $unlimited = @(), @()
    $tempdb, $unknown, $uncompressed, $compression = @(), @(), @(), @()
    if ([int] $Server['automatic_checkpoints'] -gt 0) {
        $bursts += "$($Server['automatic_checkpoints']) databases have a TARGET_RECOVERY_TIME of 0"
    }
    if ([int] $Server['startup_parameters'] -eq 0) {
        $unlimited += 'the startup parameters'
    }
    elseif ([int] $Server['checkpoint_limits'] -eq 0) {
        # The default: that an instance needs a limit is a field report, and isn't seen here.
        $unlimited += "no -k is among the $($Server['startup_parameters']) startup parameters, which is the default"
    }
    $count = ConvertFrom-CwDbNull -Value $Server['cpu_count']
    $wanted = [Math]::Min(8, [int] $count)
    if ($null -eq $count) {
        $unknown += 'the number of processors'
    }
    elseif ([int] $Server['tempdb_files'] -lt $wanted) {
        $tempdb += "$($Server['tempdb_files']) data files for $count processors"
    }
    if ($Server['tempdb_smallest'] -ne $Server['tempdb_largest']) {
        $tempdb += "its data files begin with $($Server['tempdb_smallest']) to $($Server['tempdb_largest']) pages"
    }
    $compressed = ConvertFrom-CwDbNull -Value $Server['backup_compression']
    if ($null -eq $compressed) {
        $compression += 'backup compression default'
    }
    elseif ([int] $compressed -ne 1) {
        $uncompressed += 'backup compression default is 0'
    }
    New-CwPolicyResult -Policy 'Checkpoint' -Weight 'warning' -Issue $bursts -Remedy (
        'ALTER DATABASE ... SET TARGET_RECOVERY_TIME = 60 SECONDS: indirect checkpoints spread their writes.')
    New-CwPolicyResult -Policy 'CheckpointThrottle' -Weight 'warning' -Unknown $unlimited -Remedy (
        'Only where checkpoints are measured to slow the drives: -k with MB/s in SQL Server Configuration Manager; ' +
        'it counts after a restart.')
    New-CwPolicyResult -Policy 'Tempdb' -Weight 'warning' -Issue $tempdb -Unknown $unknown -Remedy (
        'Give tempdb as many data files as processors, at most 8, all of one size.')
    $compressing = @{ Issue = $uncompressed; Unknown = $compression }
    New-CwPolicyResult @compressing -Policy 'BackupCompression' -Weight 'warning' -Remedy (
        'Set backup compression default to 1: less is written, and a backup that must be waited for ends sooner.')
    $unseen = 'each BACKUP names its own BUFFERCOUNT and MAXTRANSFERSIZE'
    New-CwPolicyResult -Policy 'BackupTransfer' -Weight 'warning' -Unknown $unseen -Remedy 'Look at the backup jobs.'
}
