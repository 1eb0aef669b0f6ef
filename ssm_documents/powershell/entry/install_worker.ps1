# Puts worker.ps1 on this node and has it register its scheduled task.

$text = @'
%%SCRIPT=worker.ps1%%
'@
$arguments = @('install')
if (Write-CwBundleScript -Name 'worker.ps1' -Text ($text.Replace([string] [char] 13, '') + [char] 10)) {
    $arguments += 'written'
}
& (Get-CwDataPath -ChildPath 'bundle\worker.ps1') @arguments
exit $LASTEXITCODE
