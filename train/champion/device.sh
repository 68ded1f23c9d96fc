#!/bin/sh
# Takes the run up for some minutes on a machine with a GPU, and leaves its state
# in $OUT (or state/out):
#
#   sh train/champion/device.sh MINUTES [flags of train.champion.run]
#
# It needs, beside the working tree, bin/gym, state/pool.txt and, once there is
# one, state/run.
set -e
cd "$(dirname "$0")/../.."
minutes=${1:?how many minutes?}
shift
chmod +x bin/gym
export PYTHONUNBUFFERED=1
exec python3 -m train.champion.run --minutes "$minutes" --state state/run --out "${OUT:-state/out}" --setups state/pool.txt "$@"
