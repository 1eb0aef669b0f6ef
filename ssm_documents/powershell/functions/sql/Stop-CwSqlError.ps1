function Stop-CwSqlError {
    <#
    .SYNOPSIS
        Ends the action with the verdict that fits a SQL Server error.
    .DESCRIPTION
        Numbers are classified as the reference does: try again, refused, infrastructure, unknown. -2 (timeout) and lost
        connections leave the outcome open: the loop observes before anything else. 52043 is our own procedure's.
    .PARAMETER ErrorRecord
        What was caught.
    .PARAMETER What
        What was done, for the message.
    .PARAMETER Code
        Code to use instead of the classified one, with the outcome "retry".
    .PARAMETER Changed
        The statement may have changed something.
    .OUTPUTS
        None: it throws.
    .EXAMPLE
        try { $connection.Open() } catch { Stop-CwSqlError -ErrorRecord $_ -What 'Connecting' }
    .NOTES
        Source: [availability-groups#errors-refused] and what follows it.
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [System.Management.Automation.ErrorRecord] $ErrorRecord,
        [Parameter(Mandatory)] [string] $What,
        [string] $Code = '',
        [switch] $Changed
    )

    $exception = $ErrorRecord.Exception
    while ($null -ne $exception -and $exception -isnot [System.Data.SqlClient.SqlException]) {
        $exception = $exception.InnerException
    }
    if ($null -eq $exception) {
        throw $ErrorRecord
    }
    $number = [int] $exception.Number
    $answer = @{
        Message = "$What failed with SQL Server error ${number}: $($exception.Message)"
        Detail = @{ sqlError = $number }
        Changed = [bool] $Changed
    }
    if ($Code -ne '') {
        Stop-CwAction -Code $Code -Outcome 'retry' @answer
    }
    $transient = 41113, 41123, 41138, 41149, 41151, 41160, 41163, 41164, 41165, 41166, 41181, 983, 988, 35216, 1205, -2
    $refused = 41142, 41134, 41125, 35211, 35212, 35213, 35248, 41140, 35251, 35210, 35240, 41100, 41121, 41191, 3752
    $rights = 229, 297, 300, 262, 2812, 15151, 35222
    $infrastructure = 41104, 41131, 41143, 41144, 41146, 35201, 35204, 35206, 35220, 35221, 35250
    if ($number -eq 52043) {
        Stop-CwAction -Code 'CW2043' -Outcome 'unsafe' @answer
    }
    if ($number -in $transient) {
        Stop-CwAction -Code 'CW2033' -Outcome 'retry' @answer
    }
    if ($number -in $refused) {
        Stop-CwAction -Code 'CW2034' -Outcome 'refused' @answer
    }
    if ($number -in $rights) {
        Stop-CwAction -Code 'CW2021' -Outcome 'unsafe' @answer
    }
    if ($number -in $infrastructure) {
        Stop-CwAction -Code 'CW2036' -Outcome 'failed' @answer
    }
    Stop-CwAction -Code 'CW2037' -Outcome 'failed' @answer
}
