"""Writes what PyTorch makes of some positions with the built-in weights, for the Go side to agree with:

    python3 -m train.champion.golden_weights agents/weights/marengo.weights agents/testdata/champion.json

The positions are the golden records of nn/features.
"""

import base64
import json
import os
import sys

import torch

from train.champion import model
from train.champion.loss import log_policy
from train.champion.observe import legal_moves, observe
from train.champion.golden import golden_records


def main():
    net, _ = model.load(sys.argv[1])
    records, _ = golden_records()
    legal, mask = legal_moves(records)
    with torch.no_grad():
        policy, value = net.eval()(observe(records))
        logp = log_policy(policy.flatten(1).gather(1, legal), mask)
    cases = []
    for i in range(len(records)):
        count = int(mask[i].sum())
        cases.append({
            "record": base64.b64encode(records[i].numpy().tobytes()).decode(),
            "policy": [round(p, 6) for p in logp[i, :count].exp().tolist()],
            "value": [round(p, 6) for p in torch.softmax(value[i], 0).tolist()],
        })
    os.makedirs(os.path.dirname(sys.argv[2]), exist_ok=True)
    with open(sys.argv[2], "w") as f:
        json.dump(cases, f, indent=0)


if __name__ == "__main__":
    main()
