"""Answers the questions of matches: networks on a GPU, asked through shared memory.

    python3 -m train.champion.evaluator /dev/shm/marengo m.weights [s.weights ...]
    marengo match marengo:weights=m.weights,evaluator=shm:/dev/shm/marengo ...

It listens on a Unix socket; nn/evaluator/remote.go is the other end and says what passes through it. Questions
of all clients about the same network are answered together, in batches of a few fixed sizes.
"""

import argparse
import collections
import hashlib
import mmap
import os
import selectors
import signal
import socket
import struct
import sys
import tempfile
import time

try:
    import numpy as np
    import torch
except ImportError:
    sys.exit("the evaluator needs PyTorch, and this python3 has none")

from train.champion import model
from train.champion.observe import LEGAL, RECORD, legal_moves, observe

VERSION = 2
ANSWER = 256          # numbers of an answer: 250 policy, 3 value, 3 unused
BELIEF = model.TOKENS * model.RANKS  # numbers of a belief: logits of each token's ranks
SLOTS = 4             # of a client
PAGE = 4096
MESSAGE = struct.Struct("<HHH")  # slot, records, how many of them want beliefs
IN_FLIGHT = 2         # batches that the GPU has been given and not yet answered
MASKED = -1e9


def round_up(size, to):
    return -(-size // to) * to


def layout(capacity):
    """Where answers and beliefs begin in a slot's block, and its size."""
    answers = round_up(capacity * RECORD, PAGE)
    beliefs = answers + round_up(capacity * ANSWER * 4, PAGE)
    return answers, beliefs, beliefs + round_up(capacity * BELIEF * 4, PAGE)


def answer(net, records, dtype):
    """Records [B,960] to answers [B,256], the policy over the legal moves, then the value; and beliefs [B,1104]."""
    legal, mask = legal_moves(records)
    h = net.trunk(observe(records, dtype))
    policy, value = net.judge(h)
    logits = policy.flatten(1).gather(1, legal).float()
    shares = torch.where(mask, logits, torch.full_like(logits, MASKED)).softmax(1)
    value = value.float().softmax(1)
    answers = torch.cat([shares, value, value.new_zeros(len(records), ANSWER - LEGAL - 3)], 1)
    return answers, net.guess(h).flatten(1) if net.belief is not None else answers.new_zeros(len(records), BELIEF)


class Batch:
    """The network over one fixed number of records, in buffers of its own."""

    def __init__(self, network, size):
        self.records = torch.zeros(size, RECORD, dtype=torch.uint8, device=network.device)
        call = torch.compile(answer, dynamic=False) if network.compiled else answer
        self.work = lambda: call(network.net, self.records, network.dtype)
        self.graph = None
        if network.device.type == "cuda" and network.graphs:
            self.capture()

    def capture(self):
        """Records the kernels once, so that a batch is one launch."""
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(3):
                self.work()
        torch.cuda.current_stream().wait_stream(side)
        self.graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(self.graph):
            self.results = self.work()

    def run(self):
        """-> answers, beliefs"""
        if self.graph:
            self.graph.replay()
        else:
            self.results = self.work()
        return self.results


class Network:
    """One weight file, ready for a few sizes of batches."""

    def __init__(self, path, device, dtype, sizes, compiled=False, graphs=True):
        with open(path, "rb") as f:
            self.sha = hashlib.sha256(f.read()).hexdigest()
        self.path, self.device, self.dtype, self.compiled, self.graphs = path, device, dtype, compiled, graphs
        self.exact = model.load(path)[0].to(device).eval().requires_grad_(False)
        self.net = self.exact
        if dtype != torch.float32:
            self.net = model.load(path)[0].to(device, dtype).eval().requires_grad_(False)
        self.batches = {size: Batch(self, size) for size in sizes}
        self.waiting = collections.deque()  # (client, slot, records, beliefs)
        self.asked = self.ran = self.checked = 0

    def fit(self, n):
        return min(size for size in self.batches if size >= n)

    def compare(self, records, answers):
        """Says once how far the answers are from those in float32."""
        exact = answer(self.exact, records, torch.float32)[0]
        off = (answers - exact).abs()
        print(f"evaluator: {os.path.basename(self.path)} over {len(records)} positions: largest difference to float32 "
              f"{off[:, :LEGAL].max():.4f} of a share, {off[:, LEGAL:].max():.4f} of a value", flush=True)
        if not bool(torch.isfinite(answers).all()):
            raise SystemExit(f"evaluator: {self.path} overflows in {self.dtype}; try --precision bf16")


class Client:
    """A process that asks, and the memory shared with it."""

    def __init__(self, connection, network, capacity, device):
        self.connection, self.network, self.left = connection, network, b""
        at, beliefs, size = layout(capacity)
        folder = "/dev/shm" if os.path.isdir("/dev/shm") else None
        handle, self.path = tempfile.mkstemp(prefix="marengo-evaluator-", dir=folder)
        os.ftruncate(handle, SLOTS * size)
        self.memory = mmap.mmap(handle, SLOTS * size)
        os.close(handle)
        buffer = np.frombuffer(self.memory, dtype=np.uint8)
        if device.type == "cuda":
            torch.cuda.cudart().cudaHostRegister(buffer.ctypes.data, SLOTS * size, 0)  # copies are slower where it fails
        self.records, self.answers, self.beliefs = [], [], []
        for slot in range(SLOTS):
            block = buffer[slot * size:(slot + 1) * size]
            self.records.append(torch.from_numpy(block[:capacity * RECORD].reshape(capacity, RECORD)))
            self.answers.append(torch.from_numpy(block[at:at + capacity * ANSWER * 4].view(np.float32).reshape(capacity, ANSWER)))
            self.beliefs.append(torch.from_numpy(block[beliefs:beliefs + capacity * BELIEF * 4].view(np.float32).reshape(capacity, BELIEF)))

    def mapped(self):
        """The other end has the memory, so that the file's name is no longer needed."""
        if os.path.exists(self.path):
            os.unlink(self.path)

    def close(self):
        self.connection.close()
        self.mapped()


class Server:
    def __init__(self, path, networks, capacity, device):
        self.networks, self.capacity, self.device = networks, capacity, device
        self.selector = selectors.DefaultSelector()
        self.path = path
        if os.path.exists(path):
            os.unlink(path)
        self.listener = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.listener.bind(path)
        self.listener.listen(64)
        self.selector.register(self.listener, selectors.EVENT_READ)
        self.flying = collections.deque()  # (parts, event)
        self.clients = []  # also those that have left: the GPU knows their memory as long as it is mapped
        self.stopping = False
        self.started, self.idle = time.monotonic(), 0.0

    def serve(self):
        """Answers until it is told to stop."""
        while not self.stopping:
            self.hear()
            if any(network.waiting for network in self.networks):
                self.launch(max(self.networks, key=lambda network: sum(part[2] for part in network.waiting)))
                if len(self.flying) < IN_FLIGHT:
                    continue
            if self.flying:
                self.finish()

    def hear(self):
        """Takes what the clients have to say; waits for it only where there is nothing else to do."""
        busy = bool(self.flying) or any(network.waiting for network in self.networks)
        since = time.monotonic()
        events = self.selector.select(0 if busy else 0.5)
        if not busy:
            self.idle += time.monotonic() - since
        for key, _ in events:
            if key.fileobj is self.listener:
                self.welcome(self.listener.accept()[0])
            else:
                self.read(key.data)

    def welcome(self, connection):
        connection.settimeout(5)
        try:
            line = connection.recv(4096).decode().split()
            reason = self.refusal(line)
            if reason:
                connection.sendall(f"no {reason}\n".encode())
                connection.close()
                return
            network = next(n for n in self.networks if n.sha == line[3])
            client = Client(connection, network, self.capacity, self.device)
            self.clients.append(client)
            connection.sendall(f"ok {client.path} {SLOTS} {self.capacity}\n".encode())
        except OSError:
            connection.close()
            return
        connection.settimeout(None)
        self.selector.register(connection, selectors.EVENT_READ, client)

    def refusal(self, line):
        if len(line) != 4 or line[0] != "evaluate":
            return "the greeting is not understood"
        if line[1] != str(VERSION):
            return f"the greeting has version {line[1]}, version {VERSION} is needed"
        if line[2] != model.FEATURES_NAME:
            return f"the records are of {line[2]}, and {model.FEATURES_NAME} is needed"
        if not any(n.sha == line[3] for n in self.networks):
            return "none of the networks here has these weights"
        return None

    def read(self, client):
        try:
            data = client.connection.recv(4096)
        except OSError:
            data = b""
        if not data:
            self.selector.unregister(client.connection)
            client.close()
            return
        client.mapped()
        client.left += data
        whole = len(client.left) // MESSAGE.size * MESSAGE.size
        for message in MESSAGE.iter_unpack(client.left[:whole]):
            client.network.waiting.append((client, *message))
        client.left = client.left[whole:]

    @torch.no_grad()
    def launch(self, network):
        """Packs waiting questions about a network into a batch, and starts it."""
        parts, n = [], 0
        while network.waiting and n + network.waiting[0][2] <= max(network.batches):
            parts.append(network.waiting.popleft())
            n += parts[-1][2]
        batch = network.batches[network.fit(n)]
        at = 0
        for client, slot, count, _ in parts:
            batch.records[at:at + count].copy_(client.records[slot][:count], non_blocking=True)
            at += count
        answers, beliefs = batch.run()
        at = 0
        for client, slot, count, guesses in parts:
            client.answers[slot][:count].copy_(answers[at:at + count], non_blocking=True)
            client.beliefs[slot][:guesses].copy_(beliefs[at:at + guesses], non_blocking=True)
            at += count
        event = None
        if self.device.type == "cuda":
            event = torch.cuda.Event()
            event.record()
        network.asked += n
        network.ran += 1
        if network.dtype != torch.float32 and not network.checked and n >= 16:
            network.checked = n
            network.compare(batch.records[:n].clone(), answers[:n].clone())
        self.flying.append((parts, event))

    def finish(self):
        """Waits for the oldest batch, and tells its clients."""
        parts, event = self.flying.popleft()
        if event:
            event.synchronize()
        for client, *message in parts:
            try:
                client.connection.sendall(MESSAGE.pack(*message))
            except OSError:
                pass  # it has gone, which read will notice

    def close(self):
        for client in self.clients:
            client.close()
        self.selector.close()
        self.listener.close()
        if os.path.exists(self.path):
            os.unlink(self.path)
        wall = time.monotonic() - self.started
        for n in self.networks:
            if n.ran:
                print(f"evaluator: {os.path.basename(n.path)}: {n.asked:,} positions in {n.ran:,} batches of {n.asked / n.ran:.0f}, "
                      f"{n.asked / wall:,.0f}/s; without work {self.idle / wall:.0%} of {wall:.0f} s", flush=True)


def arguments():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("socket", help="where to listen, such as /dev/shm/marengo")
    parser.add_argument("weights", nargs="+", help="weight files")
    parser.add_argument("--sizes", default="64,256,1024,4096", help="sizes of batches, the largest also that of a client's slot")
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--precision", choices=("fp16", "bf16", "fp32"), help="of weights and activations (fp16; fp32 on a CPU)")
    parser.add_argument("--compile", action="store_true", help="use PyTorch's compiler: minutes at the start, faster batches")
    parser.add_argument("--no-graphs", action="store_true", help="launch every kernel by itself")
    return parser.parse_args()


def main():
    args = arguments()
    device = torch.device(args.device)
    precision = args.precision or ("fp32" if device.type == "cpu" else "fp16")
    dtype = {"fp16": torch.float16, "bf16": torch.bfloat16, "fp32": torch.float32}[precision]
    if device.type == "cpu":
        torch.set_num_threads(1)  # the matches need the cores
    if args.compile:
        torch._dynamo.config.cache_size_limit = 2 * len(args.weights) * len(args.sizes.split(","))
    sizes = sorted(int(x) for x in args.sizes.split(","))
    started = time.monotonic()
    with torch.no_grad():
        networks = [Network(path, device, dtype, sizes, args.compile, not args.no_graphs) for path in args.weights]
    server = Server(args.socket, networks, sizes[-1], device)

    def stop(*_):
        server.stopping = True
    signal.signal(signal.SIGINT, stop)
    signal.signal(signal.SIGTERM, stop)
    print(f"evaluator: ready after {time.monotonic() - started:.1f} s, listening at {args.socket}", flush=True)
    try:
        server.serve()
    finally:
        server.close()


if __name__ == "__main__":
    main()
