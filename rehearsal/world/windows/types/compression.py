"""System.IO.MemoryStream and System.IO.Compression.DeflateStream, as far as compressing a text in memory needs them."""

from __future__ import annotations

import zlib

from rehearsal.engines.powershell.objects.errors import PSException
from rehearsal.engines.powershell.objects.member_declarations import net_constructor, net_method
from rehearsal.engines.powershell.objects.values import EnumValue, NetObject, PSArray
from rehearsal.world.windows.cim.tables import WINDOWS_TYPES

WINDOWS_TYPES.net_enum("System.IO.Compression.CompressionMode", {"Decompress": 0, "Compress": 1})
_COMPRESS = 1
_RAW_DEFLATE = -15


@WINDOWS_TYPES.net_type("System.IO.MemoryStream", base="System.IO.Stream", interfaces=("System.IDisposable",))
class MemoryStream(NetObject):
    """What was written to it; ToArray works after Dispose, too."""

    __slots__ = ("data", "members")

    def __init__(self) -> None:
        self.members = None
        self.data = b""

    @net_constructor()
    @staticmethod
    def new() -> MemoryStream:
        return MemoryStream()

    @net_method("ToArray", returns="byte[]")
    def to_array(self) -> PSArray:
        return PSArray.of_bytes(self.data)

    @net_method("Dispose", returns="void")
    def dispose(self) -> None:
        """Nothing is held."""


@WINDOWS_TYPES.net_type(
    "System.IO.Compression.DeflateStream", base="System.IO.Stream", interfaces=("System.IDisposable",)
)
class DeflateStream(NetObject):
    """Compresses into another stream; what it still holds arrives there when it is disposed of."""

    __slots__ = ("compressor", "members", "target")

    def __init__(self, target: MemoryStream) -> None:
        self.members = None
        self.target = target
        self.compressor: zlib._Compress | None = zlib.compressobj(wbits=_RAW_DEFLATE)

    @net_constructor("System.IO.Stream", "System.IO.Compression.CompressionMode", "bool")
    @staticmethod
    def over(target: MemoryStream, mode: EnumValue, leave_open: bool) -> DeflateStream:
        if mode.value != _COMPRESS or not leave_open:
            raise PSException("System.NotSupportedException", "the model compresses, and leaves the stream open")
        return DeflateStream(target)

    @net_method("Write", "byte[]", "int", "int", returns="void")
    def write(self, buffer: PSArray, offset: int, count: int) -> None:
        if self.compressor is None:
            raise PSException("System.ObjectDisposedException", "Cannot access a closed Stream.")
        self.target.data += self.compressor.compress(bytes(buffer.items[offset : offset + count]))

    @net_method("Dispose", returns="void")
    def dispose(self) -> None:
        if self.compressor is not None:
            self.target.data += self.compressor.flush()
            self.compressor = None
