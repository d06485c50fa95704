#!/bin/sh
# guest [MINUTES]: sensors, subscribers and daemons come, stall and die on a real kernel, 60 minutes of virtual time.
#
# SOAK_SEED is what the mischief is drawn from; it is printed where a check fails. Default: the time.
set -eu
cd "$(dirname "$0")/../.."

SOAK_MINUTES=${1:-60}
SOAK_SEED=${SOAK_SEED:-$(date +%s)}
export SOAK_MINUTES SOAK_SEED
echo "soak: $SOAK_MINUTES minutes of virtual time, SOAK_SEED=$SOAK_SEED"
Sources/build.sh
# On a busy machine virtual time is hardly faster than the real one.
exec Tests/RealKernel/bench.sh -t $((SOAK_MINUTES * 90 + 600)) .build/shipped/tiltshadowd soak
