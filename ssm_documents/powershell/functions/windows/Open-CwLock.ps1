function Open-CwLock {
    <#
    .SYNOPSIS
        Opens this host's lock file so that nobody else can.
    .OUTPUTS
        System.IO.FileStream: disposing of it frees the lock, and so does the process's end
    .EXAMPLE
        $lock = Open-CwLock
    .NOTES
        Source: [windows#sharing], [windows#named-mutex]: a named mutex could be taken by any local user first; this
        file lies in a folder that only administrators can open. While anybody has it open, a scanner, say, this throws
        System.IO.IOException.
    #>
    [CmdletBinding()]
    [OutputType('System.IO.FileStream')]
    param()

    $how = (Get-CwDataPath -ChildPath 'lock'), 'OpenOrCreate', 'ReadWrite', 'None'
    return New-Object -TypeName System.IO.FileStream -ArgumentList $how
}
