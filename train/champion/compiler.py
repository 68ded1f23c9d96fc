"""PyTorch's compiler: its settings, and its cache, which stays on the machine beside the state."""

import os

import torch

CACHE = "compile.bin"


def prepare():
    """Settings for the whole process."""
    torch.set_float32_matmul_precision("high")
    if hasattr(torch, "_dynamo"):
        # What cannot be compiled runs as it is, slower and as right.
        torch._dynamo.config.suppress_errors = True


def load(folder):
    """Takes up what the compiler made in an earlier run, where it still fits."""
    path = os.path.join(folder, CACHE)
    if os.path.exists(path):
        try:
            with open(path, "rb") as f:
                torch.compiler.load_cache_artifacts(f.read())
        except Exception as err:  # a stale cache costs a minute, not the run
            print(f"compiler: its cache is not taken up: {err}", flush=True)


def save(folder):
    try:
        artifacts = torch.compiler.save_cache_artifacts()
    except Exception as err:
        print(f"compiler: its cache is not saved: {err}", flush=True)
        return
    if artifacts:
        with open(os.path.join(folder, CACHE), "wb") as f:
            f.write(artifacts[0])
