#!/bin/sh
# Installs what building needs, builds tiltshadow, and shows it at work on the log it carries: no sensor, no root needed.
# Arguments go to `tiltshadow demo`.
set -eu
cd "$(dirname "$0")/.."
Sources/build.sh
exec .build/shipped/tiltshadow demo "$@"
