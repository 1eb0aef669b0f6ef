function Get-CwConsent {
    <#
    .SYNOPSIS
        Returns what was consented to for this very command, or why its parameter Consent counts for nothing.
    .DESCRIPTION
        The word is good with the token of the command that brings it and until its time, by this host's clock; so one
        that was overheard says nothing to a later operation. Who gave it, this host can't know: that is decided before
        the command is sent.
    .PARAMETER Word
        What the command may be consented to: outage, that no other server has the databases; whole-cluster, that all
        nodes of the cluster go down; evacuate-in-place, that it keeps roles which nobody can take over; online, by the
        node's owner, that its cache is evacuated while SQL Server runs.
    .PARAMETER Token
        The command's fencing token.
    .PARAMETER Now
        The time, UTC.
    .OUTPUTS
        System.Collections.Hashtable: word (empty where nothing counts), void (why not; empty where nothing was given)
    .EXAMPLE
        $consent = Get-CwConsent -Word 'outage' -Token $Context.token -Now (Get-CwTime)
    .NOTES
        Source: [glossary#consent].
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [ValidateSet('outage', 'whole-cluster', 'evacuate-in-place', 'online')]
        [string[]] $Word,
        [Parameter(Mandatory)] [long] $Token,
        [Parameter(Mandatory)] [datetime] $Now
    )

    $form = '[a-z-]{3,32}/[0-9]{1,15}/[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}Z'
    $given = Get-CwParameter -Name 'Consent' -Pattern $form
    if ($null -eq $given) {
        return @{ word = ''; void = '' }
    }
    $said, $for, $until = $given -split '/'
    if ($Word -cnotcontains $said) {
        return @{ word = ''; void = "no consent is called $said here" }
    }
    if ([long] $for -ne $Token) {
        return @{ word = ''; void = "the consent is for token $for, the command's is $Token" }
    }
    if ($Now -gt (ConvertFrom-CwTimestamp -Text $until)) {
        return @{ word = ''; void = "the consent was good until $until" }
    }
    return @{ word = $said; void = '' }
}
