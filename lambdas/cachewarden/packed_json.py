"""JSON that would be too long for where it travels: deflate (RFC 1951), then Base64; written by hosts and by us."""

import base64
import binascii
import json
import zlib

from cachewarden.json_reader import Json, UnexpectedJsonError

UNPACKED_MAX_BYTES = 4 * 1024**2
"""More is not believed: some kilobytes can unfold to gigabytes."""
_RAW_DEFLATE = -15


def packed(value: Json) -> str:
    """The text that `unpacked` reads."""
    compressor = zlib.compressobj(wbits=_RAW_DEFLATE)
    text = json.dumps(value, separators=(",", ":")).encode()
    return base64.b64encode(compressor.compress(text) + compressor.flush()).decode()


def unpacked(text: str, path: str) -> Json:
    """The value; raises `UnexpectedJsonError`, which names `path`, for what isn't whole or is too large."""
    try:
        decompressor = zlib.decompressobj(wbits=_RAW_DEFLATE)
        data = decompressor.decompress(base64.b64decode(text, validate=True), UNPACKED_MAX_BYTES)
        if not decompressor.eof:
            raise UnexpectedJsonError(f"{path}: cut off, or more than {UNPACKED_MAX_BYTES} bytes")
        value: Json = json.loads(data)
    except (binascii.Error, zlib.error, ValueError) as problem:
        raise UnexpectedJsonError(f"{path}: not packed JSON ({problem})") from problem
    return value
