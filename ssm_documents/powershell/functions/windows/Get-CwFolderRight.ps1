function Get-CwFolderRight {
    <#
    .SYNOPSIS
        Returns owner and rights of CacheWarden's folder and what is in it.
    .OUTPUTS
        System.String in SDDL: administrators own it; they and SYSTEM have full control; nothing comes from above
    .EXAMPLE
        Get-CwFolderRight
    .NOTES
        Source: [windows#programdata], [windows#sddl].
    #>
    [CmdletBinding()]
    [OutputType([string])]
    param()

    return 'O:BAD:P(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)'
}
