# Puts worker.ps1 on this node and has it register its scheduled task. The file is whole or not there; its folder
# belongs to administrators before anything is written, since SYSTEM runs what is in it.

$text = @'
%%SCRIPT=worker.ps1%%
'@
$text = $text.Replace([string] [char] 13, '') + [char] 10
$folder = Get-CwDataPath -ChildPath 'bundle'
$path = Get-CwDataPath -ChildPath 'bundle\worker.ps1'
$arguments = @('install')
$null = [System.IO.Directory]::CreateDirectory($folder)
Set-CwFolderAccess -Path (Get-CwDataPath -ChildPath '').TrimEnd('\') -Exclusive
Set-CwFolderAccess -Path $folder -Exclusive
if (-not [System.IO.File]::Exists($path)) {
    [System.IO.File]::WriteAllText($path, $text)
    $arguments += 'written'
}
elseif ([System.IO.File]::ReadAllText($path) -cne $text) {
    [System.IO.File]::WriteAllText("$path.new", $text)
    [System.IO.File]::Replace("$path.new", $path, "$path.bak")
    $arguments += 'written'
}
& $path @arguments
exit $LASTEXITCODE
