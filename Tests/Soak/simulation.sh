#!/bin/sh
# simulation [--hours N | SECONDS]: worlds made of seeds around the daemon's core, one life after the other; 600 s by default.
# Seconds are the processor's. The kept seeds come first; what fails prints its seed and a shrunk list of what has to happen.
set -eu
seconds=${1:-600}
if [ "$seconds" = --hours ]; then seconds=$((${2:-1} * 3600)); fi
cd "$(dirname "$0")/../.."
Tests/Simulation/run.sh 0
exec .build/release/tiltshadow-simulate --seconds "$seconds" --from "$(date +%s)000" \
    --session .build/simulation-soak.session --progress .build/simulation.progress
