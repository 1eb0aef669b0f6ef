function Write-CwWorkerState {
    <#
    .SYNOPSIS
        Writes what the worker does, for observers.
    .PARAMETER Order
        The work order: work, token, actionToken, bootId, startedAt.
    .PARAMETER State
        running, succeeded or failed.
    .PARAMETER Code
        Code of the catalogue, or nothing while it runs.
    .PARAMETER Message
        One sentence with measured values.
    .PARAMETER BytesDone
        Bytes moved so far.
    .PARAMETER BytesTotal
        Bytes to move.
    .PARAMETER BytesPerSecond
        Rate since the start.
    .PARAMETER Attempts
        As for Save-CwFile.
    .OUTPUTS
        None
    .EXAMPLE
        Write-CwWorkerState -Order $order -State 'running' -Message 'The repair runs.'
    .NOTES
        Source: [glossary#worker].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [object] $Order,
        [Parameter(Mandatory)] [ValidateSet('running', 'succeeded', 'failed')] [string] $State,
        [object] $Code = $null,
        [Parameter(Mandatory)] [string] $Message,
        [long] $BytesDone = 0,
        [long] $BytesTotal = 0,
        [long] $BytesPerSecond = 0,
        [int] $Attempts = 20
    )

    $endedAt = $null
    if ($State -ne 'running') {
        $endedAt = ConvertTo-CwTimestamp -Time (Get-CwTime)
    }
    Write-CwStateFile -Name 'worker' -Attempts $Attempts -Content ([ordered] @{
            work = $Order.work
            state = $State
            token = $Order.token
            actionToken = $Order.actionToken
            startedAt = $Order.startedAt
            endedAt = $endedAt
            bytesDone = $BytesDone
            bytesTotal = $BytesTotal
            bytesPerSecond = $BytesPerSecond
            code = $Code
            message = $Message
            bootId = $Order.bootId
        })
}
