# Writes some files of the bundle to this node; CacheWarden-Host-InstallHost has the scheduled tasks run them.

$files = [ordered] @{}
# %%FILES%%
$answer = Invoke-CwEntry -Action 'install_bundle' -Body {
    param($Context)

    Save-CwBundleFile -Hash '%%BUNDLE%%' -File $files
}
$answer.Json
exit $answer.ExitCode
