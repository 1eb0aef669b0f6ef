function Update-CwApartInstance {
    <#
    .SYNOPSIS
        Forgets that an instance has nothing on our drives, once it has.
    .OUTPUTS
        None; nothing fails for it.
    .EXAMPLE
        Update-CwApartInstance
    .NOTES
        Source: [glossary#boot-task].
    #>
    [CmdletBinding()]
    [OutputType([void])]
    param()

    try {
        $known = Get-CwRememberedFile
        if ($null -eq $known -or @(Get-CwPlannedValue -Plan $known -Name 'apart' -Default @()).Count -eq 0) {
            return
        }
        Invoke-CwExclusively -TimeoutSeconds 20 -ScriptBlock {
            $known = Get-CwRememberedFile
            $letters = @(Get-CwDriveLetter -Inventory (Read-CwStateFile -Name 'inventory'))
            $still = @(Get-CwApartInstance -Letter $letters | ForEach-Object { $_.name })
            $still += @(Get-CwSqlInstance -IncludeDisabled | Where-Object { $_.service -ne 4 } |
                    ForEach-Object { $_.name })
            $apart = @($known.apart | Where-Object { $still -contains $_.name })
            if ($apart.Count -lt @($known.apart).Count) {
                $known.apart = $apart
                Write-CwStateFile -Name 'files' -Content $known
            }
        }
    }
    catch {
        Write-CwLog -Message "instances apart unknown: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
    }
}
