"""A run's state on disk: small enough to travel, whole or not at all.

    state.json         what the other files are, with sizes and checksums; the
                       steps seen, the figures of the run; written last
    gN-weights.bin     the weights (pack.py says how each file is packed)
    gN-means.bin       their running means, one after another
    gN-moments.bin     the second moments of Adam
    gN-games.gz        the games in flight (gym/save.go)
    log.csv            one line a minute (guards.py)

Large files are cut into pieces, gN-weights.bin, gN-weights-1.bin and so on. N counts the
saves: a save writes files of a new number, exchanges state.json in one step and
removes the old files, so a state is always whole. Adam's first moments are left out:
they look back ten updates only, and starting them at zero with the old step
count is a warm-up of ten updates.

A state of version 1 is carried over: it has float32 weights, one running mean in float16,
which all means begin with, and bfloat16 moments; its network could not guess, and
what it held for features that observation 1 left unused is emptied.
"""

import hashlib
import json
import os
import shutil

import numpy as np
import torch

from train.champion import pack
from train.champion.config import from_dict
from train.champion.model import OLDER_FEATURES
from train.champion.observe import VERSION as FEATURES_VERSION

VERSION = 2
OLDER_VERSION, OLDER_OBSERVATION = 1, 1
MANIFEST, LOG = "state.json", "log.csv"
PIECE = 15 << 20  # bytes of a file, at most


class StateError(Exception):
    """A state that cannot be taken up, in one sentence."""


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
    if values.get("version") not in (VERSION, OLDER_VERSION):
        raise StateError(f"{path} has version {values.get('version')}, expected {VERSION}")
    expected = FEATURES_VERSION if values["version"] == VERSION else OLDER_OBSERVATION
    if values.get("features") != expected:
        raise StateError(f"{path} was trained on observation {values.get('features')}, this program makes {FEATURES_VERSION}")
    return values


def read(folder, values, name):
    """The bytes of one of the state's contents, checked, its pieces joined."""
    parts = [read_file(folder, values["files"][name])]
    while f"{name}-{len(parts)}" in values["files"]:
        parts.append(read_file(folder, values["files"][f"{name}-{len(parts)}"]))
    return b"".join(parts)


def read_file(folder, entry):
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
    with open(games_file, "rb") as f:
        games = f.read()
    os.unlink(games_file)
    files = {}

    def put(name, raw, suffix):
        file = f"g{number}-{name}{suffix}"
        write(folder, file, raw)
        files[name] = {"file": file, "bytes": len(raw), "sha256": hashlib.sha256(raw).hexdigest()}
    for name, raw in contents(learner).items():
        for piece, at in enumerate(range(0, len(raw), PIECE)):
            put(f"{name}-{piece}" if piece else name, raw[at:at + PIECE], ".bin")
    put("games", games, ".gz")
    values = {"version": VERSION, "features": FEATURES_VERSION, "number": number, "steps": learner.steps,
              "updates": learner.updates, "minutes": round(minutes, 3), "config": vars(learner.cfg), "files": files}
    write(folder, MANIFEST + ".tmp", json.dumps(values, indent=1).encode())
    os.replace(os.path.join(folder, MANIFEST + ".tmp"), os.path.join(folder, MANIFEST))
    keep = {entry["file"] for entry in files.values()}
    for name in os.listdir(folder):
        if name.startswith("g") and name.endswith((".bin", ".gz")) and name not in keep:
            os.unlink(os.path.join(folder, name))


def contents(learner):
    """What is saved of a learner, by name."""
    weights = pack.pack_weights(learner.params)
    bases = pack.unpack_weights(weights, shapes(learner.net))
    return {"weights": weights, "means": b"".join(pack.pack_differences(mean, bases) for mean in learner.means),
            "moments": pack.pack_moments(second_moments(learner))}


def shapes(net):
    return [tuple(p.shape) for p in net.parameters()]


def config(values):
    return from_dict(values["config"])


def numbers(folder, values, net):
    """The weights, the running means by their memory, and the second moments, as arrays
    in the order of the network's parameters."""
    try:
        if values["version"] == OLDER_VERSION:
            return older_numbers(folder, values, net)
        weights = pack.unpack_weights(read(folder, values, "weights"), shapes(net))
        reader = pack.Reader(read(folder, values, "means"))
        means = {decay: pack.unpack_differences(reader, weights) for decay in values["config"]["means"]}
        reader.end()
        return weights, means, pack.unpack_moments(read(folder, values, "moments"), shapes(net))
    except ValueError as err:
        raise StateError(f"the state in {folder} does not fit its network: {err}") from err


def older_numbers(folder, values, net):
    """The same of a state of version 1."""
    names = [name for name, _ in net.named_parameters()]
    known = [i for i, name in enumerate(names) if not name.startswith("belief.")]
    if known != list(range(len(known))):
        raise ValueError("the guess does not come last")
    sizes = [shapes(net)[i] for i in known]
    embed = names.index("embed.weight")

    def whole(raw, dtype):
        found = pack.older(raw, sizes, dtype)
        found[embed][:, OLDER_FEATURES:] = 0
        return found + [np.zeros(s, np.float32) for s in shapes(net)[len(known):]]
    pieces = sorted(name for name in values["files"] if name.startswith("weights-"))
    weights = whole(b"".join(read_file(folder, values["files"][name]) for name in pieces), torch.float32)
    mean = whole(read(folder, values, "ema"), torch.float16)
    return weights, {decay: mean for decay in config(values).means}, whole(read(folder, values, "moments"), torch.bfloat16)


def fill(tensors, found):
    with torch.no_grad():
        for t, array in zip(tensors, found):
            t.copy_(torch.from_numpy(np.ascontiguousarray(array)))


def load(folder, values, learner):
    """Takes up the weights, their means, the moments and the counts. A mean that the
    state does not have begins with the one of the shortest memory."""
    weights, means, moments = numbers(folder, values, learner.net)
    fill(learner.params, weights)
    for decay, mean in zip(learner.cfg.means, learner.means):
        fill(mean, means.get(decay, means[min(means)]))
    for p, found in zip(learner.params, moments):
        v = torch.zeros_like(p)
        fill([v], [found])
        step = torch.tensor(float(values["updates"]), device=p.device if learner.device.type == "cuda" else "cpu")
        learner.adam.state[p] = {"step": step, "exp_avg": torch.zeros_like(p), "exp_avg_sq": v}
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
