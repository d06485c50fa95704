#!/bin/sh
# aarch64: every scenario of the real kernel, on Debian's kernel for 64-bit ARM; 15 minutes.
#
# But for `soak`, which takes hours, and `recovery-sleep`: QEMU's machine for this processor does not go to sleep.
set -eu
cd "$(dirname "$0")/../.."

daemon=$(.ci/embedded aarch64)
scenarios=$(ls Tests/RealKernel/scenarios/*.sh | grep -vE '/(soak|recovery-sleep)\.sh$' | sed 's,.*/\(.*\)\.sh,\1,')
# shellcheck disable=SC2086 # A list of words.
exec Tests/RealKernel/bench.sh -p aarch64 -t 3600 "$daemon" $scenarios
