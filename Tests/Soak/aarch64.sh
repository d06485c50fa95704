#!/bin/sh
# aarch64: every scenario of the real kernel that needs the daemon alone, on Debian's kernel for 64-bit ARM; some minutes.
set -eu
cd "$(dirname "$0")/../.."

daemon=$(.ci/embedded aarch64)
# heal-sleep parts the guest's two clocks, so it is the last one.
scenarios=$(grep -Lx '# Needs the tool.' Tests/RealKernel/scenarios/*.sh | grep -vE '/(soak|heal-sleep)\.sh$' |
    sed 's,.*/\(.*\)\.sh,\1,')
# shellcheck disable=SC2086 # A list of words.
exec Tests/RealKernel/bench.sh -p aarch64 -t 3600 "$daemon" $scenarios heal-sleep
