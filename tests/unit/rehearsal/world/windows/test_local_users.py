"""What an account that is no administrator can do on a server, and what keeps it out."""

from __future__ import annotations

import pytest
from windows_scene import WindowsScene

from rehearsal.world.windows.local_users import LocalUser
from rehearsal.world.windows.system.access import owner_of

FOLDER = r"C:\ProgramData\CacheWarden"
RIGHTS = "O:BAD:P(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)"
PROTECT = (
    f"$acl = New-Object Security.AccessControl.DirectorySecurity\n$acl.SetSecurityDescriptorSddlForm('{RIGHTS}')\n"
)
SHOW = "(Get-Acl -LiteralPath '{}').GetSecurityDescriptorSddlForm('Owner, Access')"


def user(scene: WindowsScene) -> LocalUser:
    return LocalUser(scene.host, "mallory")


def run(scene: WindowsScene, text: str) -> list[str]:
    result = scene.play(scene.host.run_script, text, "a.ps1", {})
    assert result.stderr == "", result.stderr
    return result.stdout.splitlines()


def test_a_user_makes_folders_in_program_data_and_keeps_them():
    scene = WindowsScene(build=False)
    mallory = user(scene)
    mallory.create_folder(FOLDER)
    mallory.write_file(FOLDER + r"\a", b"x")
    assert owner_of(scene.host.files, FOLDER) == r"SALES1\mallory"
    mallory.grant_itself(FOLDER)
    scene.host.files.write_bytes(FOLDER + r"\b", b"of SYSTEM")
    mallory.write_file(FOLDER + r"\b", b"of mallory")


def test_a_user_may_add_to_an_unprotected_folder_of_the_administrators_but_not_change_its_files():
    scene = WindowsScene(build=False)
    scene.host.files.make_directories(FOLDER)
    scene.host.files.write_bytes(FOLDER + r"\a", b"x")
    mallory = user(scene)
    with pytest.raises(PermissionError):
        mallory.write_file(FOLDER + r"\a", b"y")
    mallory.write_file(FOLDER + r"\b", b"y")
    with pytest.raises(PermissionError):
        mallory.write_file(r"C:\Windows\System32\a", b"y")


def test_a_folder_that_is_created_with_its_rights_lets_nobody_in():
    scene = WindowsScene(build=False)
    run(scene, PROTECT + f"$null = [IO.Directory]::CreateDirectory('{FOLDER}', $acl)")
    with pytest.raises(PermissionError):
        user(scene).write_file(FOLDER + r"\a", b"x")
    assert owner_of(scene.host.files, FOLDER) == r"BUILTIN\Administrators"


def test_creating_a_folder_that_is_there_changes_nothing():
    scene = WindowsScene(build=False)
    user(scene).create_folder(FOLDER)
    run(scene, PROTECT + f"$null = [IO.Directory]::CreateDirectory('{FOLDER}', $acl)")
    assert owner_of(scene.host.files, FOLDER) == r"SALES1\mallory"


def test_owner_and_rules_show_as_text():
    scene = WindowsScene(build=False)
    mallory = user(scene)
    mallory.create_folder(FOLDER)
    (open_to_all,) = run(scene, SHOW.format(FOLDER))
    owner = open_to_all.partition("D:")[0].removeprefix("O:")
    assert owner.startswith("S-1-5-21-")
    assert open_to_all.partition("D:")[2] == (
        "AI(A;OICIID;FA;;;SY)(A;OICIID;FA;;;BA)(A;OICIIOID;FA;;;CO)(A;OICIID;0x1200a9;;;BU)(A;CIID;0x116;;;BU)"
    )
    mallory.grant_itself(FOLDER)
    assert f"(A;OICI;FA;;;{owner})" in run(scene, SHOW.format(FOLDER))[0]
    change = f"$acl = Get-Acl -LiteralPath '{FOLDER}'; $acl.SetSecurityDescriptorSddlForm('{RIGHTS}')\n"
    assert run(scene, change + f"Set-Acl -LiteralPath '{FOLDER}' -AclObject $acl\n" + SHOW.format(FOLDER)) == [RIGHTS]
    mallory.create_folder(r"C:\ProgramData\other")
    scene.host.files.write_bytes(FOLDER + r"\a", b"")
    assert run(scene, SHOW.format(FOLDER + r"\a")) == ["O:BAD:AI(A;ID;FA;;;SY)(A;ID;FA;;;BA)"]


def test_links_show():
    scene = WindowsScene(build=False)
    mallory = user(scene)
    mallory.create_folder(r"C:\ProgramData\elsewhere")
    mallory.create_folder(FOLDER)
    mallory.create_junction(FOLDER + r"\log", r"C:\ProgramData\elsewhere")
    mallory.write_file(r"C:\ProgramData\elsewhere\a", b"x")
    mallory.create_hard_link(r"C:\ProgramData\elsewhere\a", FOLDER + r"\a")
    shown = run(scene, f"Get-ChildItem -LiteralPath '{FOLDER}' | ForEach-Object {{ $_.Name + ' ' + $_.LinkType }}")
    assert shown == ["log Junction", "a HardLink"]
    assert run(scene, f"([int] (Get-Item -LiteralPath '{FOLDER}\\log').Attributes) -band 1024") == ["1024"]
    assert scene.host.files.read_bytes(FOLDER + r"\log\a") == b"x"
    with pytest.raises(PermissionError):
        mallory.create_hard_link(
            r"C:\Windows\System32\WindowsPowerShell\v1.0\powershell.exe", FOLDER + r"\powershell.exe"
        )


def test_whoever_creates_a_global_mutex_first_keeps_it():
    scene = WindowsScene(build=False)
    user(scene).hold_mutex(r"Global\CacheWarden")
    text = "$m = New-Object Threading.Mutex -ArgumentList $false, 'Global\\CacheWarden'; $m.WaitOne(1000)"
    assert run(scene, text) == ["False"]
