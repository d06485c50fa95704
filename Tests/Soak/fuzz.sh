#!/bin/sh
# fuzz [SECONDS]: every fuzz target in turn, 20 minutes together by default.
set -eu
exec "$(dirname "$0")/../Fuzz/run.sh" "${1:-1200}"
