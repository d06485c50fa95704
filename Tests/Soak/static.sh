#!/bin/sh
# static: the static programs, of this processor and of 64-bit ARM, through frames, sockets and the real kernel; 40 minutes.
#
# But for `soak`, which takes hours. `recovery-sleep` parts the guest's two clocks and is the last; QEMU's ARM does not sleep.
set -eu
cd "$(dirname "$0")/../.."

Tests/Processors/run.sh x86_64-musl aarch64-musl
scenarios=$(grep -Lx '# Needs the tool.' Tests/RealKernel/scenarios/*.sh | grep -vE '/(soak|recovery-sleep)\.sh$' |
    sed 's,.*/\(.*\)\.sh,\1,')
daemon=$(.ci/embedded x86_64-musl)
TILTSHADOWD=$daemon swift test --no-parallel --filter TiltDaemonTests.Executable </dev/null
# shellcheck disable=SC2086 # A list of words.
Tests/RealKernel/bench.sh -t 3600 "$daemon" $scenarios recovery-sleep
# shellcheck disable=SC2086 # A list of words.
exec Tests/RealKernel/bench.sh -p aarch64 -t 3600 "$(.ci/embedded aarch64-musl)" $scenarios
