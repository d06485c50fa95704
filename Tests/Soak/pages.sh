#!/bin/sh
# pages [COUNT]: 10,000 pages of the preview open and close, then the latency from socket to page; some minutes.
set -eu
cd "$(dirname "$0")/../.."

.ci/release tiltshadow tiltshadowd
exec Tests/Soak/pages.py .build/release "${1:-10000}"
