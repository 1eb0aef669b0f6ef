# What this script calls is in this host's bundle, a folder named by its files' hash. The very text that was hashed is
# defined. Without it nothing is done.

$CwTexts = @()
foreach ($CwAttempt in 1..10) {
    try {
        $CwTexts = @(Read-CwBundle -Hash $CwBundle)
        break
    }
    catch {
        $CwWhy = $_.Exception.GetBaseException()
        # A scanner may have a file open for a moment; what isn't there doesn't come by waiting.
        if ($CwWhy -isnot [System.IO.IOException] -or $CwWhy -is [System.IO.FileNotFoundException] -or
            $CwWhy -is [System.IO.DirectoryNotFoundException]) {
            break
        }
        Start-Sleep -Milliseconds 500
    }
}
if ($CwTexts.Count -eq 0) {
    $CwWhy = "The bundle $CwBundle can't be used here: $($CwWhy.Message)".Replace('\', '\\').Replace('"', "'")
    $CwWhy = $CwWhy -replace '[^\x20-\x7e]', ' '
    $CwCode = 'CW3019'
    if (-not (Test-Path -LiteralPath 'C:\ProgramData\CacheWarden\bundle')) {
        # Nothing was ever installed: a person decides that it is.
        $CwCode = 'CW3008'
    }
    '{"v":1,"code":"' + $CwCode + '","outcome":"refused","changed":false,"message":"' + $CwWhy + '","detail":{}}'
    exit 11
}
foreach ($CwText in $CwTexts) {
    . ([scriptblock]::Create($CwText))
}
