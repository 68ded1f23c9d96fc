"""The games: the Go program `bin/gym` as a child process, over shared memory.

The shared file holds one block for each group of n games (gym/layout.go):

    actions   u16[n]       index into the record's legal moves, written here
    reports   u8[n][4]     what that action did: the result for the player who
                           acted (returns.py), 1 after a battle, and the plies of
                           a game that it ended, u16
    records   u8[n][960]   the position now, of a fresh game where one ended
    labels    u8[n][92]    what no record holds: 1 + rank of the enemy's hidden piece
                           on each token, 0 elsewhere

A byte through a pipe asks for a group to be stepped, the same byte comes back
when it has been: so one group is stepped while the other is evaluated.
"""

import mmap
import os
import subprocess
import tempfile

import numpy as np
import torch

from train.champion.observe import RECORD, TOKENS

REPORT = 4
ALIGN = 64     # of each array in a block
PAGE = 4096    # of each block
READY, SAVE = 0xF1, 0xF0
SHARED_FOLDER = "/dev/shm"


class GymError(Exception):
    """The games cannot go on, in one sentence."""


def round_up(size, to):
    return -(-size // to) * to


def layout(n):
    """Offsets of actions, reports, records and labels in a group's block, and its size."""
    reports = round_up(2 * n, ALIGN)
    records = reports + round_up(REPORT * n, ALIGN)
    labels = records + round_up(RECORD * n, ALIGN)
    return 0, reports, records, labels, round_up(labels + TOKENS * n, PAGE)


class Gym:
    """`games` games in `groups` groups. records[g], labels[g], reports[g] and actions[g]
    are tensors over the shared memory. flags are more for the program (seats.py)."""

    def __init__(self, program, games, groups, setups, seed, rules="match", warm=0, save=None, resume=None, threads=0, device="cpu",
                 flags=()):
        self.n = games // groups
        size = layout(self.n)[-1] * groups
        folder = SHARED_FOLDER if os.path.isdir(SHARED_FOLDER) else None
        handle, path = tempfile.mkstemp(prefix="marengo-gym-", dir=folder)
        try:
            os.ftruncate(handle, size)
            self.memory = mmap.mmap(handle, size)
            self._start(program, games, groups, path, setups, seed, rules, warm, save, resume, threads, flags)
        finally:
            os.close(handle)
            os.unlink(path)  # the two mappings keep the memory
        self._views(groups)
        if device != "cpu":
            self._pin(size)

    def _start(self, program, games, groups, path, setups, seed, rules, warm, save, resume, threads, flags):
        threads = threads or max(1, (os.cpu_count() or 1) - 1)  # one is left to this process
        command = [program, "--games", str(games), "--groups", str(groups), "--file", path, "--seed", str(seed),
                   "--rules", rules, "--warm", str(warm), "--threads", str(threads), *flags]
        for pool in setups:
            command += ["--setups", pool]
        if save:
            command += ["--save", save]
        if resume:
            command += ["--resume", resume]
        try:
            self.child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        except OSError as err:
            raise GymError(f"the games' program {program} does not start: {err.strerror}; build it with CGO_ENABLED=0 go build -o bin/gym ./cmd/gym") from err
        self._expect(READY)

    def _views(self, groups):
        buffer = np.frombuffer(self.memory, dtype=np.uint8)
        actions, reports, records, labels, block = layout(self.n)
        self.actions, self.reports, self.records, self.labels = [], [], [], []
        for g in range(groups):
            b = buffer[g * block:(g + 1) * block]
            self.actions.append(torch.from_numpy(b[actions:actions + 2 * self.n].view(np.int16)))
            self.reports.append(torch.from_numpy(b[reports:reports + REPORT * self.n].reshape(self.n, REPORT)))
            self.records.append(torch.from_numpy(b[records:records + RECORD * self.n].reshape(self.n, RECORD)))
            self.labels.append(torch.from_numpy(b[labels:labels + TOKENS * self.n].reshape(self.n, TOKENS)))
        self.base = buffer.ctypes.data

    def _pin(self, size):
        """Lets the GPU copy straight from the shared memory. Where the driver
        refuses, copies are slower and as right."""
        code = torch.cuda.cudart().cudaHostRegister(self.base, size, 0)
        if int(code) != 0:
            print(f"gym: the shared memory cannot be pinned ({code}); copies will be slower", flush=True)

    def _expect(self, byte):
        answer = os.read(self.child.stdout.fileno(), 1)
        if answer != bytes([byte]):
            raise GymError(f"the games' program ended with status {self.child.wait()}" if not answer
                           else f"the games' program answered {answer[0]}, expected {byte}")

    def _ask(self, byte):
        try:
            os.write(self.child.stdin.fileno(), bytes([byte]))
        except BrokenPipeError as err:
            raise GymError(f"the games' program ended with status {self.child.wait()}") from err

    def go(self, group):
        """Asks for the group's actions to be played."""
        self._ask(group)

    def wait(self, group):
        """Waits until they have been."""
        self._expect(group)

    def save(self):
        """Writes the games in flight to the file given at the start. No group may
        be under way."""
        self._ask(SAVE)
        self._expect(SAVE)

    def close(self):
        self.child.stdin.close()
        self.child.wait()
