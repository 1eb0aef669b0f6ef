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
}


@pytest.mark.parametrize("rule", RULES)
def test_rule_holds(rule: str) -> None:
    script, expected = RULES[rule]
    result = Engine(host=MemoryHost()).run_script(script, name="rule.ps1")
    assert result.stdout.rstrip("\n") == expected, result.stderr
