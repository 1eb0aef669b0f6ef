"""Rules of the language beyond the recorded corpus: one small script each, what Windows PowerShell 5.1 prints."""

from __future__ import annotations

import pytest

from rehearsal.engines.powershell import Engine
from tests.unit.rehearsal.engines.powershell.memory_host import MemoryHost

RULES: dict[str, tuple[str, str]] = {
    "an index with a side effect is evaluated once": ('$a = 1, 2; $i = 0; $a[$i++] += 10; "$a $i"', "11 2 1"),
    "a loop over a changed dictionary is an error": (
        "$h = @{ a = 1 }; try { foreach ($k in $h.Keys) { $h[$k] = 2 } } catch { $_.FullyQualifiedErrorId }",
        "System.InvalidOperationException",
    ),
    "a pipeline over a changed dictionary is another": (
        "$h = @{ a = 1 }; try { $h.Keys | ForEach-Object { $h[$_] = 2 } } catch { $_.FullyQualifiedErrorId }",
        "BadEnumeration",
    ),
    "break without a loop ends the script": ("1..3 | ForEach-Object { if ($_ -eq 2) { break }; $_ }; 'never'", "1"),
    "break in a function ends the caller's loop": (
        "function F { break }; foreach ($i in 1..3) { $i; F }; 'after'",
        "1\nafter",
    ),
    "a trap continues with the next statement": (
        "function F { trap { \"t $_\"; continue }; throw 'a'; 'next' }; F",
        "t a\nnext",
    ),
    "a trap that breaks lets the error go on": (
        "function F { trap { 't'; break }; throw 'a'; 'next' }; try { F } catch { \"c $_\" }",
        "t\nc a",
    ),
    "a trap takes only its type": (
        "function F { trap [System.DivideByZeroException] { 'dz'; continue }; 1 / 0; 'next' }; F",
        "dz\nnext",
    ),
    "a catch of a base type takes its heirs": (
        "try { throw [System.IO.FileNotFoundException]::new('x') } catch [System.IO.IOException] { 'io' } "
        "catch [System.Exception] { 'base' }",
        "io",
    ),
    "a typed catch sees the inner exception of a method's": (
        "try { 'abc'.Substring(9) } catch [System.ArgumentOutOfRangeException] { $_.Exception.GetType().Name }",
        "ArgumentOutOfRangeException",
    ),
    "ThrowTerminatingError ends the function, not its caller": (
        "function F "
        "{ [CmdletBinding()] param() $PSCmdlet.ThrowTerminatingError([System.Management.Automation.ErrorRecord]::new("
        "[Exception]::new('m'), 'Id', 'InvalidData', $null)); 'never' }\nF 2>$null\n'next'",
        "next",
    ),
    "a throw under SilentlyContinue is passed over": (
        "$ErrorActionPreference = 'SilentlyContinue'; throw 'x'; 'next'",
        "next",
    ),
    "an error inside try leaves the function too": (
        "function F { 1 / 0; 'never' }; try { F } catch { 'caught' }; 'next'",
        "caught\nnext",
    ),
    "outside try it only ends its statement": ("function F { 1 / 0; 'next' }; F 2>$null", "next"),
    "ErrorVariable collects from nested commands": (
        "function F { [CmdletBinding()] param() Write-Error 'a'; Write-Error 'b' }\n"
        "F -ErrorVariable e -ErrorAction SilentlyContinue; $e.Count",
        "2",
    ),
    "a redirected error stream becomes output": (
        "function F { 'o'; Write-Error 'e' }; (F 2>&1 | ForEach-Object { $_.GetType().Name }) -join ','",
        "String,ErrorRecord",
    ),
    "a parameter set is chosen by what is given": (
        "function F "
        "{ [CmdletBinding(DefaultParameterSetName = 'A')] param([Parameter(ParameterSetName = 'A', Position = 0)]$X, "
        "[Parameter(ParameterSetName = 'B', Mandatory)]$Y) $PSCmdlet.ParameterSetName }; F 1; F -Y 2; F",
        "A\nB\nA",
    ),
    "a parameter name may be cut short": ("function F { param($Computer, $Other) $Computer }; F -Comp x", "x"),
    "a mandatory text is refused when empty, a mandatory object isn't": (
        "function S { param([Parameter(Mandatory)][string]$x) 'taken' }; function O { param([Parameter(Mandatory)]$x) "
        "'taken' }\nforeach ($one in '', @()) { try { S $one } catch { $_.FullyQualifiedErrorId }; O $one }",
        "ParameterArgumentValidationErrorEmptyStringNotAllowed,S\ntaken\nParameterArgumentTransformationError,S\ntaken",
    ),
    "of a mandatory array the elements are looked at by their type": (
        "function S { param([Parameter(Mandatory)][string[]]$x) 'taken' }\n"
        "function O { param([Parameter(Mandatory)][object[]]$x) 'taken' }\n"
        "foreach ($one in @(''), @()) { foreach ($f in 'S', 'O') "
        "{ try { & $f $one } catch { $_.FullyQualifiedErrorId -replace '.*Error', '' } } }\n"
        "try { O @($null) } catch { $_.FullyQualifiedErrorId -replace '.*Error', '' }",
        "EmptyStringNotAllowed,S\ntaken\nEmptyArrayNotAllowed,S\nEmptyArrayNotAllowed,O\nNullNotAllowed,O",
    ),
    "a NUL has no weight where texts are compared, and is a character elsewhere": (
        "$n = [string] [char] 0; $n -eq ''; $n -ceq ''; \"a${n}b\" -eq 'AB'; @('') -contains $n; $n -gt ''\n"
        "$n.Length; $n.Equals(''); [char] 0 -eq ''; switch ($n) { '' { 'empty' } }; $n -like ''",
        "True\nTrue\nTrue\nTrue\nFalse\n1\nFalse\nFalse\nempty\nFalse",
    ),
    "SQL's NULL is no number and no time, and says so as .NET does": (
        "try { [int] [DBNull]::Value } catch { $_.FullyQualifiedErrorId; $_.Exception.Message }\n"
        "try { [datetime] [DBNull]::Value } catch { $_.FullyQualifiedErrorId }; [bool] [DBNull]::Value",
        'InvalidCastIConvertible\nCannot convert value "" to type "System.Int32". '
        'Error: "Object cannot be cast from DBNull to other types."\nInvalidCastIConvertible\nTrue',
    ),
    "a whole number is taken by the most specific type that holds it": (
        "$t = { ($args[0]).GetType().Name }; & $t ([Math]::Floor(7)); & $t ([Math]::Round([long] 7)); "
        "& $t ([Math]::Ceiling(7.5)); & $t ([Math]::Max(1, [long] 2)); & $t ([Math]::Max(1, 2.5)); "
        "& $t ([Math]::Max(1, [uint64] 2)); & $t ([Math]::Max([uint32] 1, 2)); "
        "& $t ([Math]::Max([byte] 1, [int16] 2))\n[Math]::Floor(7) / 3; [Math]::Round(9GB / 1GB) * 4",
        "Decimal\nDecimal\nDouble\nInt64\nDouble\nDecimal\nInt64\nInt16\n2.3333333333333333333333333333\n36",
    ),
    "a text is taken by the most general number": (
        "$t = { ($args[0]).GetType().Name }; & $t ([Math]::Round('2.5')); & $t ([Math]::Abs('-3')); "
        "& $t ([Math]::Max('3', '10')); & $t ([Math]::Max('3', 2)); [Math]::Max('3', '10')",
        "Double\nDouble\nDouble\nInt32\n10",
    ),
    "an ambiguous one is refused": (
        "function F { param($Computer, $Common) }; try { F -Com x } catch { $_.FullyQualifiedErrorId }",
        "AmbiguousParameter,F",
    ),
    "a switch takes its value only after a colon": (
        'function F { param([switch]$S, $P) "$S|$P" }; F -S x; F -S:$false x',
        "True|x\nFalse|x",
    ),
    "an array becomes text in a simple function": ("function F([string]$s) { $s }; F (1, 2)", "1 2"),
    "but not in an advanced one": (
        "function F { [CmdletBinding()] param([string]$s) $s }; try { F (1, 2) } catch { $_.FullyQualifiedErrorId }",
        "ParameterArgumentTransformationError,F",
    ),
    "properties of piped objects bind by name and alias": (
        "function F { param([Parameter(ValueFromPipelineByPropertyName)][Alias('Id')]$Key) process { \"k$Key\" } }\n"
        "[pscustomobject]@{ Id = 1 }, [pscustomobject]@{ Key = 2 } | F",
        "k1\nk2",
    ),
    "default parameter values apply to advanced functions": (
        "$PSDefaultParameterValues = @{ 'F:Level' = 7 }; function F { [CmdletBinding()] param($Level) $Level }; "
        "F; F -Level 1",
        "7\n1",
    ),
    "@args passes names on": (
        'function A { param($X, $Y) "$X-$Y" }; function B { A @args }; B -Y 1 -X 2; B 3 4',
        "2-1\n3-4",
    ),
    "a function sees its caller's variables but doesn't set them": (
        "$v = 1; function F { $v; $v = 2; $v }; F; $v",
        "1\n2\n1",
    ),
    "script scope is set by name": ("$n = 1; function F { $script:n = 5 }; F; $n", "5"),
    "private variables stay in their scope": ('$private:p = 1; function F { "[$p]" }; F; $p', "[]\n1"),
    "dot sourcing shares the scope": ("function F { $d = 'set' }; . F; $d", "set"),
    "a closure keeps its variables": ("$x = 1; $b = { $x }.GetNewClosure(); $x = 2; & $b", "1"),
    "strict mode reaches called functions": (
        "Set-StrictMode -Version Latest; function F { try { $undefinedThing } catch { $_.FullyQualifiedErrorId } }; F",
        "VariableIsUndefined",
    ),
    "strict mode refuses method-like calls": (
        "Set-StrictMode -Version 2; function F($a, $b) { }; try { F(1, 2) } catch { $_.FullyQualifiedErrorId }",
        "StrictModeFunctionCallWithParens",
    ),
    "in strict mode a scalar has no Count": (
        "Set-StrictMode -Version Latest; try { (5).Count } catch { $_.FullyQualifiedErrorId }",
        "PropertyNotFoundStrict",
    ),
    "a class method calls the base's": (
        "class A { [string] M() { return 'A' } }\nclass B : A "
        "{ [string] M() { return 'B' + ([A]$this).M() } }\n[B]::new().M()",
        "BA",
    ),
    "only return leaves a class method": ("class A { [int] M() { 'lost'; return 3 } }; [A]::new().M()", "3"),
    "a class property keeps its type": (
        "class A { [int]$N }; $a = [A]::new(); try { $a.N = 'x' } catch { $_.FullyQualifiedErrorId }; $a.N",
        "ExceptionWhenSetting\n0",
    ),
    "a hashtable makes an object of a class": ("class A { [int]$N; [string]$S }; $a = [A]@{ N = '4' }; $a.N", "4"),
    "enumerations count from zero and take names": (
        "enum E { A; B = 5; C }; [int][E]::C; [E]'b'; [E]5; \"$([E]::A)\"",
        "6\nB\nB\nA",
    ),
    "flags join": ("[Flags()] enum E { R = 1; W = 2 }; [string][E]'R, W'; [int][E]'R,W'", "R, W\n3"),
    "a switch compares as text": ("switch (1.0) { 1 { 'one' } '1' { 'text' } }", "one\ntext"),
    "null is the empty text in a switch": ("switch ($null) { '' { 'empty' } default { 'other' } }", "empty"),
    "Int32 goes to Double, Int64 too": (
        "(2147483647 + 1).GetType().Name; (9223372036854775807 + 1).GetType().Name",
        "Double\nDouble",
    ),
    "a hashtable plus another": ("(@{ a = 1 } + @{ b = 2 }).Count", "2"),
    "the same key twice is an error": (
        "try { @{ a = 1 } + @{ a = 2 } } catch { $_.FullyQualifiedErrorId }",
        "System.ArgumentException",
    ),
    "a slice beyond the end is shorter": ("(1, 2, 3)[1..5] -join ','", "2,3"),
    "but not in strict mode": (
        "Set-StrictMode -Version Latest; try { (1, 2)[0..3] } catch { $_.FullyQualifiedErrorId }",
        "System.IndexOutOfRangeException",
    ),
    "the last target takes the rest": ('$a, $b = 1, 2, 3; "$a|$b"', "1|2 3"),
    "$? is false after a failed command and true in the next": (
        "Get-Command No-SuchThing -ErrorAction SilentlyContinue; $?; $?",
        "False\nTrue",
    ),
    "ScriptStackTrace lists the calls": (
        "function A { throw 'x' }\nfunction B { A }\ntry { B } catch { ($_.ScriptStackTrace -split \"`n\" | "
        "ForEach-Object { ($_ -replace ',.*: ', ':') }) -join ' ' }",
        "at A:line 1 at B:line 2 at <ScriptBlock>:line 3",
    ),
    "an error's position": (
        "try {\n  throw 'x' } catch { $_.InvocationInfo.ScriptLineNumber; $_.InvocationInfo.OffsetInLine }",
        "2\n3",
    ),
    "an upstream command stops when enough came": (
        '1..9 | ForEach-Object { $global:n = $_; $_ } | Select-Object -First 2; "made $n"',
        "1\n2\nmade 2",
    ),
    "a pipeline variable": (
        '1, 2 | ForEach-Object -PipelineVariable p { $_ * 10 } | ForEach-Object { "$p/$_" }',
        "10/10\n20/20",
    ),
    "an out variable": (
        'function F { [CmdletBinding()] param() 1; 2 }; F -OutVariable o | Out-Null; "$o $($o.GetType().Name)"',
        "1 2 ArrayList",
    ),
    "a data section": ("$d = data { @{ a = 1 } }; $d.a", "1"),
    "a key named like a member hides it, PSBase shows it": (
        "$h = @{ Count = 'c'; Keys = 'k'; a = 1 }; $h.Count; $h.PSBase.Count; @($h.PSBase.Keys).Count; $h.get_Count()",
        "c\n3\n3\n3",
    ),
    "so it does for an ordered one": ("$o = [ordered]@{ Count = 7 }; $o.Count; $o.PSBase.Count", "7\n1"),
    "assigning to a member's name adds a key": (
        "$h = @{}; $h.Count = 5; $h.Count; $h['Count']; $h.PSBase.Count",
        "5\n5\n1",
    ),
    "PSBase has the methods": ("$h = @{ a = 1 }; $h.PSBase.ContainsKey('a')", "True"),
    "a property's view is the dictionary's own": ("@{ Count = 'c' }.PSObject.Properties['Count'].Value", "1"),
    "parameters of other value types hold null when not given": (
        "function F([datetime]$d, [guid]$g, [timespan]$t, [System.DayOfWeek]$e, [char]$c, [int[]]$l) "
        "{ @($d, $g, $t, $e, $c, $l | Where-Object { $null -ne $_ }).Count }; F",
        "0",
    ),
    "of numbers, booleans, switches and text their default": (
        'function F([decimal]$m, [double]$x, [byte]$b, [bool]$t, [switch]$s, [string]$n) { "$m $x $b $t $s [$n]" }; F',
        "0 0 0 False False []",
    ),
    "null becomes the default of a number and of text": (
        'function F([int]$i, [long]$l, [string]$s) { "$i $l [$s]" }; F $null $null $null',
        "0 0 []",
    ),
    "null is no date, enum or boolean": (
        "function F([datetime]$d, [System.DayOfWeek]$e, [bool]$b) { }\n"
        "foreach ($n in 'd', 'e', 'b') { $a = @{ $n = $null }; try { F @a } catch { $_.FullyQualifiedErrorId } }",
        "\n".join(["ParameterArgumentTransformationError,F"] * 3),
    ),
    "null to a mandatory number is zero, to mandatory text an error": (
        "function F([Parameter(Mandatory)][int]$i) { $i }; F $null\n"
        "function G([Parameter(Mandatory)][string]$s) { }; try { G $null } catch { $_.FullyQualifiedErrorId }",
        "0\nParameterArgumentValidationErrorEmptyStringNotAllowed,G",
    ),
    "an unknown name takes the value after it": (
        "function F { param($A) \"A=$A args=$($args -join '|')\" }; F -Nope 1 2; F 1 -Nope 2 3; F -A 1 -Nope 2",
        "A=2 args=-Nope|1\nA=1 args=-Nope|2|3\nA=1 args=-Nope|2",
    ),
    "of two unknown names the second does": (
        "function F { param($A) \"A=$A args=$($args -join '|')\" }; F -X -Y 1 2",
        "A=2 args=-X|-Y|1",
    ),
    "with remaining arguments, too": (
        "function F { [CmdletBinding()] param($A, [Parameter(ValueFromRemainingArguments)]$R) "
        "\"A=$A R=$($R -join '|')\" }; F -Nope 1 2",
        "A=2 R=-Nope|1",
    ),
    "an ambiguous name is reported before any value is converted": (
        "function F { [CmdletBinding()] param([int]$N, $OneA, $OneB) }; "
        "try { F -N abc -One 1 } catch { $_.FullyQualifiedErrorId }",
        "AmbiguousParameter,F",
    ),
    "a named value is converted before an unknown name is reported": (
        "function F { [CmdletBinding()] param([int]$N) }; try { F -Nope 1 -N abc } catch { $_.FullyQualifiedErrorId }",
        "ParameterArgumentTransformationError,F",
    ),
    "an assignment that fails any validation": (
        '[ValidateRange(1, 5)][int]$v = 3; try { $v = 9 } catch { $_.FullyQualifiedErrorId; "$_" }; $v\n'
        "[ValidateSet('a')]$w = 'a'; try { $w = 'b' } catch { $_.FullyQualifiedErrorId }; $w",
        "ValidateSetFailure\n"
        "The variable cannot be validated because the value 9 is not a valid value for the v variable.\n"
        "3\nValidateSetFailure\na",
    ),
    "of a parameter's variable as well": (
        "function F([ValidateLength(1, 2)]$s = 'a') { try { $s = 'abc' } catch { $_.FullyQualifiedErrorId } }; F",
        "ValidateSetFailure",
    ),
    "the position of an expression's error inside try": (
        "try {\n  1 / 0\n} catch { $_.InvocationInfo.ScriptLineNumber; $_.InvocationInfo.OffsetInLine; "
        "$_.InvocationInfo.Line.Trim() }",
        "2\n3\n1 / 0",
    ),
    "is the innermost statement's": (
        "function F {\n  'abc'.Substring(9)\n}\ntry { F } catch { $_.InvocationInfo.ScriptLineNumber; "
        "($_.ScriptStackTrace -split \"`n\")[0] -replace ',.*: ', ':' }",
        "2\nat F:line 2",
    ),
    "in a condition the condition's": (
        "try {\n  if ($false) {\n  } elseif ([int]'x') { }\n} catch { $_.InvocationInfo.ScriptLineNumber }",
        "3",
    ),
    "in a literal the entry's": (
        "try {\n  $x = @{\n    a = 1\n    b = [int]'x'\n  }\n} catch { $_.InvocationInfo.ScriptLineNumber }",
        "4",
    ),
    "in a trap": ("trap { $_.InvocationInfo.ScriptLineNumber; continue }\n1\n[int]'x'", "1\n3"),
    "an object in an object shows nothing, a list its type": (
        '$o = [pscustomobject]@{ a = [pscustomobject]@{ b = 1 }; l = 1, 2; h = @{}; n = $null }; "$o"; "$($o.a)"',
        "@{a=; l=System.Object[]; h=System.Collections.Hashtable; n=}\n@{b=1}",
    ),
    "objects in a list show nothing": ('$o = [pscustomobject]@{ b = 1 }; "[$($o, $o)]"; $o, $o -join "+"', "[ ]\n+"),
    "an object without properties is empty text": ('"[$([pscustomobject]@{})]"', "[]"),
    "ToString of an object is empty, its PSObject's isn't": (
        '$o = [pscustomobject]@{ b = 1 }; "[$($o.ToString())]"; $o.PSObject.ToString()',
        "[]\n@{b=1}",
    ),
    "a ToString of its own is used in an object, too": (
        "$i = [pscustomobject]@{ b = 1 } | Add-Member ScriptMethod ToString { 'own' } -PassThru; "
        '"$([pscustomobject]@{ a = $i })"; "$($i, $i)"',
        "@{a=own}\nown own",
    ),
    "a script property isn't run for an object's text": (
        '$o = [pscustomobject]@{ a = 1 } | Add-Member ScriptProperty p { 2 } -PassThru; "$o"',
        "@{a=1; p=System.Management.Automation.PSScriptProperty}",
    ),
    "what a method throws is a MethodInvocationException": (
        "try { [scriptblock]::Create('1 +* 2') } catch { $_.FullyQualifiedErrorId }\n"
        "try { { throw 'x' }.Invoke() } catch { $_.FullyQualifiedErrorId; \"$_\" }",
        'ParseException\nRuntimeException\nException calling "Invoke" with "0" argument(s): "x"',
    ),
    "decimals round to even": (
        "[decimal]::Round(2.5d); [decimal]::Round(2.345d, 2); [decimal]::Round(2.345d, 2, 'AwayFromZero')",
        "2\n2.34\n2.35",
    ),
    "a copy of an object": (
        "$o = [pscustomobject]@{ P = 1 }; $c = $o.PSObject.Copy(); $c.P = 2; $o.P; $c.P",
        "1\n2",
    ),
    "Invoke-Command pipes its input into the block": (
        "5, 6 | Invoke-Command { ($input | Measure-Object -Sum).Sum }; @() | Invoke-Command { @($input).Count }",
        "11\n0",
    ),
}


@pytest.mark.parametrize("rule", RULES)
def test_rule_holds(rule: str) -> None:
    script, expected = RULES[rule]
    result = Engine(host=MemoryHost()).run_script(script, name="rule.ps1")
    assert result.stdout.rstrip("\n") == expected, result.stderr
