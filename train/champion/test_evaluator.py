import mmap
import os
import socket
import tempfile
import threading
import unittest

import numpy as np
import torch

from train.champion import model
from train.champion.evaluator import ANSWER, BELIEF, LEGAL, MESSAGE, Network, Server, layout
from train.champion.observe import COUNT, MOVES, RECORD, observe

SIZES = (2, 8)


def positions(n, seed):
    """Records of empty boards with some legal moves each."""
    rng = np.random.default_rng(seed)
    records = np.zeros((n, RECORD), np.uint8)
    for r in records:
        k = int(rng.integers(1, LEGAL + 1))
        r[COUNT:COUNT + 2] = np.array([k], "<u2").view(np.uint8)
        r[MOVES:MOVES + 2 * k] = rng.choice(92 * 92, k, replace=False).astype("<u2").view(np.uint8)
    return records


class EvaluatorTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        torch.manual_seed(1)
        self.networks = []
        for name in ("a", "b"):
            path = os.path.join(folder.name, name)
            net = model.build("tiny")
            torch.nn.init.normal_(net.value.weight)
            torch.nn.init.normal_(net.belief.weight)
            model.save(path, net, {})
            self.networks.append(Network(path, torch.device("cpu"), torch.float32, SIZES))
        self.path = os.path.join(folder.name, "socket")
        self.server = Server(self.path, self.networks, SIZES[-1], torch.device("cpu"))
        thread = threading.Thread(target=self.server.serve)
        thread.start()

        def stop():
            self.server.stopping = True
            thread.join()
            self.server.close()
        self.addCleanup(stop)

    def greet(self, line):
        connection = socket.socket(socket.AF_UNIX, socket.SOCK_STREAM)
        self.addCleanup(connection.close)
        connection.settimeout(30)
        connection.connect(self.path)
        connection.sendall(line.encode() + b"\n")
        return connection, connection.recv(4096).decode().strip()

    def client(self, network):
        connection, answer = self.greet(f"evaluate 2 {model.FEATURES_NAME} {network.sha}")
        word, path, slots, capacity = answer.split()
        self.assertEqual((word, int(capacity)), ("ok", SIZES[-1]))
        at, beliefs, size = layout(int(capacity))
        with open(path, "r+b") as f:
            memory = mmap.mmap(f.fileno(), int(slots) * size)
        return connection, memory, at, beliefs, size

    def test_answers(self):
        clients = [self.client(self.networks[k % 2]) for k in range(3)]
        for round_ in range(4):
            asked = []
            for k, (connection, memory, _, _, size) in enumerate(clients):
                for slot in range(2):
                    n = 1 + (3 * k + 2 * slot + round_) % SIZES[-1]
                    records = positions(n, 100 * round_ + 10 * k + slot)
                    memory[slot * size:slot * size + n * RECORD] = records.tobytes()
                    guesses = n * slot // 2
                    connection.sendall(MESSAGE.pack(slot, n, guesses))
                    asked.append((k, slot, records, guesses))
            for k, slot, records, guesses in asked:
                connection, memory, at, beliefs, size = clients[k]
                self.assertEqual(MESSAGE.unpack(connection.recv(MESSAGE.size)), (slot, len(records), guesses))
                got = np.frombuffer(memory, np.float32, len(records) * ANSWER, slot * size + at).reshape(-1, ANSWER)
                guessed = np.frombuffer(memory, np.float32, guesses * BELIEF, slot * size + beliefs).reshape(-1, BELIEF)
                self.check(self.networks[k % 2].exact, records, got, guessed)

    def check(self, net, records, got, guessed):
        with torch.no_grad():
            h = net.trunk(observe(torch.from_numpy(records)))
            policy, value = net.judge(h)
            belief = net.guess(h).flatten(1)[:len(guessed)]
        np.testing.assert_allclose(guessed, belief.numpy(), atol=1e-4)
        np.testing.assert_allclose(got[:, LEGAL:LEGAL + 3], value.softmax(1).numpy(), atol=1e-5)
        for i, r in enumerate(records):
            k = int(r[COUNT:COUNT + 2].view("<u2")[0])
            moves = r[MOVES:MOVES + 2 * k].view("<u2").astype(np.int64)
            want = policy[i].flatten()[torch.from_numpy(moves)].softmax(0)
            np.testing.assert_allclose(got[i, :k], want.numpy(), atol=1e-5)

    def test_refusals(self):
        sha = self.networks[0].sha
        for line, reason in ((f"evaluate 2 {model.FEATURES_NAME} {'0' * 64}", "none of the networks"),
                             (f"evaluate 9 {model.FEATURES_NAME} {sha}", "version 9"),
                             (f"evaluate 2 observation-0 {sha}", "observation-0"),
                             ("hello", "not understood")):
            connection, answer = self.greet(line)
            self.assertTrue(answer.startswith("no "), answer)
            self.assertIn(reason, answer)

    def test_a_client_that_leaves(self):
        connection = self.client(self.networks[0])[0]
        connection.sendall(MESSAGE.pack(0, 1, 0))
        connection.close()
        self.check_alive()

    def check_alive(self):
        connection, memory = self.client(self.networks[0])[:2]
        memory[:RECORD] = positions(1, 1).tobytes()
        connection.sendall(MESSAGE.pack(0, 1, 0))
        self.assertEqual(MESSAGE.unpack(connection.recv(MESSAGE.size)), (0, 1, 0))


if __name__ == "__main__":
    unittest.main()
