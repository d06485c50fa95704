#!/bin/sh
# simulation [--hours N | SECONDS]: worlds made of seeds around the daemon's core, one life after the other; 600 s by default.
set -eu
seconds=${1:-600}
if [ "$seconds" = --hours ]; then seconds=$((${2:-1} * 3600)); fi
exec "$(dirname "$0")/../Simulation/run.sh" "$seconds"
