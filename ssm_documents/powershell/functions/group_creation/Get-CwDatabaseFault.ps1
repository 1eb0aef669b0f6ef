function Get-CwDatabaseFault {
    <#
    .SYNOPSIS
        Names what keeps a database from being taken into an Availability Group.
    .PARAMETER Database
        A row of build_databases.
    .OUTPUTS
        System.String, one for each reason; none for a database that a group takes, or has
    .EXAMPLE
        Get-CwDatabaseFault -Database $row
    .NOTES
        Source: [availability-groups#build-conditions]. An encrypted database needs its certificate on the partner.
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param(
        [Parameter(Mandatory)] [object] $Database
    )

    if ($Database['group_database_id'] -isnot [DBNull]) {
        return
    }
    if ([int] $Database['state'] -ne 0) {
        "ONLINE (its state is $($Database['state']))"
    }
    if ([int] $Database['recovery_model'] -ne 1) {
        'the recovery model FULL'
    }
    if ([int] $Database['full_backups'] -eq 0) {
        'a full backup that was taken here'
    }
    if ([int] $Database['user_access'] -ne 0) {
        'MULTI_USER'
    }
    if ([int] $Database['is_read_only'] -ne 0) {
        'READ_WRITE'
    }
    if ([int] $Database['is_auto_close_on'] -ne 0) {
        'AUTO_CLOSE OFF'
    }
    if ([int] $Database['is_snapshot'] -ne 0) {
        'a database of its own (it is a snapshot)'
    }
    if ([int] $Database['is_encrypted'] -ne 0) {
        'no encryption (bring its certificate to the partner, and add it to the group by hand)'
    }
}
