#!/bin/sh
# run [SECONDS]: every seed that once found a fault, and fresh ones for so many seconds of CPU (60; 0 for none). A failure is left as
# .build/simulation.session, which `tiltshadow-simulate --replay FILE --trace` tells step by step.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
cd "$here/../.."
swift build -c release --static-swift-stdlib --product tiltshadow-simulate
simulate=.build/release/tiltshadow-simulate
"$simulate" --seeds "$here/seeds" --session .build/simulation.session >.build/simulation.log || {
    cat .build/simulation.log
    exit 1
}
[ "${1:-60}" != 0 ] || exit 0
from=$(date +%s)000
echo "fresh seeds from $from"
"$simulate" --seconds "${1:-60}" --from "$from" --session .build/simulation.session
"$simulate" --steady --seconds 10 --from "$from" --session .build/simulation.session
