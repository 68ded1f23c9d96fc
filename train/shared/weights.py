"""Weight files: one network in one small, versioned, checksummed file. The Go package nn reads the same.

    bytes           what (integers little endian)
    8               the magic "MARENGO\\0"
    4               format version, 1
    4               h, the header's length
    8               n, the data's length
    h               the header: JSON, filled up with spaces so that the data starts at a multiple of 64
    n               the data
    32              SHA-256 of everything before it

The header holds kind (of network), features (the input's encoding with its version), sizes, provenance (free:
command, data, date, steps) and tensors, a list of {name, shape, dtype, offset}, the offset counting from the data's
start. dtypes:

    f32, f16        the values, row by row
    i8              a float32 scale for each row (first dimension), then the values as int8; value = scale * int8
"""

import hashlib
import json
import math
import os
import struct

import numpy as np

MAGIC = b"MARENGO\0"
VERSION = 1
PRELUDE = struct.Struct("<8sIIQ")
ALIGN = 64
DIGEST_SIZE = hashlib.sha256().digest_size
DTYPES = ("f16", "i8", "f32")


class WeightsError(Exception):
    """A weight file that cannot be used, in one sentence."""


def save(path, header, tensors, dtype="f16"):
    """Writes a weight file, whole or not at all.

    header: kind, features, sizes, provenance. tensors: name -> array or torch tensor. With dtype "i8" only matrices
    are quantised; vectors are few and stay f16."""
    if dtype not in DTYPES:
        raise ValueError(f"no dtype {dtype!r}: it is one of {', '.join(DTYPES)}")
    index, chunks, offset = [], [], 0
    for name, tensor in tensors.items():
        array = as_array(tensor)
        kind = "f16" if dtype == "i8" and array.ndim < 2 else dtype
        raw = encode(name, array, kind)
        index.append(dict(name=name, shape=list(array.shape), dtype=kind, offset=offset))
        chunks.append(raw + bytes(-len(raw) % ALIGN))
        offset += len(chunks[-1])
    data = b"".join(chunks)
    text = json.dumps(dict(header, tensors=index)).encode()
    text += b" " * (-(PRELUDE.size + len(text)) % ALIGN)
    body = PRELUDE.pack(MAGIC, VERSION, len(text), len(data)) + text + data

    temporary = f"{path}.tmp"
    with open(temporary, "wb") as f:
        f.write(body + hashlib.sha256(body).digest())
        f.flush()
        os.fsync(f.fileno())
    os.replace(temporary, path)


def load(path):
    """Reads a weight file. -> header, {name: float32 array}"""
    with open(path, "rb") as f:
        raw = f.read()
    if len(raw) < PRELUDE.size + DIGEST_SIZE:
        raise WeightsError(f"{path}: truncated, {len(raw)} bytes are too few for a weight file")
    magic, version, header_size, data_size = PRELUDE.unpack_from(raw)
    if magic != MAGIC:
        raise WeightsError(f"{path}: not a weight file (wrong magic)")
    if version != VERSION:
        raise WeightsError(f"{path}: weight file version {version}, version {VERSION} is needed")
    want = PRELUDE.size + header_size + data_size + DIGEST_SIZE
    if len(raw) < want:
        raise WeightsError(f"{path}: truncated, {len(raw)} of {want} bytes")
    if len(raw) > want:
        raise WeightsError(f"{path}: {len(raw) - want} bytes too many")
    if hashlib.sha256(raw[:-DIGEST_SIZE]).digest() != raw[-DIGEST_SIZE:]:
        raise WeightsError(f"{path}: checksum does not match")
    start = PRELUDE.size + header_size
    header = json.loads(raw[PRELUDE.size : start])
    data = memoryview(raw)[start : start + data_size]
    return header, {t["name"]: decode(path, data, t) for t in header["tensors"]}


def as_array(tensor):
    """A float32 array of a NumPy array or a torch tensor on any device."""
    if hasattr(tensor, "detach"):
        tensor = tensor.detach().cpu().float().numpy()
    return np.asarray(tensor, dtype=np.float32)


def encode(name, array, dtype):
    if not np.isfinite(array).all():
        raise ValueError(f"tensor {name} holds a value that is not finite")
    if dtype == "f32":
        return array.astype("<f4").tobytes()
    if dtype == "f16":
        with np.errstate(over="ignore"):
            half = array.astype("<f2")
        if not np.isfinite(half).all():
            raise ValueError(f"tensor {name} holds a value too large for f16")
        return half.tobytes()
    rows = array.reshape(len(array), -1)
    scale = np.abs(rows).max(axis=1) / 127
    divisor = np.where(scale > 0, scale, 1)[:, None]
    return scale.astype("<f4").tobytes() + np.rint(rows / divisor).astype("<i1").tobytes()


def decode(path, data, tensor):
    shape, offset, dtype = tensor["shape"], tensor["offset"], tensor["dtype"]
    count = math.prod(shape)
    try:
        if dtype == "f32":
            return np.frombuffer(data, "<f4", count, offset).reshape(shape).copy()
        if dtype == "f16":
            return np.frombuffer(data, "<f2", count, offset).reshape(shape).astype(np.float32)
        if dtype == "i8":
            scale = np.frombuffer(data, "<f4", shape[0], offset)
            values = np.frombuffer(data, "<i1", count, offset + 4 * shape[0])
            return (values.reshape(shape[0], -1) * scale[:, None]).astype(np.float32).reshape(shape)
    except ValueError as e:
        raise WeightsError(f"{path}: tensor {tensor['name']} lies outside the file") from e
    raise WeightsError(f"{path}: tensor {tensor['name']} has the unknown dtype {dtype!r}")
