Set-StrictMode -Version Latest
$ErrorActionPreference = 'Stop'
$WarningPreference = 'SilentlyContinue'
$ProgressPreference = 'SilentlyContinue'

# Whatever goes wrong while an answer is made is still an answer.
trap {
    $why = "$($_.Exception.Message) $($_.ScriptStackTrace)" -replace '[^A-Za-z0-9 .,:_\[\]-]', ' '
    '{"v":1,"code":"CW3009","outcome":"failed","changed":true,"message":"No answer could be made: ' + $why + '"}'
    exit 40
}
