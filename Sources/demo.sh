#!/bin/sh
# Installs what building needs, builds tiltshadow, and shows it at work on the log it carries: no sensor, no root needed.
# Arguments go to `tiltshadow demo`.
set -eu
cd "$(dirname "$0")/.."

if ! command -v swift >/dev/null; then
    echo "demo.sh: Swift 6.2 or newer is needed: https://www.swift.org/install/linux/" >&2
    exit 1
fi
.ci/install-packages build
# The runtime is linked in, so that the programs can be installed from here as they are.
swift build -c release --static-swift-stdlib >&2
exec .build/release/tiltshadow demo "$@"
