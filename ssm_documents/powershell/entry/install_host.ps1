# Puts boot_task.ps1 on this node and has it register its scheduled task.

$text = @'
%%SCRIPT=boot_task.ps1%%
'@
$arguments = @('install')
if (Write-CwBundleScript -Name 'boot_task.ps1' -Text ($text.Replace([string] [char] 13, '') + [char] 10)) {
    $arguments += 'written'
}
& (Get-CwDataPath -ChildPath 'bundle\boot_task.ps1') @arguments
exit $LASTEXITCODE
