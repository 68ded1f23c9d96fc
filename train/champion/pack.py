"""Numbers packed small: what a state's files hold.

    weights   3 bytes each, a float32 without its last byte: exact to 1 part in 65,000
    means     a float32 scale for each row and an int8 for each value: how far the running
              mean lies from the weights
    moments   a byte each on a logarithmic scale, two float32 (least and greatest logarithm)
              for each tensor ahead: exact to a few percent, of numbers that Adam forgets
              within a hundred updates
"""

import numpy as np
import torch

LEVELS = 254  # of a logarithm; 0 stands for nothing


def arrays(tensors):
    return [t.detach().float().cpu().numpy() for t in tensors]


def rows(array):
    """An array as rows: of a matrix its own, of a vector one."""
    return array.reshape(len(array), -1) if array.ndim > 1 else array.reshape(1, -1)


class Reader:
    """Takes numbers off the front of some bytes."""

    def __init__(self, raw):
        self.raw, self.at = raw, 0

    def take(self, dtype, count):
        values = np.frombuffer(self.raw, dtype, count, self.at)
        self.at += values.nbytes
        return values

    def end(self):
        if self.at != len(self.raw):
            raise ValueError(f"{len(self.raw) - self.at} bytes too many")


def pack_weights(tensors):
    bits = np.concatenate([a.ravel() for a in arrays(tensors)]).astype("<f4").view("<u4").astype(np.uint64)
    shortened = ((bits + 128) >> 8).astype("<u4")  # rounded; a carry goes into the exponent, as it should
    return shortened.view(np.uint8).reshape(-1, 4)[:, :3].tobytes()


def unpack_weights(raw, shapes):
    """-> arrays of the shapes"""
    packed = np.frombuffer(raw, np.uint8)
    count = sum(int(np.prod(s)) for s in shapes)
    if len(packed) != 3 * count:
        raise ValueError(f"{len(packed) / 3:.0f} weights, the network has {count}")
    full = np.zeros((count, 4), np.uint8)
    full[:, 1:] = packed.reshape(-1, 3)
    return split(full.view("<f4").ravel(), shapes)


def split(values, shapes):
    parts, at = [], 0
    for shape in shapes:
        n = int(np.prod(shape))
        parts.append(values[at:at + n].reshape(shape))
        at += n
    return parts


def pack_differences(tensors, bases):
    """How far tensors lie from others."""
    out = []
    for a, b in zip(arrays(tensors), bases):
        d = rows(a - b)
        scale = (np.abs(d).max(1) / 127).astype("<f4")
        out.append(scale.tobytes())
        out.append(np.rint(d / np.where(scale > 0, scale, 1)[:, None]).astype("<i1").tobytes())
    return b"".join(out)


def unpack_differences(reader, bases):
    found = []
    for b in bases:
        r, n = rows(b).shape
        scale = reader.take("<f4", r)
        found.append(b + (reader.take("<i1", r * n).reshape(r, n) * scale[:, None]).reshape(b.shape))
    return found


def pack_moments(tensors):
    out = []
    for a in arrays(tensors):
        some = a > 0
        logs = np.log2(np.where(some, a, 1))
        low, high = (logs[some].min(), logs[some].max()) if some.any() else (0.0, 0.0)
        step = max((high - low) / LEVELS, 1e-6)
        out.append(np.array([low, step], "<f4").tobytes())
        out.append(np.where(some, 1 + np.rint((logs - low) / step), 0).astype(np.uint8).tobytes())
    return b"".join(out)


def unpack_moments(raw, shapes):
    reader, found = Reader(raw), []
    for shape in shapes:
        low, step = reader.take("<f4", 2)
        code = reader.take(np.uint8, int(np.prod(shape))).astype(np.float32)
        found.append(np.where(code > 0, np.exp2(low + step * (code - 1)), 0).astype(np.float32).reshape(shape))
    reader.end()
    return found


def older(raw, shapes, dtype):
    """What the first version of a state held: all values of one type. -> arrays of the shapes"""
    values = torch.from_numpy(np.frombuffer(raw, {torch.float32: "<f4", torch.float16: "<f2", torch.bfloat16: "<i2"}[dtype]).copy())
    values = values.view(dtype).float().numpy()
    count = sum(int(np.prod(s)) for s in shapes)
    if len(values) != count:
        raise ValueError(f"{len(values)} values, the network has {count}")
    return split(values, shapes)
