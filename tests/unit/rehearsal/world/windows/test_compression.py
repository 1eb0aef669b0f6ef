"""DeflateStream over a MemoryStream: what was compressed can be read by anybody who knows RFC 1951."""

import base64
import zlib

from windows_scene import WindowsScene

COMPRESS = r"""
$bytes = [System.Text.Encoding]::ASCII.GetBytes('abc' * 1000)
$memory = [System.IO.MemoryStream]::new()
$deflate = [System.IO.Compression.DeflateStream]::new($memory, [System.IO.Compression.CompressionMode]::Compress, $true)
$deflate.Write($bytes, 0, $bytes.Length)
$deflate.Dispose()
[Convert]::ToBase64String($memory.ToArray())
"""


def run(text: str) -> list[str]:
    scene = WindowsScene(build=False)
    result = scene.play(scene.host.run_script, text, "a.ps1", {})
    assert result.stderr == "", result.stderr
    return result.stdout.splitlines()


def test_a_compressed_text_is_there_once_the_stream_was_disposed_of():
    text = run(COMPRESS)[0]
    assert zlib.decompress(base64.b64decode(text), wbits=-15) == b"abc" * 1000
    assert len(text) < 100


def test_nothing_is_written_to_a_stream_that_was_disposed_of():
    late = COMPRESS.replace("[Convert]", "try { $deflate.Write($bytes, 0, 1) } catch { 'closed' }\n[Convert]")
    assert run(late)[0] == "closed"
