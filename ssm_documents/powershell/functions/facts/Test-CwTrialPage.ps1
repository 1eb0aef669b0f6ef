function Test-CwTrialPage {
    <#
    .SYNOPSIS
        Reads every page back and counts those that aren't what was written last.
    .PARAMETER Writer
        What New-CwTrialWriter returned.
    .OUTPUTS
        System.Int32
    .EXAMPLE
        Test-CwTrialPage -Writer $writer
    .NOTES
        Source: [write-cache#move-under-load].
    #>
    [CmdletBinding()]
    [OutputType([int])]
    param(
        [Parameter(Mandatory)] [hashtable] $Writer
    )

    $wrong = 0
    $buffer = New-Object -TypeName 'byte[]' -ArgumentList 8192
    foreach ($page in $Writer.pages.Keys) {
        $Writer.stream.Position = [long] $page * 8192
        $read = $Writer.stream.Read($buffer, 0, 8192)
        if ($read -ne 8192 -or [System.Text.Encoding]::UTF8.GetString($buffer) -cne $Writer.pages[$page]) {
            $wrong++
        }
    }
    return $wrong
}
