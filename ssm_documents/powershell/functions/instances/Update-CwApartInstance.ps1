function Update-CwApartInstance {
    <#
    .SYNOPSIS
        Remembers which instances have nothing on our drives, where that has changed since SQL Server was asked last.
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
        if ($null -eq (Get-CwRememberedFile)) {
            return
        }
        Invoke-CwExclusively -TimeoutSeconds 20 -ScriptBlock {
            $known, $inventory = (Get-CwRememberedFile), (Read-CwStateFile -Name 'inventory')
            if ($null -eq $known -or $null -eq $inventory) {
                return
            }
            $apart = @(Get-CwApartInstance -Letter @(Get-CwDriveLetter -Inventory $inventory))
            $former = @(Get-CwPlannedValue -Plan $known -Name 'apart' -Default @())
            $texts = foreach ($list in $apart, $former) {
                @($list | ForEach-Object { "$($_.name): $($_.files -join '|')" }) -join "`n"
            }
            if ($texts[0] -cne $texts[1]) {
                $known | Add-Member -NotePropertyName 'apart' -NotePropertyValue $apart -Force
                Write-CwStateFile -Name 'files' -Content $known
            }
        }
    }
    catch {
        Write-CwLog -Message "instances apart unknown: $((ConvertTo-CwFailure -ErrorRecord $_).message)"
    }
}
