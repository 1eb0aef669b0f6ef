Set-StrictMode -Version Latest
$ErrorActionPreference = 'Stop'
$WarningPreference = 'SilentlyContinue'
$ProgressPreference = 'SilentlyContinue'

# Last resort: whatever goes wrong while an answer is made is still an answer.
trap {
    '{"v":1,"code":"CW3009","outcome":"failed","changed":true,"message":"The script failed while it made its answer."}'
    exit 40
}
