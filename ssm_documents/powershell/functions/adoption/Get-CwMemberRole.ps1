function Get-CwMemberRole {
    <#
    .SYNOPSIS
        Says which role a pool's member has, and what proves it.
    .DESCRIPTION
        By what kind of disk it is, by its usage, and by whether anything of the virtual disk lies on it; never by its
        size. A Retired, empty volume may be the Swap volume or one that is being taken out of the pool. That takes
        somebody's word: a parameter, the inventory that is there, or the name that the published script gives it.
    .PARAMETER Member
        Get-CwPoolMember's entry.
    .PARAMETER Named
        What a person says: role (data, swap) by serial number.
    .PARAMETER Known
        What the inventory that is there says: role by serial number.
    .OUTPUTS
        System.Collections.Hashtable: role (data, swap, cache; empty where it can't be proven), why, code (of the
        refusal where there is no role)
    .EXAMPLE
        Get-CwMemberRole -Member $member -Named @{} -Known @{}
    .NOTES
        Source: [storage-pools#usage], [windows#serial-numbers], [write-cache#move-sequence]. Usage 1 Auto-Select, 2
        Manual-Select, 3 Hot Spare.
    #>
    [CmdletBinding()]
    [OutputType([hashtable])]
    param(
        [Parameter(Mandatory)] [hashtable] $Member,
        [Parameter(Mandatory)] [hashtable] $Named,
        [Parameter(Mandatory)] [hashtable] $Known
    )

    $number = Get-CwStatusNumber
    $names = @{ 0 = 'Unknown'; 1 = 'Auto-Select'; 2 = 'Manual-Select'; 3 = 'Hot Spare'; 4 = 'Retired'; 5 = 'Journal' }
    $usage = $names[$Member.usage]
    $unclear = @{ role = ''; why = "usage $usage proves no role"; code = 'CW1066' }
    if ($Member.serial -clike 'AWS*') {
        if ($Member.usage -eq $number.journal) {
            return @{ role = 'cache'; why = 'instance store, Journal'; code = $null }
        }
        if ($Member.usage -eq $number.retired) {
            $why = 'instance store, Retired: the cache is being moved off it, or was'
            return @{ role = ''; why = $why; code = 'CW1065' }
        }
        if ($Member.holds) {
            return @{ role = ''; why = "instance store, $usage, and the data itself lies on it"; code = 'CW1069' }
        }
        $unclear.why = "instance store, $usage, nothing of the virtual disk lies on it"
        return $unclear
    }
    if ($Member.serial -cnotlike 'vol*') {
        $unclear.why = 'neither an EBS volume nor an instance-store disk'
        return $unclear
    }
    $said = $Named[$Member.serial]
    $open = $Named.Values -notcontains 'swap'
    $lies = 'nothing of the virtual disk lies on it'
    if ($Member.holds) {
        $lies = 'parts of the virtual disk lie on it'
    }
    $answer = @{ role = ''; why = "EBS, $usage, $lies"; code = $null }
    if ($Member.usage -eq $number.journal) {
        $answer.role = 'swap'
        $answer.why = 'EBS, Journal: the write-back cache is on it'
    }
    elseif ($Member.usage -eq $number.retired -and -not $Member.holds) {
        if ($said -eq 'swap') {
            $answer.role = 'swap'
            $answer.why += ', named in SwapVolume'
        }
        elseif ($open -and $Known[$Member.serial] -eq 'swap') {
            $answer.role = 'swap'
            $answer.why += ', and the inventory knows it'
        }
        elseif ($open -and $Member.instance.FriendlyName -eq 'Swap') {
            $answer.role = 'swap'
            $answer.why += ', and its name is Swap'
        }
        else {
            $unclear.why = $answer.why + ': name it in SwapVolume, or take it out of the pool'
            return $unclear
        }
    }
    elseif ($Member.usage -in 1, 2) {
        if ($Member.holds) {
            $answer.role = 'data'
        }
        elseif ($said -eq 'data') {
            $answer.role = 'data'
            $answer.why += ', named in DataVolumes'
        }
        elseif ($Named.Values -notcontains 'data' -and $Known[$Member.serial] -eq 'data') {
            $answer.role = 'data'
            $answer.why += ', and the inventory knows it'
        }
        else {
            $unclear.why = $answer.why + ': name it in DataVolumes, or make it Retired and name it in SwapVolume'
            return $unclear
        }
    }
    else {
        $unclear.why = $answer.why + ": expected Auto-Select for data, Retired and empty for the Swap volume"
        return $unclear
    }
    $contradicts = $null -ne $said -and $said -ne $answer.role
    $leftOut = $null -eq $said -and $Named.Values -contains $answer.role
    if ($contradicts -or $leftOut) {
        $unclear.why = $answer.why + ', which is not what the parameters say'
        return $unclear
    }
    return $answer
}
