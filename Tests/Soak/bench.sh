#!/bin/sh
# bench [SECONDS]: the daemon's CPU beside a loop in C, kept in a history that tells a step of 10 %; 20 minutes.
#
# Figures of one machine on one day mean nothing on another: what is kept are ratios of one run, in
# ~/.local/state/tiltshadow/bench.tsv or in TILTSHADOW_BENCH_HISTORY (time, commit, what, ratio). A ratio is held against
# the median of its last five; ends with 1 where one is more than 10 % higher.
set -eu
cd "$(dirname "$0")/../.."

seconds=${1:-10}
history=${TILTSHADOW_BENCH_HISTORY:-${XDG_STATE_HOME:-$HOME/.local/state}/tiltshadow/bench.tsv}
mkdir -p "$(dirname "$history")"
touch "$history"
Sources/build.sh
swift build -c release --static-swift-stdlib --product tiltshadow-bench
commit=$(git rev-parse --short HEAD 2>/dev/null || echo unknown)
new=$(mktemp)
trap 'rm -f "$new"' EXIT

# "  100 at 50 Hz    13.80, 15.08        1.10 (1.07, 1.13) ..." is "100 at 50 Hz" and "1.10".
.build/release/tiltshadow-bench fanout --seconds "$seconds" .build/shipped/tiltshadowd | tee /dev/stderr | awk \
    -v OFS='\t' -v time="$(date -u +%Y-%m-%dT%H:%MZ)" -v commit="$commit" '
    $2 == "at" && $4 == "Hz" { print time, commit, "fanout " $1 " at " $3 " Hz", $7 }' >"$new"
[ -s "$new" ] || { echo "bench: nothing was measured" >&2; exit 1; }

awk -F '\t' '
    # The median of the last five of a row.
    function usual(row,    first, count, i, j, value, sorted) {
        first = runs[row] > 5 ? runs[row] - 4 : 1
        for (i = first; i <= runs[row]; i++) {
            value = ratio[row, i]
            for (j = count++; j > 0 && sorted[j - 1] > value; j--) sorted[j] = sorted[j - 1]
            sorted[j] = value
        }
        return sorted[int(count / 2)]
    }
    FILENAME != ARGV[2] { ratio[$3, ++runs[$3]] = $4 + 0; next }
    !runs[$3] { printf "%s: %.2f, the first\n", $3, $4; next }
    {
        step = $4 / usual($3) - 1
        printf "%s: %.2f, %+.0f %% of %.2f\n", $3, $4, 100 * step, usual($3)
        if (step > 0.1) failed = 1
    }
    END { exit failed }' "$history" "$new" && status=0 || status=$?
cat "$new" >>"$history"
exit $status
