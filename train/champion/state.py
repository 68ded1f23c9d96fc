"""A run's state on disk: small enough to travel, whole or not at all.

    state.json         what the other files are, with sizes and checksums; the
                       steps seen, the figures of the run; written last
    gN-weights-K.bin   float32 weights, in pieces
    gN-ema.bin         float16 running mean of the weights
    gN-moments.bin     bfloat16 second moments of Adam
    gN-games.gz        the games in flight (gym/save.go)
    log.csv            one line a minute (guards.py)

N counts the saves: a save writes files of a new number, exchanges state.json in
one step and removes the old files, so a state is always whole. Adam's first
moments are left out: they look back ten updates only, and starting them at
zero with the old step count is a warm-up of ten updates.
"""

import hashlib
import json
import os
import shutil

import numpy as np
import torch

from train.champion.config import from_dict
from train.champion.observe import VERSION as FEATURES_VERSION

VERSION = 1
MANIFEST, LOG = "state.json", "log.csv"
PIECE = 12 << 20  # bytes of a piece of the weights


class StateError(Exception):
    """A state that cannot be taken up, in one sentence."""


def flat(tensors, dtype):
    """All values of a list of tensors, as bytes."""
    joined = torch.cat([t.detach().flatten() for t in tensors]).to(dtype)
    if dtype == torch.bfloat16:
        joined = joined.view(torch.int16)  # NumPy knows no bfloat16
    return joined.cpu().numpy().tobytes()


def unflat(raw, tensors, dtype):
    """The inverse of flat, into the tensors."""
    stored = torch.int16 if dtype == torch.bfloat16 else dtype
    numpy_type = {torch.float32: np.float32, torch.float16: np.float16, torch.int16: np.int16}[stored]
    values = torch.from_numpy(np.frombuffer(raw, dtype=numpy_type).copy()).view(dtype)
    want = sum(t.numel() for t in tensors)
    if len(values) != want:
        raise StateError(f"the state holds {len(values)} values, the network has {want}")
    with torch.no_grad():
        for t, part in zip(tensors, values.split([t.numel() for t in tensors])):
            t.copy_(part.view_as(t))


def second_moments(learner):
    zero = [torch.zeros_like(p) for p in learner.params]
    return [learner.adam.state[p]["exp_avg_sq"] if p in learner.adam.state else z for p, z in zip(learner.params, zero)]


def write(folder, name, raw):
    """Writes a file to the disk, through to the disk."""
    with open(os.path.join(folder, name), "wb") as f:
        f.write(raw)
        f.flush()
        os.fsync(f.fileno())


def exists(folder):
    return os.path.exists(os.path.join(folder, MANIFEST))


def manifest(folder):
    """Reads state.json and checks the files it names."""
    path = os.path.join(folder, MANIFEST)
    try:
        with open(path) as f:
            values = json.load(f)
    except (OSError, ValueError) as err:
        raise StateError(f"{path} cannot be read: {err}") from err
    if values.get("version") != VERSION:
        raise StateError(f"{path} has version {values.get('version')}, expected {VERSION}")
    if values.get("features") != FEATURES_VERSION:
        raise StateError(f"{path} was trained on observation {values.get('features')}, this program makes {FEATURES_VERSION}")
    return values


def read(folder, values, name):
    """The bytes of one of the state's files, checked."""
    entry = values["files"][name]
    path = os.path.join(folder, entry["file"])
    try:
        with open(path, "rb") as f:
            raw = f.read()
    except OSError as err:
        raise StateError(f"the state's file {path} cannot be read: {err.strerror}") from err
    if len(raw) != entry["bytes"]:
        raise StateError(f"the state's file {path} is truncated: {len(raw)} of {entry['bytes']} bytes")
    if hashlib.sha256(raw).hexdigest() != entry["sha256"]:
        raise StateError(f"the state's file {path} is damaged: its checksum is wrong")
    return raw


def save(folder, learner, games_file, minutes):
    """Saves the run. games_file is moved into the state."""
    os.makedirs(folder, exist_ok=True)
    number = manifest(folder)["number"] + 1 if exists(folder) else 1
    weights = flat(learner.params, torch.float32)
    contents = {f"weights-{k}": weights[at:at + PIECE] for k, at in enumerate(range(0, len(weights), PIECE))}
    contents["ema"] = flat(learner.ema, torch.float16)
    contents["moments"] = flat(second_moments(learner), torch.bfloat16)
    with open(games_file, "rb") as f:
        contents["games"] = f.read()
    os.unlink(games_file)

    files = {}
    for name, raw in contents.items():
        file = f"g{number}-{name}" + (".gz" if name == "games" else ".bin")
        write(folder, file, raw)
        files[name] = {"file": file, "bytes": len(raw), "sha256": hashlib.sha256(raw).hexdigest()}
    values = {"version": VERSION, "features": FEATURES_VERSION, "number": number, "steps": learner.steps,
              "updates": learner.updates, "minutes": round(minutes, 3), "config": vars(learner.cfg), "files": files}
    write(folder, MANIFEST + ".tmp", json.dumps(values, indent=1).encode())
    os.replace(os.path.join(folder, MANIFEST + ".tmp"), os.path.join(folder, MANIFEST))
    keep = {entry["file"] for entry in files.values()}
    for name in os.listdir(folder):
        if name.startswith("g") and name.endswith((".bin", ".gz")) and name not in keep:
            os.unlink(os.path.join(folder, name))


def config(values):
    return from_dict(values["config"])


def load(folder, values, learner):
    """Takes up the weights, their mean, the moments and the counts."""
    pieces = [n for n in values["files"] if n.startswith("weights-")]
    unflat(b"".join(read(folder, values, f"weights-{k}") for k in range(len(pieces))), learner.params, torch.float32)
    unflat(read(folder, values, "ema"), learner.ema, torch.float16)
    moments = [torch.zeros_like(p) for p in learner.params]
    unflat(read(folder, values, "moments"), moments, torch.bfloat16)
    for p, v in zip(learner.params, moments):
        step = torch.tensor(float(values["updates"]), device=p.device if learner.device.type == "cuda" else "cpu")
        learner.adam.state[p] = {"step": step, "exp_avg": torch.zeros_like(p), "exp_avg_sq": v.contiguous()}
    learner.steps, learner.updates = values["steps"], values["updates"]


def games_path(folder, values):
    """The file of the games in flight, checked."""
    read(folder, values, "games")
    return os.path.join(folder, values["files"]["games"]["file"])


def copy(folder, to):
    """Copies the current state, and nothing else, into another folder."""
    if os.path.abspath(folder) == os.path.abspath(to):
        return
    os.makedirs(to, exist_ok=True)
    names = [MANIFEST] + [entry["file"] for entry in manifest(folder)["files"].values()]
    if os.path.exists(os.path.join(folder, LOG)):
        names.append(LOG)
    for name in os.listdir(to):
        if name.startswith("g") and name.endswith((".bin", ".gz")) and name not in names:
            os.unlink(os.path.join(to, name))
    for name in names:
        shutil.copy(os.path.join(folder, name), os.path.join(to, name))
