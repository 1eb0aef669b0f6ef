function Write-CwTrialPage {
    <#
    .SYNOPSIS
        Writes the next 32 pages of 64, each through to the disk.
    .PARAMETER Writer
        What New-CwTrialWriter returned.
    .OUTPUTS
        None
    .EXAMPLE
        Write-CwTrialPage -Writer $writer
    .NOTES
        A page is its number, 512 times: one that is old, torn or another's is seen.
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param(
        [Parameter(Mandatory)] [hashtable] $Writer
    )

    foreach ($step in 1..32) {
        $page = $Writer.written % 64
        $Writer.written++
        $text = ('{0:d15};' -f $Writer.written) * 512
        $bytes = [System.Text.Encoding]::UTF8.GetBytes($text)
        $Writer.stream.Position = [long] $page * 8192
        $Writer.stream.Write($bytes, 0, 8192)
        $Writer.stream.Flush($true)
        $Writer.pages[$page] = $text
    }
}
